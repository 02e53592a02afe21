import type { EntityManager } from 'typeorm';

/** Makes a session good until then. */
export async function prolongSession(tx: EntityManager, id: string, until: Date): Promise<void> {
  await tx.query('UPDATE sessions SET expires_at = $2, updated_at = now() WHERE id = $1', [id, until]);
}
