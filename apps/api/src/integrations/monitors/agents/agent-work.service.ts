import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { MINUTE_MS } from '#libs/dates';
import { unknownReferences } from '#libs/errors';
import { mapInSlices } from '#libs/queues';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { FindingPictures } from '../../../findings/triage/pictures/finding-pictures.service.js';
import type { FileOnDisk } from '../../../platform/http/upload.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { Monitor } from '../monitor.entity.js';
import { endFailedRun } from '../runs/end-run.js';
import { LeaseLost } from '../runs/errors.js';
import { addRunPages, pagesAt } from '../runs/fill-run.js';
import { ReportRuns } from '../runs/report-runs.service.js';
import { MonitorRun, type RunState } from '../runs/run.entity.js';
import {
  COUNT_PICTURES_OF_RUN,
  HAND_OUT,
  KEEP_RESULTS,
  KEEP_VERSIONS,
  NOTE_CUT,
  RUN_PAGES_OF,
  WAIT_AGAIN,
} from '../runs/runs.sql.js';
import { SecretsOfRuns } from '../secrets/secrets-of-runs.service.js';
import { END_LEASE, type KnownAgent, LEAVE_QUEUE, RENEW_LEASE, type RenewedLease } from './agents.sql.js';
import { RUN_LIMITS } from './run-limits.js';
import type { AgentPageResult, AgentResults } from './dto/agent-results.schema.js';
import type { FinishRun, HandedPages } from './dto/agent-work.dto.js';

/** What an agent shows of itself and of the run that it has in hand. */
export interface InHand {
  agent: KnownAgent;
  runId: string;
  lease: string;
}

/** What became of a run that an agent ends. */
interface EndOfRun {
  state: RunState;
  cancelled: boolean;
}

/** What an agent is answered that has told what it found. */
interface ResultsAnswer {
  wanted: string[];
  cancelled: boolean;
}

const MAX_TITLE = 300;

const productOf = ({ organizationId, productId }: MonitorRun) => ({ organizationId, id: productId });

/** What agents do with the runs that they have in hand: each request renews the lease. */
@Injectable()
export class AgentWork {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly pictures: FindingPictures,
    private readonly secrets: SecretsOfRuns,
    private readonly reports: ReportRuns,
  ) {}

  /** Answers whether the run is cancelled. @throws Unauthenticated, LeaseLost */
  async heartbeat(inHand: InHand): Promise<boolean> {
    return (await this.renew(this.database.manager, inHand)).isCancelled;
  }

  /** Leaves a run to other agents at once. @throws Unauthenticated, LeaseLost */
  async leave(inHand: InHand): Promise<boolean> {
    return this.withRun<boolean>(inHand, true, async (tx, { organizationId, id }) => {
      await query(tx, END_LEASE, [id, inHand.lease]);
      await query(tx, WAIT_AGAIN, [organizationId, id]);
      return false;
    });
  }

  /** Pages to look at next; none where all are in hand or done, or the time of the run is over. */
  async next(inHand: InHand, count: number): Promise<HandedPages> {
    return this.withRun<HandedPages>(inHand, { pages: [], cancelled: true }, async (tx, run, monitor) => {
      const { organizationId, id } = run;
      if (clock.millis() - +run.startedAt! > monitor.budget.minutes * MINUTE_MS) {
        await query(tx, NOTE_CUT, [organizationId, id]);
        return { pages: [], cancelled: false };
      }
      const handed = await query(tx, HAND_OUT, [organizationId, id, count]);
      return { pages: handed.map((page) => ({ id: page.id, url: page.url })), cancelled: false };
    });
  }

  /**
   * Keeps what was found: of each page what came first. Links that a crawl may follow are pages too. Answers which
   * pictures are not there.
   */
  async results(inHand: InHand, { pages, found, toolVersions }: AgentResults): Promise<ResultsAnswer> {
    return this.withRun<ResultsAnswer>(inHand, { wanted: [], cancelled: true }, async (tx, run, monitor) => {
      const { organizationId, id } = run;
      const ids = pages.map((page) => page.id.toLowerCase());
      const known = await query(tx, RUN_PAGES_OF, [organizationId, id, ids]);
      const byId = new Map(known.map((page) => [page.id, page]));
      const unknown = ids.filter((each) => !byId.has(each));
      if (unknown.length > 0) throw unknownReferences('/pages', unknown, ids, 'page of the run');
      const mask = await this.secrets.mask(tx, monitor);
      const firstOnes = pages.filter(
        (_page, index) => !byId.get(ids[index]!)!.isOver && ids.indexOf(ids[index]!) === index,
      );
      // Fifty pages with five hundred addresses each take long to mask and to read.
      const first = await mapInSlices(firstOnes, (page) => ({
        ...mask(page),
        // Masked, an address would lead elsewhere.
        found: page.found.filter((address) => mask(address) === address),
      }));
      const rows = await mapInSlices(first, (page) => resultOf(page, byId.get(page.id.toLowerCase())!.url));
      const linked = await mapInSlices(first, (page) =>
        linkedFrom(page, byId.get(page.id.toLowerCase())!.depth, monitor),
      );
      if (rows.length > 0) await query(tx, KEEP_RESULTS, [organizationId, JSON.stringify(rows)]);
      if (toolVersions) await query(tx, KEEP_VERSIONS, [organizationId, id, JSON.stringify(toolVersions)]);
      await addRunPages(tx, run, monitor, [...(monitor.source.sitemap ? pagesAt(found, 0) : []), ...linked.flat()]);
      const digests = pages.flatMap((page) => page.findings.flatMap(({ picture }) => picture?.digest ?? []));
      const most = monitor.evidence ? RUN_LIMITS.pictures - run.pictureCount : 0;
      return { wanted: await this.pictures.missing(tx, productOf(run), digests, most), cancelled: false };
    });
  }

  /**
   * Keeps pictures of what was found, as far as the run may have more.
   * @throws InvalidInput where one is no such picture
   */
  async keepPictures(inHand: InHand, files: readonly FileOnDisk[]): Promise<void> {
    const { isCancelled } = await this.renew(this.database.manager, inHand);
    if (isCancelled) return;
    const stored = await this.pictures.store(files);
    await this.withRun(inHand, undefined, async (tx, run, monitor) => {
      const most = monitor.evidence ? RUN_LIMITS.pictures - run.pictureCount : 0;
      const more = await this.pictures.add(tx, productOf(run), stored, Math.max(0, most));
      await query(tx, COUNT_PICTURES_OF_RUN, [run.organizationId, run.id, more]);
    });
  }

  /** Ends a run: what it has found is reported by a job. */
  async finish(inHand: InHand, { outcome, reason, message }: FinishRun): Promise<EndOfRun> {
    return this.withRun<EndOfRun>(inHand, { state: 'cancelled', cancelled: true }, async (tx, run, monitor, change) => {
      const { organizationId, id } = run;
      await query(tx, LEAVE_QUEUE, [organizationId, [id]]);
      if (outcome === 'failed') {
        await endFailedRun(change, run, monitor, {
          reason: reason ?? 'crashed',
          message: (await this.secrets.mask(tx, monitor))(message),
        });
        return { state: 'failed', cancelled: false };
      }
      await this.reports.add(tx, run);
      return { state: 'finishing', cancelled: false };
    });
  }

  /** Does something with a run that an agent still has in hand; where it is cancelled, the answer is `otherwise`. */
  private async withRun<T>(
    inHand: InHand,
    otherwise: T,
    work: (tx: EntityManager, run: MonitorRun, monitor: Monitor, change: ChangeContext) => Promise<T>,
  ): Promise<T> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const { isCancelled, organizationId } = await this.renew(tx, inHand);
      if (isCancelled) return otherwise;
      const run = await tx.findOneBy(MonitorRun, { organizationId, id: inHand.runId });
      if (run?.state !== 'running') return otherwise;
      return work(tx, run, await tx.findOneByOrFail(Monitor, { organizationId, id: run.monitorId }), change);
    });
  }

  private async renew(tx: EntityManager, { agent, runId, lease }: InHand): Promise<RenewedLease> {
    const [renewed] = await query(tx, RENEW_LEASE, [runId, lease, agent.id]);
    if (!renewed) throw new LeaseLost();
    return renewed;
  }
}

/** What is kept of the result of a page; findings speak of the address that was handed out. */
function resultOf({ findings, found: _, ...page }: AgentPageResult, url: string): object {
  const isExamined = page.outcome === 'looked';
  return {
    ...page,
    reason: page.outcome === 'failed' ? (page.reason ?? 'crashed') : null,
    title: page.title ? [...page.title].slice(0, MAX_TITLE).join('') : null,
    findings: isExamined ? JSON.stringify(findings.map((finding) => ({ ...finding, sourceUrl: url }))) : null,
    findingCount: isExamined ? findings.length : null,
  };
}

/** Of the links of a page those that the crawl may follow: on the origin where it began, and near enough. */
function linkedFrom(
  { found }: AgentPageResult,
  depth: number,
  { source: { crawl } }: Monitor,
): ReturnType<typeof pagesAt> {
  if (!crawl || depth >= crawl.depth) return [];
  const { origin } = new URL(crawl.start);
  return pagesAt(found, depth + 1).filter(({ url }) => new URL(url).origin === origin);
}
