import { sql, type Uuid } from '#libs/database';

/** How many records of a kind there are in each of these products. */
export const TOTALS = sql<
  [organizationId: Uuid, kind: string, productIds: readonly Uuid[]],
  { productId: string; total: number }
>(`
  SELECT p.id AS "productId", coalesce(t.value, 0)::int AS total
  FROM products p LEFT JOIN record_totals t ON t.organization_id = p.organization_id AND t.product_id = p.id
    AND t.kind = $2
  WHERE p.organization_id = $1 AND p.id = ANY ($3::uuid[])`);
