import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { NIL_ID } from '#libs/ids';
import { Vault } from '#libs/secrets';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { logServiceEvent } from '../../../platform/events/service-events.js';
import { sharedPool } from '../../../platform/limits/limiter.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { accountEvent, personalEvent } from '../account-events/personal-events.js';
import { Account, CREDENTIAL } from '../account.entity.js';
import { InvalidPassword } from '../errors.js';
import { MailedLinks } from '../mailed-links/mailed-links.js';
import { isOwnNetwork } from '../networks/own-networks.js';
import { markProved } from '../proof/mark-proved.js';
import { FreshProofRequired, proofWaysOf } from '../proof/proof-ways.js';
import type { MadeAccess } from '../recovery/made-access.js';
import { Recoveries } from '../recovery/recoveries.service.js';
import { endSessions } from '../sessions/end-sessions.js';
import { lockSession } from '../sessions/lock-session.js';
import { isFresh } from '../sessions/session-lifetime.js';
import type { Session } from '../sessions/session.entity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { User } from '../user.entity.js';
import type { ChangePassword } from './password.dto.js';
import { hashPassword, passwordMatches } from './password.js';
import { WrongPasswords } from './wrong-passwords.js';

/** A user whose password was verified, and the hash it was verified against. */
interface VerifiedPassword {
  user: User;
  passwordHash: string;
}

/** Verifies passwords wherever one is required, and counts wrong ones in one place. */
@Injectable()
export class Passwords implements OnModuleDestroy {
  private readonly wrong?: WrongPasswords;
  private readonly log = new Logger(Passwords.name);
  private readonly pendingRecords = new Set<Promise<void>>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly sessions: SessionsService,
    private readonly links: MailedLinks,
    private readonly recoveries: Recoveries,
    private readonly settings: Settings,
    private readonly vault: Vault,
  ) {
    if (settings.limits.signIn > 0) this.wrong = new WrongPasswords(sharedPool(settings, database));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.pendingRecords);
  }

  /**
   * The user with this address if the password is right, else undefined; equally fast whether or not the account
   * exists. A wrong password counts as a failed sign-in; ten wrong ones in a `session` end it.
   * @throws RateLimited after too many wrong passwords (`WRONG_PASSWORDS`)
   */
  async verify(email: string, password: string, session?: Session): Promise<VerifiedPassword | undefined> {
    const attempt =
      this.wrong && (await this.wrong.count(email, await isOwnNetwork(this.database, email), session?.id));
    const account = await this.accountOf(email);
    if (await passwordMatches(account?.passwordHash, password)) {
      if (attempt) await this.wrong!.release(attempt);
      return { user: account!.user, passwordHash: account!.passwordHash! };
    }
    if (session && attempt?.isLastOfSession) await this.endSession(session);
    // Not awaited, so that the response time does not reveal whether the account exists.
    if (account) this.recordFailure(account.user);
    else logServiceEvent('user.sign_in_failed', { email: this.vault.fingerprint(email) });
    return undefined;
  }

  /**
   * Requires the password before a sensitive action in a session; accounts without a password need a fresh session
   * instead.
   * @throws InvalidPassword, RateLimited, FreshProofRequired
   */
  async confirm(user: User, session: Session, password: string | undefined, field = 'password'): Promise<void> {
    await this.requireFactor(user, session);
    if (password === undefined && !(await this.accountOf(user.email))?.passwordHash)
      return this.requireFresh(user, session);
    if (password === undefined || !(await this.matches(user, password, session))) throw new InvalidPassword(field);
  }

  /**
   * The same, but a fresh session is enough for every account.
   * @throws InvalidPassword, RateLimited, FreshProofRequired
   */
  async confirmOrFresh(user: User, session: Session, password: string | undefined, field = 'password'): Promise<void> {
    await this.requireFactor(user, session);
    if (password === undefined) return this.requireFresh(user, session);
    if (!(await this.matches(user, password, session))) throw new InvalidPassword(field);
  }

  /**
   * Changes the password and ends all sessions, so that nobody stays signed in with the old one. Returns the secret of
   * the caller's new session, and what was made lately by which somebody could stay.
   */
  async change(user: User, session: Session, body: ChangePassword): Promise<{ token: string; made: MadeAccess[] }> {
    const { currentPassword, newPassword } = body;
    const verified = await this.verify(user.email, currentPassword, session);
    if (verified?.user.id !== user.id) throw new InvalidPassword('currentPassword');
    const passwordHash = await hashPassword(newPassword, 'newPassword', user);
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const living = await lockSession(change, session);
      await endSessions(change, user.id, living);
      const { affected } = await tx.update(
        Account,
        { userId: user.id, provider: CREDENTIAL, passwordHash: verified.passwordHash },
        { passwordHash },
      );
      // The password was changed concurrently.
      if (affected === 0) throw new InvalidPassword('currentPassword');
      await this.links.revokeAll(tx, user.id);
      change.record(personalEvent('user.password_changed', user));
      const request = { cause: 'change_password', sessionId: session.id } as const;
      const made = await this.recoveries.made(tx, user.id, request);
      if (body.suspendMade) await this.recoveries.suspend(change, user, request);
      return { token: await this.sessions.replace(change, living), made };
    });
  }

  /** @throws FreshProofRequired if the person has not proved within ten minutes who they are */
  async requireFresh({ id }: Pick<User, 'id'>, session: Session): Promise<void> {
    if (isFresh(session, clock.millis())) return;
    throw new FreshProofRequired(await proofWaysOf(this.database.manager, this.settings, id));
  }

  /**
   * A provider of an organization may count there as a second factor: in such a session nobody has shown the person's
   * own, and so decides nothing about the account.
   */
  private async requireFactor(user: User, { providerOrganizationId, factorPassed }: Session): Promise<void> {
    if (providerOrganizationId === null || !user.twoFactorEnabled || factorPassed) return;
    throw new FreshProofRequired(await proofWaysOf(this.database.manager, this.settings, user.id));
  }

  private async matches(user: User, password: string, session: Session): Promise<boolean> {
    const isRight = (await this.verify(user.email, password, session))?.user.id === user.id;
    // With a second factor a password alone proves nothing beyond this call.
    if (isRight && !user.twoFactorEnabled) await markProved(this.database.manager, session.id);
    return isRight;
  }

  private async endSession(session: Session): Promise<void> {
    await this.unitOfWork.run((change) => this.sessions.endOne(change, session.id));
  }

  private async accountOf(email: string): Promise<{ user: User; passwordHash: string | null } | undefined> {
    const tx = this.database.manager;
    const user = await tx.findOneBy(User, { email });
    // Queried in both cases: an unknown address must not be faster.
    const account = await tx.findOneBy(Account, { userId: user?.id ?? NIL_ID, provider: CREDENTIAL });
    return user ? { user, passwordHash: account?.passwordHash ?? null } : undefined;
  }

  private recordFailure(user: User): void {
    const recording = this.unitOfWork
      .run(async (change) => change.record(accountEvent('user.sign_in_failed', user)))
      .catch((error: unknown) => this.log.warn(`a failed sign-in could not be recorded: ${String(error)}`))
      .finally(() => this.pendingRecords.delete(recording));
    this.pendingRecords.add(recording);
  }
}
