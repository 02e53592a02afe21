import type { EventEmitter } from 'node:events';
import type { WorkerEventMap } from 'graphile-worker';
import type { PoolClient } from 'pg';

/** Any fixed number: the first half of the advisory locks by which workers show that they live. */
const LIVENESS_LOCK = 420_819;

/** The workers of this process, and the jobs that they have in hand. */
export interface WorkInProgress {
  workers: Set<string>;
  jobs: Set<string>;
}

/**
 * Lets the workers of a lane show that they live, by a lock that they hold as long as they listen and that PostgreSQL
 * takes from them when they are gone, and notes what they have in hand.
 */
export function trackLiveness(events: EventEmitter, inProgress: WorkInProgress): void {
  const runIgnoringErrors = (client: PoolClient, sql: string, values: unknown[] = []): void =>
    // After what the worker itself has just asked. A connection that breaks it replaces, and listens anew.
    void client.once('drain', () => void client.query(sql, values).catch(() => {}));
  events.on('pool:listen:success', ({ client, workerPool }: WorkerEventMap['pool:listen:success']) => {
    inProgress.workers.add(workerPool.id);
    runIgnoringErrors(client, 'SELECT pg_advisory_lock_shared($1, hashtext($2))', [LIVENESS_LOCK, workerPool.id]);
  });
  events.on('pool:listen:release', ({ client }: WorkerEventMap['pool:listen:release']) =>
    runIgnoringErrors(client, 'SELECT pg_advisory_unlock_all()'),
  );
  events.on('job:start', ({ job }: WorkerEventMap['job:start']) => inProgress.jobs.add(job.id));
  events.on('job:complete', ({ job }: WorkerEventMap['job:complete']) => inProgress.jobs.delete(job.id));
}

/**
 * Sets jobs free, and the queues they hold, that nobody does: those of workers that were killed, and those of ours ($1)
 * that were given to us on a connection that broke, so that we never had them in hand ($2). The worker library itself
 * would wait for four hours.
 */
export const RELEASE_ABANDONED = `
  WITH abandoned AS (
    UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL
    WHERE locked_at < now() - interval '30 seconds' AND id <> ALL ($2::bigint[])
      AND (locked_by = ANY ($1::text[]) OR NOT EXISTS (
        SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND objsubid = 2 AND classid = ${LIVENESS_LOCK} AND granted
          AND objid::bigint = hashtext(locked_by)::bigint & 4294967295
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))
    RETURNING job_queue_id)
  UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL
  WHERE id IN (SELECT job_queue_id FROM abandoned)`;
