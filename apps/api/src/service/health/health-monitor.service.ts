import { setTimeout as delay } from 'node:timers/promises';
import { Settings } from '#libs/config';
import { MIGRATION_LOCK, poolOf, query } from '#libs/database';
import { Storage } from '#libs/storage';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { checkTransport } from '../../platform/mails/mailer.js';
import { INSTALLATION, type Installation } from './health.sql.js';

const CHECK_EVERY_MS = 5_000;
/** While it is away: whoever waits shall hear soon that it is back. */
const RECHECK_AFTER_MS = 1_000;
const ANSWER_WITHIN_MS = 1_500;
/** What others run is not asked so often. */
const CHECK_OTHERS_EVERY_MS = 300_000;
/** No file has this name. */
const NO_FILE = 'health/0.txt';

/** How something beside the process stands; `none`: there is none. */
export type State = 'up' | 'down' | 'none';

/** What the last look has found. */
export interface Seen {
  /** Undefined: the database has not answered. */
  installation: Installation | undefined;
  storage: State;
  mail: State;
}

/**
 * Looks at what the process needs every five seconds, and soon after a connection to the database has ended, so that
 * whoever asks how it is asks nobody else.
 */
@Injectable()
export class HealthMonitor implements OnApplicationBootstrap, OnModuleDestroy {
  private seen: Seen = { installation: undefined, storage: 'none', mail: 'none' };
  private next?: NodeJS.Timeout;
  private checkedAt = -Infinity;
  private othersCheckedAt = -Infinity;
  private isStopped = false;

  constructor(
    private readonly settings: Settings,
    @InjectDataSource() private readonly database: DataSource,
    private readonly storage: Storage,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.check();
    poolOf(this.database).on('remove', this.checkSoon);
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    poolOf(this.database).off('remove', this.checkSoon);
    clearTimeout(this.next);
  }

  get last(): Seen {
    return this.seen;
  }

  /** Looks now, and then by itself. */
  async check(): Promise<void> {
    clearTimeout(this.next);
    this.checkedAt = performance.now();
    const rows = query(this.database, INSTALLATION, [String(MIGRATION_LOCK)]).catch(() => []);
    const [installation] = await Promise.race([rows, delay(ANSWER_WITHIN_MS, [], { ref: false })]);
    this.seen = { ...this.seen, installation };
    void this.checkOthers();
    this.checkIn(installation ? CHECK_EVERY_MS : RECHECK_AFTER_MS);
  }

  private readonly checkSoon = (): void =>
    this.checkIn(Math.max(0, this.checkedAt + RECHECK_AFTER_MS - performance.now()));

  private checkIn(ms: number): void {
    clearTimeout(this.next);
    if (this.isStopped) return;
    this.next = setTimeout(() => void this.check(), ms).unref();
  }

  /** Only who shows `METRICS_TOKEN` is told. */
  private async checkOthers(): Promise<void> {
    if (this.settings.metricsToken === undefined || performance.now() - this.othersCheckedAt < CHECK_OTHERS_EVERY_MS)
      return;
    this.othersCheckedAt = performance.now();
    const { smtpUrl } = this.settings;
    const [storage, mail] = await Promise.all([
      stateOf(this.storage.read(NO_FILE)),
      smtpUrl ? stateOf(checkTransport(smtpUrl)) : ('none' as const),
    ]);
    this.seen = { ...this.seen, storage, mail };
  }
}

const stateOf = (attempt: Promise<unknown>): Promise<State> =>
  attempt.then(
    () => 'up',
    () => 'down',
  );
