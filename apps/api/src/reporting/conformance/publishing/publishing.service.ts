import { clock } from '#libs/clock';
import { Vault } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { EventType } from '../../../platform/events/event-types.js';
import { keyOf } from '../../../platform/lists/key-of.js';
import { withLegalDisclaimer } from '../../../accounts/organizations/legal-disclaimer.js';
import type { Organization } from '../../../accounts/organizations/organization.entity.js';
import { productStaysLock, requireLive, reserveNumbers } from '../../../products/products/product-records.js';
import type { Product } from '../../../products/products/product.entity.js';
import { standardsStayLock } from '../../../standards/standards/standards-lock.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { checkIfMatch } from '../../../platform/work/check-if-match.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { ReportDraft, ReportIncomplete, ReportSuperseded } from '../errors.js';
import { ConformanceReport } from '../reports/conformance-report.entity.js';
import { lockReport, requireDraft, subjectOfReport } from '../reports/reports.service.js';
import { endOfReport } from '../validity.js';
import { buildConformanceDocument } from './build-document.js';
import { lockStanding } from './family.js';
import { freeze } from './freeze.js';
import { insertRevision } from './insert-revision.js';
import { auditFor } from './audits-of-standards.js';
import { loadPageOutcomes } from './load-page-outcomes.js';
import { loadReportFacts } from './load-facts.js';
import { problemsOf, type ReportProblem } from './problems.js';
import { makeToken, moveToken, removeToken } from './public-tokens.js';

/** What becomes of a report: it is published, reviewed, revised and withdrawn, and has a public address. */
@Injectable()
export class PublishingService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly vault: Vault,
  ) {}

  /** What keeps a draft from being published; nothing, once it is. */
  async problems(report: ConformanceReport): Promise<ReportProblem[]> {
    if (report.status !== 'draft') return [];
    return problemsOf(await loadReportFacts(this.database.manager, report, clock.now()));
  }

  /**
   * Freezes what a draft says, and gives it the public address of the report that it revises, or a new one.
   * @throws ReportIncomplete
   */
  async publish(organization: Organization, product: Product, number: number): Promise<ConformanceReport> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      // What it says of the standard, the product and its issues is true at one moment.
      await change.lock(standardsStayLock(organization.id), productStaysLock(product));
      const report = await lockReport(tx, product, number);
      checkIfMatch(report);
      await requireDraft(tx, product, report);
      const now = clock.now();
      const facts = await loadReportFacts(tx, report, now);
      const problems = await problemsOf(facts);
      if (problems.length > 0) throw new ReportIncomplete(problems);
      const validUntil = endOfReport(report.validUntil, completionsOf(facts));
      const published = { publishedAt: now, validUntil };
      const pages = await loadPageOutcomes(tx, facts);
      const documentFacts = { ...facts, pages, organization: await withLegalDisclaimer(tx, organization), published };
      const sha256 = await freeze(tx, report, buildConformanceDocument(documentFacts), facts, pages);
      const publicToken = await this.supersede(change, report, now);
      return store(change, report, 'conformance_report.published', {
        ...published,
        sha256,
        publicToken,
        status: 'published',
      });
    });
  }

  /** What was published stays to be read, as something that is no longer said. In an archived product too. */
  withdraw(product: Product, number: number): Promise<ConformanceReport> {
    return this.changePublished(product, number, (change, report) =>
      report.status === 'withdrawn'
        ? Promise.resolve(report)
        : store(change, report, 'conformance_report.withdrawn', { status: 'withdrawn', withdrawnAt: clock.now() }),
    );
  }

  /** Notes that what was published still holds, which stands beside what is frozen. In an archived product too. */
  review(product: Product, number: number): Promise<ConformanceReport> {
    return this.changePublished(product, number, (change, report) =>
      store(change, report, 'conformance_report.reviewed', { reviewedAt: clock.now() }),
    );
  }

  /** Makes a draft that says what was published, as far as what it rests on still exists. */
  async revise(product: Product, number: number): Promise<ConformanceReport> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(standardsStayLock(product.organizationId), productStaysLock(product));
      const report = await lockReport(tx, product, number);
      await requireLive(tx, product);
      requirePublished(report);
      const draft = await insertRevision(tx, report, await reserveNumbers(tx, product, 'conformance_report'));
      const changes = [{ field: 'revisionOf', from: null, to: report.number }];
      change.record({ ...subjectOfReport(draft), type: 'conformance_report.created', changes });
      return draft;
    });
  }

  /**
   * Gives a published report another public address; the one that it had leads nowhere.
   * @throws ReportSuperseded
   */
  async renewToken(product: Product, number: number): Promise<string> {
    return this.unitOfWork.run(async (change) => {
      await change.lock(productStaysLock(product));
      const report = await lockReport(change.tx, product, number);
      await requireLive(change.tx, product);
      requirePublished(report);
      if (report.supersededAt) throw new ReportSuperseded();
      const { token, stored: publicToken } = await makeToken(change.tx, this.vault, report);
      await store(change, report, 'conformance_report.public_token_renewed', { publicToken });
      return token;
    });
  }

  /** A report without a public address is read by members only. In an archived product too. */
  removeToken(product: Product, number: number): Promise<ConformanceReport> {
    return this.changePublished(product, number, async (change, report) => {
      if (report.publicToken === null) return report;
      await removeToken(change.tx, report);
      return store(change, report, 'conformance_report.public_token_removed', { publicToken: null });
    });
  }

  private changePublished(
    product: Product,
    number: number,
    change: (context: ChangeContext, report: ConformanceReport) => Promise<ConformanceReport>,
  ): Promise<ConformanceReport> {
    return this.unitOfWork.run(async (context) => {
      const report = await lockReport(context.tx, product, number);
      checkIfMatch(report);
      requirePublished(report);
      return change(context, report);
    });
  }

  /**
   * Ends what is said by the reports of which this one is a revision, and takes over its public address. Returns how
   * the secret is stored.
   */
  private async supersede(change: ChangeContext, report: ConformanceReport, now: Date): Promise<string> {
    const { tx } = change;
    const standing = report.revisionOf === null ? [] : await lockStanding(tx, report, report.revisionOf);
    const addressed = standing.find(({ publicToken }) => publicToken !== null);
    const publicToken = addressed
      ? await moveToken(tx, this.vault, addressed, report)
      : (await makeToken(tx, this.vault, report)).stored;
    for (const other of standing)
      await tx.update(ConformanceReport, keyOf(other), {
        supersededAt: now,
        // Where several stood, the others keep their addresses, which say that they are replaced.
        ...(other === addressed && { publicToken: null }),
      });
    return publicToken;
  }
}

/** When the audits were completed on which a report rests that may be published. */
const completionsOf = (facts: Awaited<ReturnType<typeof loadReportFacts>>): Date[] =>
  facts.standards.map((covered) => auditFor(covered, facts).audit!.completedAt!);

function requirePublished(report: ConformanceReport): void {
  if (report.status === 'draft') throw new ReportDraft();
}

async function store(
  change: ChangeContext,
  report: ConformanceReport,
  type: EventType,
  values: Partial<ConformanceReport>,
): Promise<ConformanceReport> {
  await change.tx.update(ConformanceReport, keyOf(report), values as object);
  change.record({ ...subjectOfReport(report), type });
  return change.tx.findOneByOrFail(ConformanceReport, keyOf(report));
}
