import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { PROLONG } from './sessions.sql.js';

/** Makes a session good until then. */
export async function prolongSession(tx: EntityManager, id: string, until: Date): Promise<void> {
  await query(tx, PROLONG, [id, until]);
}
