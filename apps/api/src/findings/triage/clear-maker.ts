import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { FORGET_OWNER } from './ownership/ownership.sql.js';
import { CLEAR_MAKER } from './undo.sql.js';

/** Decisions stay without their maker, and rules for new issues without their person, when the account is deleted. */
export async function clearMaker(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await query(tx, CLEAR_MAKER, [organizationId, userId]);
  await query(tx, FORGET_OWNER, [organizationId, userId]);
}
