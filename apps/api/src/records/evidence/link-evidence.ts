import { query } from '#libs/database';
import { type Fault, InvalidInput, unknownFault } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import type { ProductKey } from '../../products/products/product-key.js';
import {
  HOLD_EVIDENCE,
  LINK_EVIDENCE,
  NO_REQUIREMENT,
  NOTE_USE,
  UNLINK_ENTRY,
  UNLINK_EVIDENCE,
  UNLINK_RECORDS,
} from './evidence.sql.js';

/** Which evidence a record is to have; of an audit, one of its outcomes. */
export interface EvidenceOf {
  recordId: string;
  cell?: { requirementId: string; entry: number };
  evidenceIds: readonly string[];
}

/**
 * Has evidence of a product stay until the unit ends, and tells which there is of what is named.
 * @param named the ids, by the place where the body names them
 * @throws InvalidInput where one is unknown
 */
export async function requireEvidence(
  tx: EntityManager,
  product: ProductKey,
  named: readonly { path: string; id: string }[],
): Promise<void> {
  const faults = await unknownEvidence(tx, product, named);
  if (faults.length > 0) throw new InvalidInput(faults.slice(0, 100), faults.length);
}

/** The same, and answers the faults. */
export async function unknownEvidence(
  tx: EntityManager,
  { organizationId, id }: ProductKey,
  named: readonly { path: string; id: string }[],
): Promise<Fault[]> {
  if (named.length === 0) return [];
  const ids = [...new Set(named.map((one) => one.id.toLowerCase()))];
  const there = new Set((await query(tx, HOLD_EVIDENCE, [organizationId, id, ids])).map((row) => row.id));
  return named
    .filter((one) => !there.has(one.id.toLowerCase()))
    .map((one) => unknownFault(one.path, 'evidence', one.id));
}

/** Gives records, which are locked, exactly this evidence, which `requireEvidence` has found. */
export async function linkEvidence(
  tx: EntityManager,
  organizationId: string,
  records: readonly EvidenceOf[],
): Promise<void> {
  if (records.length === 0) return;
  const rows = JSON.stringify(
    records.map(({ recordId, cell = { requirementId: NO_REQUIREMENT, entry: 0 }, evidenceIds }) => ({
      recordId,
      ...cell,
      evidenceIds,
    })),
  );
  const taken = await query(tx, UNLINK_EVIDENCE, [organizationId, rows]);
  await query(tx, LINK_EVIDENCE, [organizationId, rows]);
  const ids = [...taken.map(({ evidenceId }) => evidenceId), ...records.flatMap(({ evidenceIds }) => evidenceIds)];
  await query(tx, NOTE_USE, [organizationId, [...new Set(ids)]]);
}

/** Takes evidence from records that are about to be deleted. */
export async function unlinkRecords(
  tx: EntityManager,
  organizationId: string,
  recordIds: readonly string[],
): Promise<void> {
  if (recordIds.length > 0) await query(tx, UNLINK_RECORDS, [organizationId, recordIds]);
}

/** Takes evidence from the outcomes of an entry that is about to be deleted. */
export async function unlinkEntry(
  tx: EntityManager,
  organizationId: string,
  auditId: string,
  entry: number,
): Promise<void> {
  const taken = await query(tx, UNLINK_ENTRY, [organizationId, auditId, entry]);
  if (taken.length > 0) await query(tx, NOTE_USE, [organizationId, taken.map(({ evidenceId }) => evidenceId)]);
}
