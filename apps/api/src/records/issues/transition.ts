import type { Issue, IssueState } from './issue.entity.js';

/** The fields that closing or reopening sets. */
export function transition(issue: Pick<Issue, 'state'>, state: IssueState | undefined, at?: Date): Partial<Issue> {
  if (state === undefined || state === issue.state) return {};
  return { state, closedAt: (state === 'closed' && at) || null };
}

/**
 * The same in SQL: when an issue was closed, once it is in a state.
 * @param issue the alias of a row of `issues`
 * @param state an expression of type issue_state
 * @param at an expression: when it came into that state
 */
export const closedAtIn = (issue: string, state: string, at: string): string =>
  `CASE WHEN ${state} = ${issue}.state THEN ${issue}.closed_at WHEN ${state} = 'closed' THEN ${at} END`;

/**
 * The same of who closed it.
 * @param by an expression: who does so; null: no person
 */
export const closedByIn = (issue: string, state: string, by: string): string =>
  `CASE WHEN ${state} = ${issue}.state THEN ${issue}.closed_by_user_id WHEN ${state} = 'closed' THEN ${by} END`;
