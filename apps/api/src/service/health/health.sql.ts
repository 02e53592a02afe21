import { sql } from '#libs/database';

/** How the installation stands beside the process that asks. */
export interface Installation {
  workers: number;
  queueSeconds: number;
  migrating: boolean;
}

/**
 * Processes that work on jobs, for how long the first job waits that may run, and whether somebody prepares the
 * database.
 */
export const INSTALLATION = sql<[migrationLock: string], Installation>(`/* every 5 s */
  SELECT (SELECT count(*)::int FROM processes WHERE kind <> 'off'
    AND seen_at > now() - interval '15 seconds') AS workers,
    coalesce((SELECT extract(epoch FROM now() - min(run_at)) FROM graphile_worker._private_jobs
      WHERE attempts < max_attempts AND locked_at IS NULL AND run_at <= now()), 0)::float8 AS "queueSeconds",
    EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = $1::bigint AND objsubid = 1
      AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS migrating`);
