import type { Detail } from '#libs/rows';
import type { ScanVerdict } from '../issues/issues.service.js';

// The status is judged, and no condition: the planner would take an index of all findings in that status for it.
const FINDINGS = 'FROM findings f WHERE f.organization_id = record.organization_id AND f.issue_id = record.id';

const unchanged: Detail<boolean>['read'] = (value: boolean) => value;

/** The verdict of scans on an issue since its last change of state by a person. */
export const ISSUE_VERDICTS: { [Name in keyof ScanVerdict]: Detail<boolean> } = {
  regressed: {
    sql: `SELECT record.state = 'closed'
      AND coalesce(bool_or(f.status = 'confirmed' AND f.last_reported_at > record.closed_at), false) ${FINDINGS}`,
    read: unchanged,
  },
  noLongerReported: {
    sql: `SELECT coalesce(
      NOT bool_or(f.status = 'confirmed') AND bool_or(f.status = 'resolved' AND (record.state = 'open' OR EXISTS (
        SELECT FROM test_activities a
        WHERE a.organization_id = f.organization_id AND a.id = f.resolved_by_activity_id AND a.created_at > record.closed_at))),
      false) ${FINDINGS}`,
    read: unchanged,
  },
};
