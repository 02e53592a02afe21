import type { Counter } from '../work/counts.js';
import type { Unit } from '../work/unit.js';
import type { TestActivity } from './test-activity.entity.js';

type Counted = Pick<TestActivity, 'organizationId' | 'productId' | 'type' | 'tool' | 'context'>;

/** Counts an activity that was added. */
export function countAdded(unit: Unit, activity: Counted): void {
  unit.count(ADDED, activity.organizationId, kindOf(activity));
}

/** Discounts an activity that was deleted; call with `undoLock`, which keeps the counts still. */
export function countRemoved(unit: Unit, activity: Counted): void {
  unit.count(REMOVED, activity.organizationId, kindOf(activity));
}

/** What an activity is counted by. Environments of pull requests are endless, so they are counted in a table of their own. */
function kindOf({ productId, type, tool, context }: Counted): object {
  const { trigger = '', environment } = context ?? {};
  const isPreview = trigger === 'pull_request' && environment !== undefined;
  return {
    productId,
    type,
    tool: tool ?? '',
    trigger,
    environment: isPreview ? '*' : (environment ?? ''),
    preview: isPreview ? environment : null,
  };
}

const activitiesOf = (changes: string): string => `
  SELECT "productId" AS product_id, type, tool, trigger, environment, count(*)::int AS value
  FROM json_to_recordset(${changes}) AS a("productId" uuid, type activity_type, tool text, trigger text, environment text)
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`;

const previewsOf = (changes: string): string => `
  SELECT "productId" AS product_id, preview AS environment, count(*)::int AS value
  FROM json_to_recordset(${changes}) AS a("productId" uuid, preview text)
  WHERE preview IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`;

const ADDED: Counter = (changes) => [
  `INSERT INTO activity_counts AS c (organization_id, product_id, type, tool, trigger, environment, value)
   SELECT $1::uuid, * FROM (${activitiesOf(changes)}) added
   ON CONFLICT ON CONSTRAINT pk_activity_counts DO UPDATE SET value = c.value + excluded.value`,
  `INSERT INTO preview_counts AS c (organization_id, product_id, environment, value)
   SELECT $1::uuid, * FROM (${previewsOf(changes)}) added
   ON CONFLICT ON CONSTRAINT pk_preview_counts DO UPDATE SET value = c.value + excluded.value`,
];

const SAME_KIND = `c.organization_id = $1
  AND (c.product_id, c.type, c.tool, c.trigger, c.environment) = (gone.product_id, gone.type, gone.tool, gone.trigger, gone.environment)`;
const SAME_PREVIEW = `c.organization_id = $1 AND (c.product_id, c.environment) = (gone.product_id, gone.environment)`;

// The feeds offer every tool and environment that has a row, so one that nothing is left of goes.
const REMOVED: Counter = (changes) => [
  `DELETE FROM activity_counts c USING (${activitiesOf(changes)}) gone WHERE ${SAME_KIND} AND c.value = gone.value`,
  `UPDATE activity_counts c SET value = c.value - gone.value FROM (${activitiesOf(changes)}) gone
   WHERE ${SAME_KIND} AND c.value <> gone.value`,
  `DELETE FROM preview_counts c USING (${previewsOf(changes)}) gone WHERE ${SAME_PREVIEW} AND c.value = gone.value`,
  `UPDATE preview_counts c SET value = c.value - gone.value FROM (${previewsOf(changes)}) gone
   WHERE ${SAME_PREVIEW} AND c.value <> gone.value`,
];
