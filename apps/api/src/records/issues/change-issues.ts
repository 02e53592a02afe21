import { query } from '#libs/database';
import { currentRequest } from '#libs/logging';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { CLOSED_ISSUES } from './closed-issue-counts.js';
import type { Issue } from './issue.entity.js';
import { CHANGE, type ChangedIssue } from './issues.sql.js';
import { countOpenIssues } from './open-issue-counts.js';
import { assignIssues } from './people-of-issues.js';

/** The columns of the fields that people and trackers change; `CHANGE` names them too. */
const COLUMNS = {
  title: 'title',
  description: 'description',
  state: 'state',
  severity: 'severity',
  impact: 'impact',
  effort: 'effort',
  priority: 'priority',
  sourceUrl: 'source_url',
  sourceId: 'source_id',
  auditId: 'audit_id',
  assigneeId: 'assignee_id',
  teamId: 'team_id',
  dueAt: 'due_at',
  dueSetBy: 'due_set_by',
} as const;

/** The fields from which a date by the deadlines follows. */
const DATED_BY = ['state', 'severity', 'priority', 'dueAt'] as const;

/** New values of an issue; an absent field stays. `closedAt` follows from the state. */
export type IssueValues = Partial<Pick<Issue, keyof typeof COLUMNS>>;

/**
 * Gives issues of an organization these values, and locks them. One that has them already is not changed. Answers those
 * that exist. One statement, and one for who is to do them, who watches them from now on.
 * @param at the moment of a change of state, `timeBetweenRuns` of their products: what runs say before and after it is
 *   judged by it
 */
export async function changeIssues(
  change: ChangeContext,
  organizationId: string,
  ids: readonly string[],
  values: IssueValues,
  at?: Date,
): Promise<ChangedIssue[]> {
  const columns = Object.entries(values).map(([field, value]) => [COLUMNS[field as keyof typeof COLUMNS], value]);
  const given = JSON.stringify(Object.fromEntries(columns));
  const dated = DATED_BY.some((field) => field in values);
  const { actor } = currentRequest();
  const by = actor.kind === 'user' ? actor.id : null;
  const [changed] = await query(change.tx, CHANGE({ dated }), [organizationId, ids, given, at ?? null, by]);
  countOpenIssues(change, organizationId, changed!.changes);
  change.count(CLOSED_ISSUES, organizationId, changed!.closed);
  const { assigneeId: userId } = values;
  const changedOnes = changed!.found.filter(({ isChanged }) => isChanged);
  if (userId)
    await assignIssues(
      change,
      organizationId,
      changedOnes.map(({ id: issueId }) => ({ userId, issueId })),
    );
  return changed!.found;
}
