import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccountHookRegistry } from '../../identity/leaving/account-hooks.js';
import type { User } from '../../identity/user.entity.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { lockedMemberships } from './locked-memberships.js';
import { requireOtherRecoveryOwner } from './memberships.js';

/** Keeps the second factor of an owner on, by whom alone an organization can be entered if its provider is gone. */
@Injectable()
export class FactorsOfRecoveryOwners implements OnModuleInit {
  constructor(private readonly accountHooks: AccountHookRegistry) {}

  onModuleInit(): void {
    this.accountHooks.register({ beforeFactorOff: (change, user) => this.requireOthers(change, user) });
  }

  /** @throws RecoveryOwnerNeeded */
  private async requireOthers(change: ChangeContext, { id: userId }: User): Promise<void> {
    for await (const member of lockedMemberships(change, { userId, role: 'owner', recovery: true }))
      await requireOtherRecoveryOwner(change.tx, member);
  }
}
