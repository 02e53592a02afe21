import { named } from '#libs/fields';

/** Best first. */
export const LETTERS = named('Letter', ['A', 'B', 'C', 'D', 'E']);
export type Letter = (typeof LETTERS)[number];

/** The place of a letter; a better one has a smaller number. */
export const rank = (letter: Letter): number => LETTERS.indexOf(letter);

/** Why a letter is not better, or, the first two, why there is none. */
export const REASON_CODES = named(
  'GradeReasonCode',
  [
    'not_evaluated',
    'evidence_expired',
    'requirements_lost',
    'basic_requirement_failed',
    'critical_issues',
    'blocking_issues',
    'high_severity_issues',
    'unlinked_issues',
    'untriaged_findings',
    'nothing_in_scope',
    'evidence_old',
    'audit_not_substantiated',
    'automated_only',
    'audit_of_another_standard',
    'no_recent_full_audit',
  ],
  'Failed requirements, issues that are severe or have no requirement, findings pending for 15 days, a standard without requirements, or insufficient or outdated evidence.',
);
export type ReasonCode = (typeof REASON_CODES)[number];

/** What would earn the next letter. */
export const TODO_CODES = named(
  'GradeTodoCode',
  [
    'add_evidence',
    'clear_requirements',
    'clear_basic_requirements',
    'close_critical_issues',
    'close_blocking_issues',
    'close_high_severity_issues',
    'close_unlinked_issues',
    'triage_findings',
    'put_requirements_in_scope',
    'add_recent_evidence',
    'add_human_test',
    'substantiate_audit',
    'complete_full_audit',
  ],
  'A recommended action: close issues, triage findings, choose a standard or level, or add evidence. `substantiate_audit`: link its issues to the audit, or describe its scope.',
);
export type TodoCode = (typeof TODO_CODES)[number];

/** What is behind a reason. */
export const REFERENCE_KINDS = named(
  'GradeReferenceKind',
  ['issue', 'finding', 'audit'],
  'The record behind a reason: an issue or an audit by number, a finding by id.',
);
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];
