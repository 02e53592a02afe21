import { query } from '#libs/database';
import { newId } from '#libs/ids';
import { type EntityManager, In } from 'typeorm';
import { Audit } from '../../../records/audits/audit.entity.js';
import { keyOf } from '../../../platform/lists/key-of.js';
import { withoutRemoved } from '../../../standards/standards/reference.js';
import { ConformanceReport } from '../reports/conformance-report.entity.js';
import { auditIdsOf, storedAudits } from '../reports/several-standards.js';
import { COPY_VERDICTS } from './publishing.sql.js';

/** What a draft has not, whatever it was made from. */
const UNPUBLISHED = {
  status: 'draft',
  validUntil: null,
  supersededAt: null,
  publishedAt: null,
  withdrawnAt: null,
  reviewedAt: null,
  sha256: null,
  publicToken: null,
  takenBack: 0,
  // Who publishes anew has to say anew why findings are not triaged, and why it denies what its audits have.
  untriagedReason: null,
  outcomesReason: null,
  revision: 1,
} as const;

/**
 * A draft that says what a published report says, as far as what that rests on still exists; verdicts keep who stated
 * them, and when.
 */
export async function insertRevision(
  tx: EntityManager,
  report: ConformanceReport,
  number: number,
): Promise<ConformanceReport> {
  const { createdAt: _, updatedAt: __, ...copied } = report;
  const key = keyOf({ ...report, id: newId() });
  const audits = await tx.findBy(Audit, { organizationId: report.organizationId, id: In(auditIdsOf(report)) });
  const present = new Set(audits.map(({ id }) => id));
  await tx.insert(ConformanceReport, {
    ...copied,
    ...UNPUBLISHED,
    ...(await withoutRemoved(tx, report)),
    ...key,
    ...storedAudits(auditIdsOf(report).filter((id) => present.has(id))),
    number,
    revisionOf: report.number,
  } as object);
  await query(tx, COPY_VERDICTS, [report.organizationId, report.id, key.id]);
  return tx.findOneByOrFail(ConformanceReport, key);
}
