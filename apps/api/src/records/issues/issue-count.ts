import type { Detail } from '../../platform/lists/details.js';

/** The number of issues that refer to the record by this column. */
export const issueCountDetail = (column: 'audit_id' | 'test_activity_id'): Detail<number> => ({
  sql: `SELECT count(*)::int FROM issues i
    WHERE i.organization_id = $1 AND i.${column} = record.id`,
  read: (count: number) => count,
});
