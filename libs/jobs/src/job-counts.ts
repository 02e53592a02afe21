import type { DataSource } from 'typeorm';

/** How the queue stands. */
export interface JobCounts {
  /** May run now, and do not yet. */
  waiting: number;
  /** Since when the first of them might have run, in seconds; 0 where none waits. */
  oldestSeconds: number;
  /** Tried as often as may be: nobody tries them again. */
  failed: number;
}

/** Counts the jobs of the queue. One statement. */
export async function countJobs(database: DataSource): Promise<JobCounts> {
  const [counts] = await database.query<[JobCounts]>(
    `SELECT count(*) FILTER (WHERE waits)::int AS waiting, count(*) FILTER (WHERE attempts >= max_attempts)::int AS failed,
       coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE waits)), 0)::float AS "oldestSeconds"
     FROM (SELECT run_at, attempts, max_attempts, attempts < max_attempts AND locked_at IS NULL AND run_at <= now() AS waits
       FROM graphile_worker._private_jobs) jobs`,
  );
  return counts;
}
