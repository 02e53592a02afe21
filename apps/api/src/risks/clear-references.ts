import type { EntityManager } from 'typeorm';
import type { Issue } from '../issues/issue.entity.js';

/** Risks stay materialized when the issues that they became are deleted. */
export async function clearIssues(
  tx: EntityManager,
  issues: readonly Pick<Issue, 'id' | 'productId'>[],
): Promise<void> {
  await tx.query(
    'UPDATE risks SET issue_id = NULL WHERE product_id = ANY ($1::uuid[]) AND issue_id = ANY ($2::uuid[])',
    [[...new Set(issues.map(({ productId }) => productId))], issues.map(({ id }) => id)],
  );
}

/** Risks stay without their creator when the person leaves. */
export async function clearCreator(tx: EntityManager, userId: string): Promise<void> {
  await tx.query('UPDATE risks SET created_by_user_id = NULL WHERE created_by_user_id = $1', [userId]);
}
