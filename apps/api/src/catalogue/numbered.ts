import { builtInId } from '#libs/ids';
import type { BuiltInStandard } from './built-in.js';

/** One numbered clause that requires something. */
export interface Clause {
  number: string;
  title: string;
  url: string;
  level?: string;
  /** The success criteria that it stands for. */
  wcag?: readonly string[];
}

/** What makes a standard of numbered clauses. `groups` are headings by number; a clause stands under the closest one. */
export interface NumberedStandard {
  name: string;
  slug: string;
  description: string;
  levels?: readonly string[];
  groups: Readonly<Record<string, string>>;
  clauses: readonly Clause[];
}

/** A standard of numbered clauses, with ids that follow from its slug and the numbers. */
export function numberedStandard(facts: NumberedStandard): BuiltInStandard {
  const { name, slug, description, levels = [], groups, clauses } = facts;
  const id = (part: string): string => builtInId(`standard/${slug}/${part}`);
  const headings = new Set(Object.keys(groups));
  // Sections such as 302 stand under the chapter of their first digit.
  const above = (number: string): string | null => {
    for (let parts = number.split('.').slice(0, -1); parts.length > 0; parts = parts.slice(0, -1))
      if (headings.has(parts.join('.'))) return id(`group/${parts.join('.')}`);
    const chapter = /^\d{3}$/.test(number) ? number[0]! : '';
    return headings.has(chapter) ? id(`group/${chapter}`) : null;
  };
  return {
    id: builtInId(`standard/${slug}`),
    name,
    slug,
    description,
    cumulative: levels.length > 0,
    levels: levels.map((level, sortOrder) => ({ id: id(`level/${level}`), name: level, sortOrder })),
    groups: Object.entries(groups)
      .sort(([a], [b]) => byNumber(a, b))
      .map(([number, title], sortOrder) => ({
        id: id(`group/${number}`),
        name: `${number} ${title}`,
        description: null,
        parentId: above(number),
        sortOrder,
      })),
    requirements: clauses.map(({ number, title, url, level, wcag = [] }, sortOrder) => ({
      id: id(`requirement/${number}`),
      name: `${number} ${title}`,
      description: null,
      url,
      levelId: level ? id(`level/${level}`) : null,
      groupId: above(number),
      versions: [],
      aiTestable: false,
      metadata: wcag.length === 0 ? { number } : { number, wcag: wcag.length === 1 ? wcag[0] : wcag },
      sortOrder,
    })),
  };
}

/** Compares clause numbers such as `9.1.4.10` part by part. */
export function byNumber(a: string, b: string): number {
  const [left, right] = [a.split('.'), b.split('.')];
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const difference = Number(left[i] ?? -1) - Number(right[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Reads facts typed one a line, `number title`. */
export function linesOf(facts: string): [number: string, title: string][] {
  return facts
    .trim()
    .split('\n')
    .map((line) => {
      const [, number, title] = /^\s*(\S+) (.+?)\s*$/.exec(line)!;
      return [number!, title!];
    });
}
