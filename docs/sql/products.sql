-- The statements of products, as they are sent. Written by `npm run sql`.

-- DETAILS_OF_PRODUCT
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns pinnedBy uuid[], grade jsonb
SELECT details.* FROM products p CROSS JOIN LATERAL (
SELECT ARRAY(SELECT n.user_id FROM product_pins n WHERE n.organization_id = $1 AND n.product_id = p.id) AS "pinnedBy",
  (SELECT c.grade FROM current_grades c WHERE c.organization_id = $1 AND c.product_id = p.id) AS grade) details WHERE p.organization_id = $1 AND p.id = $2;

-- HOLD
--   Holds a product that is deleted. The counters after the product: whoever deletes issues or activities holds a counter
--   before these.
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns ?column? integer
WITH held AS MATERIALIZED (SELECT FROM products WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE)
SELECT 1 FROM product_counters WHERE organization_id = $1 AND product_id = $2 AND (SELECT count(*) FROM held) = 1
ORDER BY kind FOR UPDATE;

-- KEEP_NUMBERS
--   Keeps how far the numbers of a product went that is about to be deleted, under each of its slugs: links and pipelines
--   have these still.
--   $1 organizationId: uuid
--   $2 id: uuid
INSERT INTO deleted_product_numbers AS kept (organization_id, slug, kind, value)
SELECT c.organization_id, named.slug, c.kind, c.value
FROM product_counters c JOIN products p ON p.organization_id = $1 AND p.id = c.product_id
CROSS JOIN LATERAL unnest(p.slug || p.former_slugs) AS named(slug)
WHERE c.organization_id = $1 AND c.product_id = $2 ORDER BY named.slug, c.kind
ON CONFLICT (organization_id, slug, kind) DO UPDATE SET value = greatest(kept.value, excluded.value);

-- GO_ON_WITH_NUMBERS
--   Has a new product go on where deleted ones of its slug ended.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 slug: text
INSERT INTO product_counters (organization_id, product_id, kind, value)
SELECT d.organization_id, $2::uuid, d.kind, d.value FROM deleted_product_numbers d
WHERE d.organization_id = $1 AND d.slug = $3;

-- SLUGS_OF_DELETED
--   The slugs under which deleted products had records, of those that begin with a base.
--   $1 organizationId: uuid
--   $2 base: text
--   returns slug text
SELECT DISTINCT d.slug FROM deleted_product_numbers d
WHERE d.organization_id = $1 AND (d.slug = $2 OR starts_with(d.slug, $2 || '-'));

-- LOCK_GRADE
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns ?column? integer
SELECT 1 FROM current_grades WHERE organization_id = $1 AND product_id = $2 FOR UPDATE;

-- PIN
--   Returns a row if the person had not pinned the product.
--   $1 organizationId: uuid
--   $2 userId: uuid
--   $3 productId: uuid
--   returns ?column? integer
INSERT INTO product_pins (organization_id, user_id, product_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
RETURNING 1;

-- CLEAR_RESPONSIBLE_PERSON
--   Products stay without a responsible person when a member leaves the organization.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE products SET responsible_person_id = NULL, revision = revision + 1
WHERE organization_id = $1 AND responsible_person_id = $2;

-- CLEAR_TEAM_OF_PRODUCTS
--   Products stay without a team when it is deleted.
--   $1 organizationId: uuid
--   $2 teamId: uuid
UPDATE products SET team_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND team_id = $2;

-- USING_STANDARD
--   The products that answer to a standard: by their own choice, or by their organization's where they made none.
--   $1 organizationId: uuid
--   $2 standardId: uuid
--   returns id uuid
SELECT p.id FROM products p JOIN organizations o ON o.id = p.organization_id
WHERE p.organization_id = $1 AND coalesce(p.standard_id, o.standard_id) = $2;

-- CLEAR_STANDARD
--   Products lose a standard and levels that are deleted.
--   $1 organizationId: uuid
--   $2 standardId: uuid
--   $3 levelIds: uuid[]
WITH present AS MATERIALIZED (SELECT now() AS moment)
UPDATE products SET standard_id = nullif(standard_id, $2::uuid),
  conformance_level_id = CASE WHEN conformance_level_id = ANY ($3::uuid[]) THEN NULL ELSE conformance_level_id END,
  updated_at = CASE WHEN conformance_level_id = ANY ($3::uuid[]) THEN present.moment ELSE updated_at END,
  revision = revision + 1
FROM present WHERE products.organization_id = $1 AND (standard_id = $2 OR conformance_level_id = ANY ($3::uuid[]));

-- RESERVE_NUMBERS
--   Reserves numbers in each of these products that is not archived; returns the last. FOR SHARE makes archiving wait for
--   us, so no record can slip into an archived product. Products are taken in one order, or two requests could deadlock.
--   $1 productIds: uuid[]
--   $2 counts: integer[]
--   $3 kind: text
--   $4 organizationId: uuid
--   returns productId uuid, last integer
INSERT INTO product_counters AS counter (organization_id, product_id, kind, value)
SELECT p.organization_id, p.id, $3::text, wanted.count
FROM products p JOIN unnest($1::uuid[], $2::int[]) AS wanted(product_id, count) ON wanted.product_id = p.id
WHERE p.organization_id = $4 AND p.id = ANY ($1::uuid[]) AND p.archived_at IS NULL ORDER BY p.id FOR SHARE OF p
ON CONFLICT (organization_id, product_id, kind) DO UPDATE SET value = counter.value + excluded.value
RETURNING product_id AS "productId", value AS last;

-- LOCK_RUNS
--   $1 organizationId: uuid
--   $2 productIds: uuid[]
--   returns ?column? integer
SELECT 1 FROM product_counters WHERE organization_id = $1 AND product_id = ANY ($2::uuid[]) AND kind = 'test_activity'
ORDER BY product_id FOR SHARE;

-- MOMENT
--   The moment by the clock that runs take their arrival from.
--   $1 organizationId: uuid
--   $2 productIds: uuid[]
--   returns moment timestamp with time zone, count bigint
SELECT clock_timestamp() AS moment, count(*) FROM products p WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[]);

-- LOCK_RUNS_ALONE
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns ?column? integer
SELECT 1 FROM product_counters WHERE organization_id = $1 AND product_id = $2 AND kind = 'test_activity' FOR UPDATE;

-- LOCK_ACTIVE
--   Those of these products that are not archived, which keeps them so.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns ?column? integer
SELECT 1 FROM products p
WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND p.archived_at IS NULL ORDER BY id FOR SHARE;

-- LOCK_PRODUCT
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns ?column? integer
SELECT 1 FROM products WHERE organization_id = $1 AND id = $2 FOR SHARE;

-- ACTIVE
--   The product, unless it is archived.
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns ?column? integer
SELECT 1 FROM products p WHERE organization_id = $1 AND id = $2 AND p.archived_at IS NULL;

-- PRESENT
--   Those of these products that there are.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns ?column? integer
SELECT 1 FROM products WHERE organization_id = $1 AND id = ANY ($2::uuid[]);

-- TOTALS
--   How many records of a kind there are in each of these products.
--   $1 organizationId: uuid
--   $2 kind: text
--   $3 productIds: uuid[]
--   returns productId uuid, total integer
SELECT p.id AS "productId", coalesce(t.value, 0)::int AS total
FROM products p LEFT JOIN record_totals t ON t.organization_id = p.organization_id AND t.product_id = p.id
  AND t.kind = $2
WHERE p.organization_id = $1 AND p.id = ANY ($3::uuid[]);
