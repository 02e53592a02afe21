import { createHash } from 'node:crypto';
import { Settings } from '#libs/config';
import { RateLimited } from '#libs/http';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LimitStorage } from './limit-storage.js';
import { networkOf } from './network.js';
import { Remembered } from './remembered.js';
import type { AddressLimit } from './throttled.js';

const MINUTE = 60_000;
/** What is public is cheap: so many times the general limit. */
const PUBLIC_FACTOR = 10;

const PLACE = Symbol('place');

/** A place taken by a request that shows a credential nobody has looked up yet. */
interface Place {
  isValid: () => Promise<void>;
  isInvalid: () => Promise<void>;
}

/** Counts requests by the address they come from, before anything of them is read; 0 is no limit. */
@Injectable()
export class AddressLimits {
  private readonly perMinute: Readonly<Record<AddressLimit, number>>;

  constructor(
    { limits }: Settings,
    @Inject(LimitStorage) private readonly storage: LimitStorage,
    private readonly remembered: Remembered,
  ) {
    this.perMinute = {
      general: limits.address,
      ingest: limits.ingest,
      'sign-in': limits.signIn,
      public: limits.address * PUBLIC_FACTOR,
      deliveries: limits.address * PUBLIC_FACTOR,
    };
  }

  /**
   * Takes a place for this request. Who shows a credential that was valid from this address a while ago needs none, so that
   * a neighbour's noise does not lock out who is at work.
   * @throws RateLimited when none is left
   */
  async take(request: Request, response: Response, limit: AddressLimit, credential: string | undefined): Promise<void> {
    if (this.perMinute[limit] === 0) return;
    const address = networkOf(request.ip ?? '');
    const key = `${limit}:${address}`;
    if (limit !== 'general' || credential === undefined) return this.count(response, key, limit);
    const hash = createHash('sha256').update(credential).digest('base64url');
    const isRemembered = this.remembered.has(address, hash);
    const refused = isRemembered ? undefined : await this.count(response, key, limit).catch((error: unknown) => error);
    if (refused && !(refused instanceof RateLimited && (await this.remembered.isShared(address, hash)))) throw refused;
    const gaveNone = isRemembered || refused !== undefined;
    (request as { [PLACE]?: Place })[PLACE] = {
      isValid: async () => {
        for (const name of HEADERS) response.removeHeader(name);
        if (!gaveNone) await this.storage.giveBack(key, MINUTE, this.perMinute[limit]);
        await this.remembered.note(address, hash);
      },
      isInvalid: async () => {
        if (!gaveNone) return;
        await this.remembered.forget(address, hash);
        // Where only another process had seen it, it has been counted, and passed for that alone.
        if (refused) throw refused as RateLimited;
        await this.count(response, key, limit);
      },
    };
  }

  private async count(response: Response, key: string, limit: AddressLimit): Promise<void> {
    const most = this.perMinute[limit];
    const { totalHits, timeToExpire } = await this.storage.increment(key, MINUTE, most);
    tellLimit(response, most, totalHits, timeToExpire);
  }
}

/** Says that the credential of this request is good: its place is given back, and it is remembered. */
export const vouchFor = async (request: object): Promise<void> => (request as { [PLACE]?: Place })[PLACE]?.isValid();

/** Says that the credential of this request is nobody's: it counts, and is not remembered any longer. */
export const disown = async (request: object): Promise<void> => (request as { [PLACE]?: Place })[PLACE]?.isInvalid();

const HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/**
 * Tells the caller what is left, and refuses who has none.
 * @throws RateLimited
 */
export function tellLimit(response: Response, most: number, hits: number, secondsLeft: number): void {
  const [limit, remaining, reset] = HEADERS;
  response.setHeader(limit, most);
  response.setHeader(remaining, Math.max(0, most - hits));
  response.setHeader(reset, secondsLeft);
  if (hits > most) throw new RateLimited(Math.max(1, secondsLeft));
}
