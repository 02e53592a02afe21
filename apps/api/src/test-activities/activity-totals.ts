import type { EntityManager } from 'typeorm';
import { isActive } from '../products/active.js';
import type { ActivityType } from './test-activity.entity.js';

/** The product, or all active products of the organization. */
export interface ActivityScope {
  organizationId: string;
  productId?: string;
}

/** How many activities a list has, from the counts that are kept: a few rows whatever their number. */
export async function countActivities(
  tx: EntityManager,
  scope: ActivityScope,
  types?: readonly ActivityType[],
): Promise<number> {
  const [row] = await tx.query<[{ total: number }]>(
    `SELECT coalesce(sum(c.value), 0)::int AS total
     FROM activity_counts c JOIN products p ON p.organization_id = c.organization_id AND p.id = c.product_id
     WHERE c.organization_id = $1 AND (c.product_id = $2 OR ($2::uuid IS NULL AND ${isActive('p')}))
       AND ($3::activity_type[] IS NULL OR c.type = ANY ($3))`,
    [scope.organizationId, scope.productId ?? null, types ?? null],
  );
  return row.total;
}
