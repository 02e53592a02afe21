import type { AuditExportFormat, AuditImportFormat, TableField } from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The forms in which an audit goes out. */
export const AUDIT_EXPORTS: Record<AuditExportFormat, MessageDescriptor> = {
  html: msg`Printable report (HTML)`,
  'xlsx-grid': msg`Outcomes as a spreadsheet (XLSX)`,
  'xlsx-issues': msg`Problems as a spreadsheet (XLSX)`,
  'csv-grid': msg`Outcomes as a table (CSV)`,
  'csv-issues': msg`Problems as a table (CSV)`,
  'wcag-em': msg`WCAG-EM Report Tool (JSON)`,
  earl: msg`EARL (JSON-LD)`,
  'rgaa-xlsx': msg`RGAA audit grid (XLSX)`,
  'rgaa-ods': msg`RGAA audit grid (ODS)`,
};

/** The forms in which outcomes come in. */
export const AUDIT_IMPORTS: Record<AuditImportFormat, MessageDescriptor> = {
  spreadsheet: msg`Spreadsheet or RGAA audit grid (XLSX, ODS)`,
  'csv-grid': msg`Table of outcomes or problems, for example from Ara (CSV)`,
  'wcag-em': msg`WCAG-EM Report Tool (JSON)`,
  earl: msg`EARL (JSON-LD)`,
};

/** What a column of a table has. */
export const TABLE_FIELDS: Record<TableField, MessageDescriptor> = {
  ignored: msg`Not imported`,
  requirement: msg`Requirement`,
  entry: msg`Outcomes of a page`,
  page: msg`Page`,
  address: msg`Address`,
  outcome: msg`Outcome`,
  note: msg`Note`,
  derogation: msg`Derogation`,
  title: msg`Title`,
  description: msg`Description`,
  recommendation: msg`Recommendation`,
  severity: msg`Severity`,
  priority: msg`Priority`,
};

/** What of an audit a file may say. */
export const FILLED_FIELDS: Readonly<Record<string, MessageDescriptor>> = {
  title: msg`Title`,
  description: msg`Description`,
  scopeText: msg`Scope`,
  executiveSummary: msg`Executive summary`,
  method: msg`Method`,
  evaluators: msg`Evaluators`,
  baseline: msg`Browsers and assistive technologies`,
};
