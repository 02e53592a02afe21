import type { DataSource } from 'typeorm';

/** A job of the queue, without what it is about. */
interface QueuedJob {
  id: string;
  name: string;
  state: 'running' | 'waiting' | 'given up';
  attempts: number;
  addedAt: Date;
  runAt: Date;
}

/** The jobs of the queue: those that were given up first, then the oldest; and how many there are in all. */
export async function queuedJobs(database: DataSource, atMost: number): Promise<{ jobs: QueuedJob[]; total: number }> {
  const rows = await database.query<(QueuedJob & { total: number })[]>(
    `SELECT j.id, t.identifier AS name, j.attempts, j.created_at AS "addedAt", j.run_at AS "runAt", count(*) OVER ()::int AS total,
       CASE WHEN j.locked_at IS NOT NULL THEN 'running' WHEN j.attempts >= j.max_attempts THEN 'given up' ELSE 'waiting' END AS state
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     ORDER BY j.attempts >= j.max_attempts DESC, j.created_at, j.id LIMIT $1`,
    [atMost],
  );
  return { jobs: rows.map(({ total: _total, ...job }) => job), total: rows[0]?.total ?? 0 };
}

/** Which of these keys have a job that runs, or will be tried. */
export async function keysToRun(database: DataSource, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await database.query<{ key: string }[]>(
    `SELECT key FROM graphile_worker._private_jobs
     WHERE key = ANY ($1::text[]) AND (attempts < max_attempts OR locked_at IS NOT NULL)`,
    [keys],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Has jobs tried again at once, with all their attempts; returns which, those that run left out. */
export const retryJobs = (database: DataSource, ids: readonly string[]): Promise<string[]> =>
  idsOf(database, 'reschedule_jobs($1::bigint[], run_at => now(), attempts => 0)', ids);

/** Deletes jobs; returns which, those that run left out. */
export const dropJobs = (database: DataSource, ids: readonly string[]): Promise<string[]> =>
  idsOf(database, 'complete_jobs($1::bigint[])', ids);

async function idsOf(database: DataSource, call: string, ids: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ id: string }[]>(`SELECT id FROM graphile_worker.${call}`, [ids]);
  return rows.map(({ id }) => id);
}
