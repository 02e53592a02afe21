import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';

type Counted = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Counts requests in this process, or in an unlogged table that all replicas share. */
export class LimitStorage implements ThrottlerStorage {
  private readonly limiters = new Map<string, RateLimiterAbstract>();

  constructor(private readonly pool?: Pool) {}

  async increment(key: string, ttl: number, limit: number): Promise<Counted> {
    const result = await this.limiter(limit, ttl)
      .consume(key)
      .catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused;
        throw refused;
      });
    const timeToExpire = Math.ceil(result.msBeforeNext / 1000);
    return {
      totalHits: result.consumedPoints,
      timeToExpire,
      isBlocked: result.consumedPoints > limit,
      timeToBlockExpire: timeToExpire,
    };
  }

  private limiter(points: number, ttl: number): RateLimiterAbstract {
    const name = `${points}/${ttl}`;
    const known = this.limiters.get(name);
    if (known) return known;
    const duration = ttl / 1000;
    const limiter = this.pool
      ? new RateLimiterPostgres({
          storeClient: this.pool,
          storeType: 'pool',
          tableName: 'rate_limits',
          tableCreated: true,
          points,
          duration,
        })
      : new RateLimiterMemory({ points, duration });
    this.limiters.set(name, limiter);
    return limiter;
  }
}
