import { unknownReference } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { Area } from '../../../products/products/area.entity.js';
import { inProduct, type ProductKey } from '../../../products/products/product-key.js';

/**
 * Ensures that pages can get this area.
 * @throws InvalidInput where it is none of the product
 */
export async function requireAreaOfPage(
  tx: EntityManager,
  product: ProductKey,
  areaId: string | null | undefined,
  pointer = '/areaId',
): Promise<void> {
  if (!areaId) return;
  if (!(await tx.existsBy(Area, { ...inProduct(product), id: areaId })))
    throw unknownReference(pointer, 'area', areaId);
}
