import { inTransaction } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { EventType } from '../../events/event-types.js';
import { Account, CREDENTIAL } from '../account.entity.js';
import { invalidEmailOrPassword } from '../errors.js';
import { lockPerson } from '../lock-person.js';
import { Passwords } from '../passwords/passwords.service.js';
import { recordPersonal } from '../trail/record-personal.js';
import { Challenges } from '../second-factor/challenges.js';
import type { Session } from '../sessions/session.entity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { User } from '../user.entity.js';

/** A person with the secret of the session that was just begun. */
export interface SignedInUser {
  user: User;
  token: string;
}

/** A sign-in that waits for the second factor: its secret, for ten minutes. */
export interface Challenged {
  twoFactorToken: string;
}

/** What the first step of a sign-in leads to: a session, or the question for the second factor. */
export type Begun = SignedInUser | Challenged;

/** Whether the second factor is asked before there is a session. */
export const isChallenged = (begun: Begun): begun is Challenged => 'twoFactorToken' in begun;

/** How a sign-in came along. */
export interface Arrival {
  /** Whether the browser keeps the session when it is closed; so unless told. */
  rememberMe?: boolean;
  /** The session that came with the request; it ends when there is a new one. */
  former?: Session;
  /** The secret of the question for a second factor that the browser had; it is answered by nobody any more. */
  formerChallenge?: string;
}

/** The one way to a session for whoever has an account: first what they know or who vouches for them, then the second factor. */
@Injectable()
export class SignIns {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly challenges: Challenges,
  ) {}

  /** @throws Unauthenticated `INVALID_EMAIL_OR_PASSWORD`, RateLimited */
  async withPassword({ email, password }: { email: string; password: string }, arrival: Arrival = {}): Promise<Begun> {
    const proved = await this.passwords.check(email, password);
    if (!proved) throw invalidEmailOrPassword();
    const { user, passwordHash } = proved;
    return inTransaction(this.database, async (tx) => {
      await lockPerson(tx, user.id);
      // A password that was changed meanwhile must not open a session that outlives the change.
      const holds = await tx.existsBy(Account, { userId: user.id, provider: CREDENTIAL, passwordHash });
      if (!holds) throw invalidEmailOrPassword();
      return this.begin(tx, user.id, arrival);
    });
  }

  /** After the first step was right, in the transaction that found it so: a session, or the question for the second factor. */
  async begin(tx: EntityManager, userId: string, arrival: Arrival = {}): Promise<Begun> {
    await lockPerson(tx, userId);
    const user = await tx.findOneByOrFail(User, { id: userId });
    if (!user.twoFactorEnabled) return { user, token: await this.enter(tx, user, arrival) };
    if (arrival.formerChallenge !== undefined) await this.challenges.end(tx, arrival.formerChallenge);
    return { twoFactorToken: await this.challenges.begin(tx, userId, arrival) };
  }

  /** Begins the session of a person who has shown all that is asked, and answers its secret. */
  async enter(
    tx: EntityManager,
    user: User,
    { rememberMe, former, formerChallenge }: Arrival,
    { event = 'user.signed_in', factorPassed = false }: { event?: EventType; factorPassed?: boolean } = {},
  ): Promise<string> {
    if (formerChallenge !== undefined) await this.challenges.end(tx, formerChallenge);
    if (former) await this.sessions.endOne(tx, former.id);
    await recordPersonal(tx, event, user);
    return this.sessions.begin(tx, user.id, { remembered: rememberMe, factorPassed });
  }
}
