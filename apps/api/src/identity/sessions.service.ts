import { newId } from '#libs/ids';
import { hashOf, randomToken } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Not } from 'typeorm';
import { SESSION_LIFETIME_MS } from './session-lifetime.js';
import { Session } from './session.entity.js';

/** From where a session was begun. */
export interface Device {
  ipAddress: string | null;
  userAgent: string | null;
}

const LONGEST_AGENT = 500;

/** The sessions of people. */
@Injectable()
export class SessionsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Begins a session and answers its secret, which nobody will see again. */
  async begin(tx: EntityManager, userId: string, { ipAddress, userAgent }: Device): Promise<string> {
    const token = randomToken();
    const expiresAt = new Date(Date.now() + SESSION_LIFETIME_MS);
    const agent = userAgent?.slice(0, LONGEST_AGENT).toWellFormed() ?? null;
    await tx.insert(Session, { id: newId(), userId, tokenHash: hashOf(token), expiresAt, ipAddress, userAgent: agent });
    return token;
  }

  async list(userId: string): Promise<Session[]> {
    return this.database.manager
      .createQueryBuilder(Session, 'session')
      .where('session.userId = :userId AND session.expiresAt > now()', { userId })
      .orderBy('session.createdAt', 'DESC')
      .getMany();
  }

  async end(session: Session): Promise<void> {
    await this.database.manager.delete(Session, { id: session.id });
  }

  /** Ends one of the person's own sessions; an unknown handle is no error. */
  async revoke(userId: string, handle: string): Promise<void> {
    await this.database.query('DELETE FROM sessions WHERE user_id = $1 AND id::text = $2', [
      userId,
      handle.toLowerCase(),
    ]);
  }

  /** Ends all sessions of a person, or all but one. */
  async endAll(tx: EntityManager, userId: string, except?: Session): Promise<void> {
    await tx.delete(Session, { userId, ...(except ? { id: Not(except.id) } : {}) });
  }
}
