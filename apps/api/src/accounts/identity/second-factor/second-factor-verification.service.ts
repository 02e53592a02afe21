import { clock } from '#libs/clock';
import type { DomainError } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { accountEvent, personalEvent } from '../account-events/personal-events.js';
import { InvalidToken } from '../errors.js';
import { MailedLinks } from '../mailed-links/mailed-links.js';
import { personLock } from '../person-lock.js';
import { markProved } from '../proof/mark-proved.js';
import { endSessions } from '../sessions/end-sessions.js';
import { Session } from '../sessions/session.entity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignIns } from '../sign-in/sign-ins.service.js';
import { User } from '../user.entity.js';
import { Challenge } from './challenge.entity.js';
import { Challenges, isExhausted } from './challenges.js';
import {
  AccountLocked,
  invalidBackupCode,
  invalidCode,
  noChallenge,
  TooManyAttempts,
  TotpNotEnabled,
} from './errors.js';
import { consumeBackupCode, consumeTimeStep, factorsOf } from './factors.js';
import { SecondFactor } from './second-factor.entity.js';
import { SecondFactors } from './second-factors.service.js';
import { matchingStep } from './totp.js';
import { clearWrongCodes, codesLockOf, followWrongCodes, recordWrongCode } from './wrong-codes.js';

/** The second factor that a request presents, and for what. */
export interface PresentedCode {
  kind: 'totp' | 'backup';
  code: string;
  /** The secret of the challenge, if a program sends it. */
  twoFactorToken?: string;
  /** The secret of the challenge from the browser's cookie. */
  cookie?: string;
  /** The caller's session, if there is one. */
  session?: Session;
  /** Consume the code without starting a session. */
  disableSession?: boolean;
}

/**
 * The result of a valid code: the secret of a new session, or null if the caller's session continues or none starts.
 */
export interface SecondFactorResult {
  user: User;
  token: string | null;
  remembered: boolean;
}

/** The response, given after the commit: a wrong code must stay counted. */
type Outcome = { passed: SecondFactorResult } | { refused: DomainError };

/** Verifies the second factor at sign-in, and the first code of a new factor. */
@Injectable()
export class SecondFactorVerification {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly factors: SecondFactors,
    private readonly challenges: Challenges,
    private readonly signIns: SignIns,
    private readonly sessions: SessionsService,
    private readonly links: MailedLinks,
  ) {}

  /** @throws Unauthenticated, TotpNotEnabled, TooManyAttempts, AccountLocked */
  async verify(presented: PresentedCode): Promise<SecondFactorResult> {
    const outcome = await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const challenge = await this.challengeOf(tx, presented);
      const userId = challenge?.userId ?? presented.session!.userId;
      // From here on the codes of one person are checked one at a time.
      await change.lock(personLock(userId));
      const user = await tx.findOneBy(User, { id: userId });
      if (!user) throw noChallenge();
      return challenge
        ? this.verifyChallenge(change, user, challenge.id, presented)
        : this.verifySession(change, user, presented);
    });
    if ('refused' in outcome) throw outcome.refused;
    return outcome.passed;
  }

  /**
   * Whether a code of the account's second factor proves who is there; it is used up.
   * @throws AccountLocked
   */
  async isProofOf({ id }: User, kind: PresentedCode['kind'], code: string): Promise<boolean> {
    const refused = await this.unitOfWork.run(async (change) => {
      await change.lock(personLock(id));
      const user = await change.tx.findOneByOrFail(User, { id });
      const { active } = await factorsOf(change.tx, id);
      if (!active) return invalidCode();
      return this.checkCode(change, user, kind, () => this.isCodeValid(change.tx, active, { kind, code }));
    });
    if (refused instanceof AccountLocked) throw refused;
    return refused === undefined;
  }

  /**
   * Has codes of the account checked again, by the link that was mailed when there were too many wrong ones.
   * @throws InvalidToken
   */
  async unlock(token: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const validLink = await this.links.redeem(change, token, 'unlock_codes');
      if (!validLink) throw new InvalidToken();
      await clearWrongCodes(change.tx, validLink.user.id);
      change.record(personalEvent('user.second_factor_unlocked', validLink.user));
    });
  }

  /**
   * The challenge that a code answers: the one named in the request, else the valid one of the browser; undefined if
   * the code is for the session.
   */
  private async challengeOf(tx: EntityManager, presented: PresentedCode): Promise<Challenge | undefined> {
    const { twoFactorToken, cookie, session } = presented;
    const secret = twoFactorToken ?? cookie;
    const challenge = secret === undefined ? null : await this.challenges.find(tx, secret);
    if (challenge && !isExhausted(challenge)) return challenge;
    if (twoFactorToken === undefined && session) return undefined;
    throw challenge ? new TooManyAttempts() : noChallenge();
  }

  private async verifyChallenge(
    change: ChangeContext,
    user: User,
    challengeId: string,
    presented: PresentedCode,
  ): Promise<Outcome> {
    const { tx } = change;
    const challenge = await tx.findOneBy(Challenge, { id: challengeId });
    if (!challenge) throw noChallenge();
    if (isExhausted(challenge)) throw new TooManyAttempts();
    const { active } = await factorsOf(tx, user.id);
    if (!active) throw new TotpNotEnabled();
    const refused = await this.checkCode(change, user, presented.kind, () => this.isCodeValid(tx, active, presented));
    if (refused) {
      // A code that was not checked does not count as wrong.
      if (!(refused instanceof AccountLocked)) await tx.increment(Challenge, { id: challengeId }, 'wrongCodes', 1);
      return { refused };
    }
    await tx.delete(Challenge, { id: challengeId });
    const { remembered, formerSessionId, method, providerOrganizationId } = challenge;
    if (presented.disableSession) return { passed: { user, token: null, remembered } };
    if (formerSessionId) await this.sessions.endOne(change, formerSessionId);
    const provider = providerOrganizationId === null ? undefined : { organizationId: providerOrganizationId };
    const { session: former, cookie: formerChallenge } = presented;
    const context = { rememberMe: remembered, former, formerChallenge, method, provider };
    const token = await this.signIns.startSession(change, user, context, { factor: presented.kind });
    return { passed: { user, token, remembered } };
  }

  private async verifySession(change: ChangeContext, user: User, presented: PresentedCode): Promise<Outcome> {
    const { tx } = change;
    const session = await tx.findOneBy(Session, { id: presented.session!.id });
    if (!session) throw noChallenge();
    const { active, prepared } = await factorsOf(tx, user.id);
    if (!active && !(prepared && presented.kind === 'totp')) throw new TotpNotEnabled();
    let isFirst = false;
    const refused = await this.checkCode(change, user, presented.kind, async () => {
      isFirst =
        presented.kind === 'totp' && prepared !== undefined && (await this.isCodeValid(tx, prepared, presented));
      return isFirst || (active !== undefined && (await this.isCodeValid(tx, active, presented)));
    });
    if (refused) return { refused };
    if (isFirst) return { passed: await this.activate(change, user, session, prepared!) };
    await markProved(tx, session.id);
    if (!session.factorPassed) {
      await tx.update(Session, { id: session.id }, { factorPassed: true });
      change.record(personalEvent('session.factor_passed', user));
    }
    return { passed: { user, token: null, remembered: session.remembered } };
  }

  /** The first valid code of a factor makes it replace the former one, and ends every session but the new one. */
  private async activate(
    change: ChangeContext,
    user: User,
    session: Session,
    factor: SecondFactor,
  ): Promise<SecondFactorResult> {
    const { tx } = change;
    await tx.delete(SecondFactor, { userId: user.id, active: true });
    // It belongs to the account from now on, regardless of when it was prepared.
    await tx.update(SecondFactor, { id: factor.id }, { active: true, createdAt: clock.now() });
    await tx.update(User, { id: user.id }, { twoFactorEnabled: true });
    await endSessions(change, user.id, session);
    change.record(personalEvent('user.second_factor_enabled', user));
    // The first code of a factor proves who has its device, not who has the account: the session keeps its age and its
    // proof.
    const { createdAt, provedAt } = session;
    const token = await this.sessions.replace(change, session, { factorPassed: true, createdAt, provedAt });
    return { user: await tx.findOneByOrFail(User, { id: user.id }), token, remembered: session.remembered };
  }

  /** Why the code is rejected, if it is. A wrong code is counted, a valid one resets the count. */
  private async checkCode(
    change: ChangeContext,
    user: User,
    kind: PresentedCode['kind'],
    isCodeValid: () => Promise<boolean>,
  ): Promise<DomainError | undefined> {
    const { tx } = change;
    const lock = await codesLockOf(tx, user.id);
    if (lock?.forTheDay) await this.links.request(change, user.email, 'unlock_codes');
    if (lock) return new AccountLocked(lock.seconds);
    if (await isCodeValid()) {
      await followWrongCodes(tx, user.id);
      return undefined;
    }
    await recordWrongCode(tx, user.id);
    change.record(accountEvent('user.second_factor_failed', user));
    return kind === 'totp' ? invalidCode() : invalidBackupCode();
  }

  private async isCodeValid(tx: EntityManager, factor: SecondFactor, { kind, code }: PresentedCode): Promise<boolean> {
    if (kind === 'backup') return consumeBackupCode(tx, factor.id, code);
    const step = matchingStep(this.factors.seedOf(factor), code, clock.millis());
    return step !== undefined && consumeTimeStep(tx, factor.id, step);
  }
}
