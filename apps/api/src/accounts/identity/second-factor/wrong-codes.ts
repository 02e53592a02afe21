import { query } from '#libs/database';
import { newId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import { ADD_WRONG_CODE, CLEAR_WRONG_CODES, FOLLOW_WRONG_CODES, LOCKED_FOR } from './second-factor.sql.js';

/** After this many wrong codes within this time, without a valid one in between, codes are no longer checked. */
const MAX_WRONG_CODES = 10;
const WITHIN_MINUTES = 15;
/**
 * The same within a day, whatever is in between: the owner's own sign-ins give whoever knows the password no further
 * guesses.
 */
const MAX_A_DAY = 30;
const DAY_MINUTES = 24 * 60;

/** For how long no code of a person is checked. */
export interface CodesLock {
  seconds: number;
  /** Whether it is for so long that the person gets a link that ends it. */
  forTheDay: boolean;
}

/** Whether this person's codes are rejected unchecked. Call with the person locked. */
export async function codesLockOf(tx: EntityManager, userId: string): Promise<CodesLock | undefined> {
  const [day] = await query(tx, LOCKED_FOR, [userId, DAY_MINUTES, MAX_A_DAY - 1, true]);
  if (day) return { seconds: Math.max(1, day.seconds), forTheDay: true };
  const [row] = await query(tx, LOCKED_FOR, [userId, WITHIN_MINUTES, MAX_WRONG_CODES - 1, false]);
  return row && { seconds: Math.max(1, row.seconds), forTheDay: false };
}

/** Records a wrong code, and deletes those that are too old to count. */
export async function recordWrongCode(tx: EntityManager, userId: string): Promise<void> {
  await query(tx, ADD_WRONG_CODE, [newId(), userId, DAY_MINUTES]);
}

/** Restarts the count of the quarter of an hour after a valid code. */
export async function followWrongCodes(tx: EntityManager, userId: string): Promise<void> {
  await query(tx, FOLLOW_WRONG_CODES, [userId]);
}

/** Forgets all wrong codes of a person. */
export async function clearWrongCodes(tx: EntityManager, userId: string): Promise<void> {
  await query(tx, CLEAR_WRONG_CODES, [userId]);
}
