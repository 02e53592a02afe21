-- The statements of feeds, as they are sent. Written by `npm run sql`.

-- FEED
--   The page, with what the filters offer and how many entries there are, where they are `counted`. What comes before the
--   page is read from indexes; only the rows of the page are read whole; with `LIMIT 1` also where the planner expects
--   few audits, and would rather count the issues of all of them.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 triggers: text[]
--   $4 withoutContext: boolean
--   $5 environments: text[]
--   $6 previews: boolean
--   $7 withoutEnvironment: boolean
--   $8 audits: boolean
--   $9 pageSize: bigint
--   $10 offset: bigint
--   $11 before: timestamp with time zone
--   $12 beforeId: uuid
--   returns tools text[], environments text[], hasPreviewEnvironments boolean, total integer, entries json
-- where counted = true
WITH
counted AS MATERIALIZED (
  SELECT DISTINCT tool, trigger, environment FROM activity_counts c JOIN products p ON p.organization_id = c.organization_id AND p.id = c.product_id WHERE c.organization_id = $1 AND (c.product_id = $2 OR ($2::uuid IS NULL AND p.archived_at IS NULL))
), real AS MATERIALIZED (
  SELECT DISTINCT environment FROM counted WHERE trigger <> 'pull_request' AND environment <> ''
), facets AS MATERIALIZED (
  SELECT
    ARRAY(SELECT DISTINCT tool FROM counted WHERE tool <> '' ORDER BY tool) AS tools,
    ARRAY(SELECT environment FROM real ORDER BY environment) AS environments,
    EXISTS (SELECT FROM preview_counts c JOIN products p ON p.organization_id = c.organization_id AND p.id = c.product_id
      WHERE c.organization_id = $1 AND (c.product_id = $2 OR ($2::uuid IS NULL AND p.archived_at IS NULL)) AND c.environment NOT IN (SELECT environment FROM real)) AS "hasPreviewEnvironments"
), total AS MATERIALIZED (
SELECT (
  (SELECT coalesce(sum(value), 0) FROM activity_counts c JOIN products p ON p.organization_id = c.organization_id AND p.id = c.product_id
    WHERE c.organization_id = $1 AND (c.product_id = $2 OR ($2::uuid IS NULL AND p.archived_at IS NULL)) AND ($3::text[] IS NULL OR trigger = ANY ($3) OR ($4 AND trigger = ''))
      AND ($5::text[] IS NULL OR (trigger <> 'pull_request' AND environment = ANY ($5)) OR ($7 AND environment = '')))
  + CASE WHEN $5::text[] IS NULL OR NOT ($3::text[] IS NULL OR 'pull_request' = ANY ($3)) THEN 0 ELSE
    (SELECT coalesce(sum(value), 0) FROM preview_counts c JOIN products p ON p.organization_id = c.organization_id AND p.id = c.product_id
      WHERE c.organization_id = $1 AND (c.product_id = $2 OR ($2::uuid IS NULL AND p.archived_at IS NULL)) AND (environment = ANY ($5) OR ($6 AND environment <> ALL (ARRAY(SELECT environment FROM real))))) END
  + CASE WHEN NOT $8 THEN 0 ELSE
    (SELECT coalesce(sum(t.value), 0) FROM record_totals t JOIN products p ON p.organization_id = t.organization_id
      AND p.id = t.product_id
      WHERE t.organization_id = $1 AND t.kind = 'audits'
        AND (t.product_id = $2 OR ($2::uuid IS NULL AND p.archived_at IS NULL))) END
)::int AS total
), page AS (
  (
SELECT c.id, c.completed_at AS occurred_at, false AS is_audit FROM test_activities c WHERE c.organization_id = $1 AND (c.product_id = $2 OR ($2::uuid IS NULL
AND c.product_id NOT IN (SELECT p.id FROM products p WHERE p.organization_id = $1 AND NOT (p.archived_at IS NULL)))) AND
($3::text[] IS NULL OR context_trigger = ANY ($3) OR ($4 AND context_trigger IS NULL))
AND ($5::text[] IS NULL OR context_environment = ANY ($5) OR ($7 AND context_environment IS NULL)
  OR ($6 AND context_trigger = 'pull_request' AND context_environment IS NOT NULL
    AND context_environment <> ALL (ARRAY(SELECT environment FROM real)))) AND (SELECT total FROM total) > $10::bigint
  AND (c.completed_at, c.id) < ($11::timestamptz, $12::uuid)
ORDER BY c.completed_at DESC, c.id DESC LIMIT $9::bigint + $10::bigint)
  UNION ALL
  (
SELECT c.id, c.occurred_at AS occurred_at, true AS is_audit FROM audits c WHERE $8 AND c.organization_id = $1 AND (c.product_id = $2 OR ($2::uuid IS NULL
AND c.product_id NOT IN (SELECT p.id FROM products p WHERE p.organization_id = $1 AND NOT (p.archived_at IS NULL)))) AND (SELECT total FROM total) > $10::bigint
  AND (c.occurred_at, c.id) < ($11::timestamptz, $12::uuid)
ORDER BY c.occurred_at DESC, c.id DESC LIMIT $9::bigint + $10::bigint)
  ORDER BY occurred_at DESC, id DESC LIMIT $9::bigint OFFSET $10::bigint
), entries AS (
  SELECT coalesce(activity.entry, audit.entry) AS entry, page.occurred_at, page.id
  FROM page
  LEFT JOIN LATERAL (
    SELECT json_build_object('kind', 'test_activity', 'id', a.id, 'number', a.number, 'type', a.type, 'tool', a.tool,
      'title', a.title,
      'context', a.context, 'externalUrl', a.external_url, 'occurredAt', a.completed_at,
      'discoveredIssueCount', (SELECT count(*) FROM issues i WHERE i.organization_id = $1
        AND i.test_activity_id = a.id),
      'discoveredFeedbackCount', (SELECT count(*) FROM findings f WHERE f.organization_id = $1
        AND f.first_activity_id = a.id AND NOT f.needs_review),
      'productName', p.name, 'productSlug', p.slug) AS entry
    FROM test_activities a JOIN products p ON p.organization_id = a.organization_id AND p.id = a.product_id
    WHERE NOT page.is_audit AND a.organization_id = $1 AND a.id = page.id LIMIT 1
  ) activity ON true
  LEFT JOIN LATERAL (
    SELECT json_build_object('kind', 'audit', 'id', u.id, 'number', u.number, 'title', u.title, 'status', u.status,
      'occurredAt', u.occurred_at,
      'discoveredIssueCount', (SELECT count(*) FROM issues i WHERE i.organization_id = $1 AND i.audit_id = u.id),
      'productName', p.name, 'productSlug', p.slug) AS entry
    FROM audits u JOIN products p ON p.organization_id = u.organization_id AND p.id = u.product_id
    WHERE page.is_audit AND u.organization_id = $1 AND u.id = page.id LIMIT 1
  ) audit ON true
)
SELECT facets.*, total.total,
  (SELECT coalesce(json_agg(entry ORDER BY occurred_at DESC, id DESC), '[]') FROM entries) AS entries
FROM facets, total;
-- where counted = false
WITH
counted AS MATERIALIZED (
  SELECT DISTINCT tool, trigger, environment FROM activity_counts c JOIN products p ON p.organization_id = c.organization_id AND p.id = c.product_id WHERE c.organization_id = $1 AND (c.product_id = $2 OR ($2::uuid IS NULL AND p.archived_at IS NULL))
), real AS MATERIALIZED (
  SELECT DISTINCT environment FROM counted WHERE trigger <> 'pull_request' AND environment <> ''
), facets AS MATERIALIZED (
  SELECT
    ARRAY(SELECT DISTINCT tool FROM counted WHERE tool <> '' ORDER BY tool) AS tools,
    ARRAY(SELECT environment FROM real ORDER BY environment) AS environments,
    EXISTS (SELECT FROM preview_counts c JOIN products p ON p.organization_id = c.organization_id AND p.id = c.product_id
      WHERE c.organization_id = $1 AND (c.product_id = $2 OR ($2::uuid IS NULL AND p.archived_at IS NULL)) AND c.environment NOT IN (SELECT environment FROM real)) AS "hasPreviewEnvironments"
), total AS MATERIALIZED (SELECT NULL::int AS total
), page AS (
  (
SELECT c.id, c.completed_at AS occurred_at, false AS is_audit FROM test_activities c WHERE c.organization_id = $1 AND (c.product_id = $2 OR ($2::uuid IS NULL
AND c.product_id NOT IN (SELECT p.id FROM products p WHERE p.organization_id = $1 AND NOT (p.archived_at IS NULL)))) AND
($3::text[] IS NULL OR context_trigger = ANY ($3) OR ($4 AND context_trigger IS NULL))
AND ($5::text[] IS NULL OR context_environment = ANY ($5) OR ($7 AND context_environment IS NULL)
  OR ($6 AND context_trigger = 'pull_request' AND context_environment IS NOT NULL
    AND context_environment <> ALL (ARRAY(SELECT environment FROM real))))
  AND (c.completed_at, c.id) < ($11::timestamptz, $12::uuid)
ORDER BY c.completed_at DESC, c.id DESC LIMIT $9::bigint + $10::bigint)
  UNION ALL
  (
SELECT c.id, c.occurred_at AS occurred_at, true AS is_audit FROM audits c WHERE $8 AND c.organization_id = $1 AND (c.product_id = $2 OR ($2::uuid IS NULL
AND c.product_id NOT IN (SELECT p.id FROM products p WHERE p.organization_id = $1 AND NOT (p.archived_at IS NULL))))
  AND (c.occurred_at, c.id) < ($11::timestamptz, $12::uuid)
ORDER BY c.occurred_at DESC, c.id DESC LIMIT $9::bigint + $10::bigint)
  ORDER BY occurred_at DESC, id DESC LIMIT $9::bigint OFFSET $10::bigint
), entries AS (
  SELECT coalesce(activity.entry, audit.entry) AS entry, page.occurred_at, page.id
  FROM page
  LEFT JOIN LATERAL (
    SELECT json_build_object('kind', 'test_activity', 'id', a.id, 'number', a.number, 'type', a.type, 'tool', a.tool,
      'title', a.title,
      'context', a.context, 'externalUrl', a.external_url, 'occurredAt', a.completed_at,
      'discoveredIssueCount', (SELECT count(*) FROM issues i WHERE i.organization_id = $1
        AND i.test_activity_id = a.id),
      'discoveredFeedbackCount', (SELECT count(*) FROM findings f WHERE f.organization_id = $1
        AND f.first_activity_id = a.id AND NOT f.needs_review),
      'productName', p.name, 'productSlug', p.slug) AS entry
    FROM test_activities a JOIN products p ON p.organization_id = a.organization_id AND p.id = a.product_id
    WHERE NOT page.is_audit AND a.organization_id = $1 AND a.id = page.id LIMIT 1
  ) activity ON true
  LEFT JOIN LATERAL (
    SELECT json_build_object('kind', 'audit', 'id', u.id, 'number', u.number, 'title', u.title, 'status', u.status,
      'occurredAt', u.occurred_at,
      'discoveredIssueCount', (SELECT count(*) FROM issues i WHERE i.organization_id = $1 AND i.audit_id = u.id),
      'productName', p.name, 'productSlug', p.slug) AS entry
    FROM audits u JOIN products p ON p.organization_id = u.organization_id AND p.id = u.product_id
    WHERE page.is_audit AND u.organization_id = $1 AND u.id = page.id LIMIT 1
  ) audit ON true
)
SELECT facets.*, total.total,
  (SELECT coalesce(json_agg(entry ORDER BY occurred_at DESC, id DESC), '[]') FROM entries) AS entries
FROM facets, total;
