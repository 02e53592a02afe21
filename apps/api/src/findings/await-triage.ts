import type { EntityManager } from 'typeorm';
import type { Issue } from '../issues/issue.entity.js';

/** Findings confirmed as issues that are about to be deleted have not been dealt with: they await triage again. */
export async function awaitTriageAgain(
  tx: EntityManager,
  issues: readonly Pick<Issue, 'id' | 'productId'>[],
): Promise<void> {
  await tx.query(
    `UPDATE findings SET status = 'pending', updated_at = now()
     WHERE product_id = ANY ($1::uuid[]) AND issue_id = ANY ($2::uuid[]) AND status = 'confirmed'`,
    [[...new Set(issues.map(({ productId }) => productId))], issues.map(({ id }) => id)],
  );
}
