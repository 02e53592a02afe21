import type { Statement } from '#libs/database';

/** The statements that store changes of a kept count of an organization. They run in their order. */
type Counter<Change extends object = object> = (
  organizationId: string,
  changes: readonly Change[],
) => readonly Statement[];

/** A kept count, as the module that owns its table declares it. */
export interface KeptCount<Change extends object = object> {
  readonly store: Counter<Change>;
  /**
   * Of a count that the Grade is computed from, which is stored with the Grades of its products locked: what deletes
   * the rows that these changes have brought to nothing.
   */
  readonly purge?: Counter<Change>;
}

/** The changes of counts of an organization that a unit has announced. */
export type CountChanges = ReadonlyMap<KeptCount, readonly object[]>;

/** What stores the changes of counts of an organization: of those that the Grade is computed from, or of the others. */
export const storing = (
  organizationId: string,
  changes: CountChanges,
  { ofGrade }: { ofGrade: boolean },
): Statement[] =>
  [...changes].flatMap(([count, each]) =>
    (count.purge !== undefined) === ofGrade ? count.store(organizationId, each) : [],
  );

/** What deletes the rows that these changes have brought to nothing. */
export const purging = (organizationId: string, changes: CountChanges): Statement[] =>
  [...changes].flatMap(([count, each]) => count.purge?.(organizationId, each) ?? []);
