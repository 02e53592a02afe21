import type { EntityManager } from 'typeorm';

// A write for every call would cost most of its speed.
const RECORD_USE_EVERY_S = 60;

/** In SQL: whether it is to be noted that this key is used: once a minute at most. */
export const isUseDue = (key: string): string =>
  `(${key}.last_used_at IS NULL OR ${key}.last_used_at < now() - interval '${RECORD_USE_EVERY_S} seconds')`;

/** Notes that a key is used, where that is news. */
export async function recordUse(tx: EntityManager, keyId: string): Promise<void> {
  await tx.query(`UPDATE api_keys k SET last_used_at = now() WHERE id = $1 AND ${isUseDue('k')}`, [keyId]);
}
