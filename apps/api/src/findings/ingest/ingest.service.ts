import { Settings } from '#libs/config';
import { columnsOf, query, violates } from '#libs/database';
import { InvalidInput, NotFound, unknownReferences } from '#libs/errors';
import { isId } from '#libs/ids';
import { counted } from '#libs/telemetry';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { OWNER_CONSTRAINTS } from '../triage/ownership/owners-of-barriers.js';
import type { Principal } from '../../platform/http/current.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { namedProduct } from '../../products/products/named-product.js';
import { pageReader } from '../../products/products/page-of.js';
import { Product } from '../../products/products/product.entity.js';
import { lineOfRun } from '../scan-runs/line-of-run.js';
import { type FindingChanges, reportFindings } from '../scan-runs/report-findings.js';
import { logActivity, nextActivity } from '../../records/test-activities/log-activity.js';
import { noteIssues, tagActivity } from '../../records/test-activities/outcome.js';
import { subjectOfActivity } from '../../records/test-activities/test-activities.service.js';
import type { RunContext } from '../../records/test-activities/run-context.js';
import { TestActivity } from '../../records/test-activities/test-activity.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { recordNamed } from '../../platform/work/named-record.js';
import { runOrTry } from '../../platform/work/run-or-try.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { Report } from './dto/ingest.schema.js';
import { ProductMismatch } from './errors.js';
import { distinctFindings, placesOf } from './identities.js';
import { SHARE_AREAS } from './ingest.sql.js';
import { createIssuesOfReport } from './issues-of-report.js';
import { scopeToProposal } from './scope-to-proposal.js';
import { requireNamedPages } from './require-named-pages.js';
import { runUrl } from './run-url.js';
import { acceptedReport } from './accepted-report.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';

/** The activity of a report, where it can be read, and whether this request created it. */
export interface IngestResult {
  activity: TestActivity;
  location: string;
  /** Its page in the frontend. */
  url: string | null;
  created: boolean;
  /** What was taken otherwise than it was sent. */
  warnings: string[];
}

/** Who reports: a key, which a body may tell of which product; or a person, of the product of a path. */
export interface Reporter extends Pick<Principal, 'userId' | 'key'> {
  product?: Pick<Product, 'id'>;
}

const PRODUCT_NAMED = namedProduct('$1', '$3');

const findings = counted('curbcut_ingest_findings_total', 'Findings in the reports that were stored.');

/** Stores reports of external tools: each report completely or not at all, in a fixed number of statements. */
@Injectable()
export class IngestService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
    private readonly quotas: Quotas,
  ) {}

  /** @throws ProposalOnly */
  async ingest(
    organization: Organization,
    reporter: Reporter,
    sentReport: Report,
    dryRun: boolean,
  ): Promise<IngestResult> {
    const proposals = reporter.key?.proposals;
    const { report, warnings } = acceptedReport(proposals ? scopeToProposal(sentReport, proposals) : sentReport);
    const { product, earlier } = await this.resolveProduct(organization, reporter, report);
    const answer = (activity: TestActivity, created: boolean): IngestResult => ({
      activity,
      created,
      warnings,
      location: `/v1/organizations/${organization.id}/products/${product.slug}/test-activity/${activity.number}`,
      url: runUrl(this.settings.runUrl, {
        organization: organization.id,
        product: product.slug,
        number: activity.number,
      }),
    });
    if (earlier) return answer(earlier, false);
    try {
      const store = (change: ChangeContext) => this.store(change, organization, product, reporter, report);
      const activity = await runOrTry(this.unitOfWork, dryRun, store, OWNER_CONSTRAINTS);
      if (!dryRun) findings.inc(report.findings?.length ?? 0);
      return answer(activity, !dryRun);
    } catch (error) {
      // A concurrent request with the same idempotency key was first; its activity is the result of both.
      if (!violates(error, 'uq_test_activities_product_idempotency')) throw error;
      const { earlier: winner } = await this.resolveProduct(organization, reporter, report);
      // If that activity was deleted since, the report is stored again.
      return winner ? answer(winner, false) : this.ingest(organization, reporter, sentReport, dryRun);
    }
  }

  /** The product of a report and the activity that its idempotency key already names, in one statement. */
  private async resolveProduct(
    organization: Organization,
    { key, product: named }: Reporter,
    report: Report,
  ): Promise<{ product: Product; earlier: TestActivity | null }> {
    const productId = named?.id ?? key?.productId ?? null;
    const name = report.productRef ?? report.product;
    if (name === undefined && !productId) {
      throw new InvalidInput([
        {
          path: '/productRef',
          code: 'required',
          message: 'productRef is required, because the key is not limited to one product',
        },
      ]);
    }
    const product = columnsOf(Product, 'p');
    const activity = columnsOf(TestActivity, 'a');
    const [row] = await this.database.query<Record<string, unknown>[]>(
      `SELECT ${product.sql}, ${activity.sql}
       FROM products p LEFT JOIN test_activities a
         ON a.organization_id = p.organization_id AND a.product_id = p.id AND a.idempotency_key = coalesce($4, '')
       WHERE p.organization_id = $1 AND p.id = coalesce($2::uuid, ${PRODUCT_NAMED}) AND ($3::text IS NULL OR p.id = ${PRODUCT_NAMED})`,
      [organization.id, productId, name ?? null, report.idempotencyKey ?? null],
    );
    if (!row) throw key?.productId ? new ProductMismatch() : new NotFound('product');
    return { product: product.read(row)!, earlier: activity.read(row) };
  }

  private async store(
    change: ChangeContext,
    organization: Organization,
    product: Product,
    reporter: Reporter,
    report: Report,
  ): Promise<TestActivity> {
    const isScan = report.type === 'automated_scan' && report.failed !== true;
    const {
      startedAt,
      completedAt,
      areas,
      findings: sent,
      coverage,
      productRef: _,
      product: _named,
      line,
      sweep,
      pages,
      ...storedFields
    } = report;
    const { baseCommits, ...context } = storedFields.context ?? {};
    const pageOf = pageReader(product.pageRules);
    if (pages) requireNamedPages(sent, pages, pageOf);
    const draft = {
      ...storedFields,
      context: storedFields.context && (context as RunContext),
      startedAt: startedAt ? new Date(startedAt) : null,
      completedAt: completedAt ? new Date(completedAt) : null,
      findingCount: sent.length,
      createdByUserId: reporter.userId,
    };
    const activity = await (isScan ? nextActivity : logActivity)(change, product, draft);
    let findingChanges: readonly FindingChanges[] = [];
    if (isScan) {
      const isComplete = coverage === 'complete' && areas === undefined && pages === undefined;
      const places = await placesOf(sent, pageOf);
      const { outcome, changes } = await reportFindings(change, this.quotas.of(organization.id), activity, {
        places,
        findingsBy: (identities) => distinctFindings(sent, places, identities, activity.tool ?? ''),
        line: lineOfRun(activity.context, line),
        isComplete,
        pages: pages ?? null,
        baseCommits: baseCommits ?? [],
        pageOf,
        sweep: sweep ? { ...sweep, piece: sweep.piece ?? 1, pieces: sweep.pieces ?? 1 } : null,
      });
      Object.assign(activity, outcome);
      findingChanges = changes;
    } else if (report.failed === true) {
      activity.delta = { new: 0, known: 0, regressed: 0, spread: 0, dismissed: 0, resolved: 0, review: 0 };
      activity.introduced = activity.fixes = null;
      await noteIssues(change.tx, activity);
    } else
      await createIssuesOfReport(change, this.quotas.of(organization.id), { organization, product }, activity, report);
    if (areas?.length) await this.tagWithAreas(change.tx, activity, areas);
    change.record({
      ...subjectOfActivity(activity),
      type: 'test_activity.ingested',
      changes: [
        { field: 'findings', from: null, to: activity.delta },
        ...findingChanges.filter(({ count }) => count > 0).map(({ field, ...to }) => ({ field, from: null, to })),
      ],
    });
    change.regradeAfterwards(product);
    return activity;
  }

  private async tagWithAreas(tx: EntityManager, activity: TestActivity, names: readonly string[]): Promise<void> {
    const { organizationId, productId } = activity;
    const areas = await query(tx, SHARE_AREAS, [organizationId, productId, names, names.filter(isId)]);
    const named = names.map((name) => recordNamed(areas, name));
    const missing = names.filter((_name, index) => named[index] === undefined);
    if (missing.length > 0) throw unknownReferences('/areas', missing, names, 'area');
    await tagActivity(tx, activity, [...new Set(named.map((area) => area!.id))]);
  }
}
