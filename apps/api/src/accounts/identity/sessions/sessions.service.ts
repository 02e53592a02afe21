import { clock } from '#libs/clock';
import { execute, query } from '#libs/database';
import { newId } from '#libs/ids';
import { currentRequest } from '#libs/logging';
import { hashOf, randomToken } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { personalEvent } from '../account-events/personal-events.js';
import { personLock } from '../person-lock.js';
import type { MadeAccess } from '../recovery/made-access.js';
import { Recoveries } from '../recovery/recoveries.service.js';
import { Challenges } from '../second-factor/challenges.js';
import type { User } from '../user.entity.js';
import { endSessions } from './end-sessions.js';
import { expiryOf } from './session-lifetime.js';
import { Session } from './session.entity.js';
import { END, END_OLDEST, END_OWN } from './sessions.sql.js';

/** The initial values of a session. */
interface SessionOptions {
  /** Whether the cookie outlives the browser session; true by default. */
  remembered?: boolean;
  /** Whether the person has just passed the second factor. */
  factorPassed?: boolean;
  /** Taken over from the session that this one replaces. */
  activeOrganizationId?: string | null;
  activeTeamId?: string | null;
  /** When the person signed in; now by default. */
  createdAt?: Date;
  /** When the person proved who they are; now by default, null: they did not. */
  provedAt?: Date | null;
  /** The organization by whose provider it begins. */
  providerOrganizationId?: string | null;
  /** When that provider asked who is there. */
  providerProvedAt?: Date | null;
}

/** The maximum number of sessions of a person. */
const MAX_SESSIONS = 50;

/** The sessions of people. */
@Injectable()
export class SessionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly challenges: Challenges,
    private readonly recoveries: Recoveries,
  ) {}

  /** Creates a session and returns its secret, which is not stored. The oldest sessions beyond fifty end. */
  async create(change: ChangeContext, userId: string, options: SessionOptions = {}): Promise<string> {
    const { remembered = true, factorPassed = false, activeOrganizationId = null, activeTeamId = null } = options;
    const { createdAt = clock.now(), provedAt = clock.now() } = options;
    const { providerOrganizationId = null, providerProvedAt = null } = options;
    await this.endOldest(change, userId);
    const token = randomToken();
    const { address, userAgent } = currentRequest().origin;
    await change.tx.insert(Session, {
      id: newId(),
      userId,
      tokenHash: hashOf(token),
      createdAt,
      provedAt,
      expiresAt: expiryOf(remembered, createdAt, clock.millis()),
      remembered,
      factorPassed,
      activeOrganizationId,
      activeTeamId,
      providerOrganizationId,
      providerProvedAt,
      ipAddress: address,
      userAgent,
    });
    return token;
  }

  /** Replaces a session by a new one, and returns the secret of that. */
  async replace(change: ChangeContext, session: Session, options: SessionOptions = {}): Promise<string> {
    const { userId, remembered, factorPassed, activeOrganizationId, activeTeamId } = session;
    const { providerOrganizationId, providerProvedAt } = session;
    await change.tx.delete(Session, { id: session.id });
    return this.create(change, userId, {
      remembered,
      factorPassed,
      activeOrganizationId,
      activeTeamId,
      providerOrganizationId,
      providerProvedAt,
      ...options,
    });
  }

  async list(userId: string): Promise<Session[]> {
    return this.database.manager
      .createQueryBuilder(Session, 'session')
      .where('session.userId = :userId AND session.expiresAt > now()', { userId })
      .orderBy('session.createdAt', 'DESC')
      .getMany();
  }

  /** Ends the session and the browser's challenge, if there are any. */
  async signOut(session: Session | undefined, challenge: string | undefined): Promise<void> {
    if (!session && challenge === undefined) return;
    await this.unitOfWork.run(async (change) => {
      if (challenge !== undefined) await this.challenges.end(change.tx, challenge);
      if (session) await this.endOne(change, session.id);
    });
  }

  /** Ends one of the person's own sessions; an unknown handle is ignored. */
  async revoke(user: User, handle: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const ended = await execute(change.tx, END_OWN, [user.id, handle.toLowerCase()]);
      if (ended > 0) change.record(personalEvent('session.ended', user));
    });
  }

  /**
   * Ends all sessions of a person, or all but the asking one (`except`), at that person's request. Returns what was
   * made lately by which somebody could stay, and suspends it if asked.
   */
  async revokeAll(
    user: User,
    current: Session,
    { except, suspendMade = false }: { except: boolean; suspendMade?: boolean },
  ): Promise<MadeAccess[]> {
    return this.unitOfWork.run(async (change) => {
      await endSessions(change, user.id, except ? current : undefined);
      change.record(personalEvent('session.ended', user));
      const request = { cause: 'end_sessions', sessionId: current.id } as const;
      const made = await this.recoveries.made(change.tx, user.id, request);
      if (suspendMade) await this.recoveries.suspend(change, user, request);
      return made;
    });
  }

  /** Ends the session with this id, of whatever person; an unknown id is ignored. */
  async endOne(change: ChangeContext, id: string): Promise<void> {
    const [person] = await query(change.tx, END, [id]);
    if (person) change.record(personalEvent('session.ended', person));
  }

  // Concurrent sign-ins of one person wait here for each other; otherwise each would miss the others in its count.
  private async endOldest(change: ChangeContext, userId: string): Promise<void> {
    await change.lock(personLock(userId));
    await query(change.tx, END_OLDEST, [userId, MAX_SESSIONS - 1]);
  }
}
