import type { GradeReasonCode, GradeTodoCode, ProductType, Role } from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';

const ROLES: Record<Role, MessageDescriptor> = { member: msg`Member`, admin: msg`Admin`, owner: msg`Owner` };

/** What somebody may do in an organization, in a word. */
export const RoleName = ({ role }: { role: Role }) => <>{useLingui().i18n._(ROLES[role])}</>;

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
  critical_issues: (count) =>
    msg`${plural(count, { one: '# critical issue is open.', other: '# critical issues are open.' })}`,
  high_severity_issues: (count) =>
    msg`${plural(count, { one: '# issue of high severity is open.', other: '# issues of high severity are open.' })}`,
  unlinked_issues: (count) =>
    msg`${plural(count, { one: '# open issue names no requirement.', other: '# open issues name no requirement.' })}`,
  evidence_old: () => msg`The newest test is old.`,
  automated_only: () => msg`Only tools have tested it, and no people.`,
  no_recent_full_audit: () => msg`There was no full audit lately.`,
};

/** What earns the next letter. */
export const TODOS: Record<GradeTodoCode, (count: number) => MessageDescriptor> = {
  add_evidence: () => msg`Test it, and report what was found.`,
  clear_requirements: (count) =>
    msg`${plural(count, { one: 'Close the issues that fail # requirement.', other: 'Close the issues that fail # requirements.' })}`,
  close_critical_issues: (count) =>
    msg`${plural(count, { one: 'Close # critical issue.', other: 'Close # critical issues.' })}`,
  close_high_severity_issues: (count) =>
    msg`${plural(count, { one: 'Close # issue of high severity.', other: 'Close # issues of high severity.' })}`,
  close_unlinked_issues: (count) =>
    msg`${plural(count, { one: 'Close # issue that names no requirement, or link it to one.', other: 'Close # issues that name no requirement, or link them to one.' })}`,
  add_recent_evidence: () => msg`Test it again.`,
  add_human_test: () => msg`Have people test it, and log that.`,
  complete_full_audit: () => msg`Complete a full audit.`,
};
