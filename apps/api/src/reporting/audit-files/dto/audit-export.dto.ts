import { ChoiceParameter } from '#libs/fields';
import { REPORT_LANGUAGES, type ReportLanguage } from '../../conformance/conformance-document.js';
import { AUDIT_FORMAT_NAMES, type AuditFormatName } from '../audit-formats.js';

/** In which form an audit leaves. */
export class AuditExportQuery {
  @ChoiceParameter(AUDIT_FORMAT_NAMES, { default: 'csv-grid' })
  format: AuditFormatName = 'csv-grid';
  @ChoiceParameter(REPORT_LANGUAGES, { default: 'en', description: 'The language of the fixed texts in `html`.' })
  language: ReportLanguage = 'en';
}
