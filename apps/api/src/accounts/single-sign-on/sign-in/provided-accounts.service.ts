import { Forbidden } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { personalEvent } from '../../identity/account-events/personal-events.js';
import { Account } from '../../identity/account.entity.js';
import { insertManagedAccount, releaseAccount, verifyByProvider } from '../../identity/managed-accounts.js';
import { personLock } from '../../identity/person-lock.js';
import { endLinks } from '../../identity/provider/end-links.js';
import { isLinked, linkOfSubject, linkSubject, unlink } from '../../identity/provider/organization-links.js';
import { PROVIDER_LINK } from '../../identity/provider/provider-accounts.service.js';
import { noteCame, noteMadeBy } from '../../identity/recovery/note-made.js';
import { endSessionsByProvider } from '../../identity/sessions/end-provider-sessions.js';
import type { Session } from '../../identity/sessions/session.entity.js';
import { User } from '../../identity/user.entity.js';
import { REFUSALS } from '../../../platform/http/refusal.js';
import { Member } from '../../organizations/members/member.entity.js';
import { Memberships } from '../../organizations/members/memberships.js';
import { provideMember } from '../../organizations/members/provide-member.js';
import { organizationLock } from '../../organizations/organization-lock.js';
import { Quotas } from '../../organizations/quotas.service.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { domainOfAddress } from '../domains/domain-name.js';
import { isHeldElsewhere, provedDomains, verifiedDomains } from '../domains/proved-domains.js';
import type { OrganizationSignIn } from '../settings/organization-sign-in.entity.js';
import { emailNotFound } from '../../identity/provider/oidc-errors.js';
import { accountNotLinked, addressUnverified, domainUnproved, otherPerson, roleMissing } from './errors.js';
import { PROVIDER } from '../settings/suspended-sign-in.service.js';
import { grantOf, isOfDomains, type ProvidedPerson } from './provided-person.js';

/** The organization that somebody comes in to, and its provider. */
export interface Entrance {
  organization: { id: string; name: string; isSuspended: boolean };
  provider: OrganizationSignIn;
}

/** How the account of a person is found: it is linked already, is one that the organization manages, or is new. */
export type AccountOrigin = 'linked' | 'managed' | 'new';

/** Finds, makes and links the accounts of people who come by the provider of an organization. */
@Injectable()
export class ProvidedAccounts implements OnModuleInit {
  constructor(
    private readonly quotas: Quotas,
    private readonly memberships: Memberships,
  ) {}

  onModuleInit(): void {
    this.memberships.onOrganizationDelete(({ tx }, organizationId) => endLinks(tx, organizationId));
    // The provider of an organization speaks for nobody who belongs to it no more.
    this.memberships.onMembershipEnd(async ({ tx }, { organizationId, userId }, by) => {
      if (by === 'provider') return;
      await unlink(tx, organizationId, userId);
      await endSessionsByProvider(tx, organizationId, userId);
      await releaseAccount(tx, organizationId, userId);
    });
  }

  /**
   * The account of a person: the one that is linked to them, one that the organization manages, or a new one that it
   * manages. They are a member of the organization afterwards. Nobody else's account is linked.
   * @throws Forbidden, LimitReached
   */
  async userOf(
    change: ChangeContext,
    entrance: Entrance,
    person: ProvidedPerson,
  ): Promise<{ user: User; origin: AccountOrigin; joins: boolean }> {
    const linked = await this.linkedTo(change, entrance, person);
    const found = linked ? { user: linked, origin: 'linked' as const } : await this.provide(change, entrance, person);
    return { ...found, joins: await this.enter(change, entrance, person, found.user) };
  }

  /**
   * Links the account of a session to the person, who is a member afterwards; in place of another subject of the same
   * provider. Call with the person locked, and the session fresh.
   * @throws Forbidden unless the provider names the verified address of the account
   */
  async link(change: ChangeContext, entrance: Entrance, person: ProvidedPerson, session: Session): Promise<User> {
    const { tx } = change;
    const email = await requireAddress(tx, entrance, person, 'live');
    const user = await tx.findOneByOrFail(User, { id: session.userId });
    if (user.email !== email || !user.emailVerified) throw otherPerson();
    const known = await linkOfSubject(tx, ofEntrance(entrance), person.subject);
    if (known && known.userId !== user.id) throw otherPerson();
    const recordId = known?.id ?? newId();
    if (!known) {
      await linkSubject(tx, ofEntrance(entrance), { id: recordId, userId: user.id, subject: person.subject });
      const { id: organizationId } = entrance.organization;
      const made = { kind: PROVIDER_LINK, recordId, organizationId: null, title: entrance.provider.issuer };
      await noteMadeBy(tx, { userId: user.id, sessionId: session.id, fresh: true }, made);
      const changes = [{ field: 'organizationId', from: null, to: organizationId }];
      change.record(personalEvent('user.provider_linked', user, changes));
    }
    await this.enter(change, entrance, person, user);
    return user;
  }

  /** The account that is linked to the person; it is locked. @throws Forbidden */
  async linkedTo(change: ChangeContext, entrance: Entrance, person: ProvidedPerson): Promise<User | undefined> {
    const { tx } = change;
    const account = await linkOfSubject(tx, ofEntrance(entrance), person.subject);
    if (!account) return undefined;
    await change.lock(personLock(account.userId));
    // It may have been recovered meanwhile.
    const present = await tx.findOneBy(Account, { id: account.id });
    if (!present || present.suspendedBy !== null) throw accountNotLinked();
    await requireAddress(tx, entrance, person, 'verified');
    const user = await tx.findOneByOrFail(User, { id: account.userId });
    await requireNotHeldElsewhere(tx, entrance, user.email);
    return user;
  }

  private async provide(
    change: ChangeContext,
    entrance: Entrance,
    person: ProvidedPerson,
  ): Promise<{ user: User; origin: AccountOrigin }> {
    const { tx } = change;
    const email = await requireAddress(tx, entrance, person, 'live');
    const existing = await tx.findOneBy(User, { email });
    if (existing) return { user: await this.linkManaged(change, entrance, person, existing), origin: 'managed' };
    // Before anything is made: who gets no role gets no account.
    if (!grantOf(entrance.provider, person.groups)) throw roleMissing();
    const id = newId();
    await change.lock(personLock(id));
    const user = await insertManagedAccount(tx, entrance.organization.id, { id, name: person.name, email });
    if (!user) throw accountNotLinked();
    await linkSubject(tx, ofEntrance(entrance), { id: newId(), userId: id, subject: person.subject });
    return { user, origin: 'new' };
  }

  /** An account that the organization manages is whose its provider says; of others nobody but their person decides. */
  private async linkManaged(
    change: ChangeContext,
    entrance: Entrance,
    person: ProvidedPerson,
    { id, email }: User,
  ): Promise<User> {
    const { tx } = change;
    await change.lock(personLock(id));
    const user = await tx.findOneBy(User, { id, email });
    if (!user || user.managedBy !== entrance.organization.id) throw accountNotLinked();
    // Who has a subject already is known by it: an address is what people at the provider may be able to change.
    if (await isLinked(tx, ofEntrance(entrance), id)) throw accountNotLinked();
    await requireNotHeldElsewhere(tx, entrance, email);
    await linkSubject(tx, ofEntrance(entrance), { id: newId(), userId: id, subject: person.subject });
    if (!user.emailVerified) await verifyByProvider(tx, user);
    return { ...user, emailVerified: true };
  }

  /** Makes the person a member, unless they are one: false. @throws Forbidden, LimitReached */
  private async enter(change: ChangeContext, entrance: Entrance, person: ProvidedPerson, user: User): Promise<boolean> {
    const { organization, provider } = entrance;
    await change.lock(organizationLock(organization.id));
    if (await change.tx.existsBy(Member, { organizationId: organization.id, userId: user.id })) return false;
    if (organization.isSuspended) throw new Forbidden('organization_suspended', REFUSALS['organization_suspended']!);
    const grant = grantOf(provider, person.groups);
    if (!grant) throw roleMissing();
    const member = await provideMember(change, this.quotas, user, { organizationId: organization.id, ...grant });
    await noteCame(change.tx, PROVIDER, organization.id, [{ memberId: member.id, userId: user.id, title: user.name }]);
    await this.memberships.begun(change, member, 'provider');
    return true;
  }
}

const ofEntrance = ({ organization, provider: { issuer } }: Entrance) => ({
  organizationId: organization.id,
  issuer,
});

/**
 * The address of a person, which must be of a domain of the organization: whose record is `live` to bring somebody in,
 * and one that nobody has taken over since to let in whom it has brought.
 * @throws Forbidden
 */
async function requireAddress(
  tx: EntityManager,
  { organization: { id } }: Entrance,
  { email, isAddressUnverified }: ProvidedPerson,
  which: 'live' | 'verified',
): Promise<string> {
  if (email === undefined) throw emailNotFound();
  if (isAddressUnverified) throw addressUnverified();
  const domains = which === 'live' ? await provedDomains(tx, id) : await verifiedDomains(tx, id);
  if (!isOfDomains(email, domains)) throw domainUnproved();
  return email;
}

/** The address of an account may be at a domain that another organization has proved since. @throws Forbidden */
async function requireNotHeldElsewhere(tx: EntityManager, { organization }: Entrance, email: string): Promise<void> {
  if (await isHeldElsewhere(tx, organization.id, domainOfAddress(email))) throw domainUnproved();
}
