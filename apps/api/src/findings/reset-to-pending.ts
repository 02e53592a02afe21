import type { EntityManager } from 'typeorm';
import type { RemovedIssues } from '../issues/issues.service.js';

/**
 * Findings lose the issues that are about to be deleted; those confirmed as one of them have not been dealt with and await
 * triage again.
 */
export async function resetToPending(tx: EntityManager, { organizationId, ids }: RemovedIssues): Promise<void> {
  await tx.query(
    `UPDATE findings SET issue_id = NULL,
       status = CASE status WHEN 'confirmed' THEN 'pending' ELSE status END,
       updated_at = CASE status WHEN 'confirmed' THEN now() ELSE updated_at END
     WHERE organization_id = $1 AND issue_id = ANY ($2::uuid[])`,
    [organizationId, ids],
  );
}
