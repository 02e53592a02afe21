import { sql, type Uuid } from '#libs/database';
import type { KeyCount } from '../../../platform/work/secrets-of-organizations.js';

export const DELETE_BACKUP_CODES = sql<[factorId: Uuid]>('DELETE FROM backup_codes WHERE factor_id = $1');

export const ADD_BACKUP_CODES = sql<[ids: readonly Uuid[], factorId: Uuid, hashes: readonly Buffer[]]>(
  'INSERT INTO backup_codes (id, factor_id, code_hash) SELECT unnest($1::uuid[]), $2, unnest($3::bytea[])',
);

export const CONSUME_BACKUP_CODE = sql<[factorId: Uuid, hash: Buffer]>(
  'DELETE FROM backup_codes WHERE factor_id = $1 AND code_hash = $2',
);

/** Notes the time step whose code was used, unless it or a later one was used before. */
export const CONSUME_TIME_STEP = sql<[factorId: Uuid, step: number]>(
  'UPDATE second_factors SET last_step = $2 WHERE id = $1 AND (last_step IS NULL OR last_step < $2)',
);

export const REMOVE_FACTORS = sql<[userId: Uuid, since: Date | null]>(
  'DELETE FROM second_factors WHERE user_id = $1 AND ($2::timestamptz IS NULL OR created_at >= $2)',
);

/** The next seeds that are not encrypted so. */
export const NEXT_SEEDS = sql<[after: Uuid | null, prefix: string, count: number], { row: Uuid; stored: string }>(`
  SELECT id AS row, seed AS stored FROM second_factors
  WHERE ($1::uuid IS NULL OR id > $1) AND NOT starts_with(seed, $2) ORDER BY id LIMIT $3`);

/** Replaces seeds, unless they were changed meanwhile. */
export const REPLACE_SEEDS = sql<[ids: readonly Uuid[], stored: readonly string[], encrypted: readonly string[]]>(`
  UPDATE second_factors f SET seed = r.encrypted
  FROM unnest($1::uuid[], $2::text[], $3::text[]) AS r(id, stored, encrypted) WHERE f.id = r.id AND f.seed = r.stored`);

/** How many seeds each key has encrypted. */
export const KEYS_OF_SEEDS = sql<[], KeyCount>(`
  SELECT CASE WHEN starts_with(seed, 'v1.') THEN split_part(seed, '.', 2) END AS "keyId", count(*)::int AS count
  FROM second_factors WHERE seed IS NOT NULL GROUP BY 1`);

/** In how many seconds the oldest of so many wrong codes counts no more; no row if there are fewer. */
export const LOCKED_FOR = sql<
  [userId: Uuid, minutes: number, others: number, followedToo: boolean],
  { seconds: number }
>(`
  SELECT ceil(extract(epoch FROM at + make_interval(mins => $2) - now()))::int AS seconds FROM wrong_codes
  WHERE user_id = $1 AND at > now() - make_interval(mins => $2) AND ($4 OR NOT followed)
  ORDER BY at DESC, id DESC OFFSET $3 LIMIT 1`);

/** Records a wrong code, and deletes those that are too old to count. */
export const ADD_WRONG_CODE = sql<[id: Uuid, userId: Uuid, minutes: number]>(`
  WITH old AS (DELETE FROM wrong_codes WHERE user_id = $2 AND at <= now() - make_interval(mins => $3))
  INSERT INTO wrong_codes (id, user_id, at) VALUES ($1, $2, clock_timestamp())`);

/** Notes that a right code came: the wrong ones before it count for the day alone. */
export const FOLLOW_WRONG_CODES = sql<[userId: Uuid]>(
  'UPDATE wrong_codes SET followed = true WHERE user_id = $1 AND NOT followed',
);

export const CLEAR_WRONG_CODES = sql<[userId: Uuid]>('DELETE FROM wrong_codes WHERE user_id = $1');
