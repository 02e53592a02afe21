import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { CLEAR_MAKER } from './undo.sql.js';

/** Decisions stay without their maker when the person's account is deleted. */
export async function clearMaker(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await query(tx, CLEAR_MAKER, [organizationId, userId]);
}
