import { ROLES } from '#libs/access';
import { currentRequest } from '#libs/request';
import type { EntityManager } from 'typeorm';
import { Session } from '../../identity/sessions/session.entity.js';
import { type Deed, LastOwner, NoActiveOrganization, notAllowed, notAMember, twoFactorRequired } from '../errors.js';
import { Member } from './member.entity.js';
import { Organization } from '../organization.entity.js';

/**
 * The caller's membership. Refuses (403) whoever is no member, the same whether the organization exists or not, and whoever
 * has not passed the second factor that the organization asks for. Where the organization was found by one of its records,
 * `stranger` says that there is no such record.
 */
export async function requireMember(
  tx: EntityManager,
  organizationId: string,
  userId: string,
  stranger: () => Error = notAMember,
): Promise<Member> {
  const member = await requireMembership(tx, organizationId, userId, stranger);
  if (currentRequest().actor.passedFactor) return member;
  if (await tx.existsBy(Organization, { id: organizationId, requireTwoFactor: true })) throw twoFactorRequired();
  return member;
}

/** The caller's membership, whatever the organization asks for besides: who may do no more there may still go. */
export async function requireMembership(
  tx: EntityManager,
  organizationId: string,
  userId: string,
  stranger: () => Error = notAMember,
): Promise<Member> {
  const member = await tx.findOneBy(Member, { organizationId, userId });
  if (!member) throw stranger();
  return member;
}

/** The same with at least this role; a lower one is refused under the name of the deed. */
export async function requireRole(
  tx: EntityManager,
  organizationId: string,
  userId: string,
  least: 'admin' | 'owner',
  deed: Deed,
  stranger?: () => Error,
): Promise<Member> {
  const member = await requireMember(tx, organizationId, userId, stranger);
  if (ROLES.indexOf(member.role) < ROLES.indexOf(least))
    throw notAllowed(deed, least === 'owner' ? 'owner' : 'admin or owner');
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
  stranger: () => Error = notAMember,
): Promise<string> {
  if (organizationId !== undefined || organizationSlug === undefined) return organizationOf(organizationId, session);
  const organization = await tx.findOneBy(Organization, { slug: organizationSlug });
  if (!organization) throw stranger();
  return organization.id;
}

/**
 * Makes every change of who is in an organization, or is about to be, wait its turn: two cannot both take the last owner
 * but themselves, and none counts or trusts what another is about to change.
 */
export async function lockOwners(tx: EntityManager, organizationId: string): Promise<void> {
  await tx.query('SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
}

/** Refuses to take this member from the owners where there is no other. Call with the owners locked. */
export async function requireOtherOwner(tx: EntityManager, member: Member): Promise<void> {
  if (member.role !== 'owner') return;
  const owners = await tx.countBy(Member, { organizationId: member.organizationId, role: 'owner' });
  if (owners < 2) throw new LastOwner();
}
