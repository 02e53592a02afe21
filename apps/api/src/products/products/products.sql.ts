import { sql, type Uuid } from '#libs/database';
import { isActive } from './active.js';

/** What a product shows beside its row `p`. Who calls is not known yet where this is sent. */
export const DETAILS = `
  SELECT ARRAY(SELECT n.user_id FROM product_pins n WHERE n.organization_id = $1 AND n.product_id = p.id) AS "pinnedBy",
    (SELECT c.grade FROM current_grades c WHERE c.organization_id = $1 AND c.product_id = p.id) AS grade`;

/** What a product shows beside its row: who has pinned it, and its current Grade. */
export interface ProductDetails {
  pinnedBy: string[];
  grade: object | null;
}

export const DETAILS_OF_PRODUCT = sql<[organizationId: Uuid, id: Uuid], ProductDetails>(`
  SELECT details.* FROM products p CROSS JOIN LATERAL (${DETAILS}) details WHERE p.organization_id = $1 AND p.id = $2`);

/**
 * Holds a product that is deleted. The counters after the product: whoever deletes issues or activities holds a counter
 * before these.
 */
export const HOLD = sql<[organizationId: Uuid, id: Uuid]>(`
  WITH held AS MATERIALIZED (SELECT FROM products WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE)
  SELECT 1 FROM product_counters WHERE organization_id = $1 AND product_id = $2 AND (SELECT count(*) FROM held) = 1
  ORDER BY kind FOR UPDATE`);

/**
 * Keeps how far the numbers of a product went that is about to be deleted, under each of its slugs: links and pipelines
 * have these still.
 */
export const KEEP_NUMBERS = sql<[organizationId: Uuid, id: Uuid]>(`
  INSERT INTO deleted_product_numbers AS kept (organization_id, slug, kind, value)
  SELECT c.organization_id, named.slug, c.kind, c.value
  FROM product_counters c JOIN products p ON p.organization_id = $1 AND p.id = c.product_id
  CROSS JOIN LATERAL unnest(p.slug || p.former_slugs) AS named(slug)
  WHERE c.organization_id = $1 AND c.product_id = $2 ORDER BY named.slug, c.kind
  ON CONFLICT (organization_id, slug, kind) DO UPDATE SET value = greatest(kept.value, excluded.value)`);

/** Has a new product go on where deleted ones of its slug ended. */
export const GO_ON_WITH_NUMBERS = sql<[organizationId: Uuid, id: Uuid, slug: string]>(`
  INSERT INTO product_counters (organization_id, product_id, kind, value)
  SELECT d.organization_id, $2::uuid, d.kind, d.value FROM deleted_product_numbers d
  WHERE d.organization_id = $1 AND d.slug = $3`);

/** The slugs under which deleted products had records, of those that begin with a base. */
export const SLUGS_OF_DELETED = sql<[organizationId: Uuid, base: string], { slug: string }>(`
  SELECT DISTINCT d.slug FROM deleted_product_numbers d
  WHERE d.organization_id = $1 AND (d.slug = $2 OR starts_with(d.slug, $2 || '-'))`);

export const LOCK_GRADE = sql<[organizationId: Uuid, productId: Uuid]>(
  'SELECT 1 FROM current_grades WHERE organization_id = $1 AND product_id = $2 FOR UPDATE',
);

/** Returns a row if the person had not pinned the product. */
export const PIN = sql<[organizationId: Uuid, userId: Uuid, productId: Uuid]>(`
  INSERT INTO product_pins (organization_id, user_id, product_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
  RETURNING 1`);

/** Products stay without a responsible person when a member leaves the organization. */
export const CLEAR_RESPONSIBLE_PERSON = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE products SET responsible_person_id = NULL, revision = revision + 1
  WHERE organization_id = $1 AND responsible_person_id = $2`);

/** Products stay without a team when it is deleted. */
export const CLEAR_TEAM_OF_PRODUCTS = sql<[organizationId: Uuid, teamId: Uuid]>(
  'UPDATE products SET team_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND team_id = $2',
);

/** The products that answer to a standard: by their own choice, or by their organization's where they made none. */
export const USING_STANDARD = sql<[organizationId: Uuid, standardId: Uuid], { id: string }>(`
  SELECT p.id FROM products p JOIN organizations o ON o.id = p.organization_id
  WHERE p.organization_id = $1 AND coalesce(p.standard_id, o.standard_id) = $2`);

/** Products lose a standard and levels that are deleted. */
export const CLEAR_STANDARD = sql<[organizationId: Uuid, standardId: Uuid | null, levelIds: readonly Uuid[]]>(`
  WITH present AS MATERIALIZED (SELECT now() AS moment)
  UPDATE products SET standard_id = nullif(standard_id, $2::uuid),
    conformance_level_id = CASE WHEN conformance_level_id = ANY ($3::uuid[]) THEN NULL ELSE conformance_level_id END,
    updated_at = CASE WHEN conformance_level_id = ANY ($3::uuid[]) THEN present.moment ELSE updated_at END,
    revision = revision + 1
  FROM present WHERE products.organization_id = $1 AND (standard_id = $2 OR conformance_level_id = ANY ($3::uuid[]))`);

/**
 * Reserves numbers in each of these products that is not archived; returns the last. FOR SHARE makes archiving wait for
 * us, so no record can slip into an archived product. Products are taken in one order, or two requests could deadlock.
 */
export const RESERVE_NUMBERS = sql<
  [productIds: readonly Uuid[], counts: readonly number[], kind: string, organizationId: Uuid],
  { productId: string; last: number }
>(`
  INSERT INTO product_counters AS counter (organization_id, product_id, kind, value)
  SELECT p.organization_id, p.id, $3::text, wanted.count
  FROM products p JOIN unnest($1::uuid[], $2::int[]) AS wanted(product_id, count) ON wanted.product_id = p.id
  WHERE p.organization_id = $4 AND p.id = ANY ($1::uuid[]) AND ${isActive('p')} ORDER BY p.id FOR SHARE OF p
  ON CONFLICT (organization_id, product_id, kind) DO UPDATE SET value = counter.value + excluded.value
  RETURNING product_id AS "productId", value AS last`);

export const LOCK_RUNS = sql<[organizationId: Uuid, productIds: readonly Uuid[]]>(`
  SELECT 1 FROM product_counters WHERE organization_id = $1 AND product_id = ANY ($2::uuid[]) AND kind = 'test_activity'
  ORDER BY product_id FOR SHARE`);

/** The moment by the clock that runs take their arrival from. */
export const MOMENT = sql<[organizationId: Uuid, productIds: readonly Uuid[]], { moment: Date; count: string }>(
  'SELECT clock_timestamp() AS moment, count(*) FROM products p WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[])',
);

export const LOCK_RUNS_ALONE = sql<[organizationId: Uuid, productId: Uuid]>(`
  SELECT 1 FROM product_counters WHERE organization_id = $1 AND product_id = $2 AND kind = 'test_activity' FOR UPDATE`);

/** Those of these products that are not archived, which keeps them so. */
export const LOCK_ACTIVE = sql<[organizationId: Uuid, ids: readonly Uuid[]]>(`
  SELECT 1 FROM products p
  WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND ${isActive('p')} ORDER BY id FOR SHARE`);

export const LOCK_PRODUCT = sql<[organizationId: Uuid, id: Uuid]>(
  'SELECT 1 FROM products WHERE organization_id = $1 AND id = $2 FOR SHARE',
);

/** The product, unless it is archived. */
export const ACTIVE = sql<[organizationId: Uuid, id: Uuid]>(`
  SELECT 1 FROM products p WHERE organization_id = $1 AND id = $2 AND ${isActive('p')}`);

/** Those of these products that there are. */
export const PRESENT = sql<[organizationId: Uuid, ids: readonly Uuid[]]>(
  'SELECT 1 FROM products WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
);
