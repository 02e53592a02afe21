import type { EntityManager } from 'typeorm';

/** Notes that this session has just written: standbys must have replayed the log so far before it reads their lists. */
export async function noteSessionWrite(tx: EntityManager, id: string): Promise<void> {
  await tx.query('UPDATE sessions SET written_to = pg_current_wal_insert_lsn() WHERE id = $1', [id]);
}
