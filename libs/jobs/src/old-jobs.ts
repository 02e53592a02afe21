import type { DataSource } from 'typeorm';

const DEAD = 'attempts >= max_attempts AND locked_at IS NULL AND updated_at < $1';

/** How many jobs were given up before a moment. */
export async function countDeadJobs(database: DataSource, before: Date): Promise<number> {
  const [{ count }] = await database.query<[{ count: number }]>(
    `SELECT count(*)::int AS count FROM graphile_worker._private_jobs WHERE ${DEAD}`,
    [before],
  );
  return count;
}

/** Deletes those; returns how many. */
export async function deleteDeadJobs(database: DataSource, before: Date): Promise<number> {
  const [, count] = await database.query<[unknown, number]>(`DELETE FROM graphile_worker._private_jobs WHERE ${DEAD}`, [
    before,
  ]);
  return count;
}

/** When the oldest job of a kind was added that will be tried again; undefined: there is none. */
export async function oldestJob(database: DataSource, name: string): Promise<Date | undefined> {
  const [{ at }] = await database.query<[{ at: Date | null }]>(
    `SELECT min(j.created_at) AS at FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = $1 AND j.attempts < j.max_attempts`,
    [name],
  );
  return at ?? undefined;
}
