import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AuditsService } from '../../records/audits/audits.service.js';
import { recordOfAudit } from '../../findings/evaluation/change-evaluation.js';
import { fillOutcomes } from '../../findings/evaluation/outcomes/fill-outcomes.js';
import { changesOf } from '../../findings/evaluation/sample/sample.service.js';
import type { Principal } from '../../platform/http/current.js';
import type { FileOnDisk } from '../../platform/http/upload.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';
import { Threads } from '../../platform/places/threads.service.js';
import type { Product } from '../../products/products/product.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { runOrTry } from '../../platform/work/run-or-try.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { applyContent } from './apply-content.js';
import type { AuditImportDto, AuditImportFormat, AuditImportQuery, AuditImportUpload } from './dto/audit-import.dto.js';
import { changesOfFields } from './fill-audit.js';
import { rememberMapping } from './import-mappings.js';
import { KeptImports } from './kept-imports.service.js';
import { readImport } from './read-import.js';
import type { AuditContent } from './reading/audit-content.js';
import { MOST_CELLS } from './reading/audit-file-in-thread.js';

/** How many outcomes a file may have that are written at once. */
const MOST_AT_ONCE = 10_000;

/** Outcomes and samples that others have written down. */
@Injectable()
export class AuditImports {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly quotas: Quotas,
    private readonly unitOfWork: UnitOfWork,
    private readonly audits: AuditsService,
    private readonly threads: Threads,
    private readonly kept: KeptImports,
  ) {}

  /**
   * Adds what a file has to an audit: all or nothing. @throws InvalidInput, NotFound, TooLarge, SampleFull,
   * AuditCompleted, ProductArchived
   */
  async import(
    product: Product,
    number: number,
    caller: Principal,
    file: FileOnDisk,
    { dryRun, ...body }: AuditImportUpload & AuditImportQuery,
  ): Promise<AuditImportDto> {
    const most = dryRun ? MOST_CELLS : MOST_AT_ONCE;
    const { content, mapping } = await readImport(this.threads, this.database.manager, product, file, body, most);
    const made = await runOrTry(this.unitOfWork, dryRun, async (change) => {
      await rememberMapping(change.tx, product.organizationId, mapping, content.table);
      return this.make(change, product, number, caller, body.format, content);
    });
    return { dryRun, ...made, importId: dryRun ? null : made.importId };
  }

  private async make(
    change: ChangeContext,
    product: Product,
    number: number,
    caller: Principal,
    format: AuditImportFormat,
    content: AuditContent,
  ): Promise<Omit<AuditImportDto, 'dryRun'>> {
    const limits = this.quotas.of(product.organizationId);
    const applied = await applyContent(change, this.audits, limits, product, { audit: number }, content);
    const { audit, requirements, added, filled, written } = applied;
    const otherChanges = [...changesOf(added), ...changesOfFields(filled)];
    const cells = await fillOutcomes(change, limits, audit, requirements, caller, written, otherChanges);
    const isNothing = cells.length === 0 && otherChanges.length === 0;
    if (cells.length === 0 && !isNothing)
      recordOfAudit(change, audit, added.length > 0 ? 'audit.sample_changed' : 'audit.updated', otherChanges);
    const { leftOut } = applied.matched;
    const made = { entries: added, cells, filled, leftOut };
    return {
      importId: isNothing ? null : await this.kept.remember(change, audit, caller, format, made),
      entries: added.map(({ name }) => name),
      decided: cells.length,
      kept: written.length - cells.length,
      filled: Object.keys(filled),
      leftOut,
    };
  }
}
