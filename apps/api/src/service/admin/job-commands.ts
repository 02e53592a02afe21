import { dropJobs, queuedJobs, retryJobs } from '#libs/jobs';
import type { DataSource } from 'typeorm';
import type { Call } from './command.js';
import { refused } from './refused.js';
import { withDatabase } from './service-database.js';
import { tableOf } from './table.js';

const MOST_LISTED = 200;
/** What the queue counts with: more digits are no number of a job. */
const NUMBER = /^\d{1,18}$/;

/** Lists the jobs of the queue: names and ages, and nothing of what they are about. */
export const listJobs = ({ settings }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    const { jobs, total } = await queuedJobs(database, MOST_LISTED);
    const columns = ['id', 'name', 'state', 'attempts', 'added', 'next'];
    console.log(
      tableOf(
        columns,
        jobs.map(({ id, name, state, attempts, addedAt, runAt }) => [
          id,
          name,
          state,
          attempts,
          minuteOf(addedAt),
          state === 'waiting' ? minuteOf(runAt) : '',
        ]),
      ),
    );
    if (total > jobs.length) console.log(`${total - jobs.length} more are not listed.`);
    return 0;
  });

const minuteOf = (moment: Date): string => `${moment.toISOString().slice(0, 16)}Z`;

export const retryNamedJobs = (call: Call): Promise<number> => change(call, 'Retried at once', retryJobs);

export const dropNamedJobs = (call: Call): Promise<number> => change(call, 'Dropped', dropJobs);

const change = (
  { settings, values }: Call,
  done: string,
  act: (database: DataSource, ids: readonly string[]) => Promise<string[]>,
): Promise<number> => {
  const faulty = values.filter((id) => !NUMBER.test(id));
  if (faulty.length > 0) return Promise.resolve(refused(`Invalid job number: ${faulty.join(', ')}`));
  return withDatabase(settings, async (database) => {
    const changed = new Set((await act(database, values)).map(String));
    if (changed.size > 0) console.log(`${done}: ${[...changed].join(', ')}.`);
    const others = values.filter((id) => !changed.has(id));
    if (others.length === 0) return 0;
    console.error(`Not found, or running: ${others.join(', ')}.`);
    return 1;
  });
};
