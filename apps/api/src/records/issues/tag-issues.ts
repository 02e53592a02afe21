import { insertOf } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { ProductKey } from '../../products/products/product-key.js';

/** Links new issues of a product to the same areas of it; one statement. */
export async function tagIssues(
  tx: EntityManager,
  { organizationId, id: productId }: ProductKey,
  issueIds: readonly string[],
  areaIds: readonly string[],
): Promise<void> {
  const rows = issueIds.flatMap((issueId) => [...new Set(areaIds)].map((areaId) => ({ productId, issueId, areaId })));
  if (rows.length > 0) await tx.query(...insertOf(INTO_AREAS, AREA_TYPES, organizationId, rows));
}

const INTO_AREAS = 'INSERT INTO issue_areas (organization_id, product_id, issue_id, area_id)';
const AREA_TYPES = { productId: 'uuid', issueId: 'uuid', areaId: 'uuid' };
