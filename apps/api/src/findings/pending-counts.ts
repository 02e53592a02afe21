import { bound, query, type Sql, type Uuid } from '#libs/database';
import type { ChangeContext } from '../work/change-context.js';
import type { KeptCount } from '../work/counts.js';
import type { DistinctFinding } from './distinct-finding.js';
import { ADD_PENDING, type CountedRow, type PendingChange, PURGE_PENDING } from './pending-counts.sql.js';

type Judged = Pick<DistinctFinding, 'criteria' | 'severity' | 'needsReview'>;

/** Sends a statement that counts the `PendingChange`s that it makes, and adds them to the counts; returns its one row. */
export async function runCounted<
  Parameters extends readonly [organizationId: Uuid, ...unknown[]],
  Row extends CountedRow,
>(change: ChangeContext, statement: Sql<Parameters, Row>, parameters: Parameters): Promise<Row> {
  const [row] = await query(change.tx, statement, parameters);
  change.count(PENDING, parameters[0], row!.changes);
  return row!;
}

/** What findings that main lines have for the first time, or else proposals, add to the counts: as `pendingKind` gives it of new rows. */
export function pendingOfNew(productId: string, landed: boolean, findings: readonly Judged[]): PendingChange[] {
  if (!landed) return [];
  const counted = findings.filter(({ needsReview }) => !needsReview);
  return counted.map(({ criteria, severity }) => {
    return { productId, pendingFrom: '-infinity', criteria, value: 1, high: Number(severity === 'high') };
  });
}

/**
 * How many findings await triage. Counts that come to nothing stay until they are purged: which they are can be told only by a later statement,
 * because the one that stores may have waited for its locks. Nobody else changes the counts of these products meanwhile.
 */
export const PENDING: KeptCount<PendingChange> = {
  store: (organizationId, changes) => [bound(ADD_PENDING, [organizationId, JSON.stringify(summed(changes))])],
  purge: (organizationId, changes) => {
    const fewer = summed(changes).filter(({ value }) => value < 0);
    return fewer.length === 0 ? [] : [bound(PURGE_PENDING, [organizationId, JSON.stringify(fewer)])];
  },
};

function summed(changes: readonly PendingChange[]): PendingChange[] {
  const sums = new Map<string, PendingChange>();
  for (const change of changes) {
    const key = `${change.productId} ${change.pendingFrom} ${change.criteria.join(' ')}`;
    const { value = 0, high = 0 } = sums.get(key) ?? {};
    sums.set(key, { ...change, value: change.value + value, high: change.high + high });
  }
  return [...sums.values()];
}
