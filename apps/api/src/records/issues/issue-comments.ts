import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { MentionedIssue } from '../comments/comment.entity.js';
import { commentsController } from '../comments/comments.controller.js';
import { type CommentedRecord, type CommentPeople, findNumbered } from '../comments/commented.js';
import { RecordNumber } from '../../platform/http/record-number.pipe.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { Issue } from './issue.entity.js';
import { NAMED_ISSUES, WATCH } from './issues.sql.js';

/** What people say about issues. */
export const IssueCommentsController = commentsController<number>({
  kind: 'issue',
  resource: 'issues',
  module: 'issues',
  path: 'issues/:issueNumber',
  a: 'an issue',
  key: RecordNumber,
  find: findNumbered(Issue, 'issue'),
  onComment: beginToWatch,
});

/** Whoever comments on an issue, or is mentioned, watches it from then on. */
async function beginToWatch(
  { tx }: ChangeContext,
  { organizationId, id }: CommentedRecord,
  { authorUserId, mentionedUserIds }: CommentPeople,
): Promise<void> {
  const userIds = [...new Set([...(authorUserId === null ? [] : [authorUserId]), ...mentionedUserIds])];
  const issueIds = userIds.map(() => id);
  if (userIds.length > 0) await query(tx, WATCH, [organizationId, userIds, issueIds]);
}

/** Those of some issues of an organization that there are, as comments mention them. */
export const findNamedIssues = (
  tx: EntityManager,
  organizationId: string,
  issues: readonly { slug: string; number: number }[],
): Promise<MentionedIssue[]> => query(tx, NAMED_ISSUES, [organizationId, JSON.stringify(issues)]);
