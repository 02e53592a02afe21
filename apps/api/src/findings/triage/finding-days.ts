import { bound } from '#libs/database';
import type { Delta, TestActivity } from '../../records/test-activities/test-activity.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { KeptCount } from '../../platform/work/counts.js';
import { ADD_TO_DAYS } from './findings.sql.js';

/** Counts for the day of a run what it said of findings; runs of proposals do not count. `sign` -1 takes that back. */
export function countRun(
  change: ChangeContext,
  { organizationId, productId, lineKind, delta, createdAt }: TestActivity,
  sign: 1 | -1,
): void {
  if (lineKind !== 'main' || delta === null) return;
  const day = sign === 1 ? null : new Date(createdAt).toISOString().slice(0, 10);
  count(change, organizationId, { productId, day, ...timesOf(delta, sign) });
}

/** Counts for today what the end of lines resolved. */
export function countResolved(
  change: ChangeContext,
  organizationId: string,
  productId: string,
  resolved: number,
): void {
  count(change, organizationId, { productId, day: null, raised: 0, regressed: 0, resolved });
}

const timesOf = (delta: Delta, sign: number) => ({
  raised: sign * delta.new,
  regressed: sign * delta.regressed,
  resolved: sign * delta.resolved,
});

interface DayChange {
  productId: string;
  /** Null: today. */
  day: string | null;
  raised: number;
  regressed: number;
  resolved: number;
}

function count(context: ChangeContext, organizationId: string, change: DayChange): void {
  if (change.raised !== 0 || change.regressed !== 0 || change.resolved !== 0)
    context.count(FINDING_DAYS, organizationId, [change]);
}

const FINDING_DAYS: KeptCount<DayChange> = {
  store: (organizationId, changes) => [bound(ADD_TO_DAYS, [organizationId, JSON.stringify(changes)])],
};
