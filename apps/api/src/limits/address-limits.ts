import { RateLimited } from '#libs/errors';
import { createHash } from 'node:crypto';
import { Settings } from '#libs/config';
import { MINUTE_MS } from '#libs/dates';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { KnownCredentials } from './known-credentials.js';
import { LimitStorage } from './limit-storage.js';
import { networkOf } from './network.js';
import type { AddressLimit } from './throttled.js';

/** Public endpoints are cheap: their limit is this multiple of the general one. */
const PUBLIC_FACTOR = 10;

const RESERVATION = Symbol('place');

/** A reservation in the rate limit by a request whose credential has not been checked yet. */
interface Reservation {
  confirm: () => Promise<void>;
  reject: () => Promise<void>;
}

/** Rate limits requests by their IP address before the body is read; 0 is no limit. */
@Injectable()
export class AddressLimits {
  private readonly perMinute: Readonly<Record<AddressLimit, number>>;

  constructor(
    { limits }: Settings,
    @Inject(LimitStorage) private readonly storage: LimitStorage,
    private readonly knownCredentials: KnownCredentials,
  ) {
    this.perMinute = {
      general: limits.address,
      ingest: limits.ingest,
      'sign-in': limits.signIn,
      published: limits.published,
      public: limits.address * PUBLIC_FACTOR,
      deliveries: limits.address * PUBLIC_FACTOR,
    };
  }

  /**
   * Counts this request; undefined if its limit is none. Credentials that were recently valid from this address are exempt, so that other callers
   * behind the same address cannot lock them out.
   * @throws RateLimited if the limit is exceeded
   */
  reserve(
    request: Request,
    response: Response,
    limit: AddressLimit,
    credential: string | undefined,
  ): Promise<void> | undefined {
    return this.perMinute[limit] === 0 ? undefined : this.countOrReserve(request, response, limit, credential);
  }

  private async countOrReserve(
    request: Request,
    response: Response,
    limit: AddressLimit,
    credential: string | undefined,
  ): Promise<void> {
    const address = networkOf(request.ip ?? '');
    const key = `${limit}:${address}`;
    if (limit !== 'general' || credential === undefined) return this.count(response, key, limit);
    const hash = createHash('sha256').update(credential).digest('base64url');
    const isRemembered = this.knownCredentials.has(address, hash);
    const refused = isRemembered ? undefined : await this.count(response, key, limit).catch((error: unknown) => error);
    if (refused && !(refused instanceof RateLimited && (await this.knownCredentials.isKnownToReplica(address, hash))))
      throw refused;
    const tookNone = isRemembered || refused !== undefined;
    (request as { [RESERVATION]?: Reservation })[RESERVATION] = {
      confirm: async () => {
        for (const name of LIMIT_HEADERS) response.removeHeader(name);
        if (!tookNone) await this.storage.release(key, MINUTE_MS, this.perMinute[limit]);
        await this.knownCredentials.remember(address, hash);
      },
      reject: async () => {
        if (!tookNone) return;
        await this.knownCredentials.forget(address, hash);
        // The request was counted, and passed only because another replica knew the credential.
        if (refused) throw refused as RateLimited;
        await this.count(response, key, limit);
      },
    };
  }

  private async count(response: Response, key: string, limit: AddressLimit): Promise<void> {
    const limitValue = this.perMinute[limit];
    const { totalHits, timeToExpire } = await this.storage.increment(key, MINUTE_MS, limitValue);
    applyLimit(response, limitValue, totalHits, timeToExpire);
  }
}

/** Marks the credential of this request as valid: the request is not counted, and the credential is remembered. */
export const markCredentialValid = (request: object): Promise<void> | undefined =>
  (request as { [RESERVATION]?: Reservation })[RESERVATION]?.confirm();

/**
 * Marks the credential of this request as invalid: the request is counted, and the credential is no longer remembered.
 */
export const markCredentialInvalid = (request: object): Promise<void> | undefined =>
  (request as { [RESERVATION]?: Reservation })[RESERVATION]?.reject();

const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/**
 * Sets the RateLimit headers, and throws if the limit is exceeded.
 * @throws RateLimited
 */
export function applyLimit(response: Response, limitValue: number, hits: number, secondsLeft: number): void {
  const [limit, remaining, reset] = LIMIT_HEADERS;
  response.setHeader(limit, limitValue);
  response.setHeader(remaining, Math.max(0, limitValue - hits));
  response.setHeader(reset, secondsLeft);
  if (hits > limitValue) throw new RateLimited(Math.max(1, secondsLeft));
}
