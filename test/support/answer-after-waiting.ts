import type { EntityManager } from 'typeorm';
import { personLock } from '../../apps/api/src/accounts/identity/person-lock.js';
import { citusNodes } from './citus/database.js';
import { eventually } from './eventually.js';
import type { Service } from './service.js';

/**
 * Returns the response of a request that had to wait for the lock of a person while `deed` ran under that lock:
 * the request was admitted, and had read everything it reads before the lock.
 */
export async function answerAfterWaiting<T>(
  { database }: Service,
  { id }: { id: string },
  request: () => PromiseLike<T>,
  change: (tx: EntityManager) => Promise<unknown>,
): Promise<T> {
  const { answer } = await database.transaction(async (tx) => {
    await personLock(id).take(tx);
    const waiting = await started(tx, request);
    await change(tx);
    return waiting;
  });
  return answer;
}

/**
 * Returns the response of a request that came upon `change` while that was not committed yet: the request had read what
 * was there before, and waited for the change where it wrote. `then` runs while it waits.
 */
export async function answerAmidChange<T>(
  { database }: Service,
  change: (tx: EntityManager) => Promise<unknown>,
  request: () => PromiseLike<T>,
  then: (tx: EntityManager) => Promise<unknown> = async () => {},
): Promise<T> {
  const { answer } = await database.transaction(async (tx) => {
    await change(tx);
    const waiting = await started(tx, request);
    await then(tx);
    return waiting;
  });
  return answer;
}

/**
 * The request, begun and waiting for a lock of this transaction; wrapped, so that nobody waits for its response here.
 */
async function started<T>(tx: EntityManager, request: () => PromiseLike<T>): Promise<{ answer: Promise<T> }> {
  const answer = Promise.resolve(request());
  await eventually(() => isWaitedFor(tx));
  return { answer };
}

async function isWaitedFor(tx: EntityManager): Promise<boolean> {
  const waiting = await tx.query<unknown[]>(
    citusNodes().length > 0
      ? 'SELECT 1 FROM citus_lock_waits WHERE blocking_gpid = citus_backend_gpid()'
      : 'SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
  );
  return waiting.length > 0;
}

/** Counts those who wait for a lock in the database, as `n`; over machines, wherever they wait. */
export const WAITING =
  citusNodes().length > 0
    ? 'SELECT count(DISTINCT waiting_gpid)::int AS n FROM citus_lock_waits'
    : // Cleared first, whatever the plan: a transaction that saw nobody would see nobody until its end.
      `SELECT (SELECT count(*)::int FROM pg_stat_activity
               WHERE datname = current_database() AND wait_event_type = 'Lock' AND cleared.it IS NOT NULL) AS n
       FROM (SELECT pg_stat_clear_snapshot()::text AS it OFFSET 0) AS cleared`;
