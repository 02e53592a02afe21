import { query } from '#libs/database';
import { DomainError } from '#libs/errors';
import { newId } from '#libs/ids';
import { Jobs, keysToRun } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { FindingPictures, type ReportedPicture } from '../../../findings/triage/pictures/finding-pictures.service.js';
import type { Report, ReportedFinding } from '../../../findings/ingest/dto/ingest.schema.js';
import { IngestService } from '../../../findings/ingest/ingest.service.js';
import { Organization } from '../../../accounts/organizations/organization.entity.js';
import { Product } from '../../../products/products/product.entity.js';
import { identityOf } from '../../../findings/scan-runs/reported-set.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { RUN_LIMITS } from '../agents/run-limits.js';
import { AGENT_TOOLS } from '../agents/dto/agent-results.schema.js';
import type { ExaminedPage } from '../inventory/inventory.sql.js';
import { InventoryService } from '../inventory/inventory.service.js';
import { Monitor } from '../monitor.entity.js';
import { endRun } from './end-run.js';
import { isSeen, MonitorRun, REPORT_FAILED, type RunReport } from './run.entity.js';
import { FINISHING_RUNS, KEEP_REPORTS, EXAMINED_SINCE, MOVE_RUN, type RunPageToReport, TO_REPORT } from './runs.sql.js';
import { type PageToReport, reportedPages } from './reported-pages.js';

/** The job that reports a run. */
const REPORT_RUN = 'report_run';
/** It is given up after a day: the waits between them grow up to six hours. */
const MOST_ATTEMPTS = 14;

const keyOf = (runId: string): string => `report run ${runId}`;

interface RunToReport {
  organizationId: string;
  runId: string;
}

/** Reports runs whose agents have finished, by the code of ingest: one activity for each tool, complete for the pages that were looked at. */
@Injectable()
export class ReportRuns implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: Jobs,
    private readonly ingest: IngestService,
    private readonly inventory: InventoryService,
    private readonly pictures: FindingPictures,
  ) {}

  onModuleInit(): void {
    this.jobs.handle<RunToReport>(REPORT_RUN, (run) => this.report(run));
  }

  /** Has a run reported whose agent has finished it. */
  async add(tx: EntityManager, { organizationId, id }: Pick<MonitorRun, 'organizationId' | 'id'>): Promise<void> {
    await query(tx, MOVE_RUN, [organizationId, id, ['running'], 'finishing', null, null, false]);
    const job: RunToReport = { organizationId, runId: id };
    await this.jobs.add(tx, REPORT_RUN, job, { key: keyOf(id), maxAttempts: MOST_ATTEMPTS });
  }

  /**
   * Ends runs whose job was given up or deleted, so that their monitors go on. What was found is kept: an operator may
   * have the job tried again.
   */
  async giveUp(): Promise<void> {
    const found = await query(this.database, FINISHING_RUNS, []);
    const toRun = await keysToRun(
      this.database,
      found.map(({ id }) => keyOf(id)),
    );
    for (const { organizationId, id } of found.filter((run) => !toRun.has(keyOf(run.id))))
      await this.unitOfWork.run(async (change) => {
        const run = await change.tx.findOneBy(MonitorRun, { organizationId, id });
        if (!run) return;
        const monitor = await change.tx.findOneByOrFail(Monitor, { organizationId, id: run.monitorId });
        await endRun(change, run, monitor, { state: 'failed', reason: REPORT_FAILED }, ['finishing']);
      });
  }

  /** May run again: what has been reported before is known by its idempotency key. */
  async report({ organizationId, runId: id }: RunToReport): Promise<void> {
    const { manager } = this.database;
    const run = await manager.findOneBy(MonitorRun, { organizationId, id });
    if (!run || !isToReport(run)) return;
    const monitor = await manager.findOneByOrFail(Monitor, { organizationId, id: run.monitorId });
    const product = await manager.findOneByOrFail(Product, { organizationId, id: run.productId });
    const organization = await manager.findOneByOrFail(Organization, { id: organizationId });
    const pages = await query(manager, TO_REPORT, [organizationId, id]);
    if (!pages.some(isSeen)) return void (await this.end(run, monitor, { state: 'failed', reason: 'no_page_loaded' }));
    const current = await this.notExaminedSince(run, pages);
    const { reported, wasCut } = await reportedPages(current, RUN_LIMITS.findings);
    const reports: RunReport[] = [];
    try {
      for (const tool of current.some(isSeen) ? toolsOf(monitor) : []) {
        const report = reportOf(run, monitor, tool, reported);
        const { activity } = await this.ingest.ingest(organization, { userId: null, product }, report, false);
        reports.push({ tool, testActivityNumber: activity.number });
      }
    } catch (error) {
      // The product was archived meanwhile, or has as many findings as it may.
      if (!(error instanceof DomainError) || error.kind !== 'conflict') throw error;
      return void (await this.end(run, monitor, { state: 'failed', reason: error.code }));
    }
    const isWhole = !wasCut && !run.wasCut && pages.every(isSeen);
    await this.end(run, monitor, { state: isWhole ? 'done' : 'partial' }, async (change) => {
      await query(change.tx, KEEP_REPORTS, [organizationId, id, JSON.stringify(reports), wasCut]);
      const origin = monitor.source.sitemap ? 'sitemap' : monitor.source.crawl ? 'crawl' : 'person';
      for (const tool of toolsOf(monitor))
        await this.pictures.give(change.tx, product, tool, picturesOf(tool, reported));
      await this.inventory.recordExamined(change, product, examinedPages(current), origin, run.startedAt!);
    });
  }

  /** Of a run that is reported later: what later ones have seen of a page holds. */
  private async notExaminedSince(run: MonitorRun, pages: RunPageToReport[]): Promise<RunPageToReport[]> {
    if (run.state !== 'failed') return pages;
    const later = await query(this.database, EXAMINED_SINCE, [run.organizationId, run.id]);
    const since = new Set(later.map(({ addressKey }) => addressKey));
    return pages.filter(({ addressKey }) => !since.has(addressKey));
  }

  private async end(
    run: MonitorRun,
    monitor: Monitor,
    how: Parameters<typeof endRun>[3],
    before: (change: ChangeContext) => Promise<void> = async () => {},
  ): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      await before(change);
      await endRun(change, run, monitor, how, [run.state]);
    });
  }
}

const isToReport = ({ state, reason }: MonitorRun): boolean =>
  state === 'finishing' || (state === 'failed' && reason === REPORT_FAILED);

const toolsOf = ({ tools }: Monitor): (typeof AGENT_TOOLS)[number][] => [
  ...(tools.axe ? (['axe-core'] as const) : []),
  ...(tools.checks ? (['curbcut-checks'] as const) : []),
];

const picturesOf = (tool: string, pages: readonly PageToReport[]): ReportedPicture[] =>
  pages.flatMap(({ findings }) =>
    findings.flatMap(({ picture, ruleId, selector = null, needsReview, ...finding }) =>
      picture && finding.tool === tool
        ? [
            {
              spelling: identityOf(ruleId!, selector, needsReview),
              digest: picture.digest,
              alt: picture.alternative,
            },
          ]
        : [],
    ),
  );

const examinedPages = (pages: readonly RunPageToReport[]): ExaminedPage[] =>
  pages.filter(isSeen).map(({ state, url, addressKey, title, template, findingCount }) => ({
    ...{ id: newId(), url, addressKey, title, template, findingCount: findingCount ?? 0 },
    gone: state === 'gone' ? 1 : 0,
  }));

function reportOf(
  run: MonitorRun,
  monitor: Monitor,
  tool: (typeof AGENT_TOOLS)[number],
  pages: readonly PageToReport[],
): Report {
  const findings = pages.flatMap((page) => page.findings.filter((finding) => finding.tool === tool));
  return {
    type: 'automated_scan',
    tool,
    title: monitor.name,
    line: 'main',
    coverage: 'complete',
    ...(run.startedAt && { startedAt: run.startedAt.toISOString() }),
    ...(run.finishedAt && { completedAt: run.finishedAt.toISOString() }),
    context: {
      trigger: run.trigger === 'schedule' ? 'schedule' : 'manual',
      ...(monitor.environment !== null && { environment: monitor.environment }),
    },
    idempotencyKey: `monitor run ${run.id} ${tool}`,
    pages: pages.map(({ url }) => url),
    findings: findings.map(({ tool: _, picture: _picture, ...finding }) => finding as ReportedFinding),
  };
}
