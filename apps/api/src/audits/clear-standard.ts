import type { RemovedStandard } from '../standards/standard-changes.js';
import type { ChangeContext } from '../work/change-context.js';

/** Audits lose a standard and levels that are deleted. */
export async function clearStandardOfAudits(
  { tx }: ChangeContext,
  { organizationId, standardId, levelIds }: RemovedStandard,
): Promise<void> {
  await tx.query(
    `UPDATE audits SET standard_id = nullif(standard_id, $2::uuid),
       conformance_level_id = CASE WHEN conformance_level_id = ANY ($3::uuid[]) THEN NULL ELSE conformance_level_id END,
       revision = revision + 1
     WHERE organization_id = $1 AND (standard_id = $2 OR conformance_level_id = ANY ($3::uuid[]))`,
    [organizationId, standardId, levelIds],
  );
}
