import type {
  ConformanceExportFormat,
  ConformanceReportStatus,
  ReportComponent,
  ReportLanguage,
  ReportPreparer,
  ReportProblemCode,
  VerdictReason,
  VerdictValue,
} from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Whether a report holds. */
export const REPORT_STATUSES: Record<ConformanceReportStatus, MessageDescriptor> = {
  draft: msg`Draft`,
  published: msg`Published`,
  withdrawn: msg`Withdrawn`,
};

/** What a report says of a requirement. */
export const VERDICTS: Record<VerdictValue, MessageDescriptor> = {
  supports: msg`Supports`,
  partially_supports: msg`Partially supports`,
  does_not_support: msg`Does not support`,
  not_applicable: msg`Not applicable`,
  not_evaluated: msg`Not evaluated`,
};

/** Of which part of a product a verdict is. */
export const COMPONENTS: Record<ReportComponent, MessageDescriptor> = {
  web: msg`Web`,
  'electronic-docs': msg`Electronic documents`,
  software: msg`Software`,
  'authoring-tool': msg`Authoring tool`,
};

/** Why something is not supported, for statements. */
export const REASONS_OF_VERDICTS: Record<VerdictReason, MessageDescriptor> = {
  noncompliance: msg`Not fixed yet`,
  disproportionate_burden: msg`Disproportionate burden`,
  out_of_scope: msg`Outside the scope of the law`,
};

/** The languages of reports, each by its own name. */
export const REPORT_LANGUAGES: Record<ReportLanguage, string> = { en: 'English', fr: 'Français' };

/** Who made a report. */
export const PREPARERS: Record<ReportPreparer, MessageDescriptor> = {
  self: msg`The organization`,
  third_party: msg`Third party`,
};

/** What keeps a report from being published, or a form of statement from being made. */
export const REPORT_PROBLEMS: Record<ReportProblemCode, MessageDescriptor> = {
  audit_missing: msg`The report has no audit.`,
  audit_not_completed: msg`The audit is not completed.`,
  audit_not_full: msg`The audit is not a full audit.`,
  audit_of_another_standard: msg`The audit has another standard or a lower level.`,
  audit_too_old: msg`The audit is too old for a report.`,
  validity_ended: msg`The validity of the report has expired.`,
  verdict_missing: msg`The requirement has no verdict.`,
  not_evaluated: msg`The requirement was not evaluated.`,
  remarks_missing: msg`The verdict has no remarks.`,
  evidence_missing: msg`The verdict has no evidence, or some of it no longer exists.`,
  not_stated_by_a_person: msg`The verdict was set with an API key. A person must confirm it.`,
  issue_open: msg`An issue contradicts the verdict.`,
  findings_untriaged: msg`Untriaged findings contradict the verdict. Triage them, or explain in the report why they are untriaged.`,
  outcome_failed: msg`The audit failed this requirement. Change the verdict, or explain the difference in the report.`,
  outcome_undecided: msg`The audit has no outcome for this requirement. Change the verdict, or explain the difference in the report.`,
  nothing_applicable: msg`No requirement of this level applies.`,
  author_incomplete: msg`The report has no author.`,
  contact_incomplete: msg`The report has no contact.`,
  enforcement_missing: msg`Add the enforcement procedure.`,
  legislation_missing: msg`Add the national law.`,
  preparer_missing: msg`Add the author of the statement.`,
  schema_missing: msg`Add the URL of the multi-year plan.`,
  action_plan_missing: msg`Add the URL of the action plan.`,
  product_description_missing: msg`Add a description of the product.`,
  service_operation_missing: msg`Add a description of the service.`,
};

type Form = Extract<ConformanceExportFormat, `statement-${string}`>;

/** The forms of accessibility statements. */
export const STATEMENTS: Record<Form, MessageDescriptor> = {
  'statement-eu': msg`Statement: European Union`,
  'statement-rgaa': msg`Statement: RGAA`,
  'statement-uk': msg`Statement: United Kingdom`,
  'statement-eaa': msg`Statement: European Accessibility Act`,
  'statement-us': msg`Statement: United States`,
};

/** The forms in which a report leaves before it is published too. */
export const DRAFT_FORMATS: readonly ConformanceExportFormat[] = ['html', 'docx', 'markdown', 'csv', 'wcag-em'];

/** The forms in which a report leaves. */
export const EXPORT_FORMATS: Record<ConformanceExportFormat, MessageDescriptor> = {
  html: msg`Web page (HTML)`,
  docx: msg`Word processor (DOCX)`,
  markdown: msg`Markdown`,
  csv: msg`Table (CSV)`,
  'openacr-yaml': msg`OpenACR (YAML)`,
  'openacr-json': msg`OpenACR (JSON)`,
  earl: msg`EARL (JSON-LD)`,
  'wcag-em': msg`WCAG-EM Report Tool (JSON)`,
  ...STATEMENTS,
};
