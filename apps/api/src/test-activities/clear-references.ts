import type { EntityManager } from 'typeorm';

/** Test activities stay without their creator when the person leaves. */
export async function clearCreator(tx: EntityManager, userId: string): Promise<void> {
  await tx.query('UPDATE test_activities SET created_by_user_id = NULL WHERE created_by_user_id = $1', [userId]);
}
