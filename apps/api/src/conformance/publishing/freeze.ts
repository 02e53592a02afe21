import { createHash } from 'node:crypto';
import { execute, query } from '#libs/database';
import { canonicalJson } from '#libs/fields';
import type { EntityManager } from 'typeorm';
import type { ConformanceDocument } from '../conformance-document.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import type { ReportContent } from './load-facts.js';
import { DELETE_OTHER_VERDICTS, INSERT_DOCUMENT } from './publishing.sql.js';

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
  const bytes = canonicalJson(document);
  const requirementIds = standard?.requirements.map((requirement) => requirement.id) ?? [];
  await query(tx, INSERT_DOCUMENT, [organizationId, id, bytes, requirementIds]);
  await execute(tx, DELETE_OTHER_VERDICTS, [organizationId, id, requirementIds]);
  return createHash('sha256').update(bytes).digest('hex');
}
