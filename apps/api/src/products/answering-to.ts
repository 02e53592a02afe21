import type { OwnStandard } from '../standards/standard-changes.js';
import type { Unit } from '../work/unit.js';

/** Touches the products that answer to a standard: by their own choice, or by their organization's where they made none. */
export async function touchThoseUnder(unit: Unit, { id, organizationId }: OwnStandard): Promise<void> {
  const rows = await unit.tx.query<{ id: string }[]>(
    `SELECT p.id FROM products p JOIN organizations o ON o.id = p.organization_id
     WHERE p.organization_id = $1 AND coalesce(p.standard_id, o.standard_id) = $2`,
    [organizationId, id],
  );
  unit.touch(...rows.map((product) => product.id));
}

/** Clears the levels of a standard where products name them. */
export async function clearLevelsOf({ tx }: Unit, { id, organizationId }: OwnStandard): Promise<void> {
  await tx.query(
    `UPDATE products SET conformance_level_id = NULL, updated_at = now()
     WHERE organization_id = $1 AND conformance_level_id IN (SELECT id FROM standard_levels WHERE standard_id = $2)`,
    [organizationId, id],
  );
}
