import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThanOrEqual } from 'typeorm';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { personalEvent } from '../account-events/personal-events.js';
import { Account, CREDENTIAL, OIDC, ORGANIZATION } from '../account.entity.js';
import { AccountHookRegistry } from '../leaving/account-hooks.js';
import { MailedLinks } from '../mailed-links/mailed-links.js';
import { Recoveries } from '../recovery/recoveries.service.js';
import { endSessions } from '../sessions/end-sessions.js';
import type { User } from '../user.entity.js';
import { AddressChange } from './address-change.entity.js';

/** Gives an account to the verified owner of its address, and removes the access of everybody else. */
@Injectable()
export class AccountRecovery {
  constructor(
    private readonly links: MailedLinks,
    private readonly accountHooks: AccountHookRegistry,
    private readonly recoveries: Recoveries,
  ) {}

  /** Removes every sign-in method: whoever signed up with an unverified address may be somebody else. */
  async claimUnverified(change: ChangeContext, user: User): Promise<void> {
    await this.endSessionsAndLinks(change, user);
    await change.tx.delete(Account, { userId: user.id });
    await this.accountHooks.revokeSignIn(change, user);
    await this.accountHooks.revokeAccess(change, user);
    change.record(personalEvent('user.reclaimed', user));
  }

  /**
   * Removes the access of whoever changed the address: sessions, links, the password, and the ways to sign in that were
   * added since then. What else was made lately is suspended.
   */
  async undoSince(change: ChangeContext, user: User, since: Date): Promise<void> {
    await this.endSessionsAndLinks(change, user);
    // Later restore links are deleted with it.
    await change.tx.delete(AddressChange, { userId: user.id, requestedAt: MoreThanOrEqual(since) });
    await change.tx.delete(Account, { userId: user.id, provider: CREDENTIAL });
    await change.tx.delete(Account, {
      userId: user.id,
      provider: In([OIDC, ORGANIZATION]),
      createdAt: MoreThanOrEqual(since),
    });
    await this.accountHooks.revokeSignIn(change, user, since);
    await this.recoveries.suspend(change, user, { cause: 'restore_address' });
  }

  /** Ends sessions, mailed links, and a pending change of address. */
  async endSessionsAndLinks(change: ChangeContext, user: User): Promise<void> {
    await endSessions(change, user.id);
    await this.links.revokeAll(change.tx, user.id);
    await change.tx.delete(AddressChange, { userId: user.id, confirmedAt: IsNull() });
  }
}
