import type { Product } from './product.entity.js';

/** What identifies a product: its organization and its id. */
export type ProductKey = Pick<Product, 'organizationId' | 'id'>;

/** The key of the product that a record belongs to. */
export const productOf = ({
  organizationId,
  productId,
}: {
  organizationId: string;
  productId: string;
}): ProductKey => ({
  organizationId,
  id: productId,
});
