import type { EntityManager } from 'typeorm';
import type { Audit } from '../../records/audits/audit.entity.js';
import { type AuditsService, subjectOfAudit } from '../../records/audits/audits.service.js';
import { AuditCompleted } from '../../records/audits/errors.js';
import type { EventType } from '../../platform/events/event-types.js';
import type { FieldChange } from '../../platform/lists/changed-fields.js';
import { productStaysLock, requireLive } from '../../products/products/product-records.js';
import type { Product } from '../../products/products/product.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';

/** An audit whose sample, outcomes or assignments are about to change: it is locked, and its product stays as it is. */
export async function lockAudit(
  change: ChangeContext,
  audits: AuditsService,
  product: Product,
  number: number,
): Promise<Audit> {
  await change.lock(productStaysLock(product));
  return audits.find(change.tx, product, number, { lock: true });
}

/**
 * Refuses changes of a completed audit and of an archived product; after 404 and 400.
 * @throws AuditCompleted, ProductArchived
 */
export async function requireInProgress(tx: EntityManager, product: Product, audit: Audit): Promise<void> {
  await requireLive(tx, product);
  if (audit.status === 'completed') throw new AuditCompleted();
}

/** Leaves an event of an audit. */
export const recordOfAudit = (change: ChangeContext, audit: Audit, type: EventType, changes: FieldChange[]): void =>
  change.record({ ...subjectOfAudit(audit), type, changes });
