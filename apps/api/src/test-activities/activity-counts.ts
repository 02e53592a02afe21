import type { Statement } from '#libs/database';
import type { ChangeContext } from '../work/change-context.js';
import type { Counter } from '../work/counts.js';
import type { TestActivity } from './test-activity.entity.js';

type Counted = Pick<TestActivity, 'organizationId' | 'productId' | 'type' | 'tool' | 'context' | 'completedAt'>;

/** What an activity is counted by: the columns of `activity_counts`, those of `preview_counts` where it is of a preview, and a moment of its week. */
interface Kind {
  activity: readonly string[];
  preview: readonly string[] | null;
  week: readonly [productId: string, moment: Date];
}

/** Counts an activity that was added. */
export function countAdded(change: ChangeContext, activity: Counted): void {
  change.count(ADDED, activity.organizationId, kindOf(activity));
}

/** Discounts an activity that was deleted; call with `undoLock`, which keeps the counts still. */
export function countRemoved(change: ChangeContext, activity: Counted): void {
  change.count(REMOVED, activity.organizationId, kindOf(activity));
}

// Environments of pull requests are endless, so they are counted in a table of their own.
function kindOf({ productId, type, tool, context, completedAt }: Counted): Kind {
  const { trigger = '', environment } = context ?? {};
  const isPreview = trigger === 'pull_request' && environment !== undefined;
  return {
    activity: [productId, type, tool ?? '', trigger, isPreview ? '*' : (environment ?? '')],
    preview: isPreview ? [productId, environment] : null,
    week: [productId, completedAt],
  };
}

const counting =
  (ofActivity: readonly string[], ofPreview: readonly string[], ofWeek: string): Counter<Kind> =>
  (organizationId, kinds) =>
    kinds.flatMap(({ activity, preview, week }) => [
      ...ofActivity.map((text): Statement => [text, [organizationId, ...activity]]),
      ...(preview ? ofPreview.map((text): Statement => [text, [organizationId, ...preview]]) : []),
      [ofWeek, [organizationId, ...week]] satisfies Statement,
    ]);

/** The Monday of UTC, from which the feeds count. */
const WEEK = `date_trunc('week', $3::timestamptz AT TIME ZONE 'UTC')::date`;

const ADDED = counting(
  [
    `INSERT INTO activity_counts AS c (organization_id, product_id, type, tool, trigger, environment, value) VALUES ($1, $2, $3, $4, $5, $6, 1)
     ON CONFLICT ON CONSTRAINT pk_activity_counts DO UPDATE SET value = c.value + 1`,
  ],
  [
    `INSERT INTO preview_counts AS c (organization_id, product_id, environment, value) VALUES ($1, $2, $3, 1)
     ON CONFLICT ON CONSTRAINT pk_preview_counts DO UPDATE SET value = c.value + 1`,
  ],
  `INSERT INTO activity_weeks AS c (organization_id, product_id, week, value) VALUES ($1, $2, ${WEEK}, 1)
   ON CONFLICT ON CONSTRAINT pk_activity_weeks DO UPDATE SET value = c.value + 1`,
);

const OF_KIND =
  'organization_id = $1 AND product_id = $2 AND type = $3 AND tool = $4 AND trigger = $5 AND environment = $6';
const OF_PREVIEW = 'organization_id = $1 AND product_id = $2 AND environment = $3';

// The feeds offer every tool and environment that has a row, so one that nothing is left of goes.
const REMOVED = counting(
  [
    `DELETE FROM activity_counts WHERE ${OF_KIND} AND value = 1`,
    `UPDATE activity_counts SET value = value - 1 WHERE ${OF_KIND} AND value > 1`,
  ],
  [
    `DELETE FROM preview_counts WHERE ${OF_PREVIEW} AND value = 1`,
    `UPDATE preview_counts SET value = value - 1 WHERE ${OF_PREVIEW} AND value > 1`,
  ],
  `UPDATE activity_weeks SET value = value - 1 WHERE organization_id = $1 AND product_id = $2 AND week = ${WEEK}`,
);
