import { query } from '#libs/database';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { Issue } from './issue.entity.js';
import { NOTE_NEEDS } from './issues.sql.js';
import { countOpenIssues } from './open-issue-counts.js';

/**
 * Notes at an issue, which is locked, the functional needs that it has been linked to, and counts it by them. Counts
 * the revision too.
 */
export async function noteNeeds(
  change: ChangeContext,
  { organizationId, id }: Pick<Issue, 'organizationId' | 'id'>,
): Promise<void> {
  const [noted] = await query(change.tx, NOTE_NEEDS, [organizationId, id]);
  countOpenIssues(change, organizationId, noted!.changes);
}
