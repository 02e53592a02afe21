import type { EntityManager } from 'typeorm';

/**
 * The organizations whose records may name a person, in the order of their ids: those that they are or were a member of,
 * and those that invited them in vain, also if the organization is deleted.
 */
export async function organizationsOf(tx: EntityManager, userId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }[]>(
    `SELECT organization_id AS id FROM members WHERE user_id = $1
     UNION SELECT organization_id FROM former_members WHERE user_id = $1 ORDER BY id`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

const REMEMBER = `
  INSERT INTO former_members AS former (organization_id, user_id, member_ids)
  SELECT organization_id, user_id, ARRAY[id]`;
const ON_RETURN = `
  ON CONFLICT ON CONSTRAINT pk_former_members DO UPDATE SET member_ids = former.member_ids || excluded.member_ids`;

/** A person whose memberships have ended: the organization that still names them, and the ids of the memberships. */
export interface FormerMember {
  organizationId: string;
  userId: string;
  memberIds: string[];
}

/** The organizations that name a person whose memberships have ended, in the order of their ids. */
export function formerMemberships(tx: EntityManager, userId: string): Promise<FormerMember[]> {
  return tx.query(
    `SELECT organization_id AS "organizationId", user_id AS "userId", member_ids AS "memberIds"
     FROM former_members WHERE user_id = $1 ORDER BY organization_id`,
    [userId],
  );
}

/** Ends a membership; the organization remembers whom its records name. */
export async function endMember(tx: EntityManager, memberId: string): Promise<void> {
  await tx.query(
    `WITH ended AS (DELETE FROM members WHERE id = $1 RETURNING organization_id, user_id, id)
     ${REMEMBER} FROM ended ${ON_RETURN}`,
    [memberId],
  );
}

/**
 * Remembers all members of an organization that is about to be deleted, and whom it has invited: its security events are
 * kept longer.
 */
export async function rememberMembers(tx: EntityManager, organizationId: string): Promise<void> {
  await tx.query(
    `${REMEMBER} FROM members WHERE organization_id = $1
     UNION SELECT i.organization_id, u.id, '{}'::uuid[] FROM invitations i JOIN users u ON u.email = i.email AND u.email_verified
     WHERE i.organization_id = $1
       AND NOT EXISTS (SELECT FROM members m WHERE m.organization_id = i.organization_id AND m.user_id = u.id)
     ${ON_RETURN}`,
    [organizationId],
  );
}

/** Remembers somebody whom events of an organization name, though they never became a member. */
export async function rememberGuest(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await tx.query('INSERT INTO former_members (organization_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    organizationId,
    userId,
  ]);
}

/** Forgets a person whom no record names any longer. */
export async function forgetPerson(tx: EntityManager, userId: string): Promise<void> {
  await tx.query('DELETE FROM former_members WHERE user_id = $1', [userId]);
}
