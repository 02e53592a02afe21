import type { EntityManager } from 'typeorm';

/**
 * The SQL that stores changes of kept counts, created by the module that owns their table: statements that may run at
 * once, in which `$1` is the organization.
 * @param changes an expression: the changes as a json array
 */
export type Counter = (changes: string) => readonly string[];

/** The changes of counts that a unit has announced, for each organization and counter. */
export type CountChanges = ReadonlyMap<string, ReadonlyMap<Counter, readonly object[]>>;

/** The counts that the Grade is computed from. */
export type FactCount = 'pending' | 'openIssues';

/** Their changes in an organization, in the form that the owner of each gives them. */
export type FactChanges = Readonly<Partial<Record<FactCount, readonly object[]>>>;

/** Stores the changes of all counts of an organization in one statement, whatever their number. */
export async function storeCounts(tx: EntityManager, counts: CountChanges): Promise<void> {
  for (const [organizationId, changes] of counts) {
    const parts = [...changes.keys()].flatMap((counter, index) => counter(`$${index + 2}::json`));
    await tx.query(`WITH ${parts.map((part, index) => `part_${index} AS (${part})`).join(', ')} SELECT 1`, [
      organizationId,
      ...[...changes.values()].map((each) => JSON.stringify(each)),
    ]);
  }
}
