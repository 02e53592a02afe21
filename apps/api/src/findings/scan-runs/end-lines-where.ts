import { undoLock } from '../../products/products/product-records.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { endLines } from './end-line.js';
import { Line } from './line.entity.js';

/**
 * Ends the lines of an organization that meet a condition, have runs and have not ended; returns how many. All their
 * products are locked.
 * @param condition in SQL about the line `l`, with `:organizationId` and the names of `parameters`
 */
export async function endLinesWhere(
  change: ChangeContext,
  organizationId: string,
  condition: string,
  parameters: object,
): Promise<number> {
  const find = (): Promise<Line[]> =>
    change.tx
      .createQueryBuilder(Line, 'l')
      .where('l.organizationId = :organizationId AND l.endedAt IS NULL AND l.lastNumber IS NOT NULL', {
        organizationId,
      })
      .andWhere(`(${condition})`, parameters)
      .orderBy('l.number')
      .getMany();
  const products = new Set((await find()).map(({ productId }) => productId));
  if (products.size === 0) return 0;
  await change.lock(...[...products].map((id) => undoLock({ organizationId, id })));
  // Until the locks were there, runs may have gone on with them, and others may have ended them.
  const lines = (await find()).filter(({ productId }) => products.has(productId));
  for (const id of new Set(lines.map(({ productId }) => productId))) {
    const ofProduct = lines.filter(({ productId }) => productId === id);
    await endLines(
      change,
      organizationId,
      id,
      ofProduct.map((line) => line.id),
    );
  }
  return lines.length;
}
