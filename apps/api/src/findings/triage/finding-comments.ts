import { query } from '#libs/database';
import { NotFound } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { commentsController } from '../../records/comments/comments.controller.js';
import type { CommentedRecord } from '../../records/comments/commented.js';
import { RecordId } from '../../platform/http/record-number.pipe.js';
import { inProduct } from '../../products/products/product-key.js';
import { runsLock } from '../../products/products/product-records.js';
import type { Product } from '../../products/products/product.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { MARK_COMMENTED } from './decisions.sql.js';
import { Finding } from './finding.entity.js';
import { noteDecision } from './note-decision.js';

/** What people say about findings. */
export const FindingCommentsController = commentsController<string>({
  kind: 'finding',
  resource: 'findings',
  module: 'testing',
  path: 'findings/:findingId',
  a: 'a finding',
  key: RecordId,
  locks: ({ organizationId, id }) => [runsLock(organizationId, [id])],
  find: findCommented,
  onComment,
});

/** A finding as comments and evidence know it. */
export async function findCommented(
  tx: EntityManager,
  product: Product,
  id: string,
  isLocked: boolean,
): Promise<CommentedRecord> {
  const finding = await tx.findOne(Finding, {
    select: { organizationId: true, productId: true, id: true, title: true },
    where: { ...inProduct(product), id },
    ...(isLocked ? { lock: { mode: 'pessimistic_write' } } : {}),
  });
  if (!finding) throw new NotFound('finding');
  const { organizationId, productId, title } = finding;
  return { organizationId, productId, id: finding.id, number: null, title };
}

/** Undoing runs and ending lines leave it from now on, as if it had been edited. */
async function onComment({ tx }: ChangeContext, { organizationId, id }: CommentedRecord): Promise<void> {
  const [marked] = await query(tx, MARK_COMMENTED, [organizationId, id]);
  if (marked?.isFirst) await noteDecision(tx, [{ organizationId, id }], 'edit');
}
