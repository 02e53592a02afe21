import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { deactivateOrganization } from '../../identity/sessions/active-organization.js';
import type { Unit } from '../../work/unit.js';
import { LastOwner } from '../errors.js';
import { Member } from './member.entity.js';

/** Called in the unit that ends a membership, while the membership still exists. */
type MembershipEndHandler = (unit: Unit, member: Member) => Promise<void>;

/** Called once when an organization is deleted, which ends all its memberships. */
type OrganizationDeleteHandler = (unit: Unit, organizationId: string) => Promise<void>;

/** Ends memberships. Other modules register at start what they do when one ends. */
@Injectable()
export class Memberships {
  private readonly endHandlers: MembershipEndHandler[] = [];
  private readonly deleteHandlers: OrganizationDeleteHandler[] = [];

  /** Registers a handler for the end of a membership. */
  onMembershipEnd(handler: MembershipEndHandler): void {
    this.endHandlers.push(handler);
  }

  /** Registers a handler for the deletion of an organization, called while it still exists. */
  onOrganizationDelete(handler: OrganizationDeleteHandler): void {
    this.deleteHandlers.push(handler);
  }

  /** Calls the handlers for all memberships of an organization before its row is deleted. Call with it locked. */
  async endAll(unit: Unit, organizationId: string): Promise<void> {
    for (const handler of this.deleteHandlers) await handler(unit, organizationId);
  }

  /**
   * Ends a membership: runs the registered handlers, and clears the organization in the member's sessions. Call with
   * the organization locked.
   * @throws LastOwner
   */
  async end(unit: Unit, member: Member): Promise<void> {
    const { tx } = unit;
    await requireOtherOwner(tx, member);
    // Nobody makes them responsible for anything while that is cleared.
    await tx.query('SELECT 1 FROM members WHERE id = $1 FOR UPDATE', [member.id]);
    for (const handler of this.endHandlers) await handler(unit, member);
    await tx.delete(Member, { id: member.id });
    await deactivateOrganization(tx, member.userId, member.organizationId);
  }
}

/** Refuses to take this member from the owners where there is no other. Call with the organization locked. */
export async function requireOtherOwner(tx: EntityManager, member: Member): Promise<void> {
  if (member.role !== 'owner') return;
  const owners = await tx.countBy(Member, { organizationId: member.organizationId, role: 'owner' });
  if (owners < 2) throw new LastOwner();
}
