import type { Condition } from '../../platform/lists/page-of.js';
import { isActive } from '../../products/products/active.js';
import type { ListScope } from '../../products/products/record-totals.js';
import type { ListOrganizationActivitiesQuery } from './dto/test-activity.dto.js';

/** How many activities a list has, from the counts that are kept: a few rows whatever their number. */
export const keptTotalOfActivities =
  ({ product }: ListScope, { productId, type }: ListOrganizationActivitiesQuery): Condition =>
  (bind) => `
    SELECT coalesce(sum(c.value), 0)::int
    FROM activity_counts c JOIN products p ON p.organization_id = c.organization_id AND p.id = c.product_id
    WHERE c.organization_id = $1 AND ${product ? `c.product_id = ${bind(product.id)}` : isActive('p')}
      ${productId ? `AND c.product_id = ${bind(productId)}` : ''} ${type ? `AND c.type = ANY (${bind(type)})` : ''}`;
