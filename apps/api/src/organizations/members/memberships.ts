import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { deactivateOrganization } from '../../identity/sessions/active-organization.js';
import { Member } from './member.entity.js';
import { requireOtherOwner } from './membership.js';

/** Does what must be done in the transaction in which a membership ends, while the membership is still there. */
type Farewell = (tx: EntityManager, member: Member) => Promise<void>;

/** The same where all memberships of an organization end with it, whoever has them. */
type GroupFarewell = (tx: EntityManager, organizationId: string) => Promise<void>;

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
  async endAll(tx: EntityManager, organizationId: string): Promise<void> {
    for (const farewell of this.groupFarewells) await farewell(tx, organizationId);
  }

  /**
   * Ends a membership: what is registered goes with it, pins and responsibilities by their foreign keys, and sessions lose
   * the organization. Call with the owners locked.
   * @throws LastOwner
   */
  async end(tx: EntityManager, member: Member): Promise<void> {
    await requireOtherOwner(tx, member);
    for (const farewell of this.farewells) await farewell(tx, member);
    await tx.delete(Member, { id: member.id });
    await deactivateOrganization(tx, member.userId, member.organizationId);
  }
}
