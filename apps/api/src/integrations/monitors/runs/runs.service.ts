import { query } from '#libs/database';
import { NotFound } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { pickDefined } from '../../../platform/lists/changed-fields.js';
import { recordsOf } from '../../../platform/lists/page-of.js';
import type { Page } from '../../../platform/lists/pagination.js';
import { ReplicaReads } from '../../../platform/lists/replica-reads.js';
import { productStaysLock, requireLive } from '../../../products/products/product-records.js';
import type { Product } from '../../../products/products/product.entity.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import type { Monitor } from '../monitor.entity.js';
import { findMonitor } from '../monitors.service.js';
import { subjectOfMonitor } from '../subject-of-monitor.js';
import { beginRuns } from './begin-runs.js';
import { CancelRuns } from './cancel-runs.service.js';
import type { ListRunPagesQuery, ListRunsQuery, RunPagesCount } from './dto/run.dto.js';
import { RunUnderWay } from './errors.js';
import { MonitorRun } from './run.entity.js';
import { RunPage } from './run-page.entity.js';
import { COUNT_RUN_PAGES, RUNS_UNDER_WAY } from './runs.sql.js';

/** A run with what has become of its pages. */
export interface CountedRun {
  run: MonitorRun;
  pages: RunPagesCount;
  findingCount: number;
}

/** The runs of monitors, for people. */
@Injectable()
export class RunsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly replicas: ReplicaReads,
    private readonly cancelling: CancelRuns,
  ) {}

  async page(product: Product, number: number, request: ListRunsQuery): Promise<Page<CountedRun>> {
    const monitor = await findMonitor(this.database.manager, product, number);
    return this.replicas.read(async (manager) => {
      const list = {
        owner: ['organization_id', product.organizationId] as ['organization_id', string],
        where: [ofMonitor(monitor)],
        filters: pickDefined(request, 'state'),
      };
      const { items, ...page } = await recordsOf(manager, MonitorRun, list, request);
      return { ...page, items: await counted(manager, product.organizationId, items) };
    });
  }

  async pages(product: Product, number: number, runId: string, request: ListRunPagesQuery): Promise<Page<RunPage>> {
    const { run } = await this.read(product, number, runId);
    return this.replicas.read((manager) =>
      recordsOf(
        manager,
        RunPage,
        {
          owner: ['organization_id', product.organizationId],
          where: [(bind) => `l.run_id = ${bind(run.id)}`],
          filters: pickDefined(request, 'state'),
        },
        request,
      ),
    );
  }

  async read(product: Product, number: number, id: string): Promise<CountedRun> {
    const { manager } = this.database;
    const monitor = await findMonitor(manager, product, number);
    return found(manager, monitor, id);
  }

  /** Begins a run by hand. */
  async begin(product: Product, number: number): Promise<CountedRun> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(productStaysLock(product));
      const monitor = await findMonitor(tx, product, number, { lock: true });
      await requireLive(tx, product);
      const { organizationId } = product;
      const id = (await beginRuns(tx, organizationId, [monitor], 'manual')).get(monitor.id);
      if (id === undefined) {
        const [underWay] = await query(tx, RUNS_UNDER_WAY, [organizationId, monitor.id]);
        throw new RunUnderWay(underWay!.id);
      }
      change.record({ ...subjectOfMonitor(monitor), type: 'monitor.run_started', changes: [runChange(id)] });
      return found(tx, monitor, id);
    });
  }

  /** @throws RunOver */
  async cancel(product: Product, number: number, id: string): Promise<CountedRun> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const monitor = await findMonitor(tx, product, number);
      const { run } = await found(tx, monitor, id);
      await this.cancelling.cancel(tx, run);
      change.record({ ...subjectOfMonitor(monitor), type: 'monitor.run_cancelled', changes: [runChange(id)] });
      return found(tx, monitor, id);
    });
  }
}

const ofMonitor =
  ({ id }: Monitor) =>
  (bind: (value: unknown) => string): string =>
    `l.monitor_id = ${bind(id)}`;

/** How an event names a run of its monitor. */
const runChange = (id: string) => ({ field: 'runId', from: null, to: id });

async function found(tx: EntityManager, { organizationId, id: monitorId }: Monitor, id: string): Promise<CountedRun> {
  const run = await tx.findOneBy(MonitorRun, { organizationId, monitorId, id });
  if (!run) throw new NotFound('run');
  return (await counted(tx, organizationId, [run]))[0]!;
}

async function counted(tx: EntityManager, organizationId: string, runs: readonly MonitorRun[]): Promise<CountedRun[]> {
  const rows = await query(tx, COUNT_RUN_PAGES, [organizationId, runs.map(({ id }) => id)]);
  return runs.map((run) => {
    const own = rows.filter(({ runId }) => runId === run.id);
    const pages = { open: 0, in_hand: 0, looked: 0, failed: 0, gone: 0 };
    for (const { state, count } of own) pages[state as keyof RunPagesCount] = count;
    return { run, pages, findingCount: own.reduce((sum, { findings }) => sum + findings, 0) };
  });
}
