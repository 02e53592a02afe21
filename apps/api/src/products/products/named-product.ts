import { sql, type Uuid } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { namedId } from '../../platform/work/named-record.js';
import { Product } from './product.entity.js';

/** In SQL the id of the product of an organization that a parameter names. */
export const namedProduct = (organizationId: string, name: string): string =>
  namedId(
    (condition) =>
      `(SELECT named.id FROM products named WHERE named.organization_id = ${organizationId} AND ${condition})`,
    name,
  );

/** The same of an area of a product. */
export const namedArea = (organizationId: string, productId: string, name: string): string =>
  namedId(
    (condition) =>
      `(SELECT named.id FROM areas named WHERE named.organization_id = ${organizationId} AND named.product_id = ${productId} AND ${condition})`,
    name,
  );

/** The id of the product of this name, if there is one. */
export const ID_OF_PRODUCT = sql<[organizationId: Uuid, name: string], { id: Uuid | null }>(
  `SELECT ${namedProduct('$1', '$2')} AS id`,
);

/** The product that a request names by its slug, a former one or its id. */
export const productNamed = (tx: EntityManager, organizationId: string, name: string): Promise<Product | null> =>
  tx
    .createQueryBuilder(Product, 'product')
    .where(`product.organizationId = :organizationId AND product.id = ${namedProduct(':organizationId', ':name')}`, {
      organizationId,
      name,
    })
    .getOne();
