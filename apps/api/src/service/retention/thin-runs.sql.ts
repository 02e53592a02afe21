import { sql, type Uuid } from '#libs/database';

/** The products that scanners report of. */
export const SCANNED_PRODUCTS = sql<[organizationId: Uuid], { id: Uuid }>(`
  SELECT p.id FROM products p WHERE p.organization_id = $1
    AND EXISTS (SELECT FROM lines l WHERE l.organization_id = $1 AND l.product_id = p.id) ORDER BY p.id`);

/**
 * The runs that arrived before a moment and only repeat: they say what those before and after them in their line say,
 * in the order of time, and changed nothing. Decisions of their tool, and runs of other lines that ended what theirs
 * had, stand in no stretch that is thinned. The first of a stretch is the latest of its line by then, so that nothing
 * was present which it did not report.
 */
export const REPEATING = sql<[organizationId: Uuid, productId: Uuid, before: Date], { numbers: number[] }>(`
  WITH old AS MATERIALIZED (
    SELECT a.number, a.id, a.type, a.line, l.tool, a.completed_at, a.complete, a.also_ends, a.answer_id,
      CASE WHEN a.sweep_key IS NULL THEN concat_ws(' ', a.complete, a.track, a.set_id, a.pages_id) END AS said
    FROM test_activities a JOIN lines l ON l.organization_id = $1 AND l.product_id = $2 AND l.number = a.line
    WHERE a.organization_id = $1 AND a.product_id = $2 AND a.created_at < $3 AND a.set_id IS NOT NULL
  ), decided AS MATERIALIZED (
    SELECT f.tool, moment.number
    FROM findings f JOIN finding_decisions d ON d.organization_id = $1 AND d.finding_id = f.id,
      unnest(ARRAY[d.after_number, d.undone_after]) AS moment(number)
    WHERE f.organization_id = $1 AND f.product_id = $2 AND moment.number IS NOT NULL
  ), numbered AS MATERIALIZED (
    SELECT number, is_run, count(*) FILTER (WHERE NOT is_run) OVER (PARTITION BY tool ORDER BY number,
      NOT is_run ROWS UNBOUNDED PRECEDING) AS decisions
    FROM (SELECT tool, number, true AS is_run FROM old UNION ALL SELECT tool, number, false FROM decided) moments
  ), runs AS MATERIALIZED (
    SELECT old.*, lag(said) OVER own AS said_before, lead(said) OVER own AS said_after,
      lag(old.number) OVER own AS previous, lead(old.number) OVER own AS following,
      lag(completed_at) OVER own AS previous_at, lead(completed_at) OVER own AS following_at,
      lag(decisions) OVER own AS decisions_before, lead(decisions) OVER own AS decisions_after,
      max(completed_at) OVER (own ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING) AS latest_before
    FROM old JOIN numbered ON numbered.number = old.number AND numbered.is_run
    WINDOW own AS (PARTITION BY line ORDER BY old.number)
  ), ended_by_others AS MATERIALIZED (
    SELECT unnest(also_ends) AS line, number FROM old
  ), worded AS MATERIALIZED (
    SELECT DISTINCT w.line, w.from_number FROM findings f JOIN finding_words w ON w.organization_id = $1
      AND w.finding_id = f.id
    WHERE f.organization_id = $1 AND f.product_id = $2 AND w.line <> 0
  ), cited AS MATERIALIZED (
    SELECT DISTINCT (named.record ->> 'number')::int AS number
    FROM conformance_reports r JOIN conformance_verdicts v ON v.organization_id = $1 AND v.report_id = r.id,
      jsonb_array_elements(v.evidence) AS named(record)
    WHERE r.organization_id = $1 AND r.product_id = $2 AND named.record ->> 'kind' = 'test_activity'
  )
  SELECT coalesce(array_agg(r.number ORDER BY r.number), '{}') AS numbers FROM runs r
  WHERE r.type = 'automated_scan' AND r.said = r.said_before AND r.said = r.said_after
    AND r.completed_at BETWEEN r.previous_at AND r.following_at
    AND (r.latest_before IS NULL OR r.latest_before < r.previous_at OR (r.complete AND r.latest_before = r.previous_at))
    AND r.decisions_before = r.decisions_after AND r.also_ends IS NULL
    AND NOT EXISTS (SELECT FROM ended_by_others o WHERE o.line = r.line AND o.number BETWEEN r.previous AND r.following)
    AND NOT EXISTS (SELECT FROM finding_answers a WHERE a.organization_id = $1 AND a.product_id = $2
      AND a.id = r.answer_id
      AND (a.raised <> '{}' OR a.regressed <> '{}' OR a.resolved <> '{}' OR a.spread <> '{}'))
    AND NOT EXISTS (SELECT FROM findings f WHERE f.organization_id = $1 AND f.first_activity_id = r.id)
    AND NOT EXISTS (SELECT FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2
      AND f.raised_number = r.number)
    AND NOT EXISTS (SELECT FROM worded w WHERE w.line = r.line AND w.from_number = r.number)
    AND NOT EXISTS (SELECT FROM issues i WHERE i.organization_id = $1 AND i.test_activity_id = r.id)
    AND NOT EXISTS (SELECT FROM cited c WHERE c.number = r.number)`);
