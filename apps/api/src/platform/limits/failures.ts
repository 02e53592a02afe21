import type { Pool } from 'pg';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { consume, limiterOf } from './limiter.js';

/**
 * Counts failures. An attempt is counted before it is made and released if it succeeds, so that concurrent attempts
 * cannot exceed the limit.
 */
export class FailureCounter {
  private readonly limiter: RateLimiterAbstract;

  /** @param limit how many failures are allowed within `seconds`; with a pool, over all replicas */
  constructor(
    readonly limit: number,
    seconds: number,
    pool?: Pool,
  ) {
    this.limiter = limiterOf(limit, seconds, pool);
  }

  /**
   * Counts an attempt. Returns the number of counted attempts and the seconds until they expire; if there are more than
   * `most`, do not make the attempt.
   */
  async reserve(key: string): Promise<{ taken: number; secondsLeft: number }> {
    const { consumedPoints, msBeforeNext } = await consume(this.limiter, key);
    return { taken: consumedPoints, secondsLeft: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
  }

  /** Releases a counted attempt. */
  async release(key: string): Promise<void> {
    await this.limiter.reward(key);
  }
}
