import { Settings } from '#libs/config';
import { RateLimited, Unauthenticated } from '#libs/errors';
import { currentRequest } from '#libs/logging';
import { hashOf } from '#libs/secrets';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { FailureCounter } from '../../limits/failures.js';
import { sharedPool } from '../../limits/limiter.js';
import { networkOf } from '../../limits/network.js';
import { UnitOfWork } from '../../work/unit-of-work.service.js';
import { accountEvent, personalEvent } from '../account-events/personal-events.js';
import { Account, CREDENTIAL } from '../account.entity.js';
import { InvalidPassword, sessionNotFresh } from '../errors.js';
import { MailedLinks } from '../mailed-links/mailed-links.js';
import { endSessions } from '../sessions/end-sessions.js';
import { lockSession } from '../sessions/lock-session.js';
import { isFresh } from '../sessions/session-lifetime.js';
import type { Session } from '../sessions/session.entity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { User } from '../user.entity.js';
import type { ChangePassword } from './password.dto.js';
import { hashPassword, passwordMatches } from './password.js';

/** How many wrong passwords are allowed within this time, for one account from one network and within one session. */
const MAX_WRONG_PASSWORDS = 10;
const WITHIN_SECONDS = 15 * 60;

/** A user whose password was verified, and the hash it was verified against. */
interface VerifiedPassword {
  user: User;
  passwordHash: string;
}

/** Verifies passwords wherever one is required, and counts wrong ones in one place. */
@Injectable()
export class Passwords implements OnModuleDestroy {
  private readonly failures?: FailureCounter;
  private readonly log = new Logger(Passwords.name);
  private readonly pendingRecords = new Set<Promise<void>>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly sessions: SessionsService,
    private readonly links: MailedLinks,
    settings: Settings,
  ) {
    if (settings.limits.signIn === 0) return;
    this.failures = new FailureCounter(MAX_WRONG_PASSWORDS, WITHIN_SECONDS, sharedPool(settings, database));
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.pendingRecords);
  }

  /**
   * The user with this address if the password is right, else undefined; equally fast whether or not the account
   * exists. A wrong password counts as a failed sign-in; ten wrong ones in a `session` end it.
   * @throws RateLimited after ten wrong passwords for this account from the caller's network
   */
  async verify(email: string, password: string, session?: Session): Promise<VerifiedPassword | undefined> {
    const attempt = await this.countAttempt(email, session);
    const account = await this.accountOf(email);
    if (await passwordMatches(account?.passwordHash, password)) {
      await this.releaseAttempt(attempt.keys);
      return { user: account!.user, passwordHash: account!.passwordHash! };
    }
    if (session && attempt.isLastOfSession) await this.endSession(session);
    // Not awaited, so that the response time does not reveal whether the account exists.
    if (account) this.recordFailure(account.user);
    return undefined;
  }

  /**
   * Requires the password before a sensitive action in a session; accounts without a password need a fresh session
   * instead.
   * @throws InvalidPassword, RateLimited, Forbidden `SESSION_NOT_FRESH`
   */
  async confirm(user: User, session: Session, password: string | undefined, field = 'password'): Promise<void> {
    if (password === undefined && !(await this.accountOf(user.email))?.passwordHash) return this.requireFresh(session);
    if (password === undefined || !(await this.matches(user, password, session))) throw new InvalidPassword(field);
  }

  /**
   * The same, but a fresh session is enough for every account.
   * @throws InvalidPassword, RateLimited, Forbidden `SESSION_NOT_FRESH`
   */
  async confirmOrFresh(user: User, session: Session, password: string | undefined, field = 'password'): Promise<void> {
    if (password === undefined) return this.requireFresh(session);
    if (!(await this.matches(user, password, session))) throw new InvalidPassword(field);
  }

  /**
   * Changes the password and ends all sessions, so that nobody stays signed in with the old one. Returns the secret of
   * the caller's new session.
   */
  async change(user: User, session: Session, body: ChangePassword): Promise<string> {
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
      return this.sessions.replace(change, living);
    });
  }

  /** @throws Forbidden `SESSION_NOT_FRESH` if the session is ten minutes old or older */
  requireFresh(session: Session): void {
    if (!isFresh(session, Date.now())) throw sessionNotFresh();
  }

  private async matches(user: User, password: string, session: Session): Promise<boolean> {
    return (await this.verify(user.email, password, session))?.user.id === user.id;
  }

  private async countAttempt(
    email: string,
    session: Session | undefined,
  ): Promise<{ keys: string[]; isLastOfSession: boolean }> {
    if (!this.failures) return { keys: [], isLastOfSession: false };
    const { limit } = this.failures;
    const inSession = session && `wrong:session:${session.id}`;
    const tried = inSession === undefined ? 0 : (await this.failures.reserve(inSession)).taken;
    // Of many concurrent attempts, those after the tenth see that the session has ended.
    if (tried > limit) throw new Unauthenticated('UNAUTHORIZED');
    const network = networkOf(currentRequest().origin.address ?? '');
    const pair = `wrong:${hashOf(JSON.stringify([email, network])).toString('base64url')}`;
    const { taken, secondsLeft } = await this.failures.reserve(pair);
    if (taken > limit) {
      if (inSession !== undefined) await this.failures.release(inSession);
      throw new RateLimited(secondsLeft);
    }
    return { keys: inSession === undefined ? [pair] : [inSession, pair], isLastOfSession: tried === limit };
  }

  private async releaseAttempt(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.failures!.release(key);
  }

  private async endSession(session: Session): Promise<void> {
    await this.unitOfWork.run((change) => this.sessions.endOne(change, session.id));
  }

  private async accountOf(email: string): Promise<{ user: User; passwordHash: string | null } | undefined> {
    const tx = this.database.manager;
    const user = await tx.findOneBy(User, { email });
    // Queried in both cases: an unknown address must not be faster.
    const account = await tx.findOneBy(Account, { userId: user?.id ?? NO_USER_ID, provider: CREDENTIAL });
    return user ? { user, passwordHash: account?.passwordHash ?? null } : undefined;
  }

  private recordFailure(user: User): void {
    const recording = this.unitOfWork
      .run(async (change) => change.record(accountEvent('user.sign_in_failed', user)))
      .catch((error: unknown) => this.log.warn(`a failed sign-in is not noted: ${String(error)}`))
      .finally(() => this.pendingRecords.delete(recording));
    this.pendingRecords.add(recording);
  }
}

const NO_USER_ID = '00000000-0000-0000-0000-000000000000';
