import { query } from '#libs/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { revokeKeys } from '../../../products/api-keys/revoke.js';
import { provenAddresses } from '../../../accounts/identity/addresses/proven-addresses.js';
import { setDisabled } from '../../../accounts/identity/disable-person.js';
import { AccountHookRegistry } from '../../../accounts/identity/leaving/account-hooks.js';
import { endSessionsByProvider } from '../../../accounts/identity/sessions/end-provider-sessions.js';
import { User } from '../../../accounts/identity/user.entity.js';
import { Member } from '../../../accounts/organizations/members/member.entity.js';
import { type MembershipOrigin, Memberships } from '../../../accounts/organizations/members/memberships.js';
import { isNeededElsewhere } from '../../../accounts/organizations/members/needed-elsewhere.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { deactivated } from '../../../accounts/single-sign-on/sign-in/errors.js';
import { endMembership } from '../roles/end-membership.js';
import { ProvidedRoles } from '../roles/provided-roles.service.js';
import { accountOf } from './accounts.js';
import { EXPORT_PROVISIONED, FORGET_WAITING, LINK_WAITING, NOTE_END, RELEASE } from './people.sql.js';
import { ProvisionedPerson } from './provisioned-person.entity.js';
import { nameOfAccount } from './person-name.js';

/** Lets people belong to an organization, and ends that, as its provider says. */
@Injectable()
export class Belonging implements OnModuleInit {
  constructor(
    private readonly memberships: Memberships,
    private readonly roles: ProvidedRoles,
    private readonly accountHooks: AccountHookRegistry,
  ) {}

  onModuleInit(): void {
    this.memberships.onMembershipEnd(async ({ tx }, { organizationId, userId }, by) => {
      await query(tx, NOTE_END, [organizationId, userId]);
      if (by === 'people') await query(tx, RELEASE, [organizationId, userId]);
    });
    this.memberships.onMembershipBegin((change, member, by) => this.linkWaiting(change, member, by));
    this.accountHooks.register({
      beforeDelete: async ({ tx }, { id }) => {
        await query(tx, FORGET_WAITING, [await provenAddresses(tx, id)]);
      },
      exportData: async (tx, { id, email, emailVerified }) => ({
        provisioned: await query(tx, EXPORT_PROVISIONED, [id, emailVerified ? email : null]),
      }),
    });
  }

  /**
   * Somebody who is to be active belongs to the organization from now on: as before, if they did, else as their groups
   * say. Who has an account of their own that does not belong to it waits for that. Call with the organization locked.
   * Returns whether a membership has begun.
   * @throws NotUnique, LimitReached
   */
  async begin(change: ChangeContext, person: ProvisionedPerson): Promise<boolean> {
    const { tx } = change;
    const { organizationId, id } = person;
    const user = person.userId
      ? await tx.findOneByOrFail(User, { id: person.userId })
      : await accountOf(tx, organizationId, { email: person.email, name: nameOfAccount(person) });
    if (!user) return false;
    if (!person.userId) await tx.update(ProvisionedPerson, { organizationId, id }, { userId: user.id });
    if (user.managedBy === organizationId && user.disabledAt !== null)
      await setDisabled(change, user, false, organizationId);
    return (await this.roles.renew(change, organizationId, [id])).has(id);
  }

  /**
   * Somebody belongs to the organization no more: with the membership goes all that hangs on it, and their sessions by
   * its provider. An account that it manages is disabled, and everything ends by which one gets in with it, unless
   * another organization would have no owner then: it is not for this one to say. Call with the person, the
   * organization and those that the person owns locked. Returns whether a membership has ended.
   * @param userId the account; null: nobody is known to be it
   * @throws LastOwner
   */
  async end(change: ChangeContext, { organizationId, id }: ProvisionedPerson, userId: string | null): Promise<boolean> {
    const { tx } = change;
    if (!userId) return false;
    const member = await tx.findOneBy(Member, { organizationId, userId });
    const user = await tx.findOneByOrFail(User, { id: userId });
    // Said again of who is out already, it keeps what they come back with.
    const kept = member ? { keptRole: member.role, keptTeamId: member.teamId } : {};
    const ended = { active: false, ...kept, givenRole: null, givenTeamId: null };
    await tx.update(ProvisionedPerson, { organizationId, id }, ended);
    if (user.managedBy === organizationId && !(await isNeededElsewhere(tx, userId, organizationId))) {
      await setDisabled(change, user, true, organizationId);
      await revokeKeys(change, { ownerUserId: userId });
    } else await endSessionsByProvider(tx, organizationId, userId);
    if (!member) return false;
    await endMembership(change, this.memberships, member, user.name);
    return true;
  }

  /** Who has come in by other means, and is told of already, is the person of whom that was told. */
  private async linkWaiting(
    change: ChangeContext,
    { organizationId, userId }: Member,
    by: MembershipOrigin,
  ): Promise<void> {
    const { tx } = change;
    // Whom the provider has switched off does not come back by signing in at it once more.
    const switchedOff = { organizationId, userId, active: false, keptRole: Not(IsNull()) };
    if (by === 'provider' && (await tx.existsBy(ProvisionedPerson, switchedOff))) throw deactivated();
    const user = await tx.findOneByOrFail(User, { id: userId });
    if (!user.emailVerified) return;
    const linked = await query(tx, LINK_WAITING, [organizationId, userId, user.email]);
    if (linked.length > 0) await this.roles.renew(change, organizationId, [linked[0]!.id]);
  }
}
