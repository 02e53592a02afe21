import type { OwnStandard, RemovedStandard } from '../standards/standard-changes.js';
import type { ChangeContext } from '../work/change-context.js';

/** Has the Grades recomputed of the products that answer to a standard: by their own choice, or by their organization's where they made none. */
export async function regradeProductsUsing(change: ChangeContext, { id, organizationId }: OwnStandard): Promise<void> {
  const rows = await change.tx.query<{ id: string }[]>(
    `SELECT p.id FROM products p JOIN organizations o ON o.id = p.organization_id
     WHERE p.organization_id = $1 AND coalesce(p.standard_id, o.standard_id) = $2`,
    [organizationId, id],
  );
  change.regradeAfterwards(...rows.map((product) => ({ organizationId, id: product.id })));
}

/** Products lose a standard and levels that are deleted. */
export async function clearStandardOfProducts(
  { tx }: ChangeContext,
  { organizationId, standardId, levelIds }: RemovedStandard,
): Promise<void> {
  await tx.query(
    `WITH present AS MATERIALIZED (SELECT now() AS moment)
     UPDATE products SET standard_id = nullif(standard_id, $2::uuid),
       conformance_level_id = CASE WHEN conformance_level_id = ANY ($3::uuid[]) THEN NULL ELSE conformance_level_id END,
       updated_at = CASE WHEN conformance_level_id = ANY ($3::uuid[]) THEN present.moment ELSE updated_at END,
       revision = revision + 1
     FROM present WHERE products.organization_id = $1 AND (standard_id = $2 OR conformance_level_id = ANY ($3::uuid[]))`,
    [organizationId, standardId, levelIds],
  );
}
