import { Unauthenticated } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { personalEvent } from '../account-events/personal-events.js';
import { Account, CREDENTIAL } from '../account.entity.js';
import { InvalidToken } from '../errors.js';
import { MailedLinks } from '../mailed-links/mailed-links.js';
import type { ResetPassword } from '../passwords/password.dto.js';
import { hashPassword } from '../passwords/password.js';
import { Passwords } from '../passwords/passwords.service.js';
import type { MadeAccess } from '../recovery/made-access.js';
import { Recoveries } from '../recovery/recoveries.service.js';
import { User } from '../user.entity.js';
import { AccountRecovery } from './account-recovery.service.js';
import { AddressChanges } from './address-changes.service.js';
import { proveAddress } from './prove-address.js';

/** What a page shows about a mailed link before it is used. */
export interface LinkDescription {
  name: string;
  /** The address that the link proves. */
  email: string;
  purpose: 'email' | 'change_email';
  /** Whether the account has a password; without one, the address is verified only in a session of the account. */
  hasPassword: boolean;
}

/** Verifies email addresses and resets passwords by mailed links. */
@Injectable()
export class AddressesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly passwords: Passwords,
    private readonly links: MailedLinks,
    private readonly changes: AddressChanges,
    private readonly recovery: AccountRecovery,
    private readonly recoveries: Recoveries,
  ) {}

  async requestLink(email: string, purpose: 'password_reset' | 'email'): Promise<void> {
    await this.unitOfWork.run((change) => this.links.request(change, email, purpose));
  }

  /**
   * Sets the password by a mailed link, which also verifies the address. Ends all sessions and every other mailed link;
   * if the address had never been verified, every other sign-in method of the account is removed too.
   * @throws InvalidToken, PasswordRefused
   */
  async resetPassword({ token, newPassword, somebodyElse }: ResetPassword): Promise<void> {
    const seen = await this.links.find(this.database.manager, token, 'password_reset');
    if (!seen) throw new InvalidToken();
    const passwordHash = await hashPassword(newPassword, 'newPassword', seen.user);
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const validLink = await this.links.redeem(change, token, 'password_reset');
      if (!validLink) throw new InvalidToken();
      const { user } = validLink;
      const userId = user.id;
      if (user.emailVerified) {
        await this.recovery.endSessionsAndLinks(change, user);
        await this.recoveries.suspend(change, user, { cause: 'reset_password', somebodyElse });
      } else await this.recovery.claimUnverified(change, user);
      const account = await tx.findOneBy(Account, { userId, provider: CREDENTIAL });
      if (account) await tx.update(Account, { id: account.id }, { passwordHash });
      else await tx.insert(Account, { id: newId(), userId, provider: CREDENTIAL, subject: userId, passwordHash });
      await tx.update(User, { id: userId }, { emailVerified: true });
      change.record(personalEvent('user.password_reset', user));
    });
  }

  /**
   * What the account of a reset link made lately, all of which `somebodyElse` suspends; none where the link is not
   * valid.
   */
  async madeBefore(token: string): Promise<MadeAccess[]> {
    const seen = await this.links.find(this.database.manager, token, 'password_reset');
    const request = { cause: 'reset_password', somebodyElse: true } as const;
    return seen ? this.recoveries.made(this.database, seen.user.id, request) : [];
  }

  /**
   * What a confirmation link confirms; the link stays usable.
   * @throws InvalidToken
   */
  async describeLink(token: string): Promise<LinkDescription> {
    const tx = this.database.manager;
    const validLink = await this.links.find(tx, token, 'email', 'change_email');
    if (!validLink) throw new InvalidToken();
    const { link, user } = validLink;
    const account = await tx.findOneBy(Account, { userId: user.id, provider: CREDENTIAL });
    const purpose = link.purpose as LinkDescription['purpose'];
    return { name: user.name, email: link.email, purpose, hasPassword: !!account?.passwordHash };
  }

  /**
   * Verifies the address if `user` owns its account; false otherwise.
   * @throws InvalidToken if a user is signed in and the link is invalid
   */
  async verifyOwn(user: User | undefined, token: string): Promise<boolean> {
    if (!user) return false;
    const validLink = await this.links.find(this.database.manager, token, 'email', 'change_email');
    if (!validLink) throw new InvalidToken();
    if (validLink.user.id !== user.id) return false;
    await this.verify(token, user.id);
    return true;
  }

  /**
   * Verifies an address by the password of its account; a wrong password counts as a failed sign-in.
   * @throws InvalidToken; RateLimited; Unauthenticated for a wrong password, or an account that has none
   */
  async verifyByPassword(token: string, password: string): Promise<void> {
    const validLink = await this.links.find(this.database.manager, token, 'email', 'change_email');
    if (!validLink) throw new InvalidToken();
    const verified = await this.passwords.verify(validLink.user.email, password);
    if (verified?.user.id !== validLink.user.id) throw wrongPassword();
    await this.verify(token, validLink.user.id, verified.passwordHash);
  }

  private async verify(token: string, userId: string, passwordHash?: string): Promise<void> {
    await this.unitOfWork.run(
      async (change) => {
        const validLink = await this.links.redeem(change, token, 'email', 'change_email');
        if (!validLink) throw new InvalidToken();
        if (validLink.user.id !== userId) throw new Unauthenticated('UNAUTHORIZED');
        // The password was checked before this transaction waited for its lock, so it must still be the current one.
        if (passwordHash !== undefined && !(await hasHash(change.tx, userId, passwordHash))) throw wrongPassword();
        if (validLink.link.purpose === 'change_email') await this.changes.confirm(change, validLink);
        else change.record(await proveAddress(change.tx, validLink.user));
      },
      ['uq_users_email'],
    );
  }
}

const wrongPassword = (): Unauthenticated =>
  new Unauthenticated('INVALID_EMAIL_OR_PASSWORD', 'The password does not match the account.');

const hasHash = (tx: EntityManager, userId: string, passwordHash: string): Promise<boolean> =>
  tx.existsBy(Account, { userId, provider: CREDENTIAL, passwordHash });
