-- The statements of test-activities, as they are sent. Written by `npm run sql`.

-- CLEAR_CREATOR
--   Test activities stay without their creator when the person's account is deleted.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE test_activities SET created_by_user_id = NULL WHERE organization_id = $1 AND created_by_user_id = $2;

-- COUNT_ACTIVITY
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 type: activity_type
--   $4 tool: text
--   $5 trigger: text
--   $6 environment: text
INSERT INTO activity_counts AS c (organization_id, product_id, type, tool, trigger, environment, value)
VALUES ($1, $2, $3, $4, $5, $6, 1)
ON CONFLICT ON CONSTRAINT pk_activity_counts DO UPDATE SET value = c.value + 1;

-- COUNT_PREVIEW
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 environment: text
INSERT INTO preview_counts AS c (organization_id, product_id, environment, value) VALUES ($1, $2, $3, 1)
ON CONFLICT ON CONSTRAINT pk_preview_counts DO UPDATE SET value = c.value + 1;

-- COUNT_WEEK
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 moment: timestamp with time zone
INSERT INTO activity_weeks AS c (organization_id, product_id, week, value) VALUES ($1, $2, date_trunc('week', $3::timestamptz AT TIME ZONE 'UTC')::date, 1)
ON CONFLICT ON CONSTRAINT pk_activity_weeks DO UPDATE SET value = c.value + 1;

-- DELETE_LAST_ACTIVITY
--   The feeds offer every tool and environment that has a row, so one that nothing is left of goes.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 type: activity_type
--   $4 tool: text
--   $5 trigger: text
--   $6 environment: text
DELETE FROM activity_counts
WHERE organization_id = $1 AND product_id = $2 AND type = $3 AND tool = $4 AND trigger = $5 AND environment = $6
  AND value = 1;

-- DISCOUNT_ACTIVITY
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 type: activity_type
--   $4 tool: text
--   $5 trigger: text
--   $6 environment: text
UPDATE activity_counts SET value = value - 1
WHERE organization_id = $1 AND product_id = $2 AND type = $3 AND tool = $4 AND trigger = $5 AND environment = $6
  AND value > 1;

-- DELETE_LAST_PREVIEW
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 environment: text
DELETE FROM preview_counts WHERE organization_id = $1 AND product_id = $2 AND environment = $3 AND value = 1;

-- DISCOUNT_PREVIEW
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 environment: text
UPDATE preview_counts SET value = value - 1 WHERE organization_id = $1 AND product_id = $2 AND environment = $3
  AND value > 1;

-- DISCOUNT_WEEK
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 moment: timestamp with time zone
UPDATE activity_weeks SET value = value - 1 WHERE organization_id = $1 AND product_id = $2 AND week = date_trunc('week', $3::timestamptz AT TIME ZONE 'UTC')::date;

-- SET_CONTENTS
--   What the lines of runs had after them, as JSON.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 contents: json
UPDATE test_activities a SET content_id = c."contentId"
FROM json_to_recordset($3::json) AS c(number int, "contentId" uuid)
WHERE a.organization_id = $1 AND a.product_id = $2 AND a.number = c.number;

-- IS_THINNED
--   Whether a run has gone because it only repeated others.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 number: integer
--   returns isThinned boolean
SELECT EXISTS (SELECT FROM thinned_runs WHERE organization_id = $1 AND product_id = $2
  AND numbers @> $3::int) AS "isThinned";

-- SEEN_UNTIL
--   Up to which run nothing can be undone; null: everything can.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns seenUntil integer
SELECT max(seen_until) AS "seenUntil" FROM thinned_runs WHERE organization_id = $1 AND product_id = $2;

-- NOTE_SEEN
--   From now on no run can be undone that arrived before a moment. It takes the organization from a table, and so happens
--   where the rows are.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 before: timestamp with time zone
INSERT INTO thinned_runs AS t (organization_id, product_id, seen_until)
SELECT a.organization_id, a.product_id, max(a.number) FROM test_activities a
WHERE a.organization_id = $1 AND a.product_id = $2 AND a.line IS NOT NULL AND a.created_at < $3
GROUP BY 1, 2
ON CONFLICT ON CONSTRAINT pk_thinned_runs DO UPDATE SET seen_until = greatest(t.seen_until, excluded.seen_until);

-- REMOVE_THINNED
--   Deletes runs, discounts them, and notes their numbers.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 numbers: integer[]
--   returns count integer
WITH gone AS (
  DELETE FROM test_activities WHERE organization_id = $1 AND product_id = $2 AND number = ANY ($3::int[])
  RETURNING number, type, coalesce(tool, '') AS tool, coalesce(context_trigger, '') AS trigger,
    CASE WHEN context_trigger = 'pull_request' AND context_environment IS NOT NULL THEN '*' ELSE coalesce(context_environment, '') END AS environment,
    CASE WHEN context_trigger = 'pull_request' AND context_environment IS NOT NULL THEN context_environment END AS preview,
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
SELECT count(*)::int AS count FROM gone;
