import type { EntityManager } from 'typeorm';

/** Notes that this key has just written: standbys must have replayed the log so far before it reads their lists. */
export async function noteKeyWrite(tx: EntityManager, id: string): Promise<void> {
  await tx.query('UPDATE api_keys SET written_to = pg_current_wal_insert_lsn() WHERE id = $1', [id]);
}
