import { createHash } from 'node:crypto';
import { execute, query } from '#libs/database';
import { canonicalJson } from '#libs/fields';
import type { EntityManager } from 'typeorm';
import type { ConformanceDocument } from '../conformance-document.js';
import type { PageOutcomes } from '../page-outcomes.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { type ReportContent, requirementIdsOf } from './load-facts.js';
import { DELETE_OTHER_VERDICTS, INSERT_DOCUMENT } from './publishing.sql.js';

/**
 * Keeps a document as it is for good, in canonical JSON (RFC 8785), with what audits found on pages, and of the
 * verdicts those that it has. Returns the SHA-256 of its bytes in hexadecimal digits.
 */
export async function freeze(
  tx: EntityManager,
  { organizationId, id }: ConformanceReport,
  document: ConformanceDocument,
  { standards }: Pick<ReportContent, 'standards'>,
  pages: readonly PageOutcomes[],
): Promise<string> {
  const bytes = canonicalJson(document);
  const requirementIds = requirementIdsOf(standards);
  await query(tx, INSERT_DOCUMENT, [
    organizationId,
    id,
    bytes,
    requirementIds,
    pages.length > 0 ? JSON.stringify(pages) : null,
  ]);
  await execute(tx, DELETE_OTHER_VERDICTS, [organizationId, id, requirementIds]);
  return createHash('sha256').update(bytes).digest('hex');
}
