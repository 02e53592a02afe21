import {
  Choice,
  Described,
  Flag,
  FlagParameter,
  Id,
  Integer,
  named,
  Nested,
  NestedList,
  Text,
  TextList,
} from '#libs/fields';
import type { Fault } from '#libs/errors';
import { type Outcome, OUTCOMES } from '../../../findings/evaluation/outcome.js';
import { FaultDto } from '../../../platform/http/problem.js';
import { TITLE_LENGTH } from '../../../products/products/title-length.js';
import { ImportedTableDto } from './table.dto.js';

/** The forms in which outcomes of audits come. */
export const AUDIT_IMPORT_FORMATS = named(
  'AuditImportFormat',
  ['wcag-em', 'earl', 'csv-grid', 'spreadsheet'],
  '`wcag-em` is what the WCAG-EM Report Tool saves, `earl` EARL 1.0 as JSON-LD, `csv-grid` a CSV with a row for each requirement and a column for each page, as Ara writes it too, or with a row for each problem; `spreadsheet` an XLSX or ODS with such a table on a sheet, or the audit grid of the RGAA.',
);
/** A form in which the outcomes of an audit come. */
export type AuditImportFormat = (typeof AUDIT_IMPORT_FORMATS)[number];

@Described('A file of a form with outcomes, and what it is.')
export class AuditImportUpload {
  @Choice(AUDIT_IMPORT_FORMATS)
  format: AuditImportFormat;
  @Text({
    optional: true,
    max: 100,
    description: 'The name of the sheet of a spreadsheet, where several have a table.',
  })
  sheet?: string;
  @Text({
    optional: true,
    max: 60_000,
    description:
      'How a table is read, as JSON: `{ "headRow": 1, "columns": [{ "column": 1, "field": "requirement" }], "words": [{ "word": "ok", "outcome": "passed" }] }` with fields of `TableField`. Absent: as last said for these headings, else by their names.',
  })
  mapping?: string;
}

@Described('A file of a form with outcomes, what it is, and the audit that it goes into.')
export class BeginImportUpload extends AuditImportUpload {
  @Text({
    optional: true,
    max: 20,
    filled: true,
    description: 'The number of the audit in the product; when absent, a new one is made.',
  })
  audit?: string;
  @Text({ optional: true, max: TITLE_LENGTH, description: 'Of a new audit; else that of the file.' })
  title?: string;
  @Id({
    optional: true,
    description: 'Of a new audit; else the built-in one that the file is of, else that in force.',
  })
  standardId?: string;
  @Id({ optional: true, description: 'Of a new audit, with `standardId`: the id of a level of it.' })
  conformanceLevel?: string;
  @FlagParameter({
    default: false,
    description:
      '`true`: each problem of a list that has failed becomes an issue of the outcomes that it decides. Needs the module `issues`.',
  })
  createIssues = false;
}

/** Whether an import is only tried. */
export class AuditImportQuery {
  @FlagParameter({ default: false, description: '`true` only tells what it would make.' })
  dryRun = false;
}

/** What an import has made of an audit, or would make. */
export class AuditImportDto {
  @Flag({ description: 'Whether nothing was kept.' })
  dryRun: boolean;
  @Id({ nullable: true, description: 'By which it can be taken back; null: nothing was made of the file.' })
  importId: string | null;
  @TextList({ description: 'The names of the pages that the sample had not.' })
  entries: string[];
  @Integer({
    min: 0,
    description: 'How many outcomes were decided, noted, or with an API key proposed.',
  })
  decided: number;
  @Integer({
    min: 0,
    description: 'How many cells stay as they are.',
  })
  kept: number;
  @TextList({
    description: 'The names of the fields of the audit that were empty and are filled, such as `scopeText`.',
  })
  filled: string[];
  @TextList({ description: 'What of the file was not read, in words.' })
  leftOut: string[];
}

@Described('An outcome that a row of a table would make.')
class PreviewedOutcomeDto {
  @Text({ nullable: true, description: 'The name of its page; null: it stands for all.' })
  page: string | null;
  @Choice(OUTCOMES)
  outcome: Outcome;
}

@Described('What a row of a table would make.')
class PreviewedRowDto {
  @Integer({ min: 1, description: 'From 1.' })
  row: number;
  @Text({ description: 'The number and name of its requirement; of several, each.' })
  requirement: string;
  @NestedList(() => PreviewedOutcomeDto, { description: 'The first five.' })
  outcomes: PreviewedOutcomeDto[];
  @Integer({ min: 0, description: 'How many outcomes it has.' })
  outcomeCount: number;
  @Text({ nullable: true, description: 'The beginning of its note.' })
  note: string | null;
}

/** What an import would make, and how its file is read. */
export class ImportPreviewDto {
  @Nested(() => ImportedTableDto, { nullable: true, description: 'Null: it is no table, or cannot be read as one.' })
  table: ImportedTableDto | null;
  @NestedList(() => FaultDto, { description: 'Why it would be refused: the first 100 faults.' })
  faults: Fault[];
  @Integer({ min: 0, description: 'How many faults there are: `faults` has the first of them.' })
  faultCount: number;
  @TextList({ description: 'The names of the pages that the sample has not.' })
  entries: string[];
  @Integer({ min: 0, description: 'How many outcomes would be decided, noted or proposed.' })
  decided: number;
  @Integer({ min: 0, description: 'How many issues would be opened; 0 without `createIssues`.' })
  issues: number;
  @Integer({ min: 0, description: 'How many cells would stay as they are.' })
  kept: number;
  @TextList({ description: 'The names of the fields of the audit that would be filled.' })
  filled: string[];
  @Text({ nullable: true, description: 'The name of the standard of the audit, with its level; null: it has none.' })
  standard: string | null;
  @TextList({ description: 'What of the file is not read, in words.' })
  leftOut: string[];
  @NestedList(() => PreviewedRowDto, { description: 'What the first rows of a table would make.' })
  rows: PreviewedRowDto[];
}
