import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { CLEAR_CREATOR } from './test-activities.sql.js';

/** Test activities stay without their creator when the person's account is deleted. */
export async function clearCreator(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await query(tx, CLEAR_CREATOR, [organizationId, userId]);
}
