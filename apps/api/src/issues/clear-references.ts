import type { EntityManager } from 'typeorm';
import type { Audit } from '../audits/audit.entity.js';
import type { TestActivity } from '../test-activities/test-activity.entity.js';

/** Issues stay when the audit in which they were found is deleted. */
export async function clearAudit(tx: EntityManager, { organizationId, id }: Audit): Promise<void> {
  await tx.query('UPDATE issues SET audit_id = NULL WHERE organization_id = $1 AND audit_id = $2', [
    organizationId,
    id,
  ]);
}

/** Issues stay when the test activity that reported them is deleted. */
export async function clearActivity(tx: EntityManager, { organizationId, id }: TestActivity): Promise<void> {
  await tx.query('UPDATE issues SET test_activity_id = NULL WHERE organization_id = $1 AND test_activity_id = $2', [
    organizationId,
    id,
  ]);
}

/** Issues stay without their creator when the person's account is deleted. */
export async function clearCreator(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await tx.query('UPDATE issues SET created_by_user_id = NULL WHERE organization_id = $1 AND created_by_user_id = $2', [
    organizationId,
    userId,
  ]);
}
