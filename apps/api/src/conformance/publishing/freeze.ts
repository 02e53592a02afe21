import { createHash } from 'node:crypto';
import canonicalizeModule from 'canonicalize';
import type { EntityManager } from 'typeorm';
import type { ConformanceDocument } from '../conformance-document.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import type { ReportContent } from './load-facts.js';

// Its types are those of a module that it is not.
const canonicalize = canonicalizeModule as unknown as (value: object) => string;

/**
 * Keeps a document as it is for good, in canonical JSON (RFC 8785), and of the verdicts those that it has. Returns the SHA-256 of its bytes
 * in hexadecimal digits.
 */
export async function freeze(
  tx: EntityManager,
  { organizationId, id }: ConformanceReport,
  document: ConformanceDocument,
  { standard }: Pick<ReportContent, 'standard'>,
): Promise<string> {
  const bytes = canonicalize(document);
  const requirementIds = standard?.requirements.map((requirement) => requirement.id) ?? [];
  await tx.query(
    'INSERT INTO conformance_documents (organization_id, report_id, document, requirement_ids) VALUES ($1, $2, $3, $4)',
    [organizationId, id, bytes, requirementIds],
  );
  await tx.query(
    'DELETE FROM conformance_verdicts WHERE organization_id = $1 AND report_id = $2 AND requirement_id <> ALL ($3::uuid[])',
    [organizationId, id, requirementIds],
  );
  return createHash('sha256').update(bytes).digest('hex');
}
