import { productOf } from '../products/product-key.js';
import { undoLock } from '../products/product-records.js';
import { countRecords } from '../products/record-totals.js';
import type { TestActivity } from '../test-activities/test-activity.entity.js';
import type { Unit } from '../work/unit.js';
import { decidedStatus } from './lifecycle.js';
import { countPending, type PendingChange, pendingChanges, pendingGone, pendingKind } from './pending-counts.js';

/**
 * Undoes the effect of a run on findings before the run is deleted. Findings that only it reported are deleted, unless
 * somebody has triaged or edited them; all others are recomputed from the remaining runs and the people's decisions.
 * Two statements, after one that holds runs of the product back.
 */
export async function undoActivity(unit: Unit, activity: TestActivity): Promise<void> {
  const parameters = [activity.organizationId, activity.id];
  await unit.lock(undoLock(productOf(activity)));
  const [gone] = await unit.tx.query<[{ deleted: number; pending: PendingChange[] }]>(DELETE_UNTRIAGED, parameters);
  countRecords(unit, 'findings', productOf(activity), -gone.deleted);
  const [restored] = await unit.tx.query<[{ pending: PendingChange[] }]>(RESTORE, parameters);
  countPending(unit, activity.organizationId, [...gone.pending, ...restored.pending]);
}

// A duplicate of a finding that disappears has been triaged, so it stays.
const DELETE_UNTRIAGED = `
  WITH gone AS (
    DELETE FROM findings f
    WHERE f.organization_id = $1 AND f.triaged_at IS NULL AND cardinality(f.edited) = 0
      AND f.id IN (SELECT finding_id FROM finding_reports
        WHERE organization_id = $1 AND test_activity_id = $2 AND change <> 'resolved')
      AND NOT EXISTS (SELECT FROM finding_reports other
        WHERE other.organization_id = $1 AND other.finding_id = f.id
          AND other.test_activity_id <> $2 AND other.change <> 'resolved')
    RETURNING f.id, ${pendingKind('f')}
  ), cleared AS (
    UPDATE findings SET duplicate_of_id = NULL
    WHERE organization_id = $1 AND duplicate_of_id IN (SELECT id FROM gone)
  )
  SELECT count(*)::int AS deleted, ${pendingGone('gone')} AS pending FROM gone`;

// The status follows from the latest remaining run, unless a person has decided since. Findings without one have a row of
// nulls, so that nothing is joined twice: where the planner expects few rows, that would take their number squared.
const RESTORE = `
  WITH ours AS (
    SELECT finding_id FROM finding_reports WHERE organization_id = $1 AND test_activity_id = $2
  ), remaining AS (
    SELECT ours.finding_id, r.test_activity_id, r.seen_at, r.overruled, a.number, a.created_at, r.change <> 'resolved' AS seen,
      r.returned AND lag(r.change) OVER (PARTITION BY ours.finding_id ORDER BY a.number) = 'resolved' AS regression
    FROM ours
    LEFT JOIN finding_reports r ON r.organization_id = $1 AND r.finding_id = ours.finding_id AND r.test_activity_id <> $2
    LEFT JOIN test_activities a ON a.organization_id = $1 AND a.id = r.test_activity_id
  ), rest AS (
    SELECT finding_id,
      min(seen_at) FILTER (WHERE seen) AS first_seen, max(seen_at) FILTER (WHERE seen) AS last_seen,
      max(created_at) FILTER (WHERE seen) AS last_reported, count(*) FILTER (WHERE regression)::int AS regressions,
      (array_agg(test_activity_id ORDER BY number) FILTER (WHERE seen))[1] AS first_activity,
      (array_agg(test_activity_id ORDER BY seen_at DESC, number DESC) FILTER (WHERE seen))[1] AS last_activity,
      (array_agg(NOT seen AND NOT overruled ORDER BY number DESC))[1] AS resolved,
      (array_agg(test_activity_id ORDER BY number DESC))[1] AS last_word,
      (array_agg(seen_at ORDER BY number DESC))[1] AS last_word_at
    FROM remaining GROUP BY 1
  ), before AS MATERIALIZED (
    SELECT ${pendingKind('f')} FROM findings f WHERE f.organization_id = $1 AND f.id IN (SELECT finding_id FROM ours)
  ), restored AS (
    UPDATE findings f SET
      first_seen_at = coalesce(rest.first_seen, f.first_seen_at),
      last_seen_at = coalesce(rest.last_seen, f.last_seen_at),
      last_reported_at = coalesce(rest.last_reported, f.created_at),
      first_activity_id = rest.first_activity,
      last_activity_id = rest.last_activity,
      regression_count = rest.regressions,
      status = CASE WHEN rest.resolved THEN 'resolved' ELSE ${decidedStatus('f')} END,
      resolved_at = CASE WHEN rest.resolved THEN rest.last_word_at END,
      resolved_by_activity_id = CASE WHEN rest.resolved THEN rest.last_word END,
      updated_at = now()
    FROM rest WHERE f.organization_id = $1 AND f.id = rest.finding_id
    RETURNING ${pendingKind('f')}
  )
  SELECT ${pendingChanges('before', 'restored')} AS pending`;
