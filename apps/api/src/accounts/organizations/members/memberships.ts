import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { forgetMade, forgetMadeIn } from '../../identity/recovery/note-made.js';
import { deactivateOrganization } from '../../identity/sessions/active-organization.js';
import { query } from '#libs/database';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { IS_KEPT } from '../deleted/deleted-organizations.sql.js';
import { LastOwner, RecoveryOwnerNeeded } from '../errors.js';
import { MEMBER } from '../made-kinds.js';
import { endMember, forgetPerson, formerMemberships, rememberMembers } from './former-members.js';
import { Member } from './member.entity.js';
import { type FormerMember, NEEDS_RECOVERY_OWNER, OTHER_OWNERS } from './members.sql.js';

/** Who ends a membership: people, or the provider of the organization, which may let the person in again. */
export type MembershipEnd = 'people' | 'provider';

/** Called in the unit that ends a membership, while the membership still exists. */
type MembershipEndHandler = (change: ChangeContext, member: Member, by: MembershipEnd) => Promise<void>;

/** How somebody comes in by themselves. */
export type MembershipOrigin = 'invitation' | 'provider';

/** Called in the unit in which somebody comes in by themselves, once the membership exists. */
type MembershipBeginHandler = (change: ChangeContext, member: Member, by: MembershipOrigin) => Promise<void>;

/** Called once when an organization is deleted, which ends all its memberships. */
type OrganizationDeleteHandler = (change: ChangeContext, organizationId: string) => Promise<void>;

/** Called when an account is deleted, once for each organization that the person is or was a member of. */
type AccountDeleteHandler = (change: ChangeContext, person: FormerMember) => Promise<void>;

/** Ends memberships. Other modules register at start what they do when one ends. */
@Injectable()
export class Memberships {
  private readonly endHandlers: MembershipEndHandler[] = [];
  private readonly beginHandlers: MembershipBeginHandler[] = [];
  private readonly deleteHandlers: OrganizationDeleteHandler[] = [];
  private readonly accountHandlers: AccountDeleteHandler[] = [];

  /** Registers a handler for the end of a membership. */
  onMembershipEnd(handler: MembershipEndHandler): void {
    this.endHandlers.push(handler);
  }

  /** Registers a handler for the beginning of a membership by an invitation or a sign-in. */
  onMembershipBegin(handler: MembershipBeginHandler): void {
    this.beginHandlers.push(handler);
  }

  /** Calls the handlers for a membership that has just begun. Call with the organization locked. */
  async begun(change: ChangeContext, member: Member, by: MembershipOrigin): Promise<void> {
    for (const handler of this.beginHandlers) await handler(change, member, by);
  }

  /** Registers a handler for the deletion of an organization, called while it still exists. */
  onOrganizationDelete(handler: OrganizationDeleteHandler): void {
    this.deleteHandlers.push(handler);
  }

  /**
   * Registers a handler that removes a person from the records of an organization when their account is deleted. It
   * runs for former members too: an organization keeps what they made.
   */
  onAccountDelete(handler: AccountDeleteHandler): void {
    this.accountHandlers.push(handler);
  }

  /** Calls the handlers for all memberships of an organization before its row is deleted. Call with it locked. */
  async endAll(change: ChangeContext, organizationId: string): Promise<void> {
    for (const handler of this.deleteHandlers) await handler(change, organizationId);
    await rememberMembers(change.tx, organizationId);
    await forgetMadeIn(change.tx, organizationId);
  }

  /** Removes a person, whose memberships have ended, from all organizations that still name them. */
  async forget(change: ChangeContext, userId: string): Promise<void> {
    for (const person of await formerMemberships(change.tx, userId))
      for (const handler of this.accountHandlers) await handler(change, person);
    await forgetPerson(change.tx, userId);
  }

  /**
   * Ends a membership: runs the registered handlers, and clears the organization in the member's sessions. Call with
   * the organization locked.
   * @throws LastOwner
   */
  async end(change: ChangeContext, member: Member, by: MembershipEnd = 'people'): Promise<void> {
    const { tx } = change;
    await requireOtherOwner(tx, member);
    for (const handler of this.endHandlers) await handler(change, member, by);
    await endMember(tx, member.id);
    await forgetMade(tx, MEMBER, [member.id]);
    await deactivateOrganization(tx, member.userId, member.organizationId);
  }
}

/**
 * Refuses to take this member from the owners where there is no other who is not disabled, or none who could come in
 * without a provider, but of an organization that is deleted. Call with the organization locked.
 */
export async function requireOtherOwner(tx: EntityManager, member: Member): Promise<void> {
  if (member.role !== 'owner') return;
  const others = await query(tx, OTHER_OWNERS, [member.organizationId, member.userId]);
  if (others.length > 0) return requireOtherRecoveryOwner(tx, member);
  const [organization] = await query(tx, IS_KEPT, [member.organizationId]);
  if (!organization!.isKept) throw new LastOwner();
}

/**
 * Refuses to lose the last owner who comes in without the provider that an organization requires, by a second factor.
 * Call with the organization locked.
 */
export async function requireOtherRecoveryOwner(
  tx: EntityManager,
  { organizationId, userId, recovery }: Member,
): Promise<void> {
  if (!recovery) return;
  if ((await query(tx, NEEDS_RECOVERY_OWNER, [organizationId, userId])).length > 0) throw new RecoveryOwnerNeeded();
}
