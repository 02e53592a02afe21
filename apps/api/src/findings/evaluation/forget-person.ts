import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { FORGET_PERSON, FORGET_PERSON_IN_HISTORY } from './outcomes/outcomes.sql.js';

/** What somebody decided stays by their name when their account is deleted. */
export async function forgetPerson(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await query(tx, FORGET_PERSON, [organizationId, userId]);
  await query(tx, FORGET_PERSON_IN_HISTORY, [organizationId, userId]);
}
