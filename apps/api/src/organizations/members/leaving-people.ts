import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { eraseMembership } from '../../events/erasing.js';
import { record } from '../../events/record.js';
import { Belongings } from '../../identity/leaving/belongings.js';
import type { User } from '../../identity/user.entity.js';
import { Member } from './member.entity.js';
import { lockOwners } from './membership.js';
import { Memberships } from './memberships.js';

/** Ends the memberships of people who delete their account. */
@Injectable()
export class LeavingPeople implements OnModuleInit {
  constructor(
    private readonly belongings: Belongings,
    private readonly memberships: Memberships,
  ) {}

  onModuleInit(): void {
    this.belongings.add({ leave: ({ tx }, user) => this.leave(tx, user) });
  }

  /** @throws LastOwner */
  private async leave(tx: EntityManager, { id: userId }: User): Promise<void> {
    const where = { userId };
    // In the order of their ids, as whoever else locks several.
    for (const { organizationId } of await tx.find(Member, { where, order: { organizationId: 'ASC' } })) {
      await lockOwners(tx, organizationId);
      const member = await tx.findOneBy(Member, { organizationId, userId });
      if (!member) continue;
      await this.memberships.end(tx, member);
      // The change log keeps that somebody left, and not who.
      await record(tx, { organizationId, type: 'member.left', subject: { id: member.id } });
      await eraseMembership(tx, organizationId, member.id);
    }
  }
}
