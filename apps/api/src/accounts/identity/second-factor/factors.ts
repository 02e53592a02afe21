import { execute, query } from '#libs/database';
import { newId } from '#libs/ids';
import { hashOf } from '#libs/secrets';
import type { EntityManager } from 'typeorm';
import { Session } from '../sessions/session.entity.js';
import { User } from '../user.entity.js';
import { Challenge } from './challenge.entity.js';
import { SecondFactor } from './second-factor.entity.js';
import {
  ADD_BACKUP_CODES,
  CONSUME_BACKUP_CODE,
  CONSUME_TIME_STEP,
  DELETE_BACKUP_CODES,
  REMOVE_FACTORS,
} from './second-factor.sql.js';
import { newBackupCodes, normalizeCode } from './totp.js';

/** The person's authenticators: the active one, and the one that waits for its first valid code. */
export async function factorsOf(
  tx: EntityManager,
  userId: string,
): Promise<{ active?: SecondFactor; prepared?: SecondFactor }> {
  const factors = await tx.findBy(SecondFactor, { userId });
  return { active: factors.find(({ active }) => active), prepared: factors.find(({ active }) => !active) };
}

/** Replaces the backup codes of a factor and returns the new ones; only their hashes are stored. */
export async function replaceBackupCodes(tx: EntityManager, factorId: string): Promise<string[]> {
  const codes = newBackupCodes();
  const hashes = codes.map((code) => hashOf(normalizeCode(code)));
  await query(tx, DELETE_BACKUP_CODES, [factorId]);
  await query(tx, ADD_BACKUP_CODES, [codes.map(() => newId()), factorId, hashes]);
  return codes;
}

/** Consumes a backup code; false if it is not valid. */
export async function consumeBackupCode(tx: EntityManager, factorId: string, code: string): Promise<boolean> {
  return (await execute(tx, CONSUME_BACKUP_CODE, [factorId, hashOf(normalizeCode(code))])) > 0;
}

/** Consumes the code of a time step; false if a code of this or a later step was used before. */
export async function consumeTimeStep(tx: EntityManager, factorId: string, step: number): Promise<boolean> {
  return (await execute(tx, CONSUME_TIME_STEP, [factorId, step])) > 0;
}

/**
 * Removes a person's factors with their codes, or only those created at `since` or later, and ends pending challenges;
 * false if there was none. Call with the person locked.
 */
export async function removeFactors(tx: EntityManager, userId: string, since?: Date): Promise<boolean> {
  if ((await execute(tx, REMOVE_FACTORS, [userId, since ?? null])) === 0) return false;
  await tx.delete(Challenge, { userId });
  if (await tx.existsBy(SecondFactor, { userId, active: true })) return true;
  await tx.update(User, { id: userId }, { twoFactorEnabled: false });
  await tx.update(Session, { userId }, { factorPassed: false });
  return true;
}
