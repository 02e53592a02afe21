import type { EntityManager } from 'typeorm';
import { keyOf } from '../../platform/lists/key-of.js';
import { Audit } from './audit.entity.js';

/** Writes what a file says of an audit, which is locked; whoever calls it records the event. */
export async function fillFields(tx: EntityManager, audit: Audit, values: Partial<Audit>): Promise<void> {
  await tx.update(Audit, keyOf(audit), values as object);
}
