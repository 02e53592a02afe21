import { clock } from '#libs/clock';
import { columnsOf } from '#libs/database';
import { NotFound } from '#libs/errors';
import { mapInSlices } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import { runsLock } from '../../products/products/product-records.js';
import type { Product } from '../../products/products/product.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { Finding } from './finding.entity.js';
import { statusOf } from './status.js';

/** Locks a finding of a product, and holds runs back. It gets the status that it shows. @throws NotFound */
export async function findLocked(change: ChangeContext, product: Product, id: string): Promise<Finding> {
  await change.lock(runsLock(product.organizationId, [product.id]));
  const [finding] = await lockFindings(change.tx, product.organizationId, [id]);
  if (finding?.productId !== product.id) throw new NotFound('finding');
  return finding;
}

/**
 * Locks findings of an organization in the order of their identity, as runs do. Each gets the status that it shows;
 * thousands are read a few milliseconds at a time.
 */
export async function lockFindings(
  tx: EntityManager,
  organizationId: string,
  ids: readonly string[],
): Promise<Finding[]> {
  const columns = columnsOf(Finding, 'finding');
  const rows = await tx.query<Record<string, unknown>[]>(
    `SELECT ${columns.sql} FROM findings finding WHERE finding.organization_id = $1 AND finding.id = ANY ($2::uuid[])
     ORDER BY finding.product_id, finding.tool, finding.identity FOR UPDATE`,
    [organizationId, ids],
  );
  const now = clock.now();
  return mapInSlices(rows, (row) => {
    const finding = columns.read(row)!;
    return Object.assign(finding, { status: statusOf(finding, now) });
  });
}

/** A finding as the subject of an event. */
export const subjectOfFinding = (finding: Pick<Finding, 'organizationId' | 'productId' | 'id' | 'title'>) => ({
  organizationId: finding.organizationId,
  productId: finding.productId,
  subject: { id: finding.id, title: finding.title },
});
