import { replaceLinks } from '#libs/rows';
import type { EntityManager } from 'typeorm';
import { ACTIVITY_AREAS } from './test-activities.service.js';
import { TestActivity } from './test-activity.entity.js';

/** Expressions in SQL that identify an activity: its organization and its id. */
interface ActivityExpressions {
  organizationId: string;
  id: string;
}

/**
 * In SQL: notes what a run changed.
 * @param counted a table of one row with the column `delta`
 */
export const noteDelta = ({ organizationId, id }: ActivityExpressions, counted: string): string => `
  UPDATE test_activities a SET delta = ${counted}.delta FROM ${counted}
  WHERE a.organization_id = ${organizationId} AND a.id = ${id}`;

/**
 * The SQL that adds to a run's outcome how many findings it resolved.
 * @param resolved an expression: their number
 */
export const noteResolved = ({ organizationId, id }: ActivityExpressions, resolved: string): string => `
  UPDATE test_activities
  SET resolved_count = ${resolved}, delta = jsonb_set(delta, '{resolved}', to_jsonb(${resolved}))
  WHERE organization_id = ${organizationId} AND id = ${id}`;

/** Notes what an activity led to where issues were made of it at once. */
export async function noteIssues(
  tx: EntityManager,
  { organizationId, id, issueCount, delta }: Pick<TestActivity, 'organizationId' | 'id' | 'issueCount' | 'delta'>,
): Promise<void> {
  await tx.update(TestActivity, { organizationId, id }, { issueCount, delta });
}

/** Tags an activity with exactly these areas, which are known to be of its product. */
export async function tagActivity(
  tx: EntityManager,
  activity: Pick<TestActivity, 'organizationId' | 'id' | 'productId'>,
  areaIds: readonly string[],
): Promise<void> {
  await replaceLinks(tx, ACTIVITY_AREAS, activity, areaIds, { product_id: activity.productId });
}
