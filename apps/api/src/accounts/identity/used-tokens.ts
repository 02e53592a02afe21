import { query } from '#libs/database';
import { hashOf } from '#libs/secrets';
import { type EntityManager, LessThan } from 'typeorm';
import { UsedToken } from './used-token.entity.js';
import { USE_TOKEN } from './used-tokens.sql.js';

/**
 * Notes one more use of something that may be shown only so often, such as a token or a SAML response.
 * @param key what names it, with its kind
 * @param expiresAt when the note may be deleted
 * @returns false if it was used `most` times before
 */
export async function useUp(
  tx: EntityManager,
  key: readonly unknown[],
  { expiresAt, most = 1 }: { expiresAt: Date; most?: number },
): Promise<boolean> {
  return (await query(tx, USE_TOKEN, [hashOf(JSON.stringify(key)), expiresAt, most])).length > 0;
}

/** Deletes the notes that are no longer needed. */
export const deleteExpiredUses = (tx: EntityManager, now: Date): Promise<unknown> =>
  tx.delete(UsedToken, { expiresAt: LessThan(now) });
