import { DAY_MS } from '#libs/dates';
import type { Deadlines } from './organization.entity.js';
import type { Priority, Rating } from './ratings.js';

/** What to change of deadlines: absent stays, null clears. */
export type GivenDeadlines = { [Group in keyof Deadlines]?: Partial<Deadlines[Group]> };

/** Something with a severity and a priority, such as an issue. */
interface Rated {
  severity: Rating | null;
  priority: Priority | null;
}

const NONE: Deadlines = {
  severity: { high: null, medium: null, low: null },
  priority: { critical: null, high: null, medium: null, low: null },
};

/** Deadlines with what is given; without any they are null, as those of who never had some. */
export function changedDeadlines(current: Deadlines | null, given: GivenDeadlines | null): Deadlines | null {
  if (given === null) return null;
  const { severity, priority } = current ?? NONE;
  const changed = {
    severity: { ...severity, ...sent(given.severity) },
    priority: { ...priority, ...sent(given.priority) },
  };
  return Object.values(changed).some((group) => Object.values(group).some((days) => days !== null)) ? changed : null;
}

/** Deadlines with each of them named. */
export const allDeadlines = (deadlines: Deadlines | null): Deadlines => deadlines ?? NONE;

const sent = <T extends object>(group: T | undefined): Partial<T> =>
  Object.fromEntries(Object.entries(group ?? {}).filter(([, days]) => days !== undefined)) as Partial<T>;

/**
 * By when an issue is to be done by the shortest of the deadlines that apply; null: none does.
 * @param deadlines those of its organization and of its product
 * @param from when it was opened, or last reopened
 */
export function dueBy(
  deadlines: readonly (Deadlines | null)[],
  { severity, priority }: Rated,
  from: Date,
): Date | null {
  const days = deadlines.flatMap((given) => [
    (severity && given?.severity[severity]) ?? Infinity,
    (priority && given?.priority[priority]) ?? Infinity,
  ]);
  const shortest = Math.min(...days);
  return shortest === Infinity ? null : new Date(from.getTime() + shortest * DAY_MS);
}

/**
 * The same in SQL.
 * @param deadlines expressions of type jsonb
 * @param issue the alias of a row with `severity` and `priority`
 */
export const dueByIn = (deadlines: readonly string[], issue: string, from: string): string =>
  `${from} + least(${deadlines
    .flatMap((given) => [
      `(${given}->'severity'->>${issue}.severity::text)::int`,
      `(${given}->'priority'->>${issue}.priority::text)::int`,
    ])
    .join(', ')}) * interval '24 hours'`;
