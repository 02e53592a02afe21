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
  '`wcag-em`: from the WCAG-EM Report Tool; `earl`: EARL 1.0 as JSON-LD; `csv-grid`: a CSV with a row per requirement and a column per page, also in the form of Ara, or with a row per problem; `spreadsheet`: an XLSX or ODS file with such a table, or the audit grid of the RGAA.',
);
/** A form in which the outcomes of an audit come. */
export type AuditImportFormat = (typeof AUDIT_IMPORT_FORMATS)[number];

@Described('A file with outcomes, and its format.')
export class AuditImportUpload {
  @Choice(AUDIT_IMPORT_FORMATS)
  format: AuditImportFormat;
  @Text({
    optional: true,
    max: 100,
    description: 'The name of the sheet; required if several sheets have a table.',
  })
  sheet?: string;
  @Text({
    optional: true,
    max: 60_000,
    description:
      'The mapping of a table, as JSON: `{ "headRow": 1, "columns": [{ "column": 1, "field": "requirement" }], "words": [{ "word": "ok", "outcome": "passed" }] }` with fields of `TableField`. If absent: the last mapping used for these headings, otherwise by column names.',
  })
  mapping?: string;
}

@Described('A file with outcomes, its format, and the target audit.')
export class BeginImportUpload extends AuditImportUpload {
  @Text({
    optional: true,
    max: 20,
    filled: true,
    description: 'The number of the audit in the product; if absent, a new one is created.',
  })
  audit?: string;
  @Text({ optional: true, max: TITLE_LENGTH, description: 'The title of a new audit; if absent, that in the file.' })
  title?: string;
  @Id({
    optional: true,
    description: 'The standard of a new audit; if absent, the built-in one of the file, otherwise the effective one.',
  })
  standardId?: string;
  @Id({ optional: true, description: 'For a new audit with `standardId`: the id of a level of the standard.' })
  conformanceLevel?: string;
  @FlagParameter({
    default: false,
    description:
      '`true`: each failed problem of a list becomes an issue of its outcomes. Requires the module `issues`.',
  })
  createIssues = false;
}

/** Whether an import is only tried. */
export class AuditImportQuery {
  @FlagParameter({ default: false, description: '`true` for a preview.' })
  dryRun = false;
}

/** What an import has made of an audit, or would make. */
export class AuditImportDto {
  @Flag({ description: 'Whether this was a preview.' })
  dryRun: boolean;
  @Id({ nullable: true, description: 'The id for reversing the import; null if nothing was created.' })
  importId: string | null;
  @TextList({ description: 'The names of the added pages.' })
  entries: string[];
  @Integer({
    min: 0,
    description: 'The number of outcomes decided, noted, or proposed by an API key.',
  })
  decided: number;
  @Integer({
    min: 0,
    description: 'The number of unchanged cells.',
  })
  kept: number;
  @TextList({
    description: 'The names of the empty audit fields that were filled, such as `scopeText`.',
  })
  filled: string[];
  @TextList({ description: 'The content of the file that was not imported, as text.' })
  leftOut: string[];
}

@Described('An outcome of a table row.')
class PreviewedOutcomeDto {
  @Text({ nullable: true, description: 'The name of its page; null if it applies to all pages.' })
  page: string | null;
  @Choice(OUTCOMES)
  outcome: Outcome;
}

@Described('The result of a table row.')
class PreviewedRowDto {
  @Integer({ min: 1, description: 'Starting at 1.' })
  row: number;
  @Text({ description: 'The number and name of its requirement, or of each one if there are several.' })
  requirement: string;
  @NestedList(() => PreviewedOutcomeDto, { description: 'The first five outcomes.' })
  outcomes: PreviewedOutcomeDto[];
  @Integer({ min: 0, description: 'The number of outcomes.' })
  outcomeCount: number;
  @Text({ nullable: true, description: 'The beginning of its note.' })
  note: string | null;
}

/** What an import would make, and how its file is read. */
export class ImportPreviewDto {
  @Nested(() => ImportedTableDto, { nullable: true, description: 'Null if the file is not a readable table.' })
  table: ImportedTableDto | null;
  @NestedList(() => FaultDto, { description: 'The reasons for a rejection: the first 100 faults.' })
  faults: Fault[];
  @Integer({ min: 0, description: 'The total number of faults.' })
  faultCount: number;
  @TextList({ description: 'The names of the pages to be added.' })
  entries: string[];
  @Integer({ min: 0, description: 'The number of outcomes to be decided, noted or proposed.' })
  decided: number;
  @Integer({ min: 0, description: 'The number of issues to be created; 0 without `createIssues`.' })
  issues: number;
  @Integer({ min: 0, description: 'The number of cells that would not change.' })
  kept: number;
  @TextList({ description: 'The names of the audit fields to be filled.' })
  filled: string[];
  @Text({ nullable: true, description: 'The name of the standard of the audit, with its level; null if none.' })
  standard: string | null;
  @TextList({ description: 'The content of the file that is not imported, as text.' })
  leftOut: string[];
  @NestedList(() => PreviewedRowDto, { description: 'A preview of the first rows of a table.' })
  rows: PreviewedRowDto[];
}
