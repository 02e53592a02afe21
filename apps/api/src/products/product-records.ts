import { Conflict } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import type { Product } from './product.entity.js';

/** Kinds of records that are numbered in their product. */
export type Numbered = 'audit' | 'test_activity' | 'issue' | 'risk';

/** The product is archived, so nothing can be added to it. */
export class ProductArchived extends Conflict {
  readonly code = 'product_archived';
  constructor() {
    super('The product is archived; unarchive it to add records.');
  }
}

/**
 * Reserves `count` consecutive numbers in the product and returns the first; refuses an archived product.
 * FOR SHARE makes archiving wait for us, so no record can slip into an archived product. Numbers are never used again.
 */
export async function reserveNumbers(tx: EntityManager, productId: string, kind: Numbered, count = 1): Promise<number> {
  const [row] = await tx.query<{ first: number }[]>(
    `WITH live AS (SELECT id FROM products WHERE id = $1 AND archived_at IS NULL FOR SHARE)
     INSERT INTO product_counters AS counter (product_id, kind, value)
     SELECT id, $2, $3::int FROM live
     ON CONFLICT (product_id, kind) DO UPDATE SET value = counter.value + $3::int
     RETURNING value - $3::int + 1 AS first`,
    [productId, kind, count],
  );
  if (!row) throw new ProductArchived();
  return row.first;
}

/** Refuses an archived product, and makes archiving wait until this transaction has ended. */
export async function requireLive(tx: EntityManager, product: Product): Promise<void> {
  const [live] = await tx.query<unknown[]>('SELECT 1 FROM products WHERE id = $1 AND archived_at IS NULL FOR SHARE', [
    product.id,
  ]);
  if (!live) throw new ProductArchived();
}
