import { type Role, ROLES } from '#libs/access';
import type { EntityManager } from 'typeorm';
import { Session } from '../identity/session.entity.js';
import { LastOwner, NoActiveOrganization, notAMember, roleTooLow } from './errors.js';
import { Member } from './member.entity.js';
import { Organization } from './organization.entity.js';

/**
 * The caller's membership with at least this role; 403 otherwise, whether the organization exists or not. Where the
 * organization was found by one of its records, `stranger` says that there is no such record.
 */
export async function requireRole(
  tx: EntityManager,
  organizationId: string,
  userId: string,
  least: Role,
  stranger: () => Error = notAMember,
): Promise<Member> {
  const member = await tx.findOneBy(Member, { organizationId, userId });
  if (!member) throw stranger();
  if (ROLES.indexOf(member.role) < ROLES.indexOf(least))
    throw roleTooLow(least === 'owner' ? 'owner' : 'admin or owner');
  return member;
}

/** The organization that a request names, else the active one of its session. */
export function organizationOf(named: string | undefined, session: Session): string {
  const id = named ?? session.activeOrganizationId;
  if (!id) throw new NoActiveOrganization();
  return id;
}

/** The same where a request may also name it by its slug; an unknown one is answered like one of other people. */
export async function namedOrganization(
  tx: EntityManager,
  { organizationId, organizationSlug }: { organizationId?: string; organizationSlug?: string },
  session: Session,
): Promise<string> {
  if (organizationId !== undefined || organizationSlug === undefined) return organizationOf(organizationId, session);
  const organization = await tx.findOneBy(Organization, { slug: organizationSlug });
  if (!organization) throw notAMember();
  return organization.id;
}

/**
 * Ends a membership: keys, pins and responsibilities go with it by their foreign keys, sessions lose the organization.
 * Call with the owners locked; refuses to take the last owner.
 */
export async function endMembership(tx: EntityManager, member: Member): Promise<void> {
  await requireOtherOwner(tx, member);
  await tx.delete(Member, { id: member.id });
  await tx.update(
    Session,
    { userId: member.userId, activeOrganizationId: member.organizationId },
    { activeOrganizationId: null, activeTeamId: null },
  );
}

/** Makes every change of owners wait its turn, so that two cannot both take the last one but themselves. */
export async function lockOwners(tx: EntityManager, organizationId: string): Promise<void> {
  await tx.query('SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE', [organizationId]);
}

/** Refuses to take this member from the owners where there is no other. Call with the owners locked. */
export async function requireOtherOwner(tx: EntityManager, member: Member): Promise<void> {
  if (member.role !== 'owner') return;
  const owners = await tx.countBy(Member, { organizationId: member.organizationId, role: 'owner' });
  if (owners < 2) throw new LastOwner();
}
