import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThanOrEqual } from 'typeorm';
import { Account, CREDENTIAL, OIDC } from '../account.entity.js';
import { AddressChange } from './address-change.entity.js';
import { Belongings } from '../leaving/belongings.js';
import { MailedLinks } from '../mailed-links/mailed-links.js';
import { recordPersonal } from '../trail/record-personal.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { User } from '../user.entity.js';

/** Gives an account to the owner of its address, and leaves nobody else who had it a way back. */
@Injectable()
export class Reclaiming {
  constructor(
    private readonly sessions: SessionsService,
    private readonly links: MailedLinks,
    private readonly belongings: Belongings,
  ) {}

  /** Ends every way into the account: whoever signed up with an address that was never proved may be somebody else. */
  async takeOver(tx: EntityManager, user: User): Promise<void> {
    await this.endWaysIn(tx, user);
    await tx.delete(Account, { userId: user.id });
    await this.belongings.revoke(tx, user);
    await recordPersonal(tx, 'user.reclaimed', user);
  }

  /** Ends the ways in of whoever changed the address: sessions, links and the password, and all else that was added since. */
  async takeBack(tx: EntityManager, user: User, since: Date): Promise<void> {
    await this.endWaysIn(tx, user);
    // Its later restore links go with it.
    await tx.delete(AddressChange, { userId: user.id, requestedAt: MoreThanOrEqual(since) });
    await tx.delete(Account, { userId: user.id, provider: CREDENTIAL });
    await tx.delete(Account, { userId: user.id, provider: OIDC, createdAt: MoreThanOrEqual(since) });
    await this.belongings.revoke(tx, user, since);
  }

  /** Ends sessions, what was mailed, and a change of address that waits. */
  async endWaysIn(tx: EntityManager, user: User): Promise<void> {
    await this.sessions.endAll(tx, user.id);
    await this.links.forget(tx, user.id);
    await tx.delete(AddressChange, { userId: user.id, confirmedAt: IsNull() });
  }
}
