import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { onConnection } from './on-connection.js';
import { columnsOf } from './row-hashes.js';

const DUMP = resolve(__dirname, '../fixtures/v0.1.0/database.sql.gz');

/** With what the secrets of the database of v0.1.0 are encrypted. */
export const FORMER_SECRET_KEY = 'a key that only tests are encrypted with';

/** Makes an empty database one that v0.1.0 has made and filled. */
export const fillFormer = (url: string): Promise<void> =>
  onConnection(url, async (client) => void (await client.query(gunzipSync(readFileSync(DUMP)).toString())));

/** The names in the list of migrations, in their order. */
export const migrationsOf = (url: string): Promise<string[]> =>
  onConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY timestamp, id');
    return rows.map(({ name }) => name);
  });

/**
 * What starts and migrations correct: built-in standards, counts with another key, and the moment after which a Grade
 * is computed anew.
 */
const CORRECTED = ['requirements', 'requirement_groups', 'standards', 'pending_counts', 'current_grades'];

/** The tables and columns that v0.1.0 had and nothing corrects. */
export const keptOf = async (url: string): Promise<Awaited<ReturnType<typeof columnsOf>>> =>
  (await columnsOf(url)).filter(({ name }) => !CORRECTED.includes(name));
