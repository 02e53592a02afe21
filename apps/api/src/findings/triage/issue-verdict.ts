import type { ScanVerdict } from '../../records/issues/issues.service.js';
import type { Detail } from '../../platform/lists/details.js';
import { lastReportedAt } from './finding.entity.js';

/**
 * The verdict of scans on an issue: of a closed one, what they have said since; of an open one, what they say now, also
 * where somebody has closed and reopened it meanwhile. Only main lines have a say in what is closed. The status is
 * judged, and no condition: the planner would take an index of all findings in that status for it.
 */
export const ISSUE_VERDICT: Detail<ScanVerdict> = {
  sql: `SELECT json_build_object(
      'regressed', record.state = 'closed'
        AND coalesce(bool_or(f.status = 'confirmed' AND f.landed AND ${lastReportedAt('f')} > record.closed_at), false),
      'noLongerReported', coalesce(
        NOT bool_or(f.status = 'confirmed') AND bool_or(f.status = 'resolved' AND (record.state = 'open' OR f.absent_at > record.closed_at)),
        false))
    FROM findings f WHERE f.organization_id = $1 AND f.issue_id = record.id`,
  read: (verdict: ScanVerdict) => verdict,
};
