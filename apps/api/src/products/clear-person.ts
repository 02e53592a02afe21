import type { EntityManager } from 'typeorm';

/** Products stay without a responsible person when a member leaves the organization. */
export async function clearResponsiblePerson(
  tx: EntityManager,
  member: { organizationId: string; userId: string },
): Promise<void> {
  await tx.query(
    'UPDATE products SET responsible_person_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND responsible_person_id = $2',
    [member.organizationId, member.userId],
  );
}
