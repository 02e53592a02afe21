import type { GradeReason, GradeReasonCode, GradeReference, GradeTodoCode } from '@curbcut/client';
import { at } from '../app/addresses';

/** A list or a record: its address, and the filters that stand in it. */
interface Place {
  to: string;
  search?: Record<string, string>;
}

/** A part of a product, and the filters of its list. */
type Part = readonly ['activity' | 'audits' | 'findings' | 'issues' | 'settings', Record<string, string>?];

const OPEN = { state: 'open' };
const [ACTIVITY, AUDITS, FINDINGS, SETTINGS] = [['activity'], ['audits'], ['findings'], ['settings']] as const;
const ISSUES = ['issues', OPEN] as const;
const CRITICAL = ['issues', { ...OPEN, priority: 'critical' }] as const;
const BLOCKING = ['issues', { ...OPEN, severity: 'high', impact: 'high' }] as const;
const SEVERE = ['issues', { ...OPEN, severity: 'high' }] as const;

const PARTS: Record<GradeReasonCode | GradeTodoCode, Part> = {
  not_evaluated: ACTIVITY,
  evidence_expired: ACTIVITY,
  requirements_lost: ISSUES,
  basic_requirement_failed: ISSUES,
  critical_issues: CRITICAL,
  blocking_issues: BLOCKING,
  high_severity_issues: SEVERE,
  unlinked_issues: ISSUES,
  untriaged_findings: FINDINGS,
  nothing_in_scope: SETTINGS,
  evidence_old: ACTIVITY,
  audit_not_substantiated: AUDITS,
  automated_only: ACTIVITY,
  audit_of_another_standard: AUDITS,
  no_recent_full_audit: AUDITS,
  add_evidence: ACTIVITY,
  clear_requirements: ISSUES,
  clear_basic_requirements: ISSUES,
  close_critical_issues: CRITICAL,
  close_blocking_issues: BLOCKING,
  close_high_severity_issues: SEVERE,
  close_unlinked_issues: ISSUES,
  triage_findings: FINDINGS,
  put_requirements_in_scope: SETTINGS,
  add_recent_evidence: ACTIVITY,
  add_human_test: ACTIVITY,
  substantiate_audit: AUDITS,
  complete_full_audit: AUDITS,
};

type Where = { org: string; product: string };

/** Where one sees what limits a Grade: the one record behind it, or the list that has the records. */
export function seenAt({ code, refs }: Pick<GradeReason, 'code' | 'refs'>, where: Where): Place {
  const record = refs.length === 1 ? recordAt(refs[0]!, where) : undefined;
  return record === undefined ? doneAt(code, where) : { to: record };
}

/** Where one does what improves a Grade. */
export function doneAt(code: GradeReasonCode | GradeTodoCode, where: Where): Place {
  const [part, search] = PARTS[code];
  const to = at(`/o/$org/p/$product/${part}`, where);
  return search === undefined ? { to } : { to, search };
}

function recordAt({ kind, number, id }: GradeReference, where: Where): string | undefined {
  if (kind === 'finding') return id && at('/o/$org/p/$product/findings/$finding', { ...where, finding: id });
  if (number === undefined) return undefined;
  return kind === 'issue'
    ? at('/o/$org/p/$product/issues/$number', { ...where, number: String(number) })
    : at('/o/$org/p/$product/audits/$number', { ...where, number: String(number) });
}
