import type { ProductKey } from '../products/product-key.js';
import type { Requirement } from '../standards/requirement.entity.js';
import type { Unit } from '../work/unit.js';

/**
 * Touches the products whose open issues fail this requirement. An issue that fails it alone will fail none, under
 * whatever standard.
 */
export async function touchProductsFailing(unit: Unit, { id }: Requirement): Promise<void> {
  const rows = await unit.tx.query<ProductKey[]>(
    `SELECT DISTINCT i.organization_id AS "organizationId", i.product_id AS id FROM issue_requirements l JOIN issues i ON i.id = l.issue_id
     WHERE l.requirement_id = $1 AND i.state = 'open'`,
    [id],
  );
  unit.touch(...rows);
}
