import type { EntityManager } from 'typeorm';
import { isActive } from './active.js';
import type { Organization } from '../organizations/organization.entity.js';
import type { Product } from './product.entity.js';

/** The scope of a list: one product, or all products of the organization. */
export interface ListScope {
  organization: Organization;
  product?: Product;
}

/**
 * The total of a list from the counters that the database maintains; undefined if the list is filtered and must be
 * counted. Archived products are included only if `archived` is true.
 */
export async function totalFromCounts(
  manager: EntityManager,
  kind: 'issues' | 'audits' | 'risks' | 'findings',
  { organization, product }: ListScope,
  filters: Readonly<Record<string, unknown>>,
  { archived = false } = {},
): Promise<number | undefined> {
  if (Object.values(filters).some((filter) => filter !== undefined)) return undefined;
  const [{ total }] = await manager.query<[{ total: number }]>(
    `SELECT coalesce(sum(t.value), 0)::int AS total
     FROM record_totals t JOIN products p ON p.organization_id = t.organization_id AND p.id = t.product_id
     WHERE t.organization_id = $1 AND t.kind = $2 AND (t.product_id = $3 OR ($3::uuid IS NULL AND ($4 OR ${isActive('p')})))`,
    [organization.id, kind, product?.id ?? null, archived],
  );
  return total;
}
