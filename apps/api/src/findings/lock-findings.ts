import { NotFound } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { runsLock } from '../products/product-records.js';
import type { Product } from '../products/product.entity.js';
import type { ChangeContext } from '../work/change-context.js';
import { Finding } from './finding.entity.js';
import { statusOf } from './status.js';

/** Locks a finding of a product, and holds runs back. It gets the status that it shows. @throws NotFound */
export async function findLocked(change: ChangeContext, product: Product, id: string): Promise<Finding> {
  await change.lock(runsLock(product.organizationId, [product.id]));
  const [finding] = await lockFindings(change.tx, { organizationId: product.organizationId, id });
  if (finding?.productId !== product.id) throw new NotFound('finding');
  return finding;
}

/** Locks findings in the order of their identity, as runs do. Each gets the status that it shows. */
export async function lockFindings(tx: EntityManager, where: object): Promise<Finding[]> {
  const findings = await tx.find(Finding, {
    where,
    order: { productId: 'ASC', tool: 'ASC', identity: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  const now = new Date();
  for (const finding of findings) finding.status = statusOf(finding, now);
  return findings;
}

/** A finding as the subject of an event. */
export const subjectOfFinding = (finding: Pick<Finding, 'organizationId' | 'productId' | 'id' | 'title'>) => ({
  organizationId: finding.organizationId,
  productId: finding.productId,
  subject: { id: finding.id, title: finding.title },
});
