import { sql, type Uuid } from '#libs/database';

/** Whether a run has gone because it only repeated others. */
export const IS_THINNED = sql<[organizationId: Uuid, productId: Uuid, number: number], { isThinned: boolean }>(`
  SELECT EXISTS (SELECT FROM thinned_runs WHERE organization_id = $1 AND product_id = $2
    AND numbers @> $3::int) AS "isThinned"`);

/** Up to which run nothing can be undone; null: everything can. */
export const SEEN_UNTIL = sql<[organizationId: Uuid, productId: Uuid], { seenUntil: number | null }>(`
  SELECT max(seen_until) AS "seenUntil" FROM thinned_runs WHERE organization_id = $1 AND product_id = $2`);

/**
 * From now on no run can be undone that arrived before a moment. It takes the organization from a table, and so happens
 * where the rows are.
 */
export const NOTE_SEEN = sql<[organizationId: Uuid, productId: Uuid, before: Date]>(`
  INSERT INTO thinned_runs AS t (organization_id, product_id, seen_until)
  SELECT a.organization_id, a.product_id, max(a.number) FROM test_activities a
  WHERE a.organization_id = $1 AND a.product_id = $2 AND a.line IS NOT NULL AND a.created_at < $3
  GROUP BY 1, 2
  ON CONFLICT ON CONSTRAINT pk_thinned_runs DO UPDATE SET seen_until = greatest(t.seen_until, excluded.seen_until)`);

const IS_PREVIEW = `context_trigger = 'pull_request' AND context_environment IS NOT NULL`;

/** Deletes runs, discounts them, and notes their numbers. */
export const REMOVE_THINNED = sql<
  [organizationId: Uuid, productId: Uuid, numbers: readonly number[]],
  { count: number }
>(`
  WITH gone AS (
    DELETE FROM test_activities WHERE organization_id = $1 AND product_id = $2 AND number = ANY ($3::int[])
    RETURNING number, type, coalesce(tool, '') AS tool, coalesce(context_trigger, '') AS trigger,
      CASE WHEN ${IS_PREVIEW} THEN '*' ELSE coalesce(context_environment, '') END AS environment,
      CASE WHEN ${IS_PREVIEW} THEN context_environment END AS preview,
      date_trunc('week', completed_at AT TIME ZONE 'UTC')::date AS week
  ), noted AS (
    UPDATE thinned_runs t
    SET numbers = t.numbers + (SELECT range_agg(int4range(gone.number, gone.number, '[]')) FROM gone)
    WHERE t.organization_id = $1 AND t.product_id = $2 AND EXISTS (SELECT FROM gone)
  ), kinds AS MATERIALIZED (
    SELECT type, tool, trigger, environment, count(*)::int AS value FROM gone GROUP BY 1, 2, 3, 4
  ), without_kind AS (
    DELETE FROM activity_counts c USING kinds k WHERE c.organization_id = $1 AND c.product_id = $2
      AND c.type = k.type AND c.tool = k.tool AND c.trigger = k.trigger AND c.environment = k.environment
      AND c.value <= k.value
  ), fewer_of_kind AS (
    UPDATE activity_counts c SET value = c.value - k.value FROM kinds k WHERE c.organization_id = $1
      AND c.product_id = $2
      AND c.type = k.type AND c.tool = k.tool AND c.trigger = k.trigger AND c.environment = k.environment
      AND c.value > k.value
  ), previews AS MATERIALIZED (
    SELECT preview, count(*)::int AS value FROM gone WHERE preview IS NOT NULL GROUP BY 1
  ), without_preview AS (
    DELETE FROM preview_counts c USING previews v WHERE c.organization_id = $1 AND c.product_id = $2
      AND c.environment = v.preview AND c.value <= v.value
  ), fewer_of_preview AS (
    UPDATE preview_counts c SET value = c.value - v.value FROM previews v WHERE c.organization_id = $1
      AND c.product_id = $2
      AND c.environment = v.preview AND c.value > v.value
  ), weeks AS MATERIALIZED (
    SELECT week, count(*)::int AS value FROM gone GROUP BY 1
  ), fewer_in_week AS (
    UPDATE activity_weeks c SET value = c.value - w.value FROM weeks w WHERE c.organization_id = $1
      AND c.product_id = $2 AND c.week = w.week
  )
  SELECT count(*)::int AS count FROM gone`);
