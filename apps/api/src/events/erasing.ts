import type { EntityManager } from 'typeorm';
import { SECURITY_KINDS } from './record.js';

/** Removes the name and other personal data of a deleted account from its events. */
export async function erasePerson(tx: EntityManager, id: string, nameless: string): Promise<void> {
  await tx.query(
    `UPDATE events SET actor_name = $2, address = NULL, user_agent = NULL,
       subject_title = CASE WHEN type IN ('member.joined', 'member.left') THEN NULL ELSE subject_title END
     WHERE actor_kind = 'user' AND actor_id = $1`,
    [id, nameless],
  );
  await tx.query(
    `UPDATE events SET subject_title = NULL, changes = '[]', address = NULL, user_agent = NULL
     WHERE account_id = $1 AND organization_id IS NULL`,
    [id],
  );
}

/** Removes the personal data of a member from the events of the membership. */
export async function eraseMembership(tx: EntityManager, organizationId: string, memberId: string): Promise<void> {
  await tx.query(
    `UPDATE events SET subject_title = NULL, changes = '[]' WHERE organization_id = $1 AND subject_kind = 'member' AND subject_id = $2`,
    [organizationId, memberId],
  );
}

/**
 * Deletes the events of a deleted organization; its security events stay for 400 days. Call after its last event is
 * written.
 */
export async function eraseOrganization(tx: EntityManager, organizationId: string): Promise<void> {
  await tx.query(
    `WITH kept AS (
       UPDATE events SET organization_id = NULL, kept_until = now() + interval '400 days'
       WHERE organization_id = $1 AND subject_kind = ANY ($2::text[])
     )
     DELETE FROM events WHERE organization_id = $1 AND subject_kind <> ALL ($2::text[])`,
    [organizationId, SECURITY_KINDS],
  );
}

/** Deletes the events of deleted organizations whose retention has ended. */
export async function deleteExpiredEvents(tx: EntityManager): Promise<void> {
  await tx.query('DELETE FROM events WHERE kept_until <= now()');
}
