import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { RECORD_USE } from './api-keys.sql.js';

/** Updates `last_used_at` of a key if it is due. */
export async function recordUse(tx: EntityManager, keyId: string): Promise<void> {
  await query(tx, RECORD_USE, [keyId]);
}
