import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { unlinkRecords } from '../evidence/link-evidence.js';
import { DELETE_OF_RECORDS } from './comments.sql.js';

/** Deletes the comments on records that are about to be deleted, and takes the evidence from both. */
export async function removeComments(
  tx: EntityManager,
  organizationId: string,
  recordIds: readonly string[],
): Promise<void> {
  if (recordIds.length === 0) return;
  const comments = await query(tx, DELETE_OF_RECORDS, [organizationId, recordIds]);
  await unlinkRecords(tx, organizationId, [...recordIds, ...comments.map(({ id }) => id)]);
}
