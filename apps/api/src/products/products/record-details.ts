import type { Detail } from '../../platform/lists/details.js';
import type { Product } from './product.entity.js';

/** The number of issues of a record while no module has registered a count. */
export const NO_ISSUES: Detail<number> = { sql: 'SELECT 0', read: (count: number) => count };

/** The product of the record, as lists of an organization name it. */
export const PRODUCT_NAMES: Detail<Pick<Product, 'name' | 'slug'>> = {
  sql: `SELECT json_build_object('name', p.name, 'slug', p.slug) FROM products p
    WHERE p.organization_id = $1 AND p.id = record.product_id`,
  read: (product: Pick<Product, 'name' | 'slug'>) => product,
};
