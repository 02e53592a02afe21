import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { forgetMade, forgetMadeIn } from '../../identity/recovery/note-made.js';
import { deactivateOrganization } from '../../identity/sessions/active-organization.js';
import type { ChangeContext } from '../../work/change-context.js';
import { LastOwner } from '../errors.js';
import { MEMBER } from '../made-kinds.js';
import { endMember, forgetPerson, formerMemberships, rememberMembers } from './former-members.js';
import { Member } from './member.entity.js';
import type { FormerMember } from './members.sql.js';

/** Called in the unit that ends a membership, while the membership still exists. */
type MembershipEndHandler = (change: ChangeContext, member: Member) => Promise<void>;

/** Called once when an organization is deleted, which ends all its memberships. */
type OrganizationDeleteHandler = (change: ChangeContext, organizationId: string) => Promise<void>;

/** Called when an account is deleted, once for each organization that the person is or was a member of. */
type AccountDeleteHandler = (change: ChangeContext, person: FormerMember) => Promise<void>;

/** Ends memberships. Other modules register at start what they do when one ends. */
@Injectable()
export class Memberships {
  private readonly endHandlers: MembershipEndHandler[] = [];
  private readonly deleteHandlers: OrganizationDeleteHandler[] = [];
  private readonly accountHandlers: AccountDeleteHandler[] = [];

  /** Registers a handler for the end of a membership. */
  onMembershipEnd(handler: MembershipEndHandler): void {
    this.endHandlers.push(handler);
  }

  /** Registers a handler for the deletion of an organization, called while it still exists. */
  onOrganizationDelete(handler: OrganizationDeleteHandler): void {
    this.deleteHandlers.push(handler);
  }

  /**
   * Registers a handler that removes a person from the records of an organization when their account is deleted. It runs
   * for former members too: an organization keeps what they made.
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
  async end(change: ChangeContext, member: Member): Promise<void> {
    const { tx } = change;
    await requireOtherOwner(tx, member);
    for (const handler of this.endHandlers) await handler(change, member);
    await endMember(tx, member.id);
    await forgetMade(tx, MEMBER, [member.id]);
    await deactivateOrganization(tx, member.userId, member.organizationId);
  }
}

/** Refuses to take this member from the owners where there is no other. Call with the organization locked. */
export async function requireOtherOwner(tx: EntityManager, member: Member): Promise<void> {
  if (member.role !== 'owner') return;
  const owners = await tx.countBy(Member, { organizationId: member.organizationId, role: 'owner' });
  if (owners < 2) throw new LastOwner();
}
