import type { Statement } from '#libs/database';

/**
 * The statements that store changes of kept counts of an organization, created by the module that owns their table. They run in their
 * order.
 */
export type Counter<Change extends object = object> = (
  organizationId: string,
  changes: readonly Change[],
) => readonly Statement[];

/** The changes of counts of an organization that a unit has announced, for each counter. */
export type CountChanges = ReadonlyMap<Counter, readonly object[]>;

/** The counts that the Grade is computed from. */
export type FactCount = 'pending' | 'openIssues';

/** Their changes in an organization, in the form that the owner of each gives them. */
export type FactChanges = Readonly<Partial<Record<FactCount, readonly object[]>>>;

/** What stores the changes of all counts of an organization, whatever their number. */
export const countStatements = (organizationId: string, changes: CountChanges): Statement[] =>
  [...changes].flatMap(([counter, each]) => counter(organizationId, each));
