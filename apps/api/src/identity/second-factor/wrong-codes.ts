import { query } from '#libs/database';
import { newId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import { ADD_WRONG_CODE, CLEAR_WRONG_CODES, LOCKED_FOR } from './second-factor.sql.js';

/** After this many wrong codes within this time, without a valid one in between, codes are no longer checked. */
const MAX_WRONG_CODES = 10;
const WITHIN_MINUTES = 15;

/** For how many seconds this person's codes are rejected unchecked; 0: not locked. Call with the person locked. */
export async function lockedForSeconds(tx: EntityManager, userId: string): Promise<number> {
  const [row] = await query(tx, LOCKED_FOR, [userId, WITHIN_MINUTES, MAX_WRONG_CODES - 1]);
  return row ? Math.max(1, row.seconds) : 0;
}

/** Records a wrong code, and deletes those that are too old to count. */
export async function recordWrongCode(tx: EntityManager, userId: string): Promise<void> {
  await query(tx, ADD_WRONG_CODE, [newId(), userId, WITHIN_MINUTES]);
}

/** Resets the count after a valid code. */
export async function clearWrongCodes(tx: EntityManager, userId: string): Promise<void> {
  await query(tx, CLEAR_WRONG_CODES, [userId]);
}
