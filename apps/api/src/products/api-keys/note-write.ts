import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { NOTE_WRITE } from './api-keys.sql.js';

/** Notes that this key has just written: standbys must have replayed the log so far before it reads their lists. */
export async function noteKeyWrite(tx: EntityManager, id: string): Promise<void> {
  await query(tx, NOTE_WRITE, [id]);
}
