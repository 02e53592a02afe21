import { wildcards } from './wildcards.js';

/** What a site lets a robot do (RFC 9309). */
export interface Robots {
  isAllowed(url: string): boolean;
  /** Seconds that it wants between two pages; 0 where it says nothing. */
  delay: number;
}

interface Rule {
  isAllowed: boolean;
  /** With how long its text is: the longest one that is met counts. */
  isMet: (path: string) => boolean;
  length: number;
}

const MOST_TEXT = 500_000;
const LONGEST_DELAY = 30;

export const ALL_ALLOWED: Robots = { isAllowed: () => true, delay: 0 };
export const NONE_ALLOWED: Robots = { isAllowed: () => false, delay: 0 };

/** Reads a robots.txt for one name of a robot: the groups that name it, or those of `*`. */
export function readRobots(text: string, robot: string): Robots {
  const groups = groupsIn(text.slice(0, MOST_TEXT));
  const named = groups.filter(({ agents }) => agents.includes(robot.toLowerCase()));
  const meant = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  const rules = meant.flatMap((group) => group.rules);
  const delay = Math.max(0, ...meant.map((group) => group.delay));
  return {
    delay: Math.min(LONGEST_DELAY, delay),
    isAllowed(url) {
      const { pathname, search } = new URL(url);
      const path = `${pathname}${search}`;
      const matching = rules.filter(({ isMet }) => isMet(path));
      const longest = Math.max(0, ...matching.map(({ length }) => length));
      const deciding = matching.filter(({ length }) => length === longest);
      return deciding.length === 0 || deciding.some(({ isAllowed }) => isAllowed);
    },
  };
}

interface Group {
  agents: string[];
  rules: Rule[];
  delay: number;
}

function groupsIn(text: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)) {
    const [, field, value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    if (field === undefined) continue;
    const name = field.toLowerCase();
    if (name === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [], delay: 0 });
      groups.at(-1)!.agents.push(value.toLowerCase());
      isNaming = true;
      continue;
    }
    if (!['allow', 'disallow', 'crawl-delay'].includes(name)) continue;
    isNaming = false;
    const group = groups.at(-1);
    if (!group) continue;
    if (name === 'crawl-delay') group.delay = Number(value) > 0 ? Number(value) : 0;
    else if (value !== '')
      group.rules.push({ isAllowed: name === 'allow', isMet: ruleOf(value), length: value.length });
  }
  return groups;
}

const ruleOf = (value: string): ((path: string) => boolean) =>
  value.endsWith('$') ? wildcards(value.slice(0, -1), true) : wildcards(value, false);
