import { bound } from '#libs/database';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { KeptCount } from '../../platform/work/counts.js';
import type { TestActivity } from './test-activity.entity.js';
import {
  type ActivityKind,
  COUNT_ACTIVITY,
  COUNT_PREVIEW,
  COUNT_WEEK,
  DELETE_LAST_ACTIVITY,
  DELETE_LAST_PREVIEW,
  DISCOUNT_ACTIVITY,
  DISCOUNT_PREVIEW,
  DISCOUNT_WEEK,
  type PreviewKind,
  type WeekKind,
} from './test-activities.sql.js';

type Counted = Pick<TestActivity, 'organizationId' | 'productId' | 'type' | 'tool' | 'context' | 'completedAt'>;

/** What an activity is counted by. */
interface Kind {
  productId: string;
  activity: ActivityKind;
  /** Null: it is of no preview. */
  preview: PreviewKind | null;
  week: WeekKind;
}

/** Counts an activity that was added. */
export function countAdded(change: ChangeContext, activity: Counted): void {
  change.count(ADDED, activity.organizationId, [kindOf(activity)]);
}

/** Discounts an activity that was deleted; call with `undoLock`, which keeps the counts still. */
export function countRemoved(change: ChangeContext, activity: Counted): void {
  change.count(REMOVED, activity.organizationId, [kindOf(activity)]);
}

// Environments of pull requests are endless, so they are counted in a table of their own.
function kindOf({ productId, type, tool, context, completedAt }: Counted): Kind {
  const { trigger = '', environment } = context ?? {};
  const isPreview = trigger === 'pull_request' && environment !== undefined;
  return {
    productId,
    activity: [productId, type, tool ?? '', trigger, isPreview ? '*' : (environment ?? '')],
    preview: isPreview ? [productId, environment] : null,
    week: [productId, completedAt],
  };
}

const ADDED: KeptCount<Kind> = {
  store: (organizationId, kinds) =>
    kinds.flatMap(({ activity, preview, week }) => [
      bound(COUNT_ACTIVITY, [organizationId, ...activity]),
      ...(preview ? [bound(COUNT_PREVIEW, [organizationId, ...preview])] : []),
      bound(COUNT_WEEK, [organizationId, ...week]),
    ]),
};

const REMOVED: KeptCount<Kind> = {
  store: (organizationId, kinds) =>
    kinds.flatMap(({ activity, preview, week }) => [
      bound(DELETE_LAST_ACTIVITY, [organizationId, ...activity]),
      bound(DISCOUNT_ACTIVITY, [organizationId, ...activity]),
      ...(preview
        ? [
            bound(DELETE_LAST_PREVIEW, [organizationId, ...preview]),
            bound(DISCOUNT_PREVIEW, [organizationId, ...preview]),
          ]
        : []),
      bound(DISCOUNT_WEEK, [organizationId, ...week]),
    ]),
};
