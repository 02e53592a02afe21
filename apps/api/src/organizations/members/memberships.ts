import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { deactivateOrganization } from '../../identity/sessions/active-organization.js';
import type { Unit } from '../../work/unit.js';
import { LastOwner } from '../errors.js';
import { Member } from './member.entity.js';

/** Does what must be done in the unit in which a membership ends, while the membership is still there. */
type Farewell = (unit: Unit, member: Member) => Promise<void>;

/** The same where all memberships of an organization end with it, whoever has them. */
type GroupFarewell = (unit: Unit, organizationId: string) => Promise<void>;

/** How memberships end, by whoever ends them: other modules say at their start what of theirs goes along. */
@Injectable()
export class Memberships {
  private readonly farewells: Farewell[] = [];
  private readonly groupFarewells: GroupFarewell[] = [];

  /** Registers what goes with every membership that ends. */
  whenOneEnds(farewell: Farewell): void {
    this.farewells.push(farewell);
  }

  /** Registers what must be done while an organization that is deleted is still there. */
  whenAllEnd(farewell: GroupFarewell): void {
    this.groupFarewells.push(farewell);
  }

  /** Takes leave of all memberships of an organization, which end with its row. Call with it locked. */
  async endAll(unit: Unit, organizationId: string): Promise<void> {
    for (const farewell of this.groupFarewells) await farewell(unit, organizationId);
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
    for (const farewell of this.farewells) await farewell(unit, member);
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
