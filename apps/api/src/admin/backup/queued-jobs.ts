/**
 * The jobs that wait, as they would be added again: independent of how the library keeps them. Those that run, or failed and will be tried again, are
 * among them; those that have failed for good are not.
 */
export const QUEUED_JOBS = `
  SELECT t.identifier, j.payload::text, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
  WHERE j.attempts < j.max_attempts OR j.locked_at IS NOT NULL
  ORDER BY j.id`;

/** A table of this transaction that takes those rows, and what adds the jobs from it, each with all its attempts. */
export const RESTORED_JOBS = 'restored_jobs';
export const RESTORED_JOBS_TABLE = `
  CREATE TEMP TABLE ${RESTORED_JOBS} (identifier text, payload json, queue_name text, run_at timestamptz, max_attempts int, key text, priority int) ON COMMIT DROP`;
export const ADD_RESTORED_JOBS = `
  SELECT count((graphile_worker.add_job(identifier, payload, queue_name => queue_name, run_at => run_at, max_attempts => max_attempts, job_key => key, priority => priority)).id)
  FROM ${RESTORED_JOBS}`;
