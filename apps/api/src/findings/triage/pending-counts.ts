import { bound, query, type Sql, type Statement, type Uuid } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { KeptCount } from '../../platform/work/counts.js';
import type { TestActivity } from '../../records/test-activities/test-activity.entity.js';
import type { DistinctFinding } from './distinct-finding.js';
import {
  ADD_PENDING,
  ADD_PENDING_DAYS,
  type CountedRow,
  type PendingChange,
  PURGE_PENDING,
  PURGE_PENDING_DAYS,
} from './pending-counts.sql.js';
import { dayOf } from './waiting.js';

type Judged = Pick<DistinctFinding, 'criteria' | 'severity' | 'impact' | 'needsReview'>;

/**
 * Sends a statement that counts the `PendingChange`s that it makes, and adds them to the counts; returns its one row.
 */
export async function runCounted<
  Parameters extends readonly [organizationId: Uuid, ...unknown[]],
  Row extends CountedRow,
>(change: ChangeContext, statement: Sql<Parameters, Row>, parameters: Parameters): Promise<Row> {
  const [row] = await query(change.tx, statement, parameters);
  change.count(PENDING, parameters[0], row!.changes);
  return row!;
}

/**
 * What findings that a run of a main line or else of a proposal is the first to have add to the counts: as
 * `pendingKind` gives it of new rows.
 */
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
    const change = { ...kind, criteria, high: Number(isHigh), blocking: Number(isHigh && impact === 'high') };
    add(sums, criteria.join(' '), change);
  });
  return [...sums.values()];
}

/**
 * How many findings await triage: by the moment from which they do, and by the day since which they wait. Counts that
 * come to nothing stay until they are purged: which they are can be told only by a later statement, because the one
 * that stores may have waited for its locks. Nobody else changes the counts of these products meanwhile.
 */
export const PENDING: KeptCount<PendingChange> = {
  store: (organizationId, changes) => [
    bound(ADD_PENDING, [organizationId, JSON.stringify(summed(changes, byMoment))]),
    bound(ADD_PENDING_DAYS, [organizationId, JSON.stringify(summed(changes, byDay))]),
  ],
  purge: (organizationId, changes) => [
    ...purge(PURGE_PENDING, organizationId, summed(changes, byMoment)),
    ...purge(PURGE_PENDING_DAYS, organizationId, summed(changes, byDay)),
  ],
};

type Changed = Sql<[organizationId: Uuid, changes: string], unknown>;
type KeyOf = (change: PendingChange) => string;

const byMoment: KeyOf = ({ productId, pendingFrom, criteria }) => [productId, pendingFrom, ...criteria].join(' ');

const byDay: KeyOf = ({ productId, waitingDay, criteria }) => [productId, waitingDay, ...criteria].join(' ');

function purge(statement: Changed, organizationId: Uuid, changes: readonly PendingChange[]): Statement[] {
  const fewer = changes.filter(({ value }) => value < 0);
  return fewer.length === 0 ? [] : [bound(statement, [organizationId, JSON.stringify(fewer)])];
}

function summed(changes: readonly PendingChange[], keyOf: KeyOf): PendingChange[] {
  const sums = new Map<string, PendingChange>();
  for (const change of changes) add(sums, keyOf(change), change);
  return [...sums.values()];
}

function add(sums: Map<string, PendingChange>, key: string, change: PendingChange): void {
  const { value = 0, high = 0, blocking = 0 } = sums.get(key) ?? {};
  sums.set(key, {
    ...change,
    value: change.value + value,
    high: change.high + high,
    blocking: change.blocking + blocking,
  });
}
