import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { deactivateOrganization } from '../../identity/sessions/active-organization.js';
import type { Unit } from '../../work/unit.js';
import { LastOwner } from '../errors.js';
import { Member } from './member.entity.js';

/** Does what must be done in the unit in which a membership ends, while the membership is still there. */
type MembershipEndHandler = (unit: Unit, member: Member) => Promise<void>;

/** The same where all memberships of an organization end with it, whoever has them. */
type OrganizationDeleteHandler = (unit: Unit, organizationId: string) => Promise<void>;

/** How memberships end, by whoever ends them: other modules say at their start what of theirs goes along. */
@Injectable()
export class Memberships {
  private readonly endHandlers: MembershipEndHandler[] = [];
  private readonly deleteHandlers: OrganizationDeleteHandler[] = [];

  /** Registers what goes with every membership that ends. */
  onMembershipEnd(handler: MembershipEndHandler): void {
    this.endHandlers.push(handler);
  }

  /** Registers what must be done while an organization that is deleted is still there. */
  onOrganizationDelete(handler: OrganizationDeleteHandler): void {
    this.deleteHandlers.push(handler);
  }

  /** Takes leave of all memberships of an organization, which end with its row. Call with it locked. */
  async endAll(unit: Unit, organizationId: string): Promise<void> {
    for (const handler of this.deleteHandlers) await handler(unit, organizationId);
  }

  /**
   * Ends a membership: what is registered goes with it, and sessions lose the organization. Call with it locked.
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
