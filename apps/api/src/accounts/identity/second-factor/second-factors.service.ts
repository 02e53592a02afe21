import { newId } from '#libs/ids';
import { Vault } from '#libs/secrets';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { personalEvent } from '../account-events/personal-events.js';
import { AccountHookRegistry } from '../leaving/account-hooks.js';
import { Passwords } from '../passwords/passwords.service.js';
import { personLock } from '../person-lock.js';
import { lockSession } from '../sessions/lock-session.js';
import type { Session } from '../sessions/session.entity.js';
import type { User } from '../user.entity.js';
import { Challenges } from './challenges.js';
import { seedLocation } from './encrypted-seed.js';
import { TotpNotEnabled, TwoFactorNotEnabled } from './errors.js';
import { factorsOf, removeFactors, replaceBackupCodes } from './factors.js';
import { SecondFactor } from './second-factor.entity.js';
import { newSeed, otpauthUri } from './totp.js';

const ISSUER = 'Curbcut';

/** Sets up the second factor. Every method requires the password first, or a fresh session if the account has none. */
@Injectable()
export class SecondFactors implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly vault: Vault,
    private readonly passwords: Passwords,
    private readonly challenges: Challenges,
    private readonly accountHooks: AccountHookRegistry,
  ) {}

  onModuleInit(): void {
    this.accountHooks.register({
      revokeSignIn: async (change, user, since) => {
        await change.lock(personLock(user.id));
        if (await removeFactors(change.tx, user.id, since))
          change.record(personalEvent('user.second_factor_disabled', user));
      },
      exportData: async (tx, { id }) => {
        const { active } = await factorsOf(tx, id);
        return { secondFactor: active ? { since: active.createdAt } : null };
      },
    });
  }

  /** Prepares a factor. Its first valid code activates it; until then an active one stays in force. */
  async enable(
    user: User,
    session: Session,
    { password, issuer = ISSUER }: { password?: string; issuer?: string },
    formerChallenge: string | undefined,
  ): Promise<{ totpURI: string; backupCodes: string[] }> {
    await this.passwords.confirm(user, session, password);
    this.vault.requireOpen();
    const id = newId();
    const seed = newSeed();
    const backupCodes = await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await lockSession(change, session);
      if (formerChallenge !== undefined) await this.challenges.end(tx, formerChallenge);
      await tx.delete(SecondFactor, { userId: user.id, active: false });
      await tx.insert(SecondFactor, {
        id,
        userId: user.id,
        seed: this.vault.seal(seedLocation(id), seed),
        active: false,
      });
      change.record(personalEvent('user.second_factor_prepared', user));
      return replaceBackupCodes(tx, id);
    });
    return { totpURI: otpauthUri(seed, user.email, issuer), backupCodes };
  }

  /** The `otpauth:` URI of the active factor, else of the prepared one, to add another authenticator. */
  async uri(user: User, session: Session, password: string | undefined): Promise<string> {
    await this.passwords.confirm(user, session, password);
    const { active, prepared } = await factorsOf(this.database.manager, user.id);
    const factor = active ?? prepared;
    if (!factor) throw new TotpNotEnabled();
    return otpauthUri(this.seedOf(factor), user.email, ISSUER);
  }

  /** The decrypted seed of a factor. */
  seedOf({ id, seed }: SecondFactor): string {
    return this.vault.open(seedLocation(id), seed);
  }

  /** Creates new backup codes and invalidates the old ones. */
  async renewCodes(user: User, session: Session, password: string | undefined): Promise<string[]> {
    await this.passwords.confirm(user, session, password);
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await lockSession(change, session);
      const { active } = await factorsOf(tx, user.id);
      if (!active) throw new TwoFactorNotEnabled();
      change.record(personalEvent('user.backup_codes_renewed', user));
      return replaceBackupCodes(tx, active.id);
    });
  }

  async disable(user: User, session: Session, password: string | undefined): Promise<void> {
    await this.passwords.confirm(user, session, password);
    await this.unitOfWork.run(async (change) => {
      await lockSession(change, session);
      await this.accountHooks.beforeFactorOff(change, user);
      if (await removeFactors(change.tx, user.id)) change.record(personalEvent('user.second_factor_disabled', user));
    });
  }
}
