import { sql } from '#libs/database';

/** Whether a credential is known; `now` in milliseconds. */
export const IS_KNOWN = sql<[key: string, now: number], { known: number }>(
  'SELECT 1 AS known FROM rate_limits WHERE key = $1 AND expire > $2',
);

/** Remembers a credential, until `expire`. */
export const REMEMBER = sql<[key: string, expire: number, address: string]>(`
  INSERT INTO rate_limits (key, points, expire, address) VALUES ($1, 0, $2, $3)
  ON CONFLICT (key) DO UPDATE SET expire = excluded.expire`);

export const FORGET = sql<[key: string]>('DELETE FROM rate_limits WHERE key = $1');

/** Keeps the latest credentials of an address. */
export const TRIM_ADDRESS = sql<[address: string, kept: number]>(`
  DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE address = $1
    ORDER BY expire DESC OFFSET $2)`);

/** Keeps the latest credentials of all addresses. */
export const TRIM_ALL = sql<[kept: number]>(`
  DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE address IS NOT NULL
    ORDER BY expire DESC OFFSET $1)`);
