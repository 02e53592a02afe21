import { Settings } from '#libs/config';
import { Unauthenticated } from '#libs/errors';
import { RateLimited } from '#libs/http';
import { currentRequest } from '#libs/request';
import { hashOf } from '#libs/secrets';
import { FailureCounter, networkOf, sharedPool } from '#libs/throttling';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Account, CREDENTIAL } from '../account.entity.js';
import type { ChangePassword } from '../dto/identity.dto.js';
import { InvalidPassword, sessionNotFresh } from '../errors.js';
import { lockSession } from '../sessions/lock-session.js';
import { MailedLinks } from '../mailed-links/mailed-links.js';
import { hashPassword, passwordMatches } from './password.js';
import { accountEvent, personalEvent } from '../trail/personal-events.js';
import { Work } from '../../work/work.service.js';
import type { Session } from '../sessions/session.entity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { isFresh } from '../sessions/session-lifetime.js';
import { User } from '../user.entity.js';

/** How many wrong passwords are taken within this time: of one account from one address, and in one session. */
const MAX_WRONG_PASSWORDS = 10;
const WITHIN_SECONDS = 15 * 60;

/** A person whose password was right, and the hash that it fits. */
interface VerifiedPassword {
  user: User;
  passwordHash: string;
}

/** Checks passwords, wherever one is asked for, and counts the wrong ones together. */
@Injectable()
export class Passwords implements OnModuleDestroy {
  private readonly failures?: FailureCounter;
  private readonly log = new Logger(Passwords.name);
  private readonly pendingRecords = new Set<Promise<void>>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly work: Work,
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
   * The account with this address if this is its password, else undefined: in the same time whether there is one or not.
   * A wrong one counts as a failed sign-in; in a `session` ten wrong ones end it.
   * @throws RateLimited after ten wrong ones for this address of a person from the caller's
   */
  async verify(email: string, password: string, session?: Session): Promise<VerifiedPassword | undefined> {
    const attempt = await this.countAttempt(email, session);
    const account = await this.accountOf(email);
    if (await passwordMatches(account?.passwordHash, password)) {
      await this.releaseAttempt(attempt.keys);
      return { user: account!.user, passwordHash: account!.passwordHash! };
    }
    if (session && attempt.isLastOfSession) await this.endSession(session);
    // Beside the answer, so that its time does not tell whether there was an account to note it at.
    if (account) this.recordFailure(account.user);
    return undefined;
  }

  /**
   * Asks a person in a session for their password before something grave; who has none needs a young session instead.
   * @throws InvalidPassword, RateLimited, Forbidden `SESSION_NOT_FRESH`
   */
  async confirm(user: User, session: Session, password: string | undefined, field = 'password'): Promise<void> {
    if (password === undefined && !(await this.accountOf(user.email))?.passwordHash) return this.requireFresh(session);
    if (password === undefined || !(await this.matches(user, password, session))) throw new InvalidPassword(field);
  }

  /**
   * The same where a young session is enough for everybody.
   * @throws InvalidPassword, RateLimited, Forbidden `SESSION_NOT_FRESH`
   */
  async confirmOrFresh(user: User, session: Session, password: string | undefined, field = 'password'): Promise<void> {
    if (password === undefined) return this.requireFresh(session);
    if (!(await this.matches(user, password, session))) throw new InvalidPassword(field);
  }

  /** Ends all sessions, and answers the secret of the one that goes on instead: whoever knew the old password is out. */
  async change(user: User, session: Session, body: ChangePassword): Promise<string> {
    const { currentPassword, newPassword } = body;
    const verified = await this.verify(user.email, currentPassword, session);
    if (verified?.user.id !== user.id) throw new InvalidPassword('currentPassword');
    const passwordHash = await hashPassword(newPassword, 'newPassword', user);
    return this.work.unit(async (unit) => {
      const { tx } = unit;
      const living = await lockSession(unit, session);
      await this.sessions.endAll(unit, user.id, living);
      const { affected } = await tx.update(
        Account,
        { userId: user.id, provider: CREDENTIAL, passwordHash: verified.passwordHash },
        { passwordHash },
      );
      // It was changed meanwhile, by somebody who knew it as well.
      if (affected === 0) throw new InvalidPassword('currentPassword');
      await this.links.revokeAll(tx, user.id);
      unit.record(personalEvent('user.password_changed', user));
      return this.sessions.replace(unit, living);
    });
  }

  /** @throws Forbidden `SESSION_NOT_FRESH` for a session of ten minutes or more */
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
    // Of many at once, those beyond the tenth find the session ended.
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
    await this.work.unit((unit) => this.sessions.endOne(unit, session.id));
  }

  private async accountOf(email: string): Promise<{ user: User; passwordHash: string | null } | undefined> {
    const tx = this.database.manager;
    const user = await tx.findOneBy(User, { email });
    // Asked for either way: an unknown address must not be answered sooner.
    const account = await tx.findOneBy(Account, { userId: user?.id ?? NO_USER_ID, provider: CREDENTIAL });
    return user ? { user, passwordHash: account?.passwordHash ?? null } : undefined;
  }

  private recordFailure(user: User): void {
    const recording = this.work
      .unit(async (unit) => unit.record(accountEvent('user.sign_in_failed', user)))
      .catch((error: unknown) => this.log.warn(`a failed sign-in is not noted: ${String(error)}`))
      .finally(() => this.pendingRecords.delete(recording));
    this.pendingRecords.add(recording);
  }
}

const NO_USER_ID = '00000000-0000-0000-0000-000000000000';
