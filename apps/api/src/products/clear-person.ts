import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { CLEAR_RESPONSIBLE_PERSON } from './products.sql.js';

/** Products stay without a responsible person when a member leaves the organization. */
export async function clearResponsiblePerson(
  tx: EntityManager,
  member: { organizationId: string; userId: string },
): Promise<void> {
  await query(tx, CLEAR_RESPONSIBLE_PERSON, [member.organizationId, member.userId]);
}
