import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { NOTE_WRITE } from './sessions.sql.js';

/** Notes that this session has just written: standbys must have replayed the log so far before it reads their lists. */
export async function noteSessionWrite(tx: EntityManager, id: string): Promise<void> {
  await query(tx, NOTE_WRITE, [id]);
}
