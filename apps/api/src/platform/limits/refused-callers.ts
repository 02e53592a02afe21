import { RateLimited } from '#libs/errors';
import { Settings } from '#libs/config';
import { MINUTE_MS } from '#libs/dates';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../http/current.js';
import { LimitStorage } from './limit-storage.js';
import { callerKey } from './principal.guard.js';

/** Rejected requests may be this multiple of the caller's limit; they are rejected before that limit counts them. */
const FACTOR = 2;

/** Limits rejected requests of authenticated callers: each costs a database query, and no other limit counts them. */
@Injectable()
export class RefusedCallers {
  private readonly most: number;

  constructor(
    { limits }: Settings,
    @Inject(LimitStorage) private readonly storage: LimitStorage,
  ) {
    this.most = limits.perMinute * FACTOR;
  }

  /** @throws RateLimited if this caller was rejected too often within a minute */
  async count(principal: Principal): Promise<void> {
    if (this.most === 0) return;
    const counted = await this.storage.increment(`refused:${callerKey(principal)}`, MINUTE_MS, this.most);
    if (counted.totalHits > this.most) throw new RateLimited(Math.max(1, counted.timeToExpire));
  }
}
