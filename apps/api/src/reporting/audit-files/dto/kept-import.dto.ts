import {
  Choice,
  Described,
  fieldsOf,
  Flag,
  Id,
  Integer,
  Nested,
  NestedList,
  NumberOr,
  Text,
  TextList,
  Timestamp,
} from '#libs/fields';
import { toldEntry } from '../../../findings/evaluation/outcomes/dto/outcome-answers.js';
import { KeptIssueDto } from '../../../findings/triage/dto/triage.dto.js';
import { PageQuery } from '../../../platform/lists/page-query.js';
import { Pagination } from '../../../platform/lists/pagination.js';
import { type ShownImport, undoableUntil, type UndoneOfImport } from '../kept-imports.service.js';
import { IMPORT_STATES, type ImportState } from '../audit-import.entity.js';
import { AUDIT_IMPORT_FORMATS, type AuditImportFormat } from './audit-import.dto.js';

/** How many cells an answer names. */
const MAX_TOLD = 1_000;

@Described('Who made it: a person (`id`, `name`) or an API key (`keyName`).')
class ImporterDto {
  @Id({ optional: true })
  id?: string;
  @Text({ optional: true })
  name?: string;
  @Text({ optional: true, description: 'The name that the API key had then.' })
  keyName?: string;
}

@Described('A file whose outcomes were taken into an audit.')
export class KeptImportDto {
  @Id()
  id: string;
  @Integer({ min: 1, description: 'The number of the audit in the product.' })
  auditNumber: number;
  @Choice(AUDIT_IMPORT_FORMATS)
  format: AuditImportFormat;
  @Nested(() => ImporterDto, { nullable: true, description: 'Null: somebody who is gone.' })
  importedBy: ImporterDto | null;
  @Timestamp()
  createdAt: Date;
  @TextList({ description: 'The names of the entries that it added to the sample.' })
  entries: string[];
  @Integer({
    min: 0,
    description: 'How many outcomes it decided, noted, or with an API key proposed.',
  })
  decided: number;
  @Integer({ min: 0, description: 'How many issues it has opened.' })
  issues: number;
  @Choice(IMPORT_STATES)
  state: ImportState;
  @Text({
    nullable: true,
    description:
      'Why it failed: the code of a refusal, `not_a_member` (who began it has left) or `import_given_up` (its job failed eight times).',
  })
  failure: string | null;
  @Integer({ min: 0, description: 'How many outcomes are to be written; 0: they were at once.' })
  total: number;
  @Integer({ min: 0, description: 'Of how many of these it was decided whether they are.' })
  written: number;
  @Flag({ description: 'Whether its audit was made for it; that stays where the import is taken back.' })
  madeAudit: boolean;
  @TextList({ description: 'What of the file was not read, in words.' })
  leftOut: string[];
  @Timestamp({ description: 'Until when it can be taken back.' })
  undoableUntil: Date;
  @Timestamp({ nullable: true, description: 'When it was taken back; null: it was not.' })
  undoneAt: Date | null;

  static from({ imported, auditNumber, makerName }: ShownImport): KeptImportDto {
    const { id, format, createdAt, entries, decided, undoneAt, madeByUserId, madeByKeyName } = imported;
    const { state, failure, total, written, leftOut, madeAudit, issueCount } = imported;
    return {
      ...{ id, auditNumber, createdAt, decided, state, failure, total, written, leftOut, madeAudit, undoneAt },
      format: format as AuditImportFormat,
      issues: issueCount,
      entries: entries.map(({ name }) => name),
      undoableUntil: undoableUntil(createdAt),
      importedBy:
        madeByKeyName !== null
          ? { keyName: madeByKeyName }
          : madeByUserId !== null && makerName !== null
            ? { id: madeByUserId, name: makerName }
            : null,
    };
  }
}

/** An import of a product. */
export class KeptImportEnvelope {
  @Nested(() => KeptImportDto)
  import: KeptImportDto;
}

/** A page of the imports of a product, the latest first. */
export class KeptImportPage {
  @NestedList(() => KeptImportDto)
  imports: KeptImportDto[];
  @Nested(() => Pagination)
  pagination: Pagination;
}

/** Which imports to list. */
export class ListImportsQuery extends PageQuery(50) {}

@Described('An outcome that stays, since somebody has changed it after the import.')
class KeptCellDto {
  @Id({ description: 'The id of its requirement.' })
  requirementId: string;
  @NumberOr('all', { description: 'The number of its entry, or `all`.' })
  entry: number | string;
}

@Described('An entry that stays, since somebody has changed or used it after the import.')
class KeptEntryDto {
  @Integer({ min: 1, description: 'In the sample.' })
  number: number;
  @Text()
  name: string;
}

/** What was taken back, and what stays. */
export class UndoneImport {
  @Nested(() => KeptImportDto)
  import: KeptImportDto;
  @Integer({ min: 0, description: 'How many outcomes say what they said before the import, or went with their entry.' })
  outcomes: number;
  @TextList({ description: 'The names of the entries that have gone.' })
  entries: string[];
  @NestedList(() => KeptCellDto, { description: `The first ${MAX_TOLD} outcomes that stay.` })
  keptOutcomes: KeptCellDto[];
  @Integer({ min: 0, description: 'How many outcomes stay.' })
  keptOutcomeCount: number;
  @NestedList(() => KeptEntryDto)
  keptEntries: KeptEntryDto[];
  @TextList({ description: 'The fields of the audit that it has filled and somebody has changed since.' })
  keptFields: string[];
  @Integer({ min: 0, description: 'How many issues are deleted.' })
  issues: number;
  @NestedList(() => KeptIssueDto, {
    description: `The first ${MAX_TOLD} that stay, since somebody has changed or used them.`,
  })
  keptIssues: KeptIssueDto[];
  @Integer({ min: 0, description: 'How many issues stay.' })
  keptIssueCount: number;

  static from(
    undone: ShownImport,
    { cells, entries, keptCells, keptEntries, keptFields, issues }: UndoneOfImport,
  ): UndoneImport {
    return {
      import: KeptImportDto.from(undone),
      outcomes: cells,
      entries: entries.map(({ name }) => name),
      keptOutcomes: keptCells
        .slice(0, MAX_TOLD)
        .map(({ requirementId, entry }) => ({ requirementId, entry: toldEntry(entry) })),
      keptOutcomeCount: keptCells.length,
      keptEntries: keptEntries.map(({ number, name }) => ({ number, name })),
      keptFields,
      issues: issues.gone.length,
      keptIssues: issues.kept.slice(0, MAX_TOLD).map((issue) => fieldsOf(KeptIssueDto, issue)),
      keptIssueCount: issues.kept.length,
    };
  }
}
