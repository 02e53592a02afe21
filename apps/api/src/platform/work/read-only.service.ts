import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { ReadOnly } from '#libs/errors';
import { Jobs } from '#libs/jobs';
import { currentRequest } from '#libs/logging';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { READ_ONLY_STATE, type ReadOnlyState } from './service-state.sql.js';

/** Every process knows within this time, and the time that a statement takes. */
const REFRESH_EVERY_MS = 1_000;
/** Jobs that go on: mails, and the events of keys that are revoked. */
const GO_ON = ['send_mail', 'send_ordered_mail', 'record_revocation'];
/** When to try again where no end is known, and at most, in seconds. */
const RETRY_S = { usual: 60, most: 3_600 };

/** Whether an operator lets nothing be written for a while, as this process knows it. */
@Injectable()
export class ReadOnlyMode implements OnModuleInit, OnModuleDestroy {
  private state: ReadOnlyState | undefined;
  /** As the last look found it. The first one has jobs go on that were held back when the process was stopped. */
  private wasOn?: boolean;
  private timer?: NodeJS.Timeout;
  private readonly log = new Logger(ReadOnlyMode.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: Jobs,
  ) {}

  async onModuleInit(): Promise<void> {
    this.jobs.holdBack((name) => this.isOn && !GO_ON.includes(name));
    await this.refresh();
    this.timer = setInterval(() => void this.refresh(), REFRESH_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  get isOn(): boolean {
    return this.state !== undefined && (this.state.until === null || this.state.until > clock.now());
  }

  /** Until when, where that is known. */
  get until(): Date | null {
    return this.state?.until ?? null;
  }

  /** @throws ReadOnly where nothing is written, and the current request is none of those that may be */
  require(): void {
    if (!this.isOn || currentRequest().mayWrite) return;
    const { until, reason } = this.state!;
    const seconds = until ? Math.ceil((until.getTime() - clock.millis()) / 1_000) : RETRY_S.usual;
    throw new ReadOnly(reason, Math.max(1, Math.min(seconds, RETRY_S.most)));
  }

  /** What was known stays where the database cannot be asked: without it nothing is written either. */
  private async refresh(): Promise<void> {
    const { wasOn } = this;
    try {
      [this.state] = await query(this.database, READ_ONLY_STATE, []);
      if (!this.isOn && wasOn !== false) await this.jobs.retryHeldBack();
    } catch {
      return;
    }
    const { isOn } = this;
    this.wasOn = isOn;
    if (isOn && !wasOn) this.log.warn('read-only mode is on: nothing is written');
    else if (!isOn && wasOn) this.log.warn('read-only mode is off');
  }
}
