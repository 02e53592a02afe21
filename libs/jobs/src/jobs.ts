import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Settings } from '#libs/config';
import { PATIENT } from '#libs/database';
import { beginTrace, tracedJob } from '#libs/telemetry';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Logger as WorkerLogger, run, type Runner, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { RELEASE_ABANDONED, trackLiveness, type WorkInProgress } from './abandoned.js';
import { pollAgain } from './poll-again.js';
import { ReconnectingPool } from './reconnecting-pool.js';
import { Liveness } from './liveness.js';

/** The poll interval of an idle worker; new jobs wake it at once. */
const POLL_INTERVAL_MS = 2_000;
/** The delay before a lane that has ended unexpectedly is restarted. */
const RESTART_AFTER_MS = 5_000;
/** How long a shutdown waits for running jobs. */
const STOP_WITHIN_MS = 8_000;
/** How often abandoned jobs are looked for. */
const CHECK_EVERY_MS = 15_000;

/** Jobs of one lane never wait for those of the other; the lane `outside` is for jobs that call external servers. */
export type Lane = 'inside' | 'outside';
// Outside there are more than works may be under way to servers that do not answer, so that others still have room.
const CONCURRENCY: Readonly<Record<Lane, number>> = { inside: 3, outside: 48 };

const HELD_BACK = 'held back';

/** Why a job is not begun now: the library tries it again, later each time, until it is told that it may begin. */
class HeldBack extends Error {
  constructor() {
    super(HELD_BACK);
  }
}

/** Options of a job. */
export interface JobOptions {
  /** A job with the same key that has not begun yet is replaced. */
  key?: string;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  runAt?: Date;
  maxAttempts?: number;
  /** Jobs with a smaller number run first; 0 by default. */
  priority?: number;
}

/**
 * The queue of background jobs. A job is added in the transaction of the change that causes it, and runs at least once,
 * in this process or in a worker process.
 */
@Injectable()
export class Jobs implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly tasks: Record<Lane, TaskList> = { inside: {}, outside: {} };
  private readonly crontab: string[] = [];
  private readonly runners = new Map<Lane, Runner>();
  private readonly inProgress: WorkInProgress = { workers: new Set(), jobs: new Set() };
  private readonly liveness = new Map<Lane, Liveness>();
  private abandonedCheck?: NodeJS.Timeout;
  private readonly stopping = new AbortController();
  private pool?: Pool;
  private isHeldBack?: (name: string) => boolean;
  private readonly log = new Logger(Jobs.name);

  constructor(
    private readonly settings: Settings,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  /**
   * Registers the handler for jobs of this name; modules call it at start. `stopping` is aborted at shutdown: a handler
   * that waits for others may throw then, and the job is run again.
   */
  handle<P>(name: string, work: (payload: P, stopping: AbortSignal) => Promise<void>, lane: Lane = 'inside'): void {
    const attributes = {
      'messaging.system': 'graphile_worker',
      'messaging.operation.type': 'process',
      'messaging.operation.name': 'process',
      'messaging.destination.name': name,
    };
    this.tasks[lane][name] = (payload) => {
      if (this.isHeldBack?.(name)) throw new HeldBack();
      return tracedJob(beginTrace('consumer', `process ${name}`, attributes), () =>
        work(payload as P, this.stopping.signal),
      );
    };
  }

  /** Registers which jobs are held back now: such a job is not begun, and tried again later. */
  holdBack(isHeldBack: (name: string) => boolean): void {
    this.isHeldBack = isHeldBack;
  }

  /** Has all jobs that were held back begin now, those too that were tried as often as they may be. */
  async retryHeldBack(): Promise<void> {
    await this.database.query(
      `SELECT count(*) FROM graphile_worker.reschedule_jobs(
         ARRAY(SELECT id FROM graphile_worker._private_jobs WHERE last_error = $1 AND locked_at IS NULL),
         run_at => now(), attempts => 0)`,
      [HELD_BACK],
    );
  }

  /** Runs a job by a crontab pattern such as `0 3 * * *` (UTC), once for all replicas. */
  schedule(pattern: string, name: string, work: () => Promise<void>): void {
    this.handle(name, work);
    this.crontab.push(`${pattern} ${name}`);
  }

  /** For how long no worker has looked for a job, though none is busy; 0 where this process works on none. */
  get stoodStillMs(): number {
    return Math.max(0, ...[...this.liveness.values()].map(({ stoodStillMs }) => stoodStillMs));
  }

  /** Adds a job in the transaction of the change it follows from. */
  async add(tx: EntityManager, name: string, payload: object, options: JobOptions = {}): Promise<void> {
    const { key, queue, runAt, maxAttempts, priority } = options;
    await tx.query(
      `SELECT graphile_worker.add_job($1, $2::json, queue_name => $6, run_at => coalesce($3, now()),
         max_attempts => coalesce($4, 25), job_key => $5, priority => coalesce($7, 0))`,
      [name, JSON.stringify(payload), runAt ?? null, maxAttempts ?? null, key ?? null, queue ?? null, priority ?? null],
    );
  }

  /** Cancels the job with this key if it has not started yet. */
  async cancel(tx: EntityManager, key: string): Promise<void> {
    await tx.query('SELECT graphile_worker.remove_job($1)', [key]);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.settings.worker === 'off') return;
    const { url } = this.database.options as { url: string };
    // A separate pool, so that many jobs do not take the connections of requests; past a pooler, because it listens.
    const config = {
      connectionString: this.settings.databaseDirectUrl ?? url,
      max: 5,
      application_name: 'curbcut-worker',
      options: PATIENT,
      keepAlive: true,
    };
    this.pool = new ReconnectingPool({ ...config, connectionTimeoutMillis: 3_000 }, this.stopping.signal);
    const lost = (error: Error): void => this.log.warn(`worker connection lost: ${error.message}`);
    this.pool.on('error', lost);
    this.pool.on('connect', (client) => client.on('error', lost));
    await this.start('inside');
    await this.start('outside');
    this.abandonedCheck = setInterval(() => void this.releaseAbandoned(), CHECK_EVERY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.abandonedCheck);
    // An unavailable database must not block the shutdown.
    await Promise.race([this.close(), delay(STOP_WITHIN_MS, undefined, { ref: false })]);
  }

  private async close(): Promise<void> {
    // `allSettled`: a runner that has ended by itself rejects.
    await Promise.allSettled([...this.runners.values()].map((runner) => runner.stop()));
    await this.pool?.end();
  }

  private async start(lane: Lane): Promise<void> {
    if (Object.keys(this.tasks[lane]).length === 0) return;
    const events = new EventEmitter();
    trackLiveness(events, this.inProgress);
    this.liveness.set(lane, new Liveness(events));
    pollAgain(events);
    const runner = await run({
      pgPool: this.pool,
      events,
      taskList: this.tasks[lane],
      crontab: lane === 'inside' ? this.crontab.join('\n') : '',
      noHandleSignals: true,
      logger: new WorkerLogger(
        () => (level, message) => (level === 'error' ? this.log.error(message) : this.log.debug(message)),
      ),
      preset: {
        worker: {
          concurrentJobs: CONCURRENCY[lane],
          pollInterval: POLL_INTERVAL_MS,
        },
      },
    });
    this.runners.set(lane, runner);
    void runner.promise.catch(() => {}).then(() => this.restart(lane));
  }

  /** The worker library stops if the database is unavailable for long; the lane is restarted then. */
  private async restart(lane: Lane): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.log.warn(`the ${lane} jobs stopped; restarting them`);
      this.liveness.get(lane)?.note();
      await delay(RESTART_AFTER_MS, undefined, { ref: false });
      try {
        if (!this.stopping.signal.aborted) await this.start(lane);
        return;
      } catch (error) {
        this.log.warn(`the ${lane} jobs do not start: ${String(error)}`);
      }
    }
  }

  private async releaseAbandoned(): Promise<void> {
    const { workers, jobs } = this.inProgress;
    try {
      await this.pool!.query(RELEASE_ABANDONED, [[...workers], [...jobs]]);
    } catch (error) {
      this.log.warn(`the search for abandoned jobs failed: ${String(error)}`);
    }
  }
}
