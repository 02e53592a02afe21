import type { ProductKey } from '../products/product-key.js';
import type { RemovedRequirement } from '../standards/standard-changes.js';
import type { Unit } from '../work/unit.js';

/**
 * Touches the products whose open issues fail this requirement, all of the organization whose own it is. An issue that
 * fails it alone will fail none, under whatever standard.
 */
export async function touchProductsFailing(
  unit: Unit,
  { organizationId, requirementId }: RemovedRequirement,
): Promise<void> {
  const rows = await unit.tx.query<ProductKey[]>(
    `SELECT DISTINCT i.organization_id AS "organizationId", i.product_id AS id
     FROM issue_requirements l JOIN issues i ON i.organization_id = l.organization_id AND i.id = l.issue_id
     WHERE l.organization_id = $1 AND l.requirement_id = $2 AND i.state = 'open'`,
    [organizationId, requirementId],
  );
  unit.touch(...rows);
}
