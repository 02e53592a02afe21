import type { Issue, IssueState } from './issue.entity.js';

/** What a person's closing or reopening sets. */
export function transition(issue: Pick<Issue, 'state'>, state: IssueState | undefined, now: Date): Partial<Issue> {
  if (state === undefined || state === issue.state) return {};
  return { state, closedAt: state === 'closed' ? now : null };
}
