import type { EntityManager } from 'typeorm';
import type { Area } from '../products/area.entity.js';
import type { Audit } from '../audits/audit.entity.js';
import type { TestActivity } from '../test-activities/test-activity.entity.js';

/** Issues stay when the audit in which they were found is deleted. */
export async function clearAudit(tx: EntityManager, { organizationId, id }: Audit): Promise<void> {
  await tx.query(
    'UPDATE issues SET audit_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND audit_id = $2',
    [organizationId, id],
  );
}

/** Issues stay when the test activity that reported them is deleted. */
export async function clearActivity(tx: EntityManager, { organizationId, id }: TestActivity): Promise<void> {
  await tx.query(
    'UPDATE issues SET test_activity_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND test_activity_id = $2',
    [organizationId, id],
  );
}

/** Issues stay without their creator when the person's account is deleted. */
export async function clearCreator(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await tx.query(
    'UPDATE issues SET created_by_user_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND created_by_user_id = $2',
    [organizationId, userId],
  );
}

/** Issues lose an area that is about to be deleted, with the foreign key of their links. */
export async function countWithoutArea(tx: EntityManager, { organizationId, id }: Area): Promise<void> {
  await tx.query(
    `UPDATE issues SET revision = revision + 1 WHERE organization_id = $1
       AND id IN (SELECT l.issue_id FROM issue_areas l WHERE l.organization_id = $1 AND l.area_id = $2)`,
    [organizationId, id],
  );
}
