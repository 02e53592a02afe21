import type { Issue, IssueState } from './issue.entity.js';

/**
 * What a person's closing or reopening sets. The flags that scans raise are answered by it: neither "closed, and yet
 * reported" nor "open, and yet no longer reported" holds any more.
 */
export function transition(issue: Pick<Issue, 'state'>, state: IssueState | undefined, now: Date): Partial<Issue> {
  if (state === undefined || state === issue.state) return {};
  return { state, closedAt: state === 'closed' ? now : null, regressed: false, noLongerReported: false };
}
