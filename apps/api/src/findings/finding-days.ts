import type { Delta, TestActivity } from '../test-activities/test-activity.entity.js';
import type { ChangeContext } from '../work/change-context.js';
import type { Counter } from '../work/counts.js';

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
    context.count(FINDING_DAYS, organizationId, change);
}

const FINDING_DAYS: Counter = (organizationId, changes) => [[ADD, [organizationId, JSON.stringify(changes)]]];

// It takes the organization from a table, and so happens where the rows are.
const ADD = `
  INSERT INTO finding_days AS d (organization_id, product_id, day, raised, regressed, resolved)
  SELECT p.organization_id, p.id, coalesce(c.day, (now() AT TIME ZONE 'UTC')::date) AS on_day, sum(c.raised), sum(c.regressed), sum(c.resolved)
  FROM products p, json_to_recordset($2::json) AS c("productId" uuid, day date, raised int, regressed int, resolved int)
  WHERE p.organization_id = $1 AND p.id = c."productId"
  GROUP BY p.organization_id, p.id, on_day ORDER BY p.id, on_day
  ON CONFLICT ON CONSTRAINT pk_finding_days DO UPDATE SET
    raised = d.raised + excluded.raised, regressed = d.regressed + excluded.regressed, resolved = d.resolved + excluded.resolved`;
