import type { DataSource } from 'typeorm';

/** How the queue stands. */
export interface JobCounts {
  /** May run now, and do not yet. */
  waiting: number;
  /** Since when the first of them might have run, in seconds; 0 where none waits. */
  oldestSeconds: number;
  /** Tried as often as may be: nobody tries them again. */
  failed: number;
  /** Those of one kind that wait for a later moment. */
  deferred: number;
}

/**
 * Counts the jobs of the queue. One statement.
 * @param deferred how keys of the jobs begin that are counted as such
 */
export async function countJobs(database: DataSource, deferred: string): Promise<JobCounts> {
  const [counts] = await database.query<[JobCounts]>(
    `SELECT count(*) FILTER (WHERE waits)::int AS waiting, count(*) FILTER (WHERE attempts >= max_attempts)::int AS failed,
       count(*) FILTER (WHERE starts_with(key, $1) AND attempts < max_attempts AND run_at > now())::int AS deferred,
       coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE waits)), 0)::float AS "oldestSeconds"
     FROM (SELECT key, run_at, attempts, max_attempts, attempts < max_attempts AND locked_at IS NULL AND run_at <= now() AS waits
       FROM graphile_worker._private_jobs) jobs`,
    [deferred],
  );
  return counts;
}

/** The job that was given up last, with what it failed of; undefined where none was. */
export async function lastFailedJob(database: DataSource): Promise<{ task: string; error: string } | undefined> {
  const [job] = await database.query<{ task: string; error: string }[]>(
    `SELECT t.identifier AS task, coalesce(j.last_error, 'of nothing that was kept') AS error
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE j.attempts >= j.max_attempts ORDER BY j.updated_at DESC LIMIT 1`,
  );
  return job;
}
