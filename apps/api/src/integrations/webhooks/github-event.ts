import { InvalidInput } from '#libs/errors';
import { isHttpUrl, isStorable, isTimestamp } from '#libs/fields';
import { z } from 'zod';
import type { ExternalIssueChange } from '../../records/issues/external-issues.js';
import type { PullRequest } from '../../findings/scan-runs/end-pull-request.js';
import { repositoryOf } from '../../findings/scan-runs/line-of-run.js';
import { jsonOfDelivery } from './delivery-json.js';

const MAX_NUMBER = 2_147_483_647;
const STATES = { closed: 'closed', reopened: 'open' } as const;

const issueEventSchema = z.object({
  action: z.enum(['closed', 'reopened']),
  issue: z.object({
    html_url: z.string().max(2000).refine(isStorable),
    updated_at: z.string().refine(isTimestamp),
  }),
});

const pullRequestEventSchema = z.object({
  action: z.literal('closed'),
  pull_request: z.object({
    html_url: z.string().max(2000).refine(isHttpUrl),
    number: z.int().min(1).max(MAX_NUMBER),
  }),
});

/** What a delivery asks for: to move the issues that stand for one there, or to end the lines of a pull request. */
export type GitHubChange = { issue: ExternalIssueChange } | { pullRequest: PullRequest };

/**
 * What happened to an issue or a pull request; undefined if the delivery is about something else.
 * @throws InvalidInput if it is not JSON, or exceeds the limits of any body
 */
export function parseChange(kind: string | undefined, body: Uint8Array): GitHubChange | undefined {
  const value = parse(body);
  if (kind === 'issues') return issueChangeOf(value);
  return kind === 'pull_request' ? closedPullRequest(value) : undefined;
}

function issueChangeOf(value: unknown): GitHubChange | undefined {
  const parsed = issueEventSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const { action, issue } = parsed.data;
  return { issue: { sourceUrl: issue.html_url, state: STATES[action], action, at: new Date(issue.updated_at) } };
}

function closedPullRequest(value: unknown): GitHubChange | undefined {
  const parsed = pullRequestEventSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const { html_url, number } = parsed.data.pull_request;
  return { pullRequest: { repository: repositoryOf(html_url), number } };
}

function parse(body: Uint8Array): unknown {
  const value = jsonOfDelivery(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new InvalidInput([{ path: '', code: 'wrong_type', message: 'The body must be a JSON object.' }]);
}
