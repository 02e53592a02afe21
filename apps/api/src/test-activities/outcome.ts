import { replaceLinks } from '#libs/rows';
import type { EntityManager } from 'typeorm';
import { ACTIVITY_AREAS } from './test-activities.service.js';
import { TestActivity } from './test-activity.entity.js';

/**
 * In SQL: notes what a run changed.
 * @param activity an expression: the id of the activity
 * @param counted a table of one row with the column `delta`
 */
export const noteDelta = (activity: string, counted: string): string =>
  `UPDATE test_activities SET delta = ${counted}.delta FROM ${counted} WHERE id = ${activity}`;

/**
 * The SQL that adds to a run's outcome how many findings it resolved.
 * @param activity an expression: the id of the activity
 * @param resolved an expression: their number
 */
export const noteResolved = (activity: string, resolved: string): string => `
  UPDATE test_activities
  SET resolved_count = ${resolved}, delta = jsonb_set(delta, '{resolved}', to_jsonb(${resolved}))
  WHERE id = ${activity}`;

/** Notes what an activity led to where issues were made of it at once. */
export async function noteIssues(
  tx: EntityManager,
  { id, issueCount, delta }: Pick<TestActivity, 'id' | 'issueCount' | 'delta'>,
): Promise<void> {
  await tx.update(TestActivity, { id }, { issueCount, delta });
}

/** Tags an activity with exactly these areas, which are known to be of its product. */
export async function tagActivity(
  tx: EntityManager,
  activity: Pick<TestActivity, 'organizationId' | 'id' | 'productId'>,
  areaIds: readonly string[],
): Promise<void> {
  await replaceLinks(tx, ACTIVITY_AREAS, activity, areaIds, { product_id: activity.productId });
}
