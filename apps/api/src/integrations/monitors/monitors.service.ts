import { clock } from '#libs/clock';
import { requireBelowLimit } from '#libs/config';
import { query } from '#libs/database';
import { type Fault, InvalidInput, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { ProductRead, ReadWithProduct } from '../../platform/http/product-read.js';
import { changedFields, pickDefined } from '../../platform/lists/changed-fields.js';
import { type Detail, loadDetailed } from '../../platform/lists/details.js';
import { keyOf, type RowKey } from '../../platform/lists/key-of.js';
import { readByNumber } from '../../platform/lists/read-by-number.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';
import { inProduct } from '../../products/products/product-key.js';
import { reserveNumbers } from '../../products/products/product-records.js';
import type { Product } from '../../products/products/product.entity.js';
import { checkIfMatch } from '../../platform/work/check-if-match.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { CreateMonitor, MonitorDto, UpdateMonitor } from './dto/monitor.dto.js';
import { withoutAbsent } from './without-absent.js';
import { monitorFaults } from './monitor-faults.js';
import { Monitor } from './monitor.entity.js';
import { COUNT_MONITORS } from './monitors.sql.js';
import { CancelRuns } from './runs/cancel-runs.service.js';
import { nextTime } from './schedule.js';
import { SecretsOfRuns } from './secrets/secrets-of-runs.service.js';
import { subjectOfMonitor } from './subject-of-monitor.js';

/** A monitor with what it did last. */
export interface DetailedMonitor {
  monitor: Monitor;
  lastRun: MonitorDto['lastRun'];
}

type LastRun = { createdAt: string; endedAt: string | null } & Omit<
  NonNullable<MonitorDto['lastRun']>,
  'createdAt' | 'endedAt'
>;

const LAST_RUN: Detail<MonitorDto['lastRun']> = {
  sql: `SELECT json_build_object('id', r.id, 'state', r.state, 'reason', r.reason, 'createdAt', r.created_at, 'endedAt', r.ended_at)
    FROM monitor_runs r WHERE r.organization_id = $1 AND r.monitor_id = record.id ORDER BY r.created_at DESC, r.id DESC LIMIT 1`,
  read: (run: LastRun | null) =>
    run && { ...run, createdAt: new Date(run.createdAt), endedAt: run.endedAt === null ? null : new Date(run.endedAt) },
};
const MONITOR_DETAILS = { lastRun: LAST_RUN };

/** What a monitor is where nothing is said. */
const DEFAULTS = {
  environment: null,
  schedule: null,
  labels: [],
  tools: { axe: { tags: [], rulesOff: [] }, checks: false },
  viewports: [],
  colourScheme: null,
  waitFor: null,
  steps: [],
  budget: { pages: 1000, minutes: 60 },
  pace: { perSecond: 1, together: 2, ownSite: false },
  evidence: true,
  state: 'on',
} as const satisfies Partial<Monitor>;

/** The monitors of a product. */
@Injectable()
export class MonitorsService implements ReadWithProduct {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
    private readonly runs: CancelRuns,
    private readonly secrets: SecretsOfRuns,
  ) {}

  withProduct(): ProductRead<DetailedMonitor> {
    return readByNumber(this.database, ['monitor', Monitor], MONITOR_DETAILS, {
      what: 'monitor',
      number: 'monitorNumber',
    });
  }

  async list(product: Product): Promise<DetailedMonitor[]> {
    const found = await loadDetailed(this.database.manager, ['monitor', Monitor], MONITOR_DETAILS, inProduct(product));
    return found.sort((a, b) => a.monitor.number - b.monitor.number);
  }

  async create(product: Product, body: CreateMonitor): Promise<DetailedMonitor> {
    const draft = { ...structuredClone(DEFAULTS), ...withoutAbsent(body) } as Partial<Monitor> as Monitor;
    const { manager } = this.database;
    requireNone([
      ...monitorFaults(draft),
      ...(await this.secrets.faults(manager, { ...draft, ...inProduct(product) })),
    ]);
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const number = await reserveNumbers(tx, product, 'monitor');
      const [{ count }] = (await query(tx, COUNT_MONITORS, [product.organizationId, product.id])) as [
        { count: number },
      ];
      requireBelowLimit(this.quotas.of(product.organizationId), 'monitors', count);
      const monitor = { ...draft, id: newId(), ...inProduct(product), number, nextAt: nextOf(draft), failures: 0 };
      await tx.insert(Monitor, monitor);
      const changes = draft.pace.ownSite ? [{ field: 'pace', from: null, to: draft.pace }] : [];
      change.record({ ...subjectOfMonitor(monitor), type: 'monitor.created', changes });
      return this.detailed(tx, monitor);
    });
  }

  async update(product: Product, number: number, body: UpdateMonitor): Promise<DetailedMonitor> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const monitor = await findMonitor(tx, product, number, { lock: true });
      const values = withoutAbsent(pickDefined(body, ...CHANGEABLE)) as Partial<Monitor>;
      const changed = { ...monitor, ...values };
      // A secret that was deleted since is no reason to refuse another change.
      requireNone([...monitorFaults(changed), ...('steps' in values ? await this.secrets.faults(tx, changed) : [])]);
      checkIfMatch(monitor);
      const changes = changedFields<Monitor>(monitor, values);
      if (changes.length > 0) {
        const isTimed = 'schedule' in values || 'state' in values;
        await tx.update(Monitor, keyOf(monitor), { ...values, ...(isTimed && { nextAt: nextOf(changed) }) });
        change.record({ ...subjectOfMonitor(changed), type: 'monitor.updated', changes });
      }
      return this.detailed(tx, monitor);
    });
  }

  /** Its runs go with it, and what they have reported stays. */
  async delete(product: Product, number: number): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const monitor = await findMonitor(tx, product, number, { lock: true });
      checkIfMatch(monitor);
      await this.runs.forget(tx, monitor);
      await tx.delete(Monitor, keyOf(monitor));
      change.record({ ...subjectOfMonitor(monitor), type: 'monitor.deleted' });
    });
  }

  async read(product: Product, number: number): Promise<DetailedMonitor> {
    const { manager } = this.database;
    return this.detailed(manager, await findMonitor(manager, product, number));
  }

  private async detailed(tx: EntityManager, key: RowKey): Promise<DetailedMonitor> {
    const [detailed] = await loadDetailed(tx, ['monitor', Monitor], MONITOR_DETAILS, keyOf(key));
    if (!detailed) throw new NotFound('monitor');
    return detailed;
  }
}

const CHANGEABLE = [
  'name',
  'environment',
  'source',
  'schedule',
  'labels',
  'tools',
  'viewports',
  'colourScheme',
  'waitFor',
  'steps',
  'budget',
  'pace',
  'evidence',
  'state',
] as const satisfies (keyof UpdateMonitor)[];

function requireNone(faults: Fault[]): void {
  if (faults.length > 0) throw new InvalidInput(faults);
}

const nextOf = ({ schedule, state }: Pick<Monitor, 'schedule' | 'state'>): Date | null =>
  schedule && state === 'on' ? nextTime(schedule, clock.now()) : null;

/** The monitor with this number, locked where it is about to change. */
export async function findMonitor(
  tx: EntityManager,
  product: Product,
  number: number,
  { lock = false } = {},
): Promise<Monitor> {
  const monitor = await tx.findOne(Monitor, {
    where: { ...inProduct(product), number },
    ...(lock ? { lock: { mode: 'pessimistic_write' } } : {}),
  });
  if (!monitor) throw new NotFound('monitor');
  return monitor;
}
