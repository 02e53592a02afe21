import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { deactivateOrganization } from '../../identity/sessions/active-organization.js';
import type { Unit } from '../../work/unit.js';
import { LastOwner } from '../errors.js';
import { endMember, type FormerMember, forgetPerson, formerMemberships, rememberMembers } from './former-members.js';
import { Member } from './member.entity.js';

/** Called in the unit that ends a membership, while the membership still exists. */
type MembershipEndHandler = (unit: Unit, member: Member) => Promise<void>;

/** Called once when an organization is deleted, which ends all its memberships. */
type OrganizationDeleteHandler = (unit: Unit, organizationId: string) => Promise<void>;

/** Called when an account is deleted, once for each organization that the person is or was a member of. */
type AccountDeleteHandler = (unit: Unit, person: FormerMember) => Promise<void>;

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
  async endAll(unit: Unit, organizationId: string): Promise<void> {
    for (const handler of this.deleteHandlers) await handler(unit, organizationId);
    await rememberMembers(unit.tx, organizationId);
  }

  /** Removes a person, whose memberships have ended, from all organizations that still name them. */
  async forget(unit: Unit, userId: string): Promise<void> {
    for (const person of await formerMemberships(unit.tx, userId))
      for (const handler of this.accountHandlers) await handler(unit, person);
    await forgetPerson(unit.tx, userId);
  }

  /**
   * Ends a membership: runs the registered handlers, and clears the organization in the member's sessions. Call with
   * the organization locked.
   * @throws LastOwner
   */
  async end(unit: Unit, member: Member): Promise<void> {
    const { tx } = unit;
    await requireOtherOwner(tx, member);
    for (const handler of this.endHandlers) await handler(unit, member);
    await endMember(tx, member.id);
    await deactivateOrganization(tx, member.userId, member.organizationId);
  }
}

/** Refuses to take this member from the owners where there is no other. Call with the organization locked. */
export async function requireOtherOwner(tx: EntityManager, member: Member): Promise<void> {
  if (member.role !== 'owner') return;
  const owners = await tx.countBy(Member, { organizationId: member.organizationId, role: 'owner' });
  if (owners < 2) throw new LastOwner();
}
