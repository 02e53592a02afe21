import type { SharedWrite } from '#libs/database';

/**
 * The SQL that stores changes of kept counts, created by the module that owns their table: statements that may run at
 * once, in which `$1` is the organization.
 * @param changes an expression: the changes as a json array
 */
export type Counter = (changes: string) => readonly string[];

/** The changes of counts of an organization that a unit has announced, for each counter. */
export type CountChanges = ReadonlyMap<Counter, readonly object[]>;

/** The counts that the Grade is computed from. */
export type FactCount = 'pending' | 'openIssues';

/** Their changes in an organization, in the form that the owner of each gives them. */
export type FactChanges = Readonly<Partial<Record<FactCount, readonly object[]>>>;

/** What stores the changes of all counts of an organization, whatever their number. */
export const countWrites = (changes: CountChanges = new Map()): SharedWrite[] =>
  [...changes].map(([counter, each], index) => ({
    parts: (given) =>
      counter(`${given}::json`)
        .map((part, number) => `count_${index}_${number} AS (${part})`)
        .join(', '),
    values: [JSON.stringify(each)],
  }));
