import type { EntityManager } from 'typeorm';
import type { RowKey } from '../lists/key-of.js';

/** Counts a change of what is linked to an issue; changes of its own fields count themselves. */
export async function countRevision(tx: EntityManager, { organizationId, id }: RowKey): Promise<void> {
  await tx.query('UPDATE issues SET revision = revision + 1 WHERE organization_id = $1 AND id = $2', [
    organizationId,
    id,
  ]);
}
