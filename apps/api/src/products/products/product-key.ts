import type { RowKey } from '../../platform/lists/key-of.js';
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

/** The columns by which a row belongs to this product: the condition that finds its rows. */
export const inProduct = ({ organizationId, id }: ProductKey): { organizationId: string; productId: string } => ({
  organizationId,
  productId: id,
});

/** What identifies a record of a product: its id, or its number there. */
export type RecordKey = RowKey | (ReturnType<typeof inProduct> & { number: number });
