import type { RowKey } from '#libs/rows';
import type { EntityManager } from 'typeorm';

/** Counts a change of what is linked to an issue; changes of its own fields count themselves. */
export async function countRevision(tx: EntityManager, { organizationId, id }: RowKey): Promise<void> {
  await tx.query('UPDATE issues SET revision = revision + 1 WHERE organization_id = $1 AND id = $2', [
    organizationId,
    id,
  ]);
}
