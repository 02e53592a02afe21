import { RateLimited } from '#libs/errors';
import { createHash } from 'node:crypto';
import { Settings } from '#libs/config';
import { MINUTE_MS } from '#libs/dates';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import type { CalledRequest } from '../http/call.js';
import { verifiesCredential } from '../http/policy.js';
import { KnownCredentials } from './known-credentials.js';
import { LimitStorage } from './limit-storage.js';
import { networkOf } from './network.js';
import { type AddressLimit, limitOf } from './throttled.js';

/** Public endpoints are cheap: their limit is this multiple of the general one. */
const PUBLIC_FACTOR = 10;
/** The console loads some twenty files with each view, out of memory, and many people may share an address. */
const CONSOLE_FACTOR = 50;

/** Paths outside of the endpoints that use no database. */
const DOCUMENTS = /^\/(docs(\/.*)?|openapi\.json)?$/i;

/** Where metrics are served, besides the endpoints. */
export const METRICS = '/metrics';

/**
 * The middleware that rate limits every request by its address before its body is read, also requests to unknown paths;
 * 0 is no limit.
 */
@Injectable()
export class AddressLimits {
  private readonly perMinute: Readonly<Record<AddressLimit, number>>;
  private readonly areMetricsVerified: boolean;

  constructor(
    { limits, metricsToken }: Settings,
    @Inject(LimitStorage) private readonly storage: LimitStorage,
    private readonly knownCredentials: KnownCredentials,
  ) {
    this.areMetricsVerified = metricsToken !== undefined;
    this.perMinute = {
      general: limits.address,
      ingest: limits.ingest,
      'sign-in': limits.signIn,
      published: limits.published,
      public: limits.address * PUBLIC_FACTOR,
      deliveries: limits.address * PUBLIC_FACTOR,
      console: limits.address * CONSOLE_FACTOR,
    };
  }

  /** Counts a request, or refuses it with RateLimited. */
  readonly use = (request: CalledRequest, response: Response, next: NextFunction): void => {
    const limit = addressLimitOf(request);
    if (this.perMinute[limit] === 0) next();
    else this.reserve(request, response, limit).then(() => next(), next);
  };

  /**
   * Credentials that were recently valid from this address are exempt, so that other callers behind it cannot lock them
   * out; but only where they are verified again, or one that has ended would lift the limit.
   */
  private async reserve(request: CalledRequest, response: Response, limit: AddressLimit): Promise<void> {
    const { call } = request;
    const address = networkOf(request.ip ?? '');
    const key = `${limit}:${address}`;
    const secret = call.credential?.secret;
    if (limit !== 'general' || secret === undefined || !this.isVerified(call)) return this.count(response, key, limit);
    const hash = createHash('sha256').update(secret).digest('base64url');
    const isRemembered = this.knownCredentials.has(address, hash);
    const refused = isRemembered ? undefined : await this.count(response, key, limit).catch((error: unknown) => error);
    if (refused && !(refused instanceof RateLimited && (await this.knownCredentials.isKnownToReplica(address, hash))))
      throw refused;
    const tookNone = isRemembered || refused !== undefined;
    const forget = () => this.knownCredentials.forget(address, hash);
    call.reservation = {
      confirm: async () => {
        for (const name of LIMIT_HEADERS) response.removeHeader(name);
        if (!tookNone) await this.storage.release(key, MINUTE_MS, this.perMinute[limit]);
        await this.knownCredentials.remember(address, hash);
      },
      reject: async () => {
        await forget();
        // The request was counted, and passed only because another replica knew the credential.
        if (refused) throw refused as RateLimited;
        if (isRemembered) await this.count(response, key, limit);
      },
      forget,
    };
  }

  /** Whether what answers verifies the credential: an endpoint that does, or metrics with a token of their own. */
  private isVerified({ found, route }: CalledRequest['call']): boolean {
    return route ? verifiesCredential(route.policy) : found?.pattern === METRICS && this.areMetricsVerified;
  }

  private async count(response: Response, key: string, limit: AddressLimit): Promise<void> {
    const limitValue = this.perMinute[limit];
    const { totalHits, timeToExpire } = await this.storage.increment(key, MINUTE_MS, limitValue);
    applyLimit(response, limitValue, totalHits, timeToExpire);
  }
}

/** The limit of a request: that of the endpoint that it leads to. */
function addressLimitOf({ method, path, call: { route, isConsole } }: CalledRequest): AddressLimit {
  if (isConsole) return 'console';
  // OPTIONS requests need only the route table.
  if (method === 'OPTIONS' || DOCUMENTS.test(path)) return 'public';
  return route ? limitOf(route.target) : 'general';
}

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
