import type { WorkerEvents } from 'graphile-worker';
import type { PoolClient } from 'pg';

/** An arbitrary constant: the first key of the advisory locks that show that workers are alive. */
const LIVENESS_LOCK = 420_819;

/** The workers of this process, and the jobs they are running. */
export interface WorkInProgress {
  workers: Set<string>;
  jobs: Set<string>;
}

/**
 * Makes the workers of a lane hold an advisory lock while they are connected, which PostgreSQL releases when they are
 * gone, and tracks the jobs they are running.
 */
export function trackLiveness(events: WorkerEvents, inProgress: WorkInProgress): void {
  const runIgnoringErrors = (client: PoolClient, sql: string, values: unknown[] = []): void =>
    // After the worker's own statement. The worker replaces a broken connection and listens again.
    void client.once('drain', () => void client.query(sql, values).catch(() => {}));
  events.on('pool:listen:success', ({ client, workerPool }) => {
    inProgress.workers.add(workerPool.id);
    runIgnoringErrors(client, 'SELECT pg_advisory_lock_shared($1, hashtext($2))', [LIVENESS_LOCK, workerPool.id]);
  });
  events.on('pool:listen:release', ({ client }) => runIgnoringErrors(client, 'SELECT pg_advisory_unlock_all()'));
  events.on('job:start', ({ job }) => inProgress.jobs.add(job.id));
  events.on('job:complete', ({ job }) => inProgress.jobs.delete(job.id));
}

/**
 * Unlocks abandoned jobs and their queues: those of killed workers, and those that were assigned to our workers ($1) on
 * a connection that broke, so that they are not among our running jobs ($2). The worker library itself would wait for
 * four hours.
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
