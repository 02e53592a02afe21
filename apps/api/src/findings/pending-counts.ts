import { bound, query, type Sql, type Uuid } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import type { ChangeContext } from '../work/change-context.js';
import type { KeptCount } from '../work/counts.js';
import type { TestActivity } from '../test-activities/test-activity.entity.js';
import type { DistinctFinding } from './distinct-finding.js';
import { ADD_PENDING, type CountedRow, type PendingChange, PURGE_PENDING } from './pending-counts.sql.js';
import { dayOf } from './waiting.js';

type Judged = Pick<DistinctFinding, 'criteria' | 'severity' | 'impact' | 'needsReview'>;

/** Sends a statement that counts the `PendingChange`s that it makes, and adds them to the counts; returns its one row. */
export async function runCounted<
  Parameters extends readonly [organizationId: Uuid, ...unknown[]],
  Row extends CountedRow,
>(change: ChangeContext, statement: Sql<Parameters, Row>, parameters: Parameters): Promise<Row> {
  const [row] = await query(change.tx, statement, parameters);
  change.count(PENDING, parameters[0], row!.changes);
  return row!;
}

/** What findings that a run of a main line or else of a proposal is the first to have add to the counts: as `pendingKind` gives it of new rows. */
export async function pendingOfNew(
  { productId, completedAt, lineKind }: Pick<TestActivity, 'productId' | 'completedAt' | 'lineKind'>,
  findings: readonly Judged[],
): Promise<PendingChange[]> {
  if (lineKind !== 'main') return [];
  const kind = { productId, pendingFrom: '-infinity', waitingDay: dayOf(completedAt), value: 1 };
  const sums = new Map<string, PendingChange>();
  await mapInSlices(findings, ({ criteria, severity, impact, needsReview }) => {
    if (needsReview) return;
    const isHigh = severity === 'high';
    add(sums, { ...kind, criteria, high: Number(isHigh), blocking: Number(isHigh && impact === 'high') });
  });
  return [...sums.values()];
}

/**
 * How many findings await triage, by the day since which they do. Counts that come to nothing stay until they are purged: which they are can be told only by a later statement,
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
  for (const change of changes) add(sums, change);
  return [...sums.values()];
}

function add(sums: Map<string, PendingChange>, change: PendingChange): void {
  const { productId, pendingFrom, waitingDay, criteria } = change;
  const key = [productId, pendingFrom, waitingDay, ...criteria].join(' ');
  const { value = 0, high = 0, blocking = 0 } = sums.get(key) ?? {};
  sums.set(key, {
    ...change,
    value: change.value + value,
    high: change.high + high,
    blocking: change.blocking + blocking,
  });
}
