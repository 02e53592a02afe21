import type { EntityManager } from 'typeorm';
import { isActive } from './active.js';
import type { Organization } from '../organizations/organization.entity.js';
import type { Product } from './product.entity.js';

/** Whose records a list shows: those of one product, or of all products of the organization. */
export interface ListScope {
  organization: Organization;
  product?: Product;
}

/**
 * How many records a list has, from the counts that the database keeps; undefined where a filter narrows the list, so
 * that it has to be counted. Archived products count only where `archived` says so.
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
     FROM record_totals t JOIN products p ON p.id = t.product_id
     WHERE t.organization_id = $1 AND t.kind = $2 AND (t.product_id = $3 OR ($3::uuid IS NULL AND ($4 OR ${isActive('p')})))`,
    [organization.id, kind, product?.id ?? null, archived],
  );
  return total;
}
