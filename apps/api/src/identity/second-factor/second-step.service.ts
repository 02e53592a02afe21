import type { DomainError } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Unit } from '../../work/unit.js';
import { Work } from '../../work/work.service.js';
import { personLock } from '../person-lock.js';
import { accountEvent, personalEvent } from '../trail/personal-events.js';
import { Session } from '../sessions/session.entity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignIns } from '../sign-in/sign-ins.service.js';
import { User } from '../user.entity.js';
import { Challenge } from './challenge.entity.js';
import { Challenges, isOver } from './challenges.js';
import {
  AccountLocked,
  invalidBackupCode,
  invalidCode,
  noChallenge,
  TooManyAttempts,
  TotpNotEnabled,
} from './errors.js';
import { factorsOf, useBackupCode, useStep } from './factors.js';
import { SecondFactor } from './second-factor.entity.js';
import { SecondFactors } from './second-factors.service.js';
import { stepOf } from './totp.js';
import { countWrong, forgetWrong, lockedFor } from './wrong-codes.js';

/** What is shown as second factor, and where. */
export interface Shown {
  kind: 'totp' | 'backup';
  code: string;
  /** The secret of the question, where a program sends it. */
  twoFactorToken?: string;
  /** The secret of the question in the browser's cookie. */
  cookie?: string;
  /** The caller's session, if there is one. */
  session?: Session;
  /** Use the code up, but begin no session. */
  disableSession?: boolean;
}

/** What a right code leads to: a new session and its secret; without one, the caller's goes on, or there is none. */
export interface Passed {
  user: User;
  token: string | null;
  remembered: boolean;
}

/** What is answered when all is committed: a wrong code must stay counted. */
type Outcome = { passed: Passed } | { refused: DomainError };

/** The second step of signing in, and the first code of a new factor. */
@Injectable()
export class SecondStep {
  constructor(
    private readonly work: Work,
    private readonly factors: SecondFactors,
    private readonly challenges: Challenges,
    private readonly signIns: SignIns,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws Unauthenticated, TotpNotEnabled, TooManyAttempts, AccountLocked */
  async show(shown: Shown): Promise<Passed> {
    const outcome = await this.work.unit(async (unit) => {
      const { tx } = unit;
      const challenge = await this.challengeOf(tx, shown);
      const userId = challenge?.userId ?? shown.session!.userId;
      // From here on only one code of a person is looked at at a time.
      await unit.lock(personLock(userId));
      const user = await tx.findOneBy(User, { id: userId });
      if (!user) throw noChallenge();
      return challenge ? this.answer(unit, user, challenge.id, shown) : this.pass(unit, user, shown);
    });
    if ('refused' in outcome) throw outcome.refused;
    return outcome.passed;
  }

  /** What a code speaks of: the question it names, else the living one of the browser, else the session. */
  private async challengeOf(tx: EntityManager, shown: Shown): Promise<Challenge | undefined> {
    const { twoFactorToken, cookie, session } = shown;
    const secret = twoFactorToken ?? cookie;
    const challenge = secret === undefined ? null : await this.challenges.find(tx, secret);
    if (challenge && !isOver(challenge)) return challenge;
    if (twoFactorToken === undefined && session) return undefined;
    throw challenge ? new TooManyAttempts() : noChallenge();
  }

  private async answer(unit: Unit, user: User, challengeId: string, shown: Shown): Promise<Outcome> {
    const { tx } = unit;
    const challenge = await tx.findOneBy(Challenge, { id: challengeId });
    if (!challenge) throw noChallenge();
    if (isOver(challenge)) throw new TooManyAttempts();
    const { active } = await factorsOf(tx, user.id);
    if (!active) throw new TotpNotEnabled();
    const refused = await this.judge(unit, user, shown.kind, () => this.isRight(tx, active, shown));
    if (refused) {
      // What was not looked at was not wrong.
      if (!(refused instanceof AccountLocked)) await tx.increment(Challenge, { id: challengeId }, 'wrongCodes', 1);
      return { refused };
    }
    await tx.delete(Challenge, { id: challengeId });
    const { remembered, formerSessionId } = challenge;
    if (shown.disableSession) return { passed: { user, token: null, remembered } };
    if (formerSessionId) await this.sessions.endOne(unit, formerSessionId);
    const arrival = { rememberMe: remembered, former: shown.session, formerChallenge: shown.cookie };
    const token = await this.signIns.enter(unit, user, arrival, { factorPassed: true });
    return { passed: { user, token, remembered } };
  }

  private async pass(unit: Unit, user: User, shown: Shown): Promise<Outcome> {
    const { tx } = unit;
    const session = await tx.findOneBy(Session, { id: shown.session!.id });
    if (!session) throw noChallenge();
    const { active, prepared } = await factorsOf(tx, user.id);
    if (!active && !(prepared && shown.kind === 'totp')) throw new TotpNotEnabled();
    let isFirst = false;
    const refused = await this.judge(unit, user, shown.kind, async () => {
      isFirst = shown.kind === 'totp' && prepared !== undefined && (await this.isRight(tx, prepared, shown));
      return isFirst || (active !== undefined && (await this.isRight(tx, active, shown)));
    });
    if (refused) return { refused };
    if (isFirst) return { passed: await this.turnOn(unit, user, session, prepared!) };
    if (!session.factorPassed) {
      await tx.update(Session, { id: session.id }, { factorPassed: true });
      unit.record(personalEvent('session.factor_passed', user));
    }
    return { passed: { user, token: null, remembered: session.remembered } };
  }

  /** The first right code of a factor puts it in the place of the one before, and ends every session but the one it begins. */
  private async turnOn(unit: Unit, user: User, session: Session, factor: SecondFactor): Promise<Passed> {
    const { tx } = unit;
    await tx.delete(SecondFactor, { userId: user.id, active: true });
    // It is the account's from now on, however long it was prepared before.
    await tx.update(SecondFactor, { id: factor.id }, { active: true, createdAt: new Date() });
    await tx.update(User, { id: user.id }, { twoFactorEnabled: true });
    await this.sessions.endAll(unit, user.id, session);
    unit.record(personalEvent('user.second_factor_enabled', user));
    // A code is no new sign-in: the session stays as old as it is.
    const { createdAt } = session;
    const token = await this.sessions.replace(unit, session, { factorPassed: true, createdAt });
    return { user: await tx.findOneByOrFail(User, { id: user.id }), token, remembered: session.remembered };
  }

  /** Why the code is refused; the wrong one is counted, and a right one ends the count. */
  private async judge(
    unit: Unit,
    user: User,
    kind: Shown['kind'],
    isRight: () => Promise<boolean>,
  ): Promise<DomainError | undefined> {
    const { tx } = unit;
    const seconds = await lockedFor(tx, user.id);
    if (seconds > 0) throw new AccountLocked(seconds);
    if (await isRight()) {
      await forgetWrong(tx, user.id);
      return undefined;
    }
    await countWrong(tx, user.id);
    unit.record(accountEvent('user.second_factor_failed', user));
    return kind === 'totp' ? invalidCode() : invalidBackupCode();
  }

  private async isRight(tx: EntityManager, factor: SecondFactor, { kind, code }: Shown): Promise<boolean> {
    if (kind === 'backup') return useBackupCode(tx, factor.id, code);
    const step = stepOf(this.factors.seedOf(factor), code, Date.now());
    return step !== undefined && useStep(tx, factor.id, step);
  }
}
