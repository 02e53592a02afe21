import { isId } from '#libs/ids';
import { pickDefined } from '../../../platform/lists/changed-fields.js';
import { presentConditions } from '../../../platform/lists/filters.js';
import type { Condition, RecordList } from '../../../platform/lists/page-of.js';
import { containsText } from '../../../platform/lists/search.js';
import type { Product } from '../../../products/products/product.entity.js';
import { inScope, keptTotal } from '../../../products/products/record-totals.js';
import type { InventoryFilter } from './dto/inventory-page.dto.js';

/** The pages of a product that meet these filters. */
export function inventoryOf(product: Product, filter: InventoryFilter): RecordList {
  const scope = { organization: { id: product.organizationId }, product };
  const filters = pickDefined(filter, 'state', 'kind', 'origin');
  const search = containsText(filter.q, ['url', 'title']);
  const conditions = presentConditions(filter.area && inAreas(product.id, filter.area));
  return {
    owner: ['organization_id', product.organizationId],
    where: [inScope(scope), ...conditions],
    search,
    filters,
    total: keptTotal('pages', scope, { ...filters, search, ...conditions }),
  };
}

/** That a page belongs to one of these areas, by their slugs or ids. */
const inAreas =
  (productId: string, areas: readonly string[]): Condition =>
  (bind) => {
    const names = `${bind(areas)}::text[]`;
    const isNamed = `a.id = ANY (${bind(areas.filter(isId))}::uuid[]) OR a.slug = ANY (${names}) OR a.former_slugs && ${names}`;
    const ids = `SELECT a.id FROM areas a WHERE a.organization_id = $1 AND a.product_id = ${bind(productId)} AND (${isNamed})`;
    return `l.area_id = ANY (ARRAY(${ids}))`;
  };
