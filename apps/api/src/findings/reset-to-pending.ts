import type { EntityManager } from 'typeorm';
import type { Issue } from '../issues/issue.entity.js';

/**
 * Findings lose the issues that are about to be deleted; those confirmed as one of them have not been dealt with and await
 * triage again.
 */
export async function resetToPending(
  tx: EntityManager,
  issues: readonly Pick<Issue, 'id' | 'productId'>[],
): Promise<void> {
  await tx.query(
    `UPDATE findings SET issue_id = NULL,
       status = CASE status WHEN 'confirmed' THEN 'pending' ELSE status END,
       updated_at = CASE status WHEN 'confirmed' THEN now() ELSE updated_at END
     WHERE product_id = ANY ($1::uuid[]) AND issue_id = ANY ($2::uuid[])`,
    [[...new Set(issues.map(({ productId }) => productId))], issues.map(({ id }) => id)],
  );
}
