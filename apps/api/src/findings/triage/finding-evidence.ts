import { evidenceController } from '../../records/evidence/evidence-of.controller.js';
import { RecordId } from '../../platform/http/record-number.pipe.js';
import { runsLock } from '../../products/products/product-records.js';
import { findCommented } from './finding-comments.js';

/** The files that show what a scan has found. */
export const FindingEvidenceController = evidenceController<string>({
  resource: 'findings',
  module: 'testing',
  path: 'findings/:findingId',
  a: 'a finding',
  key: RecordId,
  event: 'finding.updated',
  locks: ({ organizationId, id }) => [runsLock(organizationId, [id])],
  find: findCommented,
});
