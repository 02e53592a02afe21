import { named } from '#libs/fields';
import { CSV } from '../../platform/lists/csv.js';
import { sentence, written } from '../conformance/exports/html-skeleton.js';
import type { ReportLanguage } from '../conformance/conformance-document.js';
import { html } from '../../accounts/mail-pages/html.js';
import type { Threads } from '../../platform/places/threads.service.js';
import type { AuditFile } from './audit-file.js';
import { gridCsv, issuesCsv } from './csv-files.js';
import { earlFile, isOfWcag, wcagEmFile } from './linked-data-files.js';
import { auditReport } from './report/audit-report.js';
import { titleOf } from './report/problem-list.js';
import { type OpenEvidence, withPictures } from './report/report-pictures.js';
import { REPORT_WORDS } from './report/report-words.js';
import { workbookInThread } from './workbook-in-thread.js';
import { gridSheets, isOfRgaa, problemSheets, rgaaSheets } from './workbooks.js';

/** What forms are written with. */
interface Means {
  threads: Threads;
  openEvidence: OpenEvidence;
  language: ReportLanguage;
}

/** A form in which an audit leaves. */
interface AuditFormat {
  type: string;
  ending: string;
  /** Whether it can tell of this audit; absent: of any. */
  applies?: (file: AuditFile) => boolean;
  /** What answers in parts is made while it is read. */
  write: (file: AuditFile, means: Means) => Promise<string | Uint8Array | AsyncIterable<string>>;
}

const LINKED_DATA = 'application/ld+json';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

type Sheets = Parameters<typeof workbookInThread>[2];
const workbook =
  (form: 'xlsx' | 'ods', sheetsOf: (file: AuditFile) => Promise<Sheets>): AuditFormat['write'] =>
  async (file, { threads }) =>
    workbookInThread(threads, form, await sheetsOf(file));

const report: AuditFormat['write'] = async (file, { openEvidence, language }) => {
  const { page, pictures } = await auditReport(file, language);
  const gone = (id: string) =>
    html`<p>${sentence(REPORT_WORDS[language].gone, { name: written(titleOf(pictures.get(id)!)) })}</p>`.text;
  return withPictures(page, pictures, openEvidence, gone);
};

/** The forms in which an audit leaves. */
export const AUDIT_FORMATS = {
  html: { type: 'text/html', ending: 'html', write: report },
  'wcag-em': { type: LINKED_DATA, ending: 'wcag-em.json', applies: isOfWcag, write: wcagEmFile },
  earl: { type: LINKED_DATA, ending: 'earl.json', write: earlFile },
  'csv-grid': { type: CSV, ending: 'grid.csv', write: gridCsv },
  'csv-issues': { type: CSV, ending: 'issues.csv', write: issuesCsv },
  'xlsx-grid': { type: XLSX, ending: 'grid.xlsx', write: workbook('xlsx', gridSheets) },
  'xlsx-issues': { type: XLSX, ending: 'issues.xlsx', write: workbook('xlsx', problemSheets) },
  'rgaa-xlsx': { type: XLSX, ending: 'rgaa.xlsx', applies: isOfRgaa, write: workbook('xlsx', rgaaSheets) },
  'rgaa-ods': { type: ODS, ending: 'rgaa.ods', applies: isOfRgaa, write: workbook('ods', rgaaSheets) },
} satisfies Record<string, AuditFormat>;
export type AuditFormatName = keyof typeof AUDIT_FORMATS;

/** How a form is written. */
export const auditFormat = (name: AuditFormatName): AuditFormat => AUDIT_FORMATS[name];

export const AUDIT_FORMAT_NAMES = named(
  'AuditExportFormat',
  Object.keys(AUDIT_FORMATS) as AuditFormatName[],
  '`html`: a printable report in one file with up to 20 MiB of images (further ones are listed by name); `wcag-em`: for the WCAG-EM Report Tool (WCAG only); `earl`: EARL 1.0 as JSON-LD; `csv-grid` and `xlsx-grid`: a row per requirement; `csv-issues` and `xlsx-issues`: a row per problem; `rgaa-xlsx` and `rgaa-ods`: the audit grid of the RGAA (RGAA only).',
);
