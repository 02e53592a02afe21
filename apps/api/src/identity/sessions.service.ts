import { inTransaction } from '#libs/database';
import { newId } from '#libs/ids';
import { hashOf, randomToken } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Not } from 'typeorm';
import { SESSION_LIFETIME_MS, UNREMEMBERED_LIFETIME_MS } from './session-lifetime.js';
import { recordPersonal } from './record-personal.js';
import { Session } from './session.entity.js';
import type { User } from './user.entity.js';

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
  async begin(tx: EntityManager, userId: string, device: Device, remembered = true): Promise<string> {
    const token = randomToken();
    await tx.insert(Session, {
      id: newId(),
      userId,
      tokenHash: hashOf(token),
      expiresAt: new Date(Date.now() + (remembered ? SESSION_LIFETIME_MS : UNREMEMBERED_LIFETIME_MS)),
      remembered,
      ipAddress: device.ipAddress,
      userAgent: device.userAgent?.slice(0, LONGEST_AGENT).toWellFormed() ?? null,
    });
    return token;
  }

  async list(userId: string): Promise<Session[]> {
    return this.database.manager
      .createQueryBuilder(Session, 'session')
      .where('session.userId = :userId AND session.expiresAt > now()', { userId })
      .orderBy('session.createdAt', 'DESC')
      .getMany();
  }

  async end(user: User, session: Session): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      await tx.delete(Session, { id: session.id });
      await recordPersonal(tx, 'session.ended', user);
    });
  }

  /** Ends one of the person's own sessions; an unknown handle is no error. */
  async revoke(user: User, handle: string): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const [, ended] = await tx.query<[unknown[], number]>(
        'DELETE FROM sessions WHERE user_id = $1 AND id::text = $2',
        [user.id, handle.toLowerCase()],
      );
      if (ended > 0) await recordPersonal(tx, 'session.ended', user);
    });
  }

  /** Ends all sessions of a person, or all others, at that person's wish. */
  async revokeAll(user: User, except?: Session): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      await this.endAll(tx, user.id, except);
      await recordPersonal(tx, 'session.ended', user);
    });
  }

  /** Ends all sessions of a person, or all but one. */
  async endAll(tx: EntityManager, userId: string, except?: Session): Promise<void> {
    await tx.delete(Session, { userId, ...(except ? { id: Not(except.id) } : {}) });
  }
}
