import { newId } from '#libs/ids';
import { hashOf } from '#libs/secrets';
import type { EntityManager } from 'typeorm';
import { Session } from '../sessions/session.entity.js';
import { User } from '../user.entity.js';
import { Challenge } from './challenge.entity.js';
import { SecondFactor } from './second-factor.entity.js';
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
  await tx.query('DELETE FROM backup_codes WHERE factor_id = $1', [factorId]);
  await tx.query(
    'INSERT INTO backup_codes (id, factor_id, code_hash) SELECT unnest($1::uuid[]), $2, unnest($3::bytea[])',
    [codes.map(() => newId()), factorId, codes.map((code) => hashOf(normalizeCode(code)))],
  );
  return codes;
}

/** Consumes a backup code; false if it is not valid. */
export async function consumeBackupCode(tx: EntityManager, factorId: string, code: string): Promise<boolean> {
  const [, used] = await tx.query<[unknown, number]>(
    'DELETE FROM backup_codes WHERE factor_id = $1 AND code_hash = $2',
    [factorId, hashOf(normalizeCode(code))],
  );
  return used > 0;
}

/** Consumes the code of a time step; false if a code of this or a later step was used before. */
export async function consumeTimeStep(tx: EntityManager, factorId: string, step: number): Promise<boolean> {
  const [, used] = await tx.query<[unknown, number]>(
    'UPDATE second_factors SET last_step = $2 WHERE id = $1 AND (last_step IS NULL OR last_step < $2)',
    [factorId, step],
  );
  return used > 0;
}

/**
 * Removes a person's factors with their codes, or only those created at `since` or later, and ends pending challenges;
 * false if there was none. Call with the person locked.
 */
export async function removeFactors(tx: EntityManager, userId: string, since?: Date): Promise<boolean> {
  const [, removed] = await tx.query<[unknown, number]>(
    'DELETE FROM second_factors WHERE user_id = $1 AND ($2::timestamptz IS NULL OR created_at >= $2)',
    [userId, since ?? null],
  );
  if (removed === 0) return false;
  await tx.delete(Challenge, { userId });
  if (await tx.existsBy(SecondFactor, { userId, active: true })) return true;
  await tx.update(User, { id: userId }, { twoFactorEnabled: false });
  await tx.update(Session, { userId }, { factorPassed: false });
  return true;
}
