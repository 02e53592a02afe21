import type { EntityManager } from 'typeorm';
import type { TestActivity } from '../test-activities/test-activity.entity.js';

/**
 * Takes back what a run said of findings, before the run itself is deleted. Findings that only it reported disappear,
 * unless someone has triaged them; those that its sweep resolved, or that it brought back, return to what they were;
 * first and last sightings are those of the runs that remain. A fixed number of statements.
 */
export async function unwind(tx: EntityManager, activity: TestActivity): Promise<void> {
  const parameters = [activity.productId, activity.id];
  await tx.query(RESTORE, parameters);
  await tx.query(DISAPPEAR, parameters);
  await tx.query(FLAGS, parameters);
}

// A later run that spoke of the same finding has the last word on its status; ours is taken back only where there is none.
const RESTORE = `
  WITH ours AS (
    SELECT finding_id, change, status_before,
      NOT EXISTS (SELECT FROM finding_reports later
        WHERE later.product_id = $1 AND later.finding_id = r.finding_id AND later.test_activity_id <> $2
          AND later.test_activity_id > r.test_activity_id) AS last
    FROM finding_reports r WHERE r.product_id = $1 AND r.test_activity_id = $2
  ), rest AS (
    SELECT r.finding_id, min(r.seen_at) FILTER (WHERE change <> 'resolved') AS first_seen, max(r.seen_at) FILTER (WHERE change <> 'resolved') AS last_seen,
      (array_agg(r.test_activity_id ORDER BY r.test_activity_id) FILTER (WHERE change <> 'resolved'))[1] AS first_activity,
      (array_agg(r.test_activity_id ORDER BY r.seen_at DESC, r.test_activity_id DESC) FILTER (WHERE change <> 'resolved'))[1] AS last_activity,
      (array_agg(r.test_activity_id ORDER BY r.test_activity_id DESC) FILTER (WHERE change = 'resolved'))[1] AS swept_by,
      max(r.seen_at) FILTER (WHERE change = 'resolved') AS swept_at
    FROM finding_reports r
    WHERE r.product_id = $1 AND r.finding_id IN (SELECT finding_id FROM ours) AND r.test_activity_id <> $2
    GROUP BY 1
  ), verdict AS (
    SELECT ours.finding_id, rest.first_seen, rest.last_seen, rest.first_activity, rest.last_activity, rest.swept_by, rest.swept_at,
      ours.last AND ours.change = 'resolved' AS unsweep,
      ours.last AND ours.change = 'regressed' AND ours.status_before = 'resolved' AS unregress,
      ours.change = 'regressed' AND ours.status_before = 'resolved' AS regressed
    FROM ours LEFT JOIN rest USING (finding_id)
  )
  UPDATE findings f SET
    first_seen_at = coalesce(v.first_seen, f.first_seen_at),
    last_seen_at = coalesce(v.last_seen, f.last_seen_at),
    first_activity_id = v.first_activity,
    last_activity_id = v.last_activity,
    regression_count = f.regression_count - v.regressed::int,
    status = CASE WHEN v.unsweep AND f.status = 'resolved' THEN CASE WHEN f.issue_id IS NULL THEN 'pending' ELSE 'confirmed' END::finding_status
                  WHEN v.unregress AND f.status IN ('pending', 'confirmed') THEN 'resolved'
                  ELSE f.status END,
    resolved_at = CASE WHEN v.unsweep THEN NULL WHEN v.unregress THEN v.swept_at ELSE f.resolved_at END,
    resolved_by_activity_id = CASE WHEN v.unsweep THEN NULL WHEN v.unregress THEN v.swept_by ELSE f.resolved_by_activity_id END,
    updated_at = now()
  FROM verdict v WHERE f.id = v.finding_id`;

const DISAPPEAR = `
  DELETE FROM findings f
  WHERE f.product_id = $1 AND f.issue_id IS NULL AND f.dismissed_at IS NULL
    AND f.id IN (SELECT finding_id FROM finding_reports WHERE product_id = $1 AND test_activity_id = $2 AND change <> 'resolved')
    AND NOT EXISTS (SELECT FROM finding_reports other
      WHERE other.product_id = $1 AND other.finding_id = f.id AND other.test_activity_id <> $2 AND other.change <> 'resolved')`;

const FLAGS = `
  UPDATE issues i SET
    no_longer_reported = i.no_longer_reported AND NOT found.reported,
    regressed = i.state = 'closed' AND EXISTS (
      SELECT FROM finding_reports r JOIN findings f ON f.product_id = r.product_id AND f.id = r.finding_id
      WHERE f.product_id = $1 AND f.issue_id = i.id AND f.status = 'confirmed' AND r.test_activity_id <> $2
        AND r.change <> 'resolved' AND r.seen_at > i.closed_at)
  FROM (
    SELECT f.issue_id, bool_or(f.status = 'confirmed') AS reported
    FROM findings f WHERE f.product_id = $1 AND f.issue_id IN (
      SELECT f2.issue_id FROM finding_reports r JOIN findings f2 ON f2.id = r.finding_id
      WHERE r.product_id = $1 AND r.test_activity_id = $2)
    GROUP BY 1
  ) found
  WHERE i.id = found.issue_id`;
