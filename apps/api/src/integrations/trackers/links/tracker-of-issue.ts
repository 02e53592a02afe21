import type { Detail } from '../../../platform/lists/details.js';
import type { IssueTrackerDto } from '../../../records/issues/dto/issue-tracker.dto.js';

type Row = Omit<IssueTrackerDto, 'syncedAt'> & { syncedAt: string | null };

/** Where an issue stands in a tracker; null: nowhere. */
export const TRACKER_OF_ISSUE: Detail<IssueTrackerDto | null> = {
  sql: `SELECT json_build_object('connectionId', t.connection_id, 'key', t.external_key, 'url', t.external_url,
      'state', t.state, 'toRetest', t.to_retest, 'syncedAt', t.synced_at, 'problem', t.problem)
    FROM tracker_links t WHERE t.organization_id = $1 AND t.issue_id = record.id`,
  read: (row: Row | null) => row && { ...row, syncedAt: row.syncedAt === null ? null : new Date(row.syncedAt) },
};
