import { query } from '#libs/database';
import { Conflict, NotFound } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { Lock } from '../../platform/work/locks.js';
import type { ProductKey } from './product-key.js';
import {
  ACTIVE,
  LOCK_ACTIVE,
  LOCK_PRODUCT,
  LOCK_RUNS,
  LOCK_RUNS_ALONE,
  MOMENT,
  PRESENT,
  RESERVE_NUMBERS,
} from './products.sql.js';

/** Kinds of records that are numbered in their product. */
export type NumberedKind = 'audit' | 'test_activity' | 'issue' | 'risk' | 'conformance_report' | 'monitor';

/** The product is archived, so nothing can be added to it. */
export class ProductArchived extends Conflict {
  readonly code = 'product_archived';
  constructor() {
    super('The product is archived. Restore it to add records.');
  }
}

/**
 * Reserves `count` consecutive numbers in the product and returns the first; refuses an archived product.
 * Numbers are never used again.
 */
export async function reserveNumbers(
  tx: EntityManager,
  { organizationId, id }: ProductKey,
  kind: NumberedKind,
  count = 1,
): Promise<number> {
  return (await reserveNumbersInProducts(tx, organizationId, kind, new Map([[id, count]]))).get(id)!;
}

/** The same in many products of an organization at once; all must be live. */
export async function reserveNumbersInProducts(
  tx: EntityManager,
  organizationId: string,
  kind: NumberedKind,
  counts: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const rows = await query(tx, RESERVE_NUMBERS, [[...counts.keys()], [...counts.values()], kind, organizationId]);
  if (rows.length < counts.size) throw await refusalOf(tx, organizationId, [...counts.keys()]);
  return new Map(rows.map(({ productId, last }) => [productId, last - counts.get(productId)! + 1]));
}

/**
 * Blocks runs of these products, and undoing them, until the unit ends, and waits for those under way. Every other
 * change of findings must take this lock first, or a run could work with outdated findings.
 */
export const runsLock = (organizationId: string, productIds: readonly string[]): Lock => ({
  kind: 'runs',
  name: [...productIds].sort().join(' '),
  take: async (tx) => {
    await query(tx, LOCK_RUNS, [organizationId, productIds]);
  },
});

/**
 * Takes that lock, and answers the moment after it by the clock that runs take their arrival from: no run of before has
 * arrived later, and none that comes arrives earlier, whatever the clocks of the service say.
 */
export async function timeBetweenRuns(
  change: ChangeContext,
  organizationId: string,
  productIds: readonly string[],
): Promise<Date> {
  await change.lock(runsLock(organizationId, productIds));
  const [now] = await query(change.tx, MOMENT, [organizationId, productIds]);
  return now!.moment;
}

/** Blocks runs of this product and all other changes of its findings; for undoing a run and for ending a line. */
export const undoLock = ({ organizationId, id }: ProductKey): Lock => ({
  kind: 'runs',
  name: `undo ${id}`,
  take: async (tx) => {
    await query(tx, LOCK_RUNS_ALONE, [organizationId, id]);
  },
});

/** Products that must stay live until the unit has ended: refuses archived ones, and makes archiving wait. */
export const activeLock = (organizationId: string, productIds: readonly string[]): Lock => ({
  kind: 'product',
  name: [...productIds].sort().join(' '),
  take: async (tx) => {
    const active = await query(tx, LOCK_ACTIVE, [organizationId, productIds]);
    if (active.length < productIds.length) throw await refusalOf(tx, organizationId, productIds);
  },
});

/**
 * Keeps a product from being archived, restored or deleted until the unit ends; `requireLive` asks whether it is live,
 * after 404 and 400.
 */
export const productStaysLock = ({ organizationId, id }: ProductKey): Lock => ({
  kind: 'product',
  name: `${id} stays`,
  take: async (tx) => {
    await query(tx, LOCK_PRODUCT, [organizationId, id]);
  },
});

/**
 * Refuses an archived product. Call with `productStaysLock`.
 * @throws ProductArchived
 * @throws NotFound where it has been deleted since the request came in
 */
export async function requireLive(tx: EntityManager, { organizationId, id }: ProductKey): Promise<void> {
  const live = await query(tx, ACTIVE, [organizationId, id]);
  if (live.length === 0) throw await refusalOf(tx, organizationId, [id]);
}

/** Why nothing can be added to all of these products: one has been deleted meanwhile, or is archived. */
async function refusalOf(
  tx: EntityManager,
  organizationId: string,
  productIds: readonly string[],
): Promise<NotFound | ProductArchived> {
  const rows = await query(tx, PRESENT, [organizationId, productIds]);
  return rows.length < productIds.length ? new NotFound('product') : new ProductArchived();
}
