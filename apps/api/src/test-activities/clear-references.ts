import type { EntityManager } from 'typeorm';

/** Test activities stay without their creator when the person's account is deleted. */
export async function clearCreator(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await tx.query(
    'UPDATE test_activities SET created_by_user_id = NULL WHERE organization_id = $1 AND created_by_user_id = $2',
    [organizationId, userId],
  );
}
