import { Injectable } from '@nestjs/common';
import { IsNull, MoreThanOrEqual } from 'typeorm';
import type { Unit } from '../../work/unit.js';
import { Account, CREDENTIAL, OIDC } from '../account.entity.js';
import { AddressChange } from './address-change.entity.js';
import { AccountHookRegistry } from '../leaving/account-hooks.js';
import { MailedLinks } from '../mailed-links/mailed-links.js';
import { personalEvent } from '../trail/personal-events.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { User } from '../user.entity.js';

/** Gives an account to the owner of its address, and leaves nobody else who had it a way back. */
@Injectable()
export class AccountRecovery {
  constructor(
    private readonly sessions: SessionsService,
    private readonly links: MailedLinks,
    private readonly accountHooks: AccountHookRegistry,
  ) {}

  /** Ends every way into the account: whoever signed up with an address that was never proved may be somebody else. */
  async claimUnverified(unit: Unit, user: User): Promise<void> {
    await this.endSessionsAndLinks(unit, user);
    await unit.tx.delete(Account, { userId: user.id });
    await this.accountHooks.revokeAccess(unit, user);
    unit.record(personalEvent('user.reclaimed', user));
  }

  /** Ends the ways in of whoever changed the address: sessions, links and the password, and all else that was added since. */
  async undoSince(unit: Unit, user: User, since: Date): Promise<void> {
    await this.endSessionsAndLinks(unit, user);
    // Its later restore links go with it.
    await unit.tx.delete(AddressChange, { userId: user.id, requestedAt: MoreThanOrEqual(since) });
    await unit.tx.delete(Account, { userId: user.id, provider: CREDENTIAL });
    await unit.tx.delete(Account, { userId: user.id, provider: OIDC, createdAt: MoreThanOrEqual(since) });
    await this.accountHooks.revokeAccess(unit, user, since);
  }

  /** Ends sessions, what was mailed, and a change of address that waits. */
  async endSessionsAndLinks(unit: Unit, user: User): Promise<void> {
    await this.sessions.endAll(unit, user.id);
    await this.links.revokeAll(unit.tx, user.id);
    await unit.tx.delete(AddressChange, { userId: user.id, confirmedAt: IsNull() });
  }
}
