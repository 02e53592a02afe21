import { type Letter, LETTERS, rank, type ReasonCode, type TodoCode } from '../../products/products/grade/codes.js';
import { substantiatingHelps } from './evidence.js';
import type { GradeFacts } from './facts.js';
import type { Reason } from './reason.js';
import { halfPoints, halfPointsOf, letterOfLoss } from './score.js';

/** A better letter, and all that must be done for it. */
export interface NextStep {
  letter: Letter;
  todo: { code: TodoCode; count: number }[];
}

/** What earns the next letter: what is done about each reason that keeps it away. */
export function stepTo(target: Letter, facts: GradeFacts, reasons: readonly Reason[]): NextStep {
  const hindrances = reasons.filter(({ cap }) => rank(cap!) > rank(target));
  return { letter: target, todo: hindrances.map(({ code, count }) => TODO[code as Hindrance](facts, target, count)) };
}

/** The letter before this one. */
export const betterThan = (letter: Letter): Letter => LETTERS[rank(letter) - 1]!;

type Hindrance = Exclude<ReasonCode, 'not_evaluated' | 'evidence_expired'>;
type Todo = (facts: GradeFacts, target: Letter, count: number) => NextStep['todo'][number];

const all =
  (code: TodoCode): Todo =>
  (_facts, _target, count) => ({ code, count });
const one =
  (code: TodoCode): Todo =>
  () => ({ code, count: 1 });

const TODO: Record<Hindrance, Todo> = {
  requirements_lost: (facts, target) => ({ code: 'clear_requirements', count: requirementsToClear(facts, target) }),
  basic_requirement_failed: all('clear_basic_requirements'),
  critical_issues: all('close_critical_issues'),
  blocking_issues: all('close_blocking_issues'),
  high_severity_issues: all('close_high_severity_issues'),
  unlinked_issues: all('close_unlinked_issues'),
  // Those that are not of severity high allow B.
  untriaged_findings: ({ waiting }, target, count) => ({
    code: 'triage_findings',
    count: target === 'A' ? count : waiting.overdueHigh,
  }),
  nothing_in_scope: one('put_requirements_in_scope'),
  evidence_old: one('add_recent_evidence'),
  audit_not_substantiated: (facts) => ({
    code: substantiatingHelps(facts) ? 'substantiate_audit' : 'add_human_test',
    count: 1,
  }),
  automated_only: one('add_human_test'),
  audit_of_another_standard: one('complete_full_audit'),
  no_recent_full_audit: one('complete_full_audit'),
};

/** How many requirements must be cleared of open issues to reach the target, those that cost most first. */
function requirementsToClear({ scope, lost }: GradeFacts, target: Letter): number {
  const dearestFirst = lost.map(halfPointsOf).sort((a, b) => b - a);
  let left = halfPoints(lost);
  for (const [index, loss] of dearestFirst.entries()) {
    left -= loss;
    if (rank(letterOfLoss(scope, left)) <= rank(target)) return index + 1;
  }
  return lost.length;
}
