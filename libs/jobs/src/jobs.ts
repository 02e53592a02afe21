import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Settings } from '#libs/config';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Logger as WorkerLogger, run, type Runner, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { ReconnectingPool } from './reconnecting-pool.js';
import { type WorkInProgress, RELEASE_ABANDONED, trackLiveness } from './abandoned.js';

/** How long an idle worker waits before it looks again; new jobs wake it at once. */
const POLL_INTERVAL_MS = 2_000;
/** How long a lane rests that has ended by itself. */
const RESTART_AFTER_MS = 5_000;
/** How long a stop waits for the jobs under way. */
const STOP_WITHIN_MS = 8_000;
/** How often jobs are looked for that nobody does. */
const CHECK_EVERY_MS = 15_000;

/** Jobs of one lane never wait for those of another; `outside` ones wait for other people's servers. */
export type Lane = 'inside' | 'outside';
const CONCURRENCY: Readonly<Record<Lane, number>> = { inside: 3, outside: 20 };

/** What a job is told apart from its payload. */
export interface JobOptions {
  /** A job with the same key that has not begun yet is replaced. */
  key?: string;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  runAt?: Date;
  maxAttempts?: number;
}

/**
 * The queue of work that happens beside requests. A job is added in the transaction of the change it follows from, so
 * that neither exists without the other, and runs at least once, here or in a worker process.
 */
@Injectable()
export class Jobs implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly tasks: Record<Lane, TaskList> = { inside: {}, outside: {} };
  private readonly crontab: string[] = [];
  private readonly runners = new Map<Lane, Runner>();
  private readonly inProgress: WorkInProgress = { workers: new Set(), jobs: new Set() };
  private abandonedCheck?: NodeJS.Timeout;
  private readonly stopping = new AbortController();
  private pool?: Pool;
  private readonly log = new Logger(Jobs.name);

  constructor(
    private readonly settings: Settings,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  /**
   * Names who does the jobs of this name; modules call it while they start. `stopping` is aborted when the service
   * stops: work that waits for others may give up then, and is done again.
   */
  handle<P>(name: string, work: (payload: P, stopping: AbortSignal) => Promise<void>, lane: Lane = 'inside'): void {
    this.tasks[lane][name] = (payload) => work(payload as P, this.stopping.signal);
  }

  /** Does a job again and again, at the times of a crontab line such as `0 3 * * *` (UTC), once for all replicas. */
  schedule(pattern: string, name: string, work: () => Promise<void>): void {
    this.handle(name, work);
    this.crontab.push(`${pattern} ${name}`);
  }

  /** Adds a job in the transaction of the change it follows from. */
  async add(tx: EntityManager, name: string, payload: object, options: JobOptions = {}): Promise<void> {
    const { key, queue, runAt, maxAttempts } = options;
    await tx.query(
      `SELECT graphile_worker.add_job($1, $2::json, queue_name => $6, run_at => coalesce($3, now()),
         max_attempts => coalesce($4, 25), job_key => $5)`,
      [name, JSON.stringify(payload), runAt ?? null, maxAttempts ?? null, key ?? null, queue ?? null],
    );
  }

  /** Takes back a job that has not begun yet, if there is one with this key. */
  async cancel(tx: EntityManager, key: string): Promise<void> {
    await tx.query('SELECT graphile_worker.remove_job($1)', [key]);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.settings.worker === 'off') return;
    const { url } = this.database.options as { url: string };
    // A pool of its own: a burst of jobs must not take the connections of requests.
    const config = { connectionString: url, max: 5, application_name: 'curbcut-worker', keepAlive: true };
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
    // A database that is away cannot be waited for.
    await Promise.race([this.close(), delay(STOP_WITHIN_MS, undefined, { ref: false })]);
  }

  private async close(): Promise<void> {
    // A runner that has ended by itself has nothing left to stop.
    await Promise.allSettled([...this.runners.values()].map((runner) => runner.stop()));
    await this.pool?.end();
  }

  private async start(lane: Lane): Promise<void> {
    if (Object.keys(this.tasks[lane]).length === 0) return;
    const events = new EventEmitter();
    trackLiveness(events, this.inProgress);
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

  /** The worker library gives up when the database is away for long; we do not. */
  private async restart(lane: Lane): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.log.warn(`the ${lane} jobs stopped; starting them again`);
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
      this.log.warn(`abandoned jobs are not looked for: ${String(error)}`);
    }
  }
}
