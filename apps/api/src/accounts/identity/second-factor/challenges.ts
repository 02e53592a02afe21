import { clock } from '#libs/clock';
import { MINUTE_MS } from '#libs/dates';
import { newId } from '#libs/ids';
import { hashOf, randomToken } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import type { Session } from '../sessions/session.entity.js';
import { Challenge } from './challenge.entity.js';

/** What is known of a sign-in whose first factor was right. */
interface BegunSignIn {
  rememberMe?: boolean;
  former?: Session;
  method: Challenge['method'];
  provider?: { organizationId: string };
}

/** How long a sign-in waits for the second factor. */
export const CHALLENGE_LIFETIME_MS = 10 * MINUTE_MS;

/** After this many wrong codes a sign-in must start again. */
const MAX_WRONG_CODES = 5;

/** Whether a challenge has had too many wrong codes. */
export const isExhausted = ({ wrongCodes }: Challenge): boolean => wrongCodes >= MAX_WRONG_CODES;

/**
 * Sign-ins that wait for the second factor. They are always stored in the database, whatever store the rate limits use.
 */
@Injectable()
export class Challenges {
  /** Creates a challenge and returns its secret. */
  async create(
    tx: EntityManager,
    userId: string,
    { rememberMe = true, former, method, provider }: BegunSignIn,
  ): Promise<string> {
    const secret = randomToken();
    await tx.insert(Challenge, {
      id: newId(),
      userId,
      secretHash: hashOf(secret),
      remembered: rememberMe,
      method,
      formerSessionId: former?.id ?? null,
      providerOrganizationId: provider?.organizationId ?? null,
      expiresAt: clock.in(CHALLENGE_LIFETIME_MS),
    });
    return secret;
  }

  /** The challenge with this secret, if it has not expired. */
  async find(tx: EntityManager, secret: string): Promise<Challenge | null> {
    return tx.findOneBy(Challenge, { secretHash: hashOf(secret), expiresAt: MoreThan(clock.now()) });
  }

  /** Deletes the challenge with this secret, if there is one. */
  async end(tx: EntityManager, secret: string): Promise<void> {
    await tx.delete(Challenge, { secretHash: hashOf(secret) });
  }
}
