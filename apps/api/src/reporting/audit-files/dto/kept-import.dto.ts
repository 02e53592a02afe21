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
import { entryDto } from '../../../findings/evaluation/outcomes/dto/outcome-answers.js';
import { KeptIssueDto } from '../../../findings/triage/dto/triage.dto.js';
import { PageQuery } from '../../../platform/lists/page-query.js';
import { Pagination } from '../../../platform/lists/pagination.js';
import { type ShownImport, undoableUntil, type UndoneOfImport } from '../kept-imports.service.js';
import { IMPORT_STATES, type ImportState } from '../audit-import.entity.js';
import { AUDIT_IMPORT_FORMATS, type AuditImportFormat } from './audit-import.dto.js';

/** How many cells an answer names. */
const MAX_TOLD = 1_000;

@Described('The person (`id`, `name`) or API key (`keyName`) of the import.')
class ImporterDto {
  @Id({ optional: true })
  id?: string;
  @Text({ optional: true })
  name?: string;
  @Text({ optional: true, description: 'The name of the API key at that time.' })
  keyName?: string;
}

@Described('An import of outcomes into an audit.')
export class KeptImportDto {
  @Id()
  id: string;
  @Integer({ min: 1, description: 'The number of the audit in the product.' })
  auditNumber: number;
  @Choice(AUDIT_IMPORT_FORMATS)
  format: AuditImportFormat;
  @Nested(() => ImporterDto, { nullable: true, description: 'Null for deleted accounts.' })
  importedBy: ImporterDto | null;
  @Timestamp()
  createdAt: Date;
  @TextList({ description: 'The names of the added sample entries.' })
  entries: string[];
  @Integer({
    min: 0,
    description: 'The number of outcomes decided, noted, or proposed by an API key.',
  })
  decided: number;
  @Integer({ min: 0, description: 'The number of created issues.' })
  issues: number;
  @Choice(IMPORT_STATES)
  state: ImportState;
  @Text({
    nullable: true,
    description:
      'The reason for the failure: an error code, `not_a_member` (the person has left the organization) or `import_given_up` (its job failed eight times).',
  })
  failure: string | null;
  @Integer({ min: 0, description: 'The number of outcomes to be written by the job; 0 if they were written at once.' })
  total: number;
  @Integer({ min: 0, description: 'The number of outcomes already processed.' })
  written: number;
  @Flag({ description: 'Whether its audit was created by it; that audit is kept if the import is reversed.' })
  madeAudit: boolean;
  @TextList({ description: 'The content of the file that was not imported, as text.' })
  leftOut: string[];
  @Timestamp({ description: 'The deadline for reversing it.' })
  undoableUntil: Date;
  @Timestamp({ nullable: true, description: 'When it was reversed; null if not.' })
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

@Described('An outcome that is kept because it was changed after the import.')
class KeptCellDto {
  @Id({ description: 'The id of its requirement.' })
  requirementId: string;
  @NumberOr('all', { description: 'The number of its entry, or `all`.' })
  entry: number | string;
}

@Described('An entry that is kept because it was changed or used after the import.')
class KeptEntryDto {
  @Integer({ min: 1, description: 'The number in the sample.' })
  number: number;
  @Text()
  name: string;
}

/** What was taken back, and what stays. */
export class UndoneImport {
  @Nested(() => KeptImportDto)
  import: KeptImportDto;
  @Integer({ min: 0, description: 'The number of outcomes restored, or deleted with their entry.' })
  outcomes: number;
  @TextList({ description: 'The names of the deleted entries.' })
  entries: string[];
  @NestedList(() => KeptCellDto, { description: `The first ${MAX_TOLD} outcomes that are kept.` })
  keptOutcomes: KeptCellDto[];
  @Integer({ min: 0, description: 'The number of outcomes that are kept.' })
  keptOutcomeCount: number;
  @NestedList(() => KeptEntryDto)
  keptEntries: KeptEntryDto[];
  @TextList({ description: 'The audit fields filled by it and changed since, which are kept.' })
  keptFields: string[];
  @Integer({ min: 0, description: 'The number of deleted issues.' })
  issues: number;
  @NestedList(() => KeptIssueDto, {
    description: `The first ${MAX_TOLD} issues that are kept because they were changed or used.`,
  })
  keptIssues: KeptIssueDto[];
  @Integer({ min: 0, description: 'The number of issues that are kept.' })
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
        .map(({ requirementId, entry }) => ({ requirementId, entry: entryDto(entry) })),
      keptOutcomeCount: keptCells.length,
      keptEntries: keptEntries.map(({ number, name }) => ({ number, name })),
      keptFields,
      issues: issues.gone.length,
      keptIssues: issues.kept.slice(0, MAX_TOLD).map((issue) => fieldsOf(KeptIssueDto, issue)),
      keptIssueCount: issues.kept.length,
    };
  }
}
