import type {
  ActivityType,
  AuditEntryKind,
  AuditMethod,
  AuditOutcome,
  AuditStatus,
  AuditType,
  DismissalReason,
  FindingChange,
  FindingStatus,
  GradeReasonCode,
  GradeTodoCode,
  IssueState,
  LineKind,
  ModuleName,
  OutcomeComparison,
  Priority,
  ProductType,
  Rating,
  RiskStatus,
  Role,
  SubjectKind,
  Trigger,
} from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';

/** What somebody may do in an organization, by role. */
export const ROLES: Record<Role, MessageDescriptor> = { member: msg`Member`, admin: msg`Admin`, owner: msg`Owner` };

/** What somebody may do in an organization, in a word. */
export const RoleName = ({ role }: { role: Role }) => <>{useLingui().i18n._(ROLES[role])}</>;

/** What an organization can turn on and off, and what it always has. */
export const MODULES: Record<ModuleName, MessageDescriptor> = {
  core: msg`Core`,
  organizations: msg`Organizations`,
  teams: msg`Teams`,
  products: msg`Products`,
  issues: msg`Issues`,
  audits: msg`Audits`,
  testing: msg`Testing`,
  risks: msg`Risks`,
  changes: msg`Changes`,
  conformance: msg`Conformance reports`,
};

/** What an audit looks at. */
export const AUDIT_TYPES: Record<AuditType, MessageDescriptor> = {
  full: msg`Full audit`,
  re_audit: msg`Re-audit`,
  small_scope: msg`Small scope`,
};

/** How far an audit is. */
export const AUDIT_STATUSES: Record<AuditStatus, MessageDescriptor> = {
  in_progress: msg`In progress`,
  completed: msg`Completed`,
};

/** After which method an audit is made; the names are their own. */
export const AUDIT_METHODS: Record<AuditMethod, MessageDescriptor> = {
  wcag_em: msg`WCAG-EM`,
  rgaa: msg`RGAA`,
  trusted_tester: msg`Trusted Tester`,
  other: msg`Another method`,
};

/** What a requirement comes to on an entry of a sample (EARL), in the order of their keys. */
export const OUTCOMES: Record<AuditOutcome, MessageDescriptor> = {
  passed: msg`Passed`,
  failed: msg`Failed`,
  inapplicable: msg`Not applicable`,
  cannot_tell: msg`Cannot tell`,
  untested: msg`Untested`,
};

/** Who tested, or with what. */
export const ACTIVITY_TYPES: Record<ActivityType, MessageDescriptor> = {
  automated_scan: msg`Automated scan`,
  manual_test: msg`Manual test`,
  usability_test: msg`Usability test`,
  user_research: msg`User research`,
};

/** What started a run. */
export const TRIGGERS: Record<Trigger, MessageDescriptor> = {
  pull_request: msg`A pull request`,
  push: msg`A push`,
  schedule: msg`A schedule`,
  manual: msg`A person`,
  other: msg`Something else`,
};

/** What a run said of a finding. */
export const FINDING_CHANGES: Record<FindingChange, MessageDescriptor> = {
  new: msg`New`,
  known: msg`Already known`,
  regressed: msg`Reappeared`,
  spread: msg`On more pages`,
  resolved: msg`No longer present`,
};

/** What something can happen to. */
export const SUBJECT_KINDS: Record<SubjectKind, MessageDescriptor> = {
  agent: msg`Agent`,
  access: msg`Access`,
  api_key: msg`API key`,
  area: msg`Area`,
  audit: msg`Audit`,
  comment: msg`Comment`,
  conformance_report: msg`Conformance report`,
  domain: msg`Domain`,
  evidence: msg`Evidence`,
  finding: msg`Finding`,
  import: msg`Import`,
  invitation: msg`Invitation`,
  issue: msg`Issue`,
  line: msg`Line`,
  member: msg`Member`,
  monitor: msg`Monitor`,
  organization: msg`Organization`,
  page: msg`Page`,
  product: msg`Product`,
  provisioned_group: msg`Group of the directory`,
  provisioned_person: msg`Directory user`,
  provisioning_token: msg`Directory token`,
  requirement: msg`Requirement`,
  requirement_group: msg`Requirement group`,
  risk: msg`Risk`,
  saved_view: msg`Saved view`,
  secret: msg`Secret`,
  session: msg`Session`,
  sign_in: msg`Sign-in`,
  standard: msg`Standard`,
  team: msg`Team`,
  test_activity: msg`Test activity`,
  trusted_publisher: msg`Trusted publisher`,
  user: msg`Person`,
  tracker_connection: msg`Tracker connection`,
  webhook: msg`Webhook`,
};

/** What became of a risk. */
export const RISK_STATUSES: Record<RiskStatus, MessageDescriptor> = {
  identified: msg`Identified`,
  mitigated: msg`Mitigated`,
  materialized: msg`Materialized`,
  aged_out: msg`No longer seen`,
};

/** What has become of an outcome of an audit before. */
export const COMPARISONS: Record<OutcomeComparison, MessageDescriptor> = {
  fixed: msg`Fixed`,
  still_failing: msg`Still failing`,
  new_failure: msg`New failure`,
  not_retested: msg`Not retested`,
  better: msg`Better`,
  worse: msg`Worse`,
  same: msg`Unchanged`,
};

/** Why an entry is in a sample. */
export const ENTRY_KINDS: Record<AuditEntryKind, MessageDescriptor> = {
  structured: msg`Structured`,
  random: msg`Random`,
  process: msg`Process`,
};

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
  proposal: msg`Pull request`,
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
  not_evaluated: () => msg`Not graded yet.`,
  evidence_expired: () => msg`The latest test is too old for a grade.`,
  requirements_lost: (count) =>
    msg`${plural(count, { one: 'Open issues fail # requirement.', other: 'Open issues fail # requirements.' })}`,
  basic_requirement_failed: (count) =>
    msg`${plural(count, { one: 'Open issues fail # requirement of level A.', other: 'Open issues fail # requirements of level A.' })}`,
  critical_issues: (count) =>
    msg`${plural(count, { one: '# critical issue is open.', other: '# critical issues are open.' })}`,
  blocking_issues: (count) =>
    msg`${plural(count, { one: '# open issue has high severity and high impact.', other: '# open issues have high severity and high impact.' })}`,
  high_severity_issues: (count) =>
    msg`${plural(count, { one: '# issue of high severity is open.', other: '# issues of high severity are open.' })}`,
  unlinked_issues: (count) =>
    msg`${plural(count, { one: '# open issue is not linked to a requirement.', other: '# open issues are not linked to a requirement.' })}`,
  untriaged_findings: (count) =>
    msg`${plural(count, { one: '# finding has awaited triage for 15 days or longer.', other: '# findings have awaited triage for 15 days or longer.' })}`,
  nothing_in_scope: () => msg`The standard has no requirements for this product.`,
  evidence_old: () => msg`The latest test is old.`,
  audit_not_substantiated: () => msg`The latest full audit does not list the evaluated requirements.`,
  automated_only: () => msg`No manual test yet.`,
  audit_of_another_standard: () => msg`The latest full audit had another standard or a lower level.`,
  no_recent_full_audit: () => msg`There is no recent full audit.`,
};

/** What earns the next letter. */
export const TODOS: Record<GradeTodoCode, (count: number) => MessageDescriptor> = {
  add_evidence: () => msg`Run a test and report its findings.`,
  clear_requirements: (count) =>
    msg`${plural(count, { one: 'Close the issues that fail # requirement.', other: 'Close the issues that fail # requirements.' })}`,
  clear_basic_requirements: (count) =>
    msg`${plural(count, { one: 'Close the issues that fail # requirement of level A.', other: 'Close the issues that fail # requirements of level A.' })}`,
  close_critical_issues: (count) =>
    msg`${plural(count, { one: 'Close # critical issue.', other: 'Close # critical issues.' })}`,
  close_blocking_issues: (count) =>
    msg`${plural(count, { one: 'Close # issue of high severity and high impact.', other: 'Close # issues of high severity and high impact.' })}`,
  close_high_severity_issues: (count) =>
    msg`${plural(count, { one: 'Close # issue of high severity.', other: 'Close # issues of high severity.' })}`,
  close_unlinked_issues: (count) =>
    msg`${plural(count, { one: 'Link # issue to a requirement, or close it.', other: 'Link # issues to requirements, or close them.' })}`,
  triage_findings: (count) =>
    msg`${plural(count, { one: 'Confirm or dismiss # finding.', other: 'Confirm or dismiss # findings.' })}`,
  put_requirements_in_scope: () => msg`Choose a standard that applies to the product.`,
  add_recent_evidence: () => msg`Run a new test.`,
  add_human_test: () => msg`Run a manual test and log it.`,
  substantiate_audit: () => msg`Describe the evaluation in the audit, or link its issues to it.`,
  complete_full_audit: () => msg`Complete a full audit.`,
};
