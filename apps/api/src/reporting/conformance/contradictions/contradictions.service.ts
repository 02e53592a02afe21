import { clock } from '#libs/clock';
import { execute, query } from '#libs/database';
import { NotFound } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { productStaysLock, requireLive } from '../../../products/products/product-records.js';
import type { Product } from '../../../products/products/product.entity.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { IssueContradictsNothing, ReasonsTooLong, ReportDraft } from '../errors.js';
import {
  type Contradiction,
  CONTRADICTIONS,
  REASON_OF_ISSUE,
  SIZE_OF_REASONS,
  TAKE_REASON_BACK,
  TELL_REASON,
} from '../publishing/linked-issues.sql.js';
import { ReportDocuments } from '../publishing/report-documents.service.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { standardIdsOf } from '../reports/several-standards.js';
import { lockReport, subjectOfReport } from '../reports/reports.service.js';
import { type ContradictionDto, type ContradictionList, MAX_LISTED } from './dto/contradiction.dto.js';

/** How much may be told of the issues of a report, in bytes: each reader of its page gets all of it. */
export const MAX_REASON_BYTES = 64 * 1024;

/** The open issues that contradict published reports, and why some of them do not. */
@Injectable()
export class ContradictionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: ReportDocuments,
  ) {}

  /**
   * The oldest of them, and how many there are.
   * @throws ReportDraft
   */
  async list(report: ConformanceReport): Promise<ContradictionList> {
    return this.read(this.database.manager, report, null);
  }

  /**
   * Says from now on why an issue does not contradict a report, or no longer (null).
   * @throws IssueContradictsNothing
   */
  async setReason(
    product: Product,
    { number, issueNumber }: { number: number; issueNumber: number },
    reason: string | null,
  ): Promise<ContradictionDto | null> {
    return this.unitOfWork.run(async (change) => {
      await change.lock(productStaysLock(product));
      const report = await lockReport(change.tx, product, number);
      await requireLive(change.tx, product);
      const found = await this.read(change.tx, report, issueNumber);
      const { organizationId, productId, id } = report;
      const [current] = await query(change.tx, REASON_OF_ISSUE, [organizationId, productId, id, issueNumber]);
      if (!current) throw new NotFound('issue');
      const contradicts = found.contradictions.length > 0;
      // What was told of an issue that has been closed since may still be taken back.
      if (!contradicts && !(reason === null && current.reason)) throw new IssueContradictsNothing();
      if (current.reason === reason) return found.contradictions[0] ?? null;
      await store(change, report, current.issueId, reason);
      const changes = [{ field: 'reason', from: current.reason, to: reason }];
      const subject = subjectOfReport(report);
      change.record({ ...subject, type: 'conformance_report.contradiction_updated', changes });
      return (await this.read(change.tx, report, issueNumber)).contradictions[0] ?? null;
    });
  }

  /** @param number of one issue; null: of all */
  private async read(tx: EntityManager, report: ConformanceReport, number: number | null): Promise<ContradictionList> {
    if (report.status === 'draft') throw new ReportDraft();
    const { organizationId, productId, id } = report;
    const claims = await this.documents.readClaims(report);
    const numbers = new Map(claims.map(({ requirementId, requirement }) => [requirementId, requirement]));
    const judged = JSON.stringify(claims);
    const rows = await query(tx, CONTRADICTIONS, [
      organizationId,
      productId,
      judged,
      standardIdsOf(report),
      id,
      number,
      MAX_LISTED,
    ]);
    const shown = ({ requirementIds, ...one }: Contradiction): ContradictionDto => ({
      issueNumber: one.issueNumber,
      severity: one.severity,
      openedAt: one.openedAt,
      requirements: [...numbers].filter(([id]) => requirementIds.includes(id)).map(([, number]) => number),
      reason: one.reason,
      reasonedAt: one.reasonedAt,
    });
    return { contradictions: rows.map(shown), total: rows[0]?.total ?? 0 };
  }
}

/** @throws ReasonsTooLong */
async function store(
  { tx }: ChangeContext,
  { organizationId, id }: ConformanceReport,
  issueId: string,
  reason: string | null,
): Promise<void> {
  if (reason === null) {
    await execute(tx, TAKE_REASON_BACK, [organizationId, id, issueId]);
    return;
  }
  await query(tx, TELL_REASON, [organizationId, id, issueId, reason, clock.now()]);
  const [size] = await query(tx, SIZE_OF_REASONS, [organizationId, id]);
  if (size!.bytes > MAX_REASON_BYTES) throw new ReasonsTooLong(MAX_REASON_BYTES);
}
