import type { Letter, ReasonCode } from '../../products/products/grade/codes.js';
import type { CountedRecords } from './facts.js';

/** A record behind a reason: an issue or an audit by its number, a finding by its id. */
type Reference = { kind: 'issue' | 'audit'; number: number } | { kind: 'finding'; id: string };

/** One cause of the letter, with the records behind it. */
export interface Reason {
  code: ReasonCode;
  /** The best letter that it allows; null: none at all. */
  cap: Letter | null;
  /** How many requirements, issues, findings or audits; 0 where there are none to count. */
  count: number;
  /** Some of the records: of issues the lowest numbers, of findings those that have waited longest. */
  refs: Reference[];
}

/** What is behind a reason. */
type Cause = CountedRecords | { audit: number } | { count: number; findings: readonly string[] };

/** A reason with what is behind it; nothing to count where that is age or a lack of evidence. */
export function reason(code: ReasonCode, cap: Letter | null, cause?: Cause): Reason {
  if (!cause) return { code, cap, count: 0, refs: [] };
  if ('audit' in cause) return { code, cap, count: 1, refs: [{ kind: 'audit', number: cause.audit }] };
  const { count } = cause;
  if ('findings' in cause) return { code, cap, count, refs: cause.findings.map((id) => ({ kind: 'finding', id })) };
  return { code, cap, count, refs: cause.numbers.map((number) => ({ kind: 'issue', number })) };
}
