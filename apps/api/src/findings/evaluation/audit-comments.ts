import { query } from '#libs/database';
import { type Fault, InvalidInput, unknownFault } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { Audit } from '../../records/audits/audit.entity.js';
import { commentsController } from '../../records/comments/comments.controller.js';
import { type Cell, type CommentedRecord, findNumbered } from '../../records/comments/commented.js';
import { RecordNumber } from '../../platform/http/record-number.pipe.js';
import { requirementsOfAudit } from './audit-requirements.js';
import { ALL_ENTRIES } from './outcome.js';
import { LIST_SAMPLE } from './sample/sample.sql.js';

/** What people say about audits and their cells. */
export const AuditCommentsController = commentsController<number>({
  kind: 'audit',
  resource: 'audits',
  module: 'audits',
  path: 'audits/:auditNumber',
  a: 'an audit',
  key: RecordNumber,
  find: findNumbered(Audit, 'audit'),
  requireCell,
});

/** Refuses a requirement that the audit does not ask for, and an entry that its sample has not. @throws InvalidInput */
async function requireCell(
  tx: EntityManager,
  { organizationId, id }: CommentedRecord,
  { requirementId, entry }: Cell,
): Promise<void> {
  const audit = await tx.findOneByOrFail(Audit, { organizationId, id });
  const requirements = await requirementsOfAudit(tx, audit);
  const sample = await query(tx, LIST_SAMPLE, [organizationId, id]);
  const faults: Fault[] = [];
  if (!requirements.some((each) => each.requirementId === requirementId.toLowerCase()))
    faults.push(unknownFault('/cell/requirementId', 'requirement', requirementId));
  if (entry !== ALL_ENTRIES && !sample.some(({ number }) => number === entry))
    faults.push(unknownFault('/cell/entry', 'entry', entry));
  if (faults.length > 0) throw new InvalidInput(faults);
}
