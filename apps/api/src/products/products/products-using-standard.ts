import { query } from '#libs/database';
import type { OwnStandard, RemovedStandard } from '../../standards/standards/standard-changes.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { CLEAR_STANDARD, USING_STANDARD } from './products.sql.js';

/**
 * Has the Grades recomputed of the products that answer to a standard: by their own choice, or by their organization's
 * where they made none.
 */
export async function regradeProductsUsing(change: ChangeContext, { id, organizationId }: OwnStandard): Promise<void> {
  const rows = await query(change.tx, USING_STANDARD, [organizationId, id]);
  change.regradeAfterwards(...rows.map((product) => ({ organizationId, id: product.id })));
}

/** Products lose a standard and levels that are deleted. */
export async function clearStandardOfProducts(
  { tx }: ChangeContext,
  { organizationId, standardId, levelIds }: RemovedStandard,
): Promise<void> {
  await query(tx, CLEAR_STANDARD, [organizationId, standardId, levelIds]);
}
