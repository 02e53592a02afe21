import type { EntityManager } from 'typeorm';

/** Clears a standard and levels that are about to be deleted from an organization. */
export async function clearStandardOfOrganization(
  tx: EntityManager,
  removed: { organizationId: string; standardId: string | null; levelIds: readonly string[] },
): Promise<void> {
  await tx.query(
    `UPDATE organizations SET standard_id = nullif(standard_id, $2::uuid),
       conformance_level_id = CASE WHEN conformance_level_id = ANY ($3::uuid[]) THEN NULL ELSE conformance_level_id END
     WHERE id = $1 AND (standard_id = $2 OR conformance_level_id = ANY ($3::uuid[]))`,
    [removed.organizationId, removed.standardId, removed.levelIds],
  );
}
