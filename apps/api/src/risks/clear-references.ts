import type { EntityManager } from 'typeorm';
import type { RemovedIssues } from '../issues/issues.service.js';

/** Risks stay materialized when the issues that they became are deleted. */
export async function clearIssues(tx: EntityManager, { organizationId, ids }: RemovedIssues): Promise<void> {
  await tx.query('UPDATE risks SET issue_id = NULL WHERE organization_id = $1 AND issue_id = ANY ($2::uuid[])', [
    organizationId,
    ids,
  ]);
}

/** Risks stay without their creator when the person's account is deleted. */
export async function clearCreator(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await tx.query('UPDATE risks SET created_by_user_id = NULL WHERE organization_id = $1 AND created_by_user_id = $2', [
    organizationId,
    userId,
  ]);
}
