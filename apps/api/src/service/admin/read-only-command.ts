import { setTimeout as delay } from 'node:timers/promises';
import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { isTimestamp } from '#libs/fields';
import type { DataSource } from 'typeorm';
import { END_READ_ONLY, OPEN_WRITES, READ_ONLY_STATE, SET_READ_ONLY } from '../../platform/work/service-state.sql.js';
import type { Call } from './command.js';
import { refused } from './refused.js';
import { withDatabase } from './service-database.js';

/** Until then every process has looked. */
const NOTICED_AFTER_MS = 2_000;
const OVER_WITHIN_MS = 60_000;
const POLL_EVERY_MS = 200;

/** Lets nothing be written any more, and ends once nothing is under way. */
export const beginReadOnly = ({ settings, options }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    const until = options.get('--until');
    if (until !== undefined && !(isTimestamp(until) && new Date(until) > clock.now()))
      return refused('--until must be a time in the future, such as 2030-01-31T06:00:00Z');
    await query(database, SET_READ_ONLY, [until ? new Date(until) : null, options.get('--reason') ?? null]);
    await delay(NOTICED_AFTER_MS);
    if (!(await isQuiet(database))) {
      console.error('The service is read-only, but an earlier change is still in progress after a minute.');
      return 1;
    }
    console.log(
      `The service is read-only${until ? ` until ${until}` : ''}: no change is in progress, and none will be made.`,
    );
    return 0;
  });

export const endReadOnly = ({ settings }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    await query(database, END_READ_ONLY, []);
    console.log('Read-only mode is off; waiting jobs start now.');
    return 0;
  });

export const showReadOnly = ({ settings }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    const [state] = await query(database, READ_ONLY_STATE, []);
    if (!state) console.log('The service is not read-only.');
    else {
      const { since, until, reason } = state;
      const end = until ? ` until ${until.toISOString()}` : '';
      console.log(`The service is read-only since ${since.toISOString()}${end}${reason ? ` (${reason})` : ''}.`);
    }
    return 0;
  });

/** Waits until no transaction that writes is open. */
async function isQuiet(database: DataSource): Promise<boolean> {
  for (const end = performance.now() + OVER_WITHIN_MS; performance.now() < end; await delay(POLL_EVERY_MS))
    if ((await query(database, OPEN_WRITES, []))[0]!.open === 0) return true;
  return false;
}
