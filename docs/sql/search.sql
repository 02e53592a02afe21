-- The statements of search, as they are sent. Written by `npm run sql`.

-- PLAN_SEARCH
--   For the transaction: by what PostgreSQL assumes of expressions, reading whole tables seems cheaper than the indexes
--   of texts, and one plan serves all texts.
--   returns plan text, indexes text
SELECT set_config('plan_cache_mode', 'force_generic_plan', true) AS plan,
  set_config('enable_seqscan', 'off', true) AS indexes;

-- SEARCH
--   $1 organizationId: uuid
--   $2 words: text
--   $3 number: integer
--   $4 slug: text
--   $5 kinds: text[]
--   returns products json, areas json, standards json, issues json, findings json, audits json, risks json, conformanceReports json
SELECT CASE WHEN 'products' = ANY ($5) THEN (
SELECT coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'slug', f.slug, 'title', f.title,
'productSlug', f.product_slug,
'productName', f.product_name) ORDER BY f.exact DESC, f.created_at DESC, f.id DESC), '[]') FROM (
  SELECT l.id, l.slug = $4 AS exact, l.created_at, NULL::int AS number, l.slug, l.name AS title, NULL AS product_slug, NULL AS product_name FROM products l WHERE l.organization_id = $1
    AND (l.slug = $4 OR l.name ~* $2) ORDER BY exact DESC, created_at DESC, id DESC LIMIT 5) f) END AS "products", CASE WHEN 'areas' = ANY ($5) THEN (
SELECT coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'slug', f.slug, 'title', f.title,
'productSlug', f.product_slug,
'productName', f.product_name) ORDER BY f.exact DESC, f.created_at DESC, f.id DESC), '[]') FROM (
  SELECT l.id, l.slug = $4 AS exact, l.created_at, NULL::int AS number, l.slug, l.name AS title, p.slug AS product_slug, p.name AS product_name FROM areas l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL WHERE l.organization_id = $1 AND (l.slug = $4 OR l.name ~* $2)
  ORDER BY exact DESC, l.created_at DESC, l.id DESC LIMIT 5) f) END AS "areas", CASE WHEN 'standards' = ANY ($5) THEN (
SELECT coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'slug', f.slug, 'title', f.title,
'productSlug', f.product_slug,
'productName', f.product_name) ORDER BY f.exact DESC, f.created_at DESC, f.id DESC), '[]') FROM (
  SELECT l.id, l.slug = $4 AS exact, l.created_at, NULL::int AS number, l.slug, l.name AS title, NULL AS product_slug, NULL AS product_name FROM standards l
  WHERE (l.organization_id IS NULL OR l.organization_id = $1) AND (l.slug = $4 OR l.name ~* $2) ORDER BY exact DESC, created_at DESC, id DESC LIMIT 5) f) END AS "standards", CASE WHEN 'issues' = ANY ($5) THEN (
WITH few AS MATERIALIZED ((SELECT l.id FROM issues l WHERE l.organization_id = $1 AND l.title ~* $2 LIMIT 1000) UNION (SELECT l.id FROM issues l WHERE l.organization_id = $1 AND l.description ~* $2
  LIMIT 1000)),
tally AS MATERIALIZED (SELECT count(*) >= 1000 AS many FROM few),
recent AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM (
    SELECT l.* FROM issues l WHERE l.organization_id = $1 ORDER BY l.created_at DESC, l.id DESC
    LIMIT 500) l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL
  WHERE (SELECT tally.many FROM tally) AND l.number IS DISTINCT FROM $3 AND ((l.title || '') ~* $2 OR (l.description || '') ~* $2) ORDER BY l.created_at DESC, l.id DESC LIMIT 5
), further AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM (
    SELECT l.* FROM issues l WHERE l.organization_id = $1 ORDER BY l.created_at DESC, l.id DESC
    LIMIT 20000) l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL
  WHERE (SELECT tally.many FROM tally) AND (SELECT count(*) FROM recent) < 5
    AND l.id NOT IN (SELECT recent.id FROM recent)
    AND l.number IS DISTINCT FROM $3 AND ((l.title || '') ~* $2 OR (l.description || '') ~* $2) ORDER BY l.created_at DESC, l.id DESC LIMIT 5
), indexed AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM issues l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL
  WHERE l.organization_id = $1 AND NOT (SELECT tally.many FROM tally) AND l.id IN (SELECT few.id FROM few)
    AND l.number IS DISTINCT FROM $3 ORDER BY l.created_at DESC, l.id DESC LIMIT 5
), found AS MATERIALIZED (
  SELECT * FROM recent UNION ALL SELECT * FROM further UNION ALL SELECT * FROM indexed
), numbers AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM issues l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL WHERE l.organization_id = $1 AND l.number = $3 ORDER BY l.created_at DESC, l.id DESC LIMIT 5
)
SELECT CASE WHEN NOT (SELECT tally.many FROM tally) OR (SELECT count(*) FROM found) >= 5
  OR NOT EXISTS (SELECT FROM issues l WHERE l.organization_id = $1 ORDER BY l.created_at DESC,
    l.id DESC OFFSET 20000 LIMIT 1)
  THEN (SELECT coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'slug', f.slug, 'title', f.title,
'productSlug', f.product_slug,
'productName', f.product_name) ORDER BY f.exact DESC, f.created_at DESC, f.id DESC), '[]') FROM (
    SELECT * FROM (SELECT true AS exact, * FROM numbers UNION ALL SELECT false, *
      FROM found) every ORDER BY exact DESC, created_at DESC, id DESC LIMIT 5) f) END) END AS "issues", CASE WHEN 'findings' = ANY ($5) THEN (
WITH RECURSIVE rules AS (
  (SELECT f.rule_id FROM findings f WHERE f.organization_id = $1 AND f.landed AND NOT f.needs_review ORDER BY f.rule_id LIMIT 1)
  UNION ALL
  SELECT following.rule_id FROM rules CROSS JOIN LATERAL (
    SELECT f.rule_id FROM findings f WHERE f.organization_id = $1 AND f.landed AND NOT f.needs_review AND f.rule_id > rules.rule_id ORDER BY f.rule_id LIMIT 1) following
), active AS MATERIALIZED (
  SELECT array_agg(p.id) AS ids FROM products p WHERE p.organization_id = $1 AND p.archived_at IS NULL
), asked AS MATERIALIZED (
  SELECT one.rule_id FROM (SELECT rules.rule_id FROM rules LIMIT 2000) one CROSS JOIN LATERAL (
    SELECT f.title FROM findings f WHERE f.organization_id = $1 AND f.landed AND NOT f.needs_review AND f.rule_id = one.rule_id LIMIT 1) first
  WHERE one.rule_id = $4 OR one.rule_id ~* $2 OR first.title ~* $2
)
SELECT coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'slug', f.slug, 'title', f.title,
'productSlug', f.product_slug,
'productName', f.product_name) ORDER BY f.exact DESC, f.created_at DESC, f.id DESC), '[]') FROM (
  SELECT l.id, asked.rule_id = $4 AS exact, l.created_at, NULL::int AS number, NULL AS slug, l.title, p.slug AS product_slug, p.name AS product_name
  FROM asked CROSS JOIN LATERAL (
    SELECT f.id, f.title, f.created_at, f.product_id FROM findings f WHERE f.organization_id = $1 AND f.landed AND NOT f.needs_review AND f.rule_id = asked.rule_id
      AND f.product_id = ANY ((SELECT active.ids FROM active)::uuid[]) LIMIT 1) l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL
  ORDER BY exact DESC, l.created_at DESC, l.id DESC LIMIT 5) f) END AS "findings", CASE WHEN 'audits' = ANY ($5) THEN (
WITH few AS MATERIALIZED ((SELECT l.id FROM audits l WHERE l.organization_id = $1 AND l.title ~* $2 LIMIT 1000)),
tally AS MATERIALIZED (SELECT count(*) >= 1000 AS many FROM few),
recent AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM (
    SELECT l.* FROM audits l WHERE l.organization_id = $1 ORDER BY l.created_at DESC, l.id DESC
    LIMIT 500) l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL
  WHERE (SELECT tally.many FROM tally) AND l.number IS DISTINCT FROM $3 AND (l.title || '') ~* $2 ORDER BY l.created_at DESC, l.id DESC LIMIT 5
), further AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM (
    SELECT l.* FROM audits l WHERE l.organization_id = $1 ORDER BY l.created_at DESC, l.id DESC
    LIMIT 20000) l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL
  WHERE (SELECT tally.many FROM tally) AND (SELECT count(*) FROM recent) < 5
    AND l.id NOT IN (SELECT recent.id FROM recent)
    AND l.number IS DISTINCT FROM $3 AND (l.title || '') ~* $2 ORDER BY l.created_at DESC, l.id DESC LIMIT 5
), indexed AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM audits l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL
  WHERE l.organization_id = $1 AND NOT (SELECT tally.many FROM tally) AND l.id IN (SELECT few.id FROM few)
    AND l.number IS DISTINCT FROM $3 ORDER BY l.created_at DESC, l.id DESC LIMIT 5
), found AS MATERIALIZED (
  SELECT * FROM recent UNION ALL SELECT * FROM further UNION ALL SELECT * FROM indexed
), numbers AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM audits l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL WHERE l.organization_id = $1 AND l.number = $3 ORDER BY l.created_at DESC, l.id DESC LIMIT 5
)
SELECT CASE WHEN NOT (SELECT tally.many FROM tally) OR (SELECT count(*) FROM found) >= 5
  OR NOT EXISTS (SELECT FROM audits l WHERE l.organization_id = $1 ORDER BY l.created_at DESC,
    l.id DESC OFFSET 20000 LIMIT 1)
  THEN (SELECT coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'slug', f.slug, 'title', f.title,
'productSlug', f.product_slug,
'productName', f.product_name) ORDER BY f.exact DESC, f.created_at DESC, f.id DESC), '[]') FROM (
    SELECT * FROM (SELECT true AS exact, * FROM numbers UNION ALL SELECT false, *
      FROM found) every ORDER BY exact DESC, created_at DESC, id DESC LIMIT 5) f) END) END AS "audits", CASE WHEN 'risks' = ANY ($5) THEN (
WITH few AS MATERIALIZED ((SELECT l.id FROM risks l WHERE l.organization_id = $1 AND l.title ~* $2 LIMIT 1000) UNION (SELECT l.id FROM risks l WHERE l.organization_id = $1 AND l.description ~* $2
  LIMIT 1000)),
tally AS MATERIALIZED (SELECT count(*) >= 1000 AS many FROM few),
recent AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM (
    SELECT l.* FROM risks l WHERE l.organization_id = $1 ORDER BY l.created_at DESC, l.id DESC
    LIMIT 500) l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL
  WHERE (SELECT tally.many FROM tally) AND l.number IS DISTINCT FROM $3 AND ((l.title || '') ~* $2 OR (l.description || '') ~* $2) ORDER BY l.created_at DESC, l.id DESC LIMIT 5
), further AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM (
    SELECT l.* FROM risks l WHERE l.organization_id = $1 ORDER BY l.created_at DESC, l.id DESC
    LIMIT 20000) l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL
  WHERE (SELECT tally.many FROM tally) AND (SELECT count(*) FROM recent) < 5
    AND l.id NOT IN (SELECT recent.id FROM recent)
    AND l.number IS DISTINCT FROM $3 AND ((l.title || '') ~* $2 OR (l.description || '') ~* $2) ORDER BY l.created_at DESC, l.id DESC LIMIT 5
), indexed AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM risks l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL
  WHERE l.organization_id = $1 AND NOT (SELECT tally.many FROM tally) AND l.id IN (SELECT few.id FROM few)
    AND l.number IS DISTINCT FROM $3 ORDER BY l.created_at DESC, l.id DESC LIMIT 5
), found AS MATERIALIZED (
  SELECT * FROM recent UNION ALL SELECT * FROM further UNION ALL SELECT * FROM indexed
), numbers AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM risks l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL WHERE l.organization_id = $1 AND l.number = $3 ORDER BY l.created_at DESC, l.id DESC LIMIT 5
)
SELECT CASE WHEN NOT (SELECT tally.many FROM tally) OR (SELECT count(*) FROM found) >= 5
  OR NOT EXISTS (SELECT FROM risks l WHERE l.organization_id = $1 ORDER BY l.created_at DESC,
    l.id DESC OFFSET 20000 LIMIT 1)
  THEN (SELECT coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'slug', f.slug, 'title', f.title,
'productSlug', f.product_slug,
'productName', f.product_name) ORDER BY f.exact DESC, f.created_at DESC, f.id DESC), '[]') FROM (
    SELECT * FROM (SELECT true AS exact, * FROM numbers UNION ALL SELECT false, *
      FROM found) every ORDER BY exact DESC, created_at DESC, id DESC LIMIT 5) f) END) END AS "risks", CASE WHEN 'conformanceReports' = ANY ($5) THEN (
WITH few AS MATERIALIZED ((SELECT l.id FROM conformance_reports l WHERE l.organization_id = $1 AND l.title ~* $2 LIMIT 1000)),
tally AS MATERIALIZED (SELECT count(*) >= 1000 AS many FROM few),
recent AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM (
    SELECT l.* FROM conformance_reports l WHERE l.organization_id = $1 ORDER BY l.created_at DESC, l.id DESC
    LIMIT 500) l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL
  WHERE (SELECT tally.many FROM tally) AND l.number IS DISTINCT FROM $3 AND (l.title || '') ~* $2 ORDER BY l.created_at DESC, l.id DESC LIMIT 5
), further AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM (
    SELECT l.* FROM conformance_reports l WHERE l.organization_id = $1 ORDER BY l.created_at DESC, l.id DESC
    LIMIT 20000) l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL
  WHERE (SELECT tally.many FROM tally) AND (SELECT count(*) FROM recent) < 5
    AND l.id NOT IN (SELECT recent.id FROM recent)
    AND l.number IS DISTINCT FROM $3 AND (l.title || '') ~* $2 ORDER BY l.created_at DESC, l.id DESC LIMIT 5
), indexed AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM conformance_reports l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL
  WHERE l.organization_id = $1 AND NOT (SELECT tally.many FROM tally) AND l.id IN (SELECT few.id FROM few)
    AND l.number IS DISTINCT FROM $3 ORDER BY l.created_at DESC, l.id DESC LIMIT 5
), found AS MATERIALIZED (
  SELECT * FROM recent UNION ALL SELECT * FROM further UNION ALL SELECT * FROM indexed
), numbers AS MATERIALIZED (
  SELECT l.id, l.created_at, l.number, NULL AS slug, coalesce(l.title, '#' || l.number) AS title,
p.slug AS product_slug, p.name AS product_name FROM conformance_reports l JOIN products p ON p.organization_id = $1 AND p.id = l.product_id AND p.archived_at IS NULL WHERE l.organization_id = $1 AND l.number = $3 ORDER BY l.created_at DESC, l.id DESC LIMIT 5
)
SELECT CASE WHEN NOT (SELECT tally.many FROM tally) OR (SELECT count(*) FROM found) >= 5
  OR NOT EXISTS (SELECT FROM conformance_reports l WHERE l.organization_id = $1 ORDER BY l.created_at DESC,
    l.id DESC OFFSET 20000 LIMIT 1)
  THEN (SELECT coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'slug', f.slug, 'title', f.title,
'productSlug', f.product_slug,
'productName', f.product_name) ORDER BY f.exact DESC, f.created_at DESC, f.id DESC), '[]') FROM (
    SELECT * FROM (SELECT true AS exact, * FROM numbers UNION ALL SELECT false, *
      FROM found) every ORDER BY exact DESC, created_at DESC, id DESC LIMIT 5) f) END) END AS "conformanceReports"
FROM (SELECT $1::uuid, $2::text, $3::int, $4::text, $5::text[]) asked;
