import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { FORGET_OWNER } from './ownership/ownership.sql.js';
import { CLEAR_DECISION_AUTHOR } from './undo.sql.js';

/** Decisions stay without their maker, and rules for new issues without their person, when the account is deleted. */
export async function clearDecisionAuthor(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await query(tx, CLEAR_DECISION_AUTHOR, [organizationId, userId]);
  await query(tx, FORGET_OWNER, [organizationId, userId]);
}
