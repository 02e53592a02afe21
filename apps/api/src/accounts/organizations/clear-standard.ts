import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { CLEAR_STANDARD } from './organizations.sql.js';

/** Clears a standard and levels that are about to be deleted from an organization. */
export async function clearStandardOfOrganization(
  tx: EntityManager,
  removed: { organizationId: string; standardId: string | null; levelIds: readonly string[] },
): Promise<void> {
  await query(tx, CLEAR_STANDARD, [removed.organizationId, removed.standardId, removed.levelIds]);
}
