import type { EntityManager } from 'typeorm';
import type { TestActivity } from '../test-activities/test-activity.entity.js';
import { toolIdentity } from './raise.js';

/**
 * Resolves what a complete run of its tool no longer reports; answers how many findings that were. One statement.
 * Dismissed findings stay dismissed, and a run older than a finding's last sighting says nothing about it. An issue all
 * of whose findings are gone keeps its state and is marked: closing it is for people.
 */
export async function sweep(tx: EntityManager, activity: TestActivity): Promise<number> {
  const [row] = await tx.query<[{ resolved: number }]>(SWEEP, [
    activity.productId,
    toolIdentity(activity.tool!),
    activity.id,
    activity.completedAt,
  ]);
  return row.resolved;
}

const SWEEP = `
  WITH due AS MATERIALIZED (
    SELECT id, CASE WHEN status = 'dismissed' THEN 'pending' ELSE status END AS status
    FROM findings f
    WHERE product_id = $1 AND tool = $2 AND last_seen_at <= $4
      AND (status IN ('pending', 'confirmed') OR (status = 'dismissed' AND dismissed_until <= now()))
      AND NOT EXISTS (SELECT FROM finding_reports r WHERE r.test_activity_id = $3 AND r.finding_id = f.id)
    ORDER BY identity FOR UPDATE
  ), swept AS (
    UPDATE findings f SET status = 'resolved', resolved_at = $4, resolved_by_activity_id = $3, updated_at = now()
    FROM due WHERE f.id = due.id
    RETURNING f.id, f.issue_id, due.status AS status_before
  ), journal AS (
    INSERT INTO finding_reports (product_id, finding_id, test_activity_id, change, status_before, seen_at)
    SELECT $1, id, $3, 'resolved', status_before::finding_status, $4 FROM swept
  ), flags AS (
    UPDATE issues SET no_longer_reported = true, regressed = false
    WHERE id IN (SELECT issue_id FROM swept WHERE status_before = 'confirmed')
      AND NOT EXISTS (
        SELECT FROM findings other
        WHERE other.product_id = $1 AND other.issue_id = issues.id AND other.status = 'confirmed' AND other.id NOT IN (SELECT id FROM swept))
  ), noted AS (
    UPDATE test_activities SET resolved_count = (SELECT count(*) FROM swept),
      delta = jsonb_set(delta, '{resolved}', to_jsonb((SELECT count(*) FROM swept)))
    WHERE id = $3
  )
  SELECT count(*)::int AS resolved FROM swept`;
