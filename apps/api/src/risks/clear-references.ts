import type { EntityManager } from 'typeorm';
import type { Area } from '../products/area.entity.js';
import type { RemovedIssues } from '../issues/issues.service.js';

/** Risks stay materialized when the issues that they became are deleted. */
export async function clearIssues(tx: EntityManager, { organizationId, ids }: RemovedIssues): Promise<void> {
  await tx.query(
    'UPDATE risks SET issue_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND issue_id = ANY ($2::uuid[])',
    [organizationId, ids],
  );
}

/** Risks stay without their creator when the person's account is deleted. */
export async function clearCreator(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await tx.query(
    'UPDATE risks SET created_by_user_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND created_by_user_id = $2',
    [organizationId, userId],
  );
}

/** Risks lose an area that is about to be deleted, with the foreign key of their links. */
export async function countWithoutArea(tx: EntityManager, { organizationId, id }: Area): Promise<void> {
  await tx.query(
    `UPDATE risks SET revision = revision + 1 WHERE organization_id = $1
       AND id IN (SELECT l.risk_id FROM risk_areas l WHERE l.organization_id = $1 AND l.area_id = $2)`,
    [organizationId, id],
  );
}
