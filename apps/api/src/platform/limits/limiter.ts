import type { Settings } from '#libs/config';
import { poolOf } from '#libs/database';
import type { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { DataSource } from 'typeorm';

/** The pool for counters that replicas share; undefined if each process counts for itself. */
export const sharedPool = ({ limits }: Settings, database: DataSource): Pool | undefined =>
  limits.store === 'postgres' ? poolOf(database) : undefined;

/**
 * Counts up to `points` within `seconds`: in this process or, with a pool, in the unlogged table that all replicas
 * share.
 */
export function limiterOf(points: number, seconds: number, pool?: Pool): RateLimiterAbstract {
  const options = { points, duration: seconds };
  return pool
    ? new RateLimiterPostgres({
        ...options,
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
      })
    : new RateLimiterMemory(options);
}

/** Consumes a point; `consumedPoints` may exceed the limit. */
export const consume = (limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> =>
  limiter.consume(key).catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  });
