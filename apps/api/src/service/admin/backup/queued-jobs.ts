/** A table of this transaction that takes those rows, and what adds the jobs from it, each with all its attempts. */
export const RESTORED_JOBS = 'restored_jobs';
export const RESTORED_JOBS_TABLE = `
  CREATE TEMP TABLE ${RESTORED_JOBS} (identifier text, payload json, queue_name text, run_at timestamptz, max_attempts int, key text, priority int) ON COMMIT DROP`;
export const ADD_RESTORED_JOBS = `
  SELECT count((graphile_worker.add_job(identifier, payload, queue_name => queue_name, run_at => run_at, max_attempts => max_attempts, job_key => key, priority => priority)).id)
  FROM ${RESTORED_JOBS}`;
