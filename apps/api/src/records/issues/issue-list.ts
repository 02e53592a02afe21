import { pickDefined } from '../../platform/lists/changed-fields.js';
import { isId } from '#libs/ids';
import { presentConditions, createdBetween, namesNumbered } from '../../platform/lists/filters.js';
import type { Condition, RecordList } from '../../platform/lists/page-of.js';
import { MAX_FOUND } from '../../platform/lists/search-limits.js';
import { containsText } from '../../platform/lists/search.js';
import { taggedWith } from '../../products/products/record-areas.js';
import { listInScope, type ListScope } from '../../products/products/record-totals.js';
import { isOverdue } from './overdue.js';
import type { ListOrganizationIssuesQuery, ListProductIssuesQuery } from './dto/issue.dto.js';

/** Which issues of a product or of an organization are asked for. */
export type IssueListQuery = ListOrganizationIssuesQuery & Pick<ListProductIssuesQuery, 'audit' | 'testActivity'>;

/** Which issues a list has. */
export function issuesOf(scope: ListScope, query: IssueListQuery, callerId: string | null): RecordList {
  const { area, audit, testActivity, sourceUrl, creatorId } = query;
  const filters = {
    ...pickDefined(query, 'state', 'severity', 'impact', 'effort', 'priority', 'source', 'sourceId', 'productId'),
    createdByUserId: creatorId,
  };
  const { product } = scope;
  const conditions = [
    ...presentConditions(
      area && taggedWith(taggedIds, area),
      product && audit && namesNumbered('audit_id', auditIds, product.id, audit),
      product && testActivity && namesNumbered('test_activity_id', activityIds, product.id, testActivity),
      // By the digest, since addresses may be longer than an index takes.
      sourceUrl !== undefined &&
        ((bind) => {
          const address = bind(sourceUrl);
          return `md5(l.source_url) = md5(${address}) AND l.source_url = ${address}`;
        }),
    ),
    ...ofPeople(query, callerId),
    ...createdBetween(query),
  ];
  return listInScope('issues', scope, filters, { search: searchFor(query.q), conditions });
}

/**
 * That an issue, or what people said about it, has a text. What was said is looked through once, so that its index and
 * those of issues are used side by side.
 */
function searchFor(text: string | undefined): Condition | undefined {
  const inIssue = containsText(text, ['title', 'description', 'source_url']);
  const inComment = containsText(text, ['body']);
  return (
    inIssue &&
    inComment &&
    ((bind) => `${inIssue(bind)} OR l.id = ANY (ARRAY(
      SELECT l.record_id FROM comments l WHERE l.organization_id = $1 AND l.record_kind = 'issue' AND (${inComment(bind)})
      LIMIT ${MAX_FOUND + 1}))`)
  );
}

/** Who does them, whose they are, by when, and whether the caller watches them. */
function ofPeople(
  { assigneeId, team, dueBefore, overdue, watching }: IssueListQuery,
  callerId: string | null,
): readonly Condition[] {
  return presentConditions(
    assigneeId && assignedTo(assigneeId, callerId),
    team &&
      ((bind) => {
        const teams = `ANY (${bind(team)}::uuid[])`;
        return `l.team_id = ${teams} OR (l.team_id IS NULL AND l.product_id = ANY (ARRAY(
          SELECT p.id FROM products p WHERE p.organization_id = $1 AND p.team_id = ${teams})))`;
      }),
    dueBefore && ((bind) => `l.due_at < ${bind(dueBefore)}`),
    overdue !== undefined && (() => (overdue ? isOverdue('l') : `NOT (${isOverdue('l')})`)),
    watching !== undefined &&
      ((bind) => `l.id ${watching ? 'IN' : 'NOT IN'} (
        SELECT w.issue_id FROM issue_watches w WHERE w.organization_id = $1 AND w.user_id = ${bind(callerId)}::uuid)`),
  );
}

function assignedTo(assignees: readonly string[], callerId: string | null): Condition {
  const isWord = (word: string) => assignees.some((one) => one.toLowerCase() === word);
  const ids = assignees.filter(isId);
  if (isWord('me') && callerId) ids.push(callerId);
  return (bind) => {
    const someone = `l.assignee_id = ANY (${bind(ids)}::uuid[])`;
    return isWord('none') ? `${someone} OR l.assignee_id IS NULL` : someone;
  };
}

const auditIds = (condition: string): string => `SELECT r.id FROM audits r WHERE ${condition}`;
const activityIds = (condition: string): string => `SELECT r.id FROM test_activities r WHERE ${condition}`;

const taggedIds = (condition: string): string => `SELECT t.issue_id FROM issue_areas t WHERE ${condition}`;
