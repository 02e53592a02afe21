-- The statements of risks, as they are sent. Written by `npm run sql`.

-- CLEAR_ISSUES
--   Risks stay materialized when the issues that they became are deleted.
--   $1 organizationId: uuid
--   $2 issueIds: uuid[]
UPDATE risks SET issue_id = NULL, revision = revision + 1
WHERE organization_id = $1 AND issue_id = ANY ($2::uuid[]);

-- CLEAR_CREATOR
--   Risks stay without their creator when the person's account is deleted.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE risks SET created_by_user_id = NULL, revision = revision + 1
WHERE organization_id = $1 AND created_by_user_id = $2;

-- COUNT_WITHOUT_AREA
--   Counts a change of the risks that lose an area; their links go with the foreign key.
--   $1 organizationId: uuid
--   $2 areaId: uuid
UPDATE risks SET revision = revision + 1 WHERE organization_id = $1
  AND id IN (SELECT l.risk_id FROM risk_areas l WHERE l.organization_id = $1 AND l.area_id = $2);

-- COUNT_REVISION
--   Counts a change of what is linked to a risk; changes of its own fields count themselves.
--   $1 organizationId: uuid
--   $2 id: uuid
UPDATE risks SET revision = revision + 1 WHERE organization_id = $1 AND id = $2;

-- INSIGHTS
--   Counts the risks of an organization by status, likelihood, impact and product, in one pass.
--   $1 organizationId: uuid
--   returns insights json
WITH counted AS MATERIALIZED (
  SELECT product_id, status, likelihood, impact, count(*)::int AS n
  FROM risks WHERE organization_id = $1 GROUP BY 1, 2, 3, 4
), products_counted AS (
  SELECT p.id AS "productId", p.name AS "productName", p.slug AS "productSlug", c.n AS count
  FROM (SELECT product_id, sum(n)::int AS n FROM counted GROUP BY 1) c JOIN products p ON p.organization_id = $1
    AND p.id = c.product_id
  ORDER BY c.n DESC, lower(p.name), p.id
)
SELECT json_build_object(
  'total', coalesce(sum(n), 0),
  'byStatus', json_build_object(
    'identified', coalesce(sum(n) FILTER (WHERE status = 'identified'), 0), 'mitigated',
      coalesce(sum(n) FILTER (WHERE status = 'mitigated'), 0),
    'materialized', coalesce(sum(n) FILTER (WHERE status = 'materialized'), 0), 'aged_out',
      coalesce(sum(n) FILTER (WHERE status = 'aged_out'), 0)),
  'byLikelihood', json_build_object(
'low', coalesce(sum(n) FILTER (WHERE likelihood = 'low'), 0), 'medium',
  coalesce(sum(n) FILTER (WHERE likelihood = 'medium'), 0),
'high', coalesce(sum(n) FILTER (WHERE likelihood = 'high'), 0), 'none',
  coalesce(sum(n) FILTER (WHERE likelihood IS NULL), 0)),
  'byImpact', json_build_object(
'low', coalesce(sum(n) FILTER (WHERE impact = 'low'), 0), 'medium',
  coalesce(sum(n) FILTER (WHERE impact = 'medium'), 0),
'high', coalesce(sum(n) FILTER (WHERE impact = 'high'), 0), 'none',
  coalesce(sum(n) FILTER (WHERE impact IS NULL), 0)),
  'byProduct', (SELECT coalesce(json_agg(products_counted), '[]') FROM products_counted)
) AS insights FROM counted;
