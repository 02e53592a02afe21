import type { Detail } from '#libs/rows';
import type { Product } from './product.entity.js';

/** How many issues name the record in this column. */
export const issueCountBy = (column: 'audit_id' | 'test_activity_id'): Detail<number> => ({
  sql: `SELECT count(*)::int FROM issues i WHERE i.product_id = record.product_id AND i.${column} = record.id`,
  read: (count: number) => count,
});

/** The product of the record, as lists of an organization name it. */
export const PRODUCT_NAMES: Detail<Pick<Product, 'name' | 'slug'>> = {
  sql: `SELECT json_build_object('name', p.name, 'slug', p.slug) FROM products p WHERE p.id = record.product_id`,
  read: (product: Pick<Product, 'name' | 'slug'>) => product,
};
