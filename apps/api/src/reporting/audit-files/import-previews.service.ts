import { grouped } from '../../platform/lists/grouped.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Audit } from '../../records/audits/audit.entity.js';
import { AuditsService } from '../../records/audits/audits.service.js';
import { conformanceOfAudit } from '../../findings/evaluation/audit-requirements.js';
import { ALL_ENTRIES } from '../../findings/evaluation/outcome.js';
import { keyOfCell } from '../../findings/evaluation/outcomes/decisions.js';
import { isTaken } from '../../findings/evaluation/outcomes/fill-outcomes.js';
import { type Cell, cellsOf } from '../../findings/evaluation/outcomes/store-outcomes.js';
import type { FileOnDisk } from '../../platform/http/upload.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';
import { ResourcePlaces } from '../../platform/places/resource-places.service.js';
import { Threads } from '../../platform/places/threads.service.js';
import type { Product } from '../../products/products/product.entity.js';
import { StandardLevel } from '../../standards/standards/standard-level.entity.js';
import { Standard } from '../../standards/standards/standard.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { runOrTry } from '../../platform/work/run-or-try.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { type Applied, applyContent, FaultyFile } from './apply-content.js';
import type { BeginImportUpload, ImportPreviewDto } from './dto/audit-import.dto.js';
import { ImportedTableDto } from './dto/table.dto.js';
import { readImport } from './read-import.js';
import type { AuditContent } from './reading/audit-content.js';
import { cut } from './reading/cut.js';

/** How many rows of a table a preview shows, and how much of each. */
const MOST_ROWS = 50;
const MOST_OUTCOMES = 5;
const MOST_OF_NOTE = 200;

/** What imports would make, before somebody begins one. */
@Injectable()
export class ImportPreviews {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
    private readonly audits: AuditsService,
    private readonly threads: Threads,
    private readonly places: ResourcePlaces,
  ) {}

  /**
   * How a file is read, and what it would make; nothing is kept. @throws InvalidInput, TooLarge, SampleFull,
   * AuditCompleted, ProductArchived, LimitReached
   */
  async preview(product: Product, file: FileOnDisk, body: BeginImportUpload): Promise<ImportPreviewDto> {
    const { content } = await readImport(this.threads, this.database.manager, product, file, body);
    return this.places.run('changes', () =>
      runOrTry(this.unitOfWork, true, (change) => this.tried(change, product, body, content)),
    );
  }

  private async tried(
    change: ChangeContext,
    product: Product,
    body: BeginImportUpload,
    content: AuditContent,
  ): Promise<ImportPreviewDto> {
    const table = content.table ? ImportedTableDto.from(content.table) : null;
    const limits = this.quotas.of(product.organizationId);
    try {
      const applied = await applyContent(change, this.audits, limits, product, body, content);
      const { audit, added, filled, written, matched } = applied;
      const cells = await cellsOf(change.tx, audit, written);
      const decided = written.filter((one) => isTaken(one, cells.get(keyOfCell(one))));
      return {
        ...{ table, faults: [], faultCount: 0, entries: added.map(({ name }) => name), decided: decided.length },
        issues: issuesOf(applied, decided),
        ...{ kept: written.length - decided.length, filled: Object.keys(filled), leftOut: matched.leftOut },
        standard: await standardOf(change.tx, audit),
        rows: rowsOf(applied),
      };
    } catch (error) {
      if (!(error instanceof FaultyFile)) throw error;
      const nothing = {
        entries: [],
        decided: 0,
        issues: 0,
        kept: 0,
        filled: [],
        standard: null,
        leftOut: [],
        rows: [],
      };
      return { table, faults: error.faults, faultCount: error.faultCount, ...nothing };
    }
  }
}

/** How many problems have an outcome that is decided by them. */
function issuesOf({ problems }: Applied, decided: readonly Cell[]): number {
  const keys = new Set(decided.map(keyOfCell));
  return problems.filter(({ cells }) => cells.some((cell) => keys.has(keyOfCell(cell)))).length;
}

async function standardOf(tx: EntityManager, audit: Audit): Promise<string | null> {
  const { standardId, conformanceLevelId } = await conformanceOfAudit(tx, audit);
  const standard = standardId === null ? null : await tx.findOneBy(Standard, { id: standardId });
  const level = conformanceLevelId === null ? null : await tx.findOneBy(StandardLevel, { id: conformanceLevelId });
  return standard && [standard.name, level?.name].filter(Boolean).join(', ');
}

function rowsOf({ matched, requirements, sample, added }: Applied): ImportPreviewDto['rows'] {
  const names = new Map([...sample, ...added].map(({ number, name }) => [number, name]));
  const namesById = new Map(
    requirements.map(({ requirementId, number, name }) => [requirementId, `${number} ${name}`]),
  );
  const pageOf = (entry: Applied['matched']['cells'][number]['entry']): string | null =>
    typeof entry === 'object' ? matched.pages[entry.page]!.name : entry === ALL_ENTRIES ? null : names.get(entry)!;
  const cells = matched.cells.flatMap((cell) => cell.rows.map((row) => ({ ...cell, row })));
  const byRow = [...grouped(cells, ({ row }) => row)].sort(([a], [b]) => a - b);
  return byRow.slice(0, MOST_ROWS).map(([row, found]) => ({
    row,
    requirement: [...new Set(found.map(({ requirementId }) => namesById.get(requirementId)!))].join(', '),
    outcomes: found.slice(0, MOST_OUTCOMES).map(({ entry, outcome }) => ({ page: pageOf(entry), outcome })),
    outcomeCount: found.length,
    note: found[0]!.note && cut(found[0]!.note, MOST_OF_NOTE),
  }));
}
