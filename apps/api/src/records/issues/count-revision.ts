import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { RowKey } from '../../platform/lists/key-of.js';
import { COUNT_REVISION } from './issues.sql.js';

/** Counts a change of what is linked to an issue; changes of its own fields count themselves. */
export async function countRevision(tx: EntityManager, { organizationId, id }: RowKey): Promise<void> {
  await query(tx, COUNT_REVISION, [organizationId, id]);
}
