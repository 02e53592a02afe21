import type {
  DismissalReason,
  FindingStatus,
  GradeReasonCode,
  GradeTodoCode,
  IssueState,
  LineKind,
  Priority,
  ProductType,
  Rating,
  Role,
} from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';

const ROLES: Record<Role, MessageDescriptor> = { member: msg`Member`, admin: msg`Admin`, owner: msg`Owner` };

/** What somebody may do in an organization, in a word. */
export const RoleName = ({ role }: { role: Role }) => <>{useLingui().i18n._(ROLES[role])}</>;

/** How bad, or how much work, from bad to harmless. */
export const RATINGS: Record<Rating, MessageDescriptor> = { high: msg`High`, medium: msg`Medium`, low: msg`Low` };

/** How soon it shall be done, the soonest first. */
export const PRIORITIES: Record<Priority, MessageDescriptor> = {
  critical: msg`Critical`,
  high: msg`High`,
  medium: msg`Medium`,
  low: msg`Low`,
};

/** Whether an issue is still to be done. */
export const ISSUE_STATES: Record<IssueState, MessageDescriptor> = { open: msg`Open`, closed: msg`Closed` };

/** What became of a finding. */
export const FINDING_STATUSES: Record<FindingStatus, MessageDescriptor> = {
  pending: msg`Pending`,
  confirmed: msg`Confirmed`,
  dismissed: msg`Dismissed`,
  resolved: msg`Resolved`,
};

/** Why a finding is no issue. */
export const DISMISSAL_REASONS: Record<DismissalReason, MessageDescriptor> = {
  false_positive: msg`False positive`,
  accepted: msg`Accepted`,
  third_party: msg`Third party`,
  not_applicable: msg`Not applicable`,
  duplicate: msg`Duplicate`,
};

/** Whether a line is what is published, or a change that is not merged. */
export const LINE_KINDS: Record<LineKind, MessageDescriptor> = {
  main: msg`Main line`,
  proposal: msg`Proposal`,
};

/** What is tested, in a word. */
export const PRODUCT_TYPES: Record<ProductType, MessageDescriptor> = {
  website: msg`Website`,
  'web-app': msg`Web app`,
  'mobile-app': msg`Mobile app`,
  'desktop-app': msg`Desktop app`,
  'design-system': msg`Design system`,
  document: msg`Document`,
  other: msg`Other`,
};

/** What keeps a Grade from being better; `{count}` issues or requirements. */
export const REASONS: Record<GradeReasonCode, (count: number) => MessageDescriptor> = {
  not_evaluated: () => msg`It was not evaluated yet.`,
  evidence_expired: () => msg`The newest test is too old to say anything.`,
  requirements_lost: (count) =>
    msg`${plural(count, { one: '# requirement is failed by open issues.', other: '# requirements are failed by open issues.' })}`,
  basic_requirement_failed: (count) =>
    msg`${plural(count, { one: '# requirement of Level A is failed by open issues.', other: '# requirements of Level A are failed by open issues.' })}`,
  critical_issues: (count) =>
    msg`${plural(count, { one: '# critical issue is open.', other: '# critical issues are open.' })}`,
  blocking_issues: (count) =>
    msg`${plural(count, { one: '# open issue has high severity and high impact.', other: '# open issues have high severity and high impact.' })}`,
  high_severity_issues: (count) =>
    msg`${plural(count, { one: '# issue of high severity is open.', other: '# issues of high severity are open.' })}`,
  unlinked_issues: (count) =>
    msg`${plural(count, { one: '# open issue names no requirement.', other: '# open issues name no requirement.' })}`,
  untriaged_findings: (count) =>
    msg`${plural(count, { one: '# finding has waited 15 days or longer for somebody to triage it.', other: '# findings have waited 15 days or longer for somebody to triage them.' })}`,
  nothing_in_scope: () => msg`Its standard asks nothing of it.`,
  evidence_old: () => msg`The newest test is old.`,
  audit_not_substantiated: () => msg`The latest full audit says nothing of what was examined.`,
  automated_only: () => msg`Only tools have tested it, and no people.`,
  audit_of_another_standard: () => msg`The latest full audit was of another standard or of a lower level.`,
  no_recent_full_audit: () => msg`There was no full audit lately.`,
};

/** What earns the next letter. */
export const TODOS: Record<GradeTodoCode, (count: number) => MessageDescriptor> = {
  add_evidence: () => msg`Test it, and report what was found.`,
  clear_requirements: (count) =>
    msg`${plural(count, { one: 'Close the issues that fail # requirement.', other: 'Close the issues that fail # requirements.' })}`,
  clear_basic_requirements: (count) =>
    msg`${plural(count, { one: 'Close the issues that fail # requirement of Level A.', other: 'Close the issues that fail # requirements of Level A.' })}`,
  close_critical_issues: (count) =>
    msg`${plural(count, { one: 'Close # critical issue.', other: 'Close # critical issues.' })}`,
  close_blocking_issues: (count) =>
    msg`${plural(count, { one: 'Close # issue of high severity and high impact.', other: 'Close # issues of high severity and high impact.' })}`,
  close_high_severity_issues: (count) =>
    msg`${plural(count, { one: 'Close # issue of high severity.', other: 'Close # issues of high severity.' })}`,
  close_unlinked_issues: (count) =>
    msg`${plural(count, { one: 'Close # issue that names no requirement, or link it to one.', other: 'Close # issues that name no requirement, or link them to one.' })}`,
  triage_findings: (count) =>
    msg`${plural(count, { one: 'Confirm or dismiss # finding.', other: 'Confirm or dismiss # findings.' })}`,
  put_requirements_in_scope: () => msg`Choose a standard that asks something of it.`,
  add_recent_evidence: () => msg`Test it again.`,
  add_human_test: () => msg`Have people test it, and log that.`,
  substantiate_audit: () => msg`Say in the audit what was examined, or link its issues to it.`,
  complete_full_audit: () => msg`Complete a full audit.`,
};
