import type { EntityManager } from 'typeorm';
import { replaceLinks } from '../../platform/lists/links.js';
import { ACTIVITY_AREAS } from './activity-list.js';
import { TestActivity } from './test-activity.entity.js';

/** Notes what an activity led to where issues were made of it at once. */
export async function noteIssues(
  tx: EntityManager,
  { organizationId, id, issueCount, delta, introduced }: TestActivity,
): Promise<void> {
  await tx.update(TestActivity, { organizationId, id }, { issueCount, delta, introduced });
}

/** Tags an activity with exactly these areas, which are known to be of its product. */
export async function tagActivity(
  tx: EntityManager,
  activity: Pick<TestActivity, 'organizationId' | 'id' | 'productId'>,
  areaIds: readonly string[],
): Promise<void> {
  await replaceLinks(tx, ACTIVITY_AREAS, activity, areaIds, { product_id: activity.productId });
}
