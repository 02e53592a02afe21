import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Pool } from 'pg';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { consume, limiterOf } from './limiter.js';

type Counted = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Counts requests; with a pool, those of all replicas together. */
export class LimitStorage implements ThrottlerStorage {
  private readonly limiters = new Map<string, RateLimiterAbstract>();

  constructor(private readonly pool?: Pool) {}

  async increment(key: string, ttl: number, limit: number): Promise<Counted> {
    const { consumedPoints, msBeforeNext } = await consume(this.limiter(limit, ttl), key);
    const timeToExpire = Math.ceil(msBeforeNext / 1000);
    return {
      totalHits: consumedPoints,
      timeToExpire,
      isBlocked: consumedPoints > limit,
      timeToBlockExpire: timeToExpire,
    };
  }

  /** Reverts one `increment`. */
  async release(key: string, ttl: number, limit: number): Promise<void> {
    await this.limiter(limit, ttl).reward(key);
  }

  private limiter(limit: number, ttl: number): RateLimiterAbstract {
    const name = `${limit}/${ttl}`;
    const known = this.limiters.get(name);
    if (known) return known;
    const limiter = limiterOf(limit, ttl / 1000, this.pool);
    this.limiters.set(name, limiter);
    return limiter;
  }
}
