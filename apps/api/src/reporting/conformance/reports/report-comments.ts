import { commentsController } from '../../../records/comments/comments.controller.js';
import { findNumbered } from '../../../records/comments/commented.js';
import { RecordNumber } from '../../../platform/http/record-number.pipe.js';
import { ConformanceReport } from './conformance-report.entity.js';

/** What people say about conformance reports, of published ones too: it is no part of them. */
export const ReportCommentsController = commentsController<number>({
  kind: 'conformance_report',
  resource: 'conformanceReports',
  module: 'conformance',
  path: 'conformance-reports/:reportNumber',
  a: 'a conformance report',
  key: RecordNumber,
  find: findNumbered(ConformanceReport, 'conformance report'),
});
