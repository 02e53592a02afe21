import { findNumbered } from '../comments/commented.js';
import { evidenceController } from '../evidence/evidence-of.controller.js';
import { RecordNumber } from '../../platform/http/record-number.pipe.js';
import { Issue } from './issue.entity.js';

/** The files that show what is wrong. */
export const IssueEvidenceController = evidenceController<number>({
  resource: 'issues',
  module: 'issues',
  path: 'issues/:issueNumber',
  a: 'an issue',
  key: RecordNumber,
  event: 'issue.updated',
  find: findNumbered(Issue, 'issue'),
});
