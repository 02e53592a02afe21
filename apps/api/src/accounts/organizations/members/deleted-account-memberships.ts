import { Injectable, type OnModuleInit } from '@nestjs/common';
import { eraseAddresses, erasePerson } from '../../../platform/events/erasing.js';
import { provenAddresses } from '../../identity/addresses/proven-addresses.js';
import { AccountHookRegistry } from '../../identity/leaving/account-hooks.js';
import type { User } from '../../identity/user.entity.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { deleteReceived } from '../invitations/delete-received.js';
import { formerMemberships } from './former-members.js';
import { lockedMemberships } from './locked-memberships.js';
import { Memberships } from './memberships.js';

/**
 * Ends the memberships of a deleted account and the invitations to it, and removes the person from the records of all
 * organizations that name them.
 */
@Injectable()
export class DeletedAccountMemberships implements OnModuleInit {
  constructor(
    private readonly accountHooks: AccountHookRegistry,
    private readonly memberships: Memberships,
  ) {}

  onModuleInit(): void {
    this.accountHooks.register({ beforeDelete: (change, user) => this.removePerson(change, user) });
    this.memberships.onAccountDelete(async (change, person) => change.beforeCommit((tx) => erasePerson(tx, person)));
  }

  /** @throws LastOwner */
  private async removePerson(change: ChangeContext, { id: userId }: User): Promise<void> {
    const { tx } = change;
    for await (const member of lockedMemberships(change, { userId })) {
      await this.memberships.end(change, member);
      // The change log keeps that somebody left, without their name.
      change.record({ organizationId: member.organizationId, type: 'member.left', subject: { id: member.id } });
    }
    const addresses = await provenAddresses(tx, userId);
    await deleteReceived(change, userId, addresses);
    for (const { organizationId } of await formerMemberships(tx, userId))
      change.beforeCommit((tx) => eraseAddresses(tx, organizationId, addresses));
    await this.memberships.forget(change, userId);
  }
}
