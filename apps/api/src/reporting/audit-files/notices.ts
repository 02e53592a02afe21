import type { Audit } from '../../records/audits/audit.entity.js';

const IN_PROGRESS = 'The audit is in progress.';
const UNTESTED = 'The audit was completed without testing all requirements.';
const LEFT_OUT = 'Not included in this file: ';

/** What must be known of an audit before anything else. */
export function noticesOfAudit({ audit }: { audit: Pick<Audit, 'status' | 'acceptUntested'> }): string[] {
  return [...(audit.status === 'completed' ? [] : [IN_PROGRESS]), ...(audit.acceptUntested ? [UNTESTED] : [])];
}

/** What a file has no room for, in words. */
export const leftOutNotice = (parts: readonly string[]): string[] =>
  parts.length === 0 ? [] : [`${LEFT_OUT}${parts.join(', ')}.`];

/** Whether a paragraph is one of those that files of ours add to what people have written. */
export const isNoticeOfExport = (paragraph: string): boolean =>
  [IN_PROGRESS, UNTESTED].includes(paragraph) || paragraph.startsWith(LEFT_OUT);
