import { newId } from '#libs/ids';
import type { EntityManager } from 'typeorm';

/** So many wrong codes within this time, without a right one between, and no further is looked at. */
const MAX_WRONG_CODES = 10;
const WITHIN_MINUTES = 15;

/** For how many seconds no code of this person is looked at; 0: now. Call with the person locked. */
export async function lockedForSeconds(tx: EntityManager, userId: string): Promise<number> {
  const [row] = await tx.query<{ seconds: number }[]>(
    `SELECT ceil(extract(epoch FROM at + make_interval(mins => $2) - now()))::int AS seconds FROM wrong_codes
     WHERE user_id = $1 AND at > now() - make_interval(mins => $2) ORDER BY at DESC, id DESC OFFSET $3 LIMIT 1`,
    [userId, WITHIN_MINUTES, MAX_WRONG_CODES - 1],
  );
  return row ? Math.max(1, row.seconds) : 0;
}

/** Counts a wrong code, and forgets those that are too old to count. */
export async function recordWrongCode(tx: EntityManager, userId: string): Promise<void> {
  await tx.query(
    `WITH old AS (DELETE FROM wrong_codes WHERE user_id = $2 AND at <= now() - make_interval(mins => $3))
     INSERT INTO wrong_codes (id, user_id, at) VALUES ($1, $2, clock_timestamp())`,
    [newId(), userId, WITHIN_MINUTES],
  );
}

/** A right code ends the count. */
export async function clearWrongCodes(tx: EntityManager, userId: string): Promise<void> {
  await tx.query('DELETE FROM wrong_codes WHERE user_id = $1', [userId]);
}
