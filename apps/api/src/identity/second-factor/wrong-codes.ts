import { newId } from '#libs/ids';
import type { EntityManager } from 'typeorm';

/** After this many wrong codes within this time, without a valid one in between, codes are no longer checked. */
const MAX_WRONG_CODES = 10;
const WITHIN_MINUTES = 15;

/** For how many seconds this person's codes are rejected unchecked; 0: not locked. Call with the person locked. */
export async function lockedForSeconds(tx: EntityManager, userId: string): Promise<number> {
  const [row] = await tx.query<{ seconds: number }[]>(
    `SELECT ceil(extract(epoch FROM at + make_interval(mins => $2) - now()))::int AS seconds FROM wrong_codes
     WHERE user_id = $1 AND at > now() - make_interval(mins => $2) ORDER BY at DESC, id DESC OFFSET $3 LIMIT 1`,
    [userId, WITHIN_MINUTES, MAX_WRONG_CODES - 1],
  );
  return row ? Math.max(1, row.seconds) : 0;
}

/** Records a wrong code, and deletes those that are too old to count. */
export async function recordWrongCode(tx: EntityManager, userId: string): Promise<void> {
  await tx.query(
    `WITH old AS (DELETE FROM wrong_codes WHERE user_id = $2 AND at <= now() - make_interval(mins => $3))
     INSERT INTO wrong_codes (id, user_id, at) VALUES ($1, $2, clock_timestamp())`,
    [newId(), userId, WITHIN_MINUTES],
  );
}

/** Resets the count after a valid code. */
export async function clearWrongCodes(tx: EntityManager, userId: string): Promise<void> {
  await tx.query('DELETE FROM wrong_codes WHERE user_id = $1', [userId]);
}
