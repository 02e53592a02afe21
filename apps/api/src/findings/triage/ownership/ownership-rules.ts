import { criterionOf } from '../../../standards/catalogue/wcag-reference.js';
import type { PeopleOfIssue } from '../../../records/issues/people-of-issues.js';
import { addressMatcher } from '../../../products/products/page-of.js';
import { toolIdentity } from '../distinct-finding.js';
import type { OwnershipRule } from './ownership-rules.entity.js';

/** What rules look at of the barrier that becomes an issue. */
export interface Traits {
  /** The addresses where it was seen. */
  pages: readonly string[];
  /** The ids of its areas, or their slugs. */
  areas: ReadonlySet<string>;
  tool: string | null;
  ruleId: string | null;
  selector: string | null;
  /** As reported. */
  wcag: readonly string[];
  /** The criteria that these name. */
  criteria: readonly string[];
}

/** Whom rules name, as far as they are there: members, the members of teams, and the slugs of areas. */
export interface Named {
  members: ReadonlySet<string>;
  teams: ReadonlyMap<string, readonly string[]>;
  areas: ReadonlyMap<string, string>;
}

/** Whether a rule names nobody who is there, or an area that is gone: it is passed by. */
export function isBroken({ match, assign }: OwnershipRule, { members, teams, areas }: Named): boolean {
  if (match.areaId && !areas.has(match.areaId)) return true;
  if (assign.roundRobin) return !teams.get(assign.roundRobin)?.length;
  if (assign.teamId) return !teams.has(assign.teamId);
  return !assign.userId || !members.has(assign.userId);
}

/** What the first rule that fits says of a barrier; undefined: none does. */
export interface Owned {
  /** The place of the rule. */
  index: number;
  people: PeopleOfIssue;
}

/** Says of one barrier after the other whose its issue is, and keeps who had a turn. */
export interface Owners {
  ownerOf: (traits: Traits) => Owned | undefined;
  /** The members of teams that take turns, who was taken last at the end; who never was is not there. */
  turns: () => string[];
}

/** @param turns who was taken before, the last one at the end */
export function ownersBy(rules: readonly OwnershipRule[], turns: readonly string[], named: Named): Owners {
  const compiled = rules.flatMap((rule, index) =>
    isBroken(rule, named) ? [] : [{ index, assign: rule.assign, fits: matcher(rule, named) }],
  );
  const taken = new Map(turns.map((userId, at) => [userId, at]));
  let next = turns.length;
  const turnOf = (teamId: string): string => {
    const [first, ...others] = named.teams.get(teamId)!;
    const lastOf = (userId: string): number => taken.get(userId) ?? -1;
    const userId = others.reduce((least, one) => (lastOf(one) < lastOf(least) ? one : least), first!);
    taken.set(userId, next++);
    return userId;
  };
  return {
    ownerOf: (traits) => {
      const rule = compiled.find(({ fits }) => fits(traits));
      if (!rule) return undefined;
      const { index, assign } = rule;
      if (assign.roundRobin)
        return { index, people: { assigneeId: turnOf(assign.roundRobin), teamId: assign.roundRobin } };
      return { index, people: assign.teamId ? { teamId: assign.teamId } : { assigneeId: assign.userId! } };
    },
    turns: () => {
      const inTurn = new Set(rules.flatMap(({ assign }) => named.teams.get(assign.roundRobin ?? '') ?? []));
      const known = [...taken].filter(([userId]) => inTurn.has(userId));
      return known.sort(([, a], [, b]) => a - b).map(([userId]) => userId);
    },
  };
}

type Fits = (traits: Traits) => boolean;

/** Whether a barrier has all that a rule asks for. */
function matcher({ match }: OwnershipRule, { areas }: Named): Fits {
  const { page, areaId, tool, ruleId, wcag, selector } = match;
  const all: Fits[] = [];
  if (areaId) all.push((traits) => traits.areas.has(areaId) || traits.areas.has(areas.get(areaId)!));
  if (tool) all.push((traits) => traits.tool === toolIdentity(tool));
  if (ruleId) all.push((traits) => traits.ruleId === ruleId);
  if (wcag) {
    const criterion = criterionOf(wcag) ?? wcag;
    all.push((traits) => traits.criteria.includes(criterion) || traits.wcag.includes(wcag));
  }
  if (selector) {
    const fits = patternMatcher(selector);
    all.push((traits) => traits.selector !== null && fits(traits.selector));
  }
  // Last, since there may be many.
  if (page) {
    const isThere = addressMatcher(page);
    all.push(({ pages }) => pages.some(isThere));
  }
  return (traits) => all.every((fits) => fits(traits));
}

/** Whether a text is a pattern in which `*` stands for anything. Piece by piece, so that no pattern takes long. */
function patternMatcher(pattern: string): (text: string) => boolean {
  const pieces = pattern.split('*');
  const [first, last] = [pieces[0]!, pieces.at(-1)!];
  if (pieces.length === 1) return (text) => text === pattern;
  return (text) => {
    if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let at = first.length;
    for (const piece of pieces.slice(1, -1)) {
      const found = text.indexOf(piece, at);
      if (found < 0 || found + piece.length > end) return false;
      at = found + piece.length;
    }
    return true;
  };
}
