import type { EntityManager } from 'typeorm';

// A write per call would be too slow.
const RECORD_USE_EVERY_S = 60;

/** The SQL condition that `last_used_at` of a key is due for an update: at most once a minute. */
export const isUseDue = (key: string): string =>
  `(${key}.last_used_at IS NULL OR ${key}.last_used_at < now() - interval '${RECORD_USE_EVERY_S} seconds')`;

/** Updates `last_used_at` of a key if it is due. */
export async function recordUse(tx: EntityManager, keyId: string): Promise<void> {
  await tx.query(`UPDATE api_keys k SET last_used_at = now() WHERE id = $1 AND ${isUseDue('k')}`, [keyId]);
}
