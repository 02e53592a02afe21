import { InvalidInput } from '#libs/errors';
import { excessFault, isStorable } from '#libs/http';
import { isTimestamp } from '#libs/fields';
import { z } from 'zod';
import type { ExternalIssueChange } from '../issues/external-issues.js';

const STATES = { closed: 'closed', reopened: 'open' } as const;

const issueEventSchema = z.object({
  action: z.enum(['closed', 'reopened']),
  issue: z.object({
    html_url: z.string().max(2000).refine(isStorable),
    updated_at: z.string().refine(isTimestamp),
  }),
});

/**
 * The change of an issue in a delivery; undefined if the delivery is about something else.
 * @throws InvalidInput if it is not JSON, or exceeds the limits of any body
 */
export function parseIssueChange(kind: string | undefined, body: Uint8Array): ExternalIssueChange | undefined {
  const parsed = issueEventSchema.safeParse(parse(body));
  if (kind !== 'issues' || !parsed.success) return undefined;
  const { action, issue } = parsed.data;
  return { sourceUrl: issue.html_url, state: STATES[action], action, at: new Date(issue.updated_at) };
}

function parse(body: Uint8Array): unknown {
  const excess = excessFault(body);
  if (excess) throw new InvalidInput([excess]);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new InvalidInput([{ path: '', code: 'invalid_json', message: 'The body is not valid JSON.' }]);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new InvalidInput([{ path: '', code: 'wrong_type', message: 'The body must be a JSON object.' }]);
}
