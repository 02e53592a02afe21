import { query } from '#libs/database';
import { In } from 'typeorm';
import { bulkEvent } from '../../platform/events/event-draft.js';
import { Issue } from '../../records/issues/issue.entity.js';
import { type IssuesService, subjectOfIssue } from '../../records/issues/issues.service.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { TOUCHED_ISSUES } from './undo.sql.js';

/**
 * Deletes those of these issues that nobody has touched since they were made, and answers these and the others that are
 * left. Call it with `runsLock` of their products.
 * @param isTouched what else keeps one
 */
export async function removeUntouched(
  change: ChangeContext,
  issues: IssuesService,
  organizationId: string,
  ids: readonly string[],
  isTouched: (issue: Issue) => boolean = () => false,
): Promise<{ gone: Issue[]; kept: Issue[] }> {
  if (ids.length === 0) return { gone: [], kept: [] };
  const found = await change.tx.find(Issue, {
    where: { organizationId, id: In([...ids]) },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  const touched = new Set((await query(change.tx, TOUCHED_ISSUES, [organizationId, ids])).map(({ id }) => id));
  const kept = found.filter((issue) => touched.has(issue.id) || isTouched(issue));
  const keptIds = new Set(kept.map(({ id }) => id));
  const gone = found.filter(({ id }) => !keptIds.has(id));
  if (gone.length > 0) await issues.remove(change, organizationId, gone);
  if (gone.length === 1) change.record({ ...subjectOfIssue(gone[0]!), type: 'issue.deleted' });
  else if (gone.length > 1)
    change.record(bulkEvent('issue.bulk_deleted', organizationId, `${gone.length} issues`, gone));
  return { gone, kept };
}
