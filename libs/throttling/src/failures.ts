import type { Pool } from 'pg';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { consume, limiterOf } from './limiter.js';

/**
 * Counts what went wrong. A place is taken before the attempt and given back when it went right, so that attempts at once
 * do not slip through.
 */
export class FailureCounter {
  private readonly limiter: RateLimiterAbstract;

  /** @param limit how many may go wrong within `seconds`; with a pool, in all replicas together */
  constructor(
    readonly limit: number,
    seconds: number,
    pool?: Pool,
  ) {
    this.limiter = limiterOf(limit, seconds, pool);
  }

  /** Takes a place. How many are taken now, and how many seconds until all are free; more than `most`: do not attempt it. */
  async reserve(key: string): Promise<{ taken: number; secondsLeft: number }> {
    const { consumedPoints, msBeforeNext } = await consume(this.limiter, key);
    return { taken: consumedPoints, secondsLeft: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
  }

  /** Gives a place back. */
  async release(key: string): Promise<void> {
    await this.limiter.reward(key);
  }
}
