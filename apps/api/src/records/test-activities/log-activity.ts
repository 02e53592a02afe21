import { clock } from '#libs/clock';
import { newId } from '#libs/ids';
import { reserveNumbers } from '../../products/products/product-records.js';
import type { Product } from '../../products/products/product.entity.js';
import { TITLE_LENGTH } from '../../products/products/title-length.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { countAdded } from './activity-counts.js';
import type { RunContext } from './run-context.js';
import { type ActivityType, TestActivity } from './test-activity.entity.js';

/** The data of a new activity. */
export interface ActivityDraft {
  type: ActivityType;
  title?: string | null;
  tool?: string | null;
  target?: string | null;
  externalUrl?: string | null;
  startedAt?: Date | null;
  completedAt?: Date | null;
  context?: RunContext | null;
  idempotencyKey?: string | null;
  findingCount?: number;
  omissions?: string[] | null;
  failed?: boolean;
  createdByUserId: string | null;
}

const NAMES: Readonly<Record<ActivityType, string>> = {
  automated_scan: 'Automated scan',
  manual_test: 'Manual test',
  usability_test: 'Usability test',
  user_research: 'User research',
};

/**
 * An activity with the next number of its product, not stored yet; throws if the product is archived. One statement.
 */
export async function nextActivity(
  { tx }: ChangeContext,
  product: Product,
  draft: ActivityDraft,
): Promise<TestActivity> {
  const number = await reserveNumbers(tx, product, 'test_activity');
  const now = clock.now();
  return tx.create(TestActivity, {
    id: newId(),
    organizationId: product.organizationId,
    productId: product.id,
    number,
    type: draft.type,
    title: draft.title?.trim()
      ? draft.title
      : [...`${NAMES[draft.type]} of ${product.name}`].slice(0, TITLE_LENGTH).join(''),
    tool: draft.tool?.trim() || null,
    target: draft.target ?? null,
    externalUrl: draft.externalUrl ?? null,
    startedAt: draft.startedAt ?? null,
    completedAt: draft.completedAt ?? now,
    context: draft.context ?? null,
    idempotencyKey: draft.idempotencyKey ?? null,
    issueCount: 0,
    findingCount: draft.findingCount ?? 0,
    resolvedCount: 0,
    delta: null,
    compared: null,
    omissions: draft.omissions ?? null,
    failed: draft.failed ?? false,
    createdByUserId: draft.createdByUserId,
  });
}

/** Stores an activity with the next number of its product; throws if the product is archived. Two statements. */
export async function logActivity(
  change: ChangeContext,
  product: Product,
  draft: ActivityDraft,
): Promise<TestActivity> {
  const activity = await nextActivity(change, product, draft);
  await change.tx.insert(TestActivity, activity);
  countAdded(change, activity);
  return activity;
}
