import type { EntityManager } from 'typeorm';
import { SECURITY_KINDS } from './record.js';

/** The actor's name in events of deleted accounts. */
export const DELETED_ACCOUNT_NAME = 'Deleted account';

/** Removes the name and other personal data of a deleted account from the events of accounts. */
export async function eraseAccount(tx: EntityManager, id: string): Promise<void> {
  await tx.query(
    `UPDATE account_events SET actor_name = $2, address = NULL, user_agent = NULL WHERE actor_kind = 'user' AND actor_id = $1`,
    [id, DELETED_ACCOUNT_NAME],
  );
  await tx.query(
    `UPDATE account_events SET subject_title = NULL, changes = '[]', address = NULL, user_agent = NULL WHERE account_id = $1`,
    [id],
  );
}

/**
 * Removes the name and other personal data of a deleted account from the events of an organization: from what they did
 * there, and from what was done to their memberships.
 */
export async function erasePerson(
  tx: EntityManager,
  { organizationId, userId, memberIds }: { organizationId: string; userId: string; memberIds: readonly string[] },
): Promise<void> {
  await tx.query(
    `UPDATE events SET actor_name = $3, address = NULL, user_agent = NULL
     WHERE organization_id = $1 AND actor_kind = 'user' AND actor_id = $2`,
    [organizationId, userId, DELETED_ACCOUNT_NAME],
  );
  await tx.query(
    `UPDATE events SET subject_title = NULL, changes = '[]'
     WHERE organization_id = $1 AND subject_kind = 'member' AND subject_id = ANY ($2::uuid[])`,
    [organizationId, memberIds],
  );
  // What concerns their account stays with the organization, but not beyond it.
  await tx.query(
    `UPDATE events SET subject_title = NULL, changes = '[]', address = NULL, user_agent = NULL
     WHERE organization_id = $1 AND account_id = $2 AND kept_until IS NOT NULL`,
    [organizationId, userId],
  );
}

/** Removes addresses from what the events of an organization say of invitations to them. */
export async function eraseAddresses(
  tx: EntityManager,
  organizationId: string,
  addresses: readonly string[],
): Promise<void> {
  await tx.query(
    `UPDATE events SET subject_title = NULL
     WHERE organization_id = $1 AND subject_kind = 'invitation' AND subject_title = ANY ($2::text[])`,
    [organizationId, addresses],
  );
}

/**
 * Deletes the events of a deleted organization; its security events stay for 400 days, and nobody can read them through
 * it. Call after its last event is written.
 */
export async function eraseOrganization(tx: EntityManager, organizationId: string): Promise<void> {
  await tx.query(
    `WITH kept AS (
       UPDATE events SET kept_until = now() + interval '400 days' WHERE organization_id = $1 AND subject_kind = ANY ($2::text[])
     )
     DELETE FROM events WHERE organization_id = $1 AND subject_kind <> ALL ($2::text[])`,
    [organizationId, SECURITY_KINDS],
  );
  await tx.query(
    `UPDATE account_events SET organization_id = NULL, kept_until = now() + interval '400 days' WHERE organization_id = $1`,
    [organizationId],
  );
}

/** Deletes the events of deleted organizations whose retention has ended. */
export async function deleteExpiredEvents(tx: EntityManager): Promise<void> {
  await tx.query('/* all organizations: forget_security_events */ DELETE FROM events WHERE kept_until <= now()');
  await tx.query('DELETE FROM account_events WHERE kept_until <= now()');
}
