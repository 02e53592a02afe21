import { query } from '#libs/database';
import type { DataSource } from 'typeorm';
import type { ProductKey } from '../../products/products/product-key.js';
import { undoLock } from '../../products/products/product-records.js';
import { noteSeen, removeThinned } from '../../records/test-activities/thinned-runs.js';
import type { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { REPEATING } from './thin-runs.sql.js';

/**
 * So many runs go at once: reports of the product wait no longer than a moment, and whoever is killed leaves whole
 * slices.
 */
const AT_ONCE = 200;

/** The numbers of the runs of a product that arrived before a moment and only repeat others. */
export async function repeatingRuns(
  database: DataSource,
  { organizationId, id }: ProductKey,
  before: Date,
): Promise<number[]> {
  const [found] = await query(database, REPEATING, [organizationId, id, before]);
  return found!.numbers;
}

/**
 * Deletes them; returns how many there were. They are judged once nothing of their time can be undone any more, so that
 * they need not be judged under a lock.
 */
export async function thinRuns(
  database: DataSource,
  unitOfWork: UnitOfWork,
  product: ProductKey,
  before: Date,
): Promise<number> {
  if ((await repeatingRuns(database, product, before)).length === 0) return 0;
  await unitOfWork.run(async (change) => {
    await change.lock(undoLock(product));
    await noteSeen(change, product, before);
  });
  const numbers = await repeatingRuns(database, product, before);
  let total = 0;
  for (let index = 0; index < numbers.length; index += AT_ONCE)
    total += await unitOfWork.run(async (change) => {
      await change.lock(undoLock(product));
      return removeThinned(change, product, numbers.slice(index, index + AT_ONCE));
    });
  return total;
}
