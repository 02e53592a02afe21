import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { ProductKey } from '../../products/products/product-key.js';
import { SET_CONTENTS } from './test-activities.sql.js';

/** Notes what the lines of runs had after them, by the numbers of the runs: an undo has changed it. One statement. */
export async function noteContents(
  tx: EntityManager,
  { organizationId, id: productId }: ProductKey,
  contents: readonly { number: number; contentId: string | null }[],
): Promise<void> {
  await query(tx, SET_CONTENTS, [organizationId, productId, JSON.stringify(contents)]);
}
