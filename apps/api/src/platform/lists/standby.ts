import { setTimeout as delay } from 'node:timers/promises';
import { query } from '#libs/database';
import { gauged } from '#libs/telemetry';
import { Logger } from '@nestjs/common';
import { DataSource, type DataSourceOptions, type EntityManager } from 'typeorm';
import { positionOf } from './position.js';
import { faultOfStandby, type StandbyRules, type StandbyState } from './standby-state.js';
import { STANDBY_STATE } from './standby.sql.js';

const CHECK_EVERY_MS = 1_000;
const CLOSE_TIMEOUT_MS = 1_000;

const lags = gauged('curbcut_standby_lag_seconds', 'Replication lag of a read replica, as last reported.', ['standby']);
const areUsed = gauged('curbcut_standby_used', 'Whether lists are read from a read replica.', ['standby']);

/**
 * A standby of the database: used while it answers, has replayed the latest migration and does not lag; otherwise tried
 * again each second. Its loss and its return are each logged once.
 */
export class Standby {
  private readonly log = new Logger(Standby.name);
  private source?: DataSource;
  private timer?: NodeJS.Timeout;
  private examination?: Promise<Error | undefined>;
  /** How far it has replayed the log, as far as we know. */
  private replayed = 0n;
  private isUsable = false;
  private isLost = false;
  private isClosed = false;

  constructor(
    private readonly options: DataSourceOptions,
    /** Its name in the log. */
    private readonly host: string,
    private readonly rules: StandbyRules,
  ) {}

  /** The entity manager of the standby; undefined while it must not be used. */
  get manager(): EntityManager | undefined {
    return this.isUsable ? this.source?.manager : undefined;
  }

  /** @throws StandbyOfAnotherCluster the first time */
  async connect(): Promise<void> {
    const error = await this.examine();
    if (error instanceof StandbyOfAnotherCluster) {
      await this.close();
      throw error;
    }
    this.examineLater();
  }

  /** Whether it has replayed what was written up to a position of the log. */
  async has(position: string): Promise<boolean> {
    if (this.replayed < positionOf(position)) this.replayed = positionOf((await this.state()).replayed);
    return this.replayed >= positionOf(position);
  }

  /** After a failure: stops using the standby until it has been examined again, which begins at once. */
  suspect(): void {
    this.isUsable = false;
    void this.examine();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    // Closing a connection to a hanging standby may never complete.
    await Promise.race([this.source?.destroy(), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  private examineLater(): void {
    if (this.isClosed) return;
    this.timer = setTimeout(() => void this.examine().then(() => this.examineLater()), CHECK_EVERY_MS).unref();
  }

  /**
   * Decides whether it may be used from now on; answers what speaks against it. Who asks meanwhile gets the same
   * answer.
   */
  private examine(): Promise<Error | undefined> {
    return (this.examination ??= this.decide().finally(() => (this.examination = undefined)));
  }

  private async decide(): Promise<Error | undefined> {
    try {
      if (!this.source) await this.open();
      const state = await this.state();
      const fault = faultOfStandby(state, this.rules);
      if (fault === 'cluster') throw new StandbyOfAnotherCluster(this.host);
      if (fault === 'schema') throw new Error(`it has not replayed the migration ${this.rules.schema}`);
      const { lag, replayed } = state;
      this.replayed = positionOf(replayed);
      lags.set({ standby: this.host }, Math.max(0, lag));
      if (fault === 'lag') this.leave(new Error(`it is ${Math.round(lag)} s behind`));
      else this.use();
      return undefined;
    } catch (error) {
      if (!this.isClosed) this.drop(error as Error);
      return error as Error;
    }
  }

  private async open(): Promise<void> {
    const source = new DataSource(this.options);
    try {
      await source.initialize();
      if (this.isClosed) throw new Error('it was closed');
      this.source = source;
    } catch (error) {
      if (source.isInitialized) void source.destroy().catch(() => {});
      throw error;
    }
  }

  private async state(): Promise<StandbyState> {
    const [state] = await query(this.source!, STANDBY_STATE, [this.rules.schema]);
    return state!;
  }

  private drop(reason: Error): void {
    const { source } = this;
    this.source = undefined;
    lags.remove({ standby: this.host });
    this.leave(reason);
    // Not awaited: closing connections to a vanished host takes long.
    if (source?.isInitialized) void source.destroy().catch(() => {});
  }

  private use(): void {
    this.isUsable = true;
    areUsed.set({ standby: this.host }, 1);
    if (this.isLost) this.log.warn(`lists are read from the read replica ${this.host} again`);
    this.isLost = false;
  }

  private leave({ message }: Error): void {
    this.isUsable = false;
    areUsed.set({ standby: this.host }, 0);
    if (!this.isLost) this.log.warn(`lists are read without the read replica ${this.host}: ${message}`);
    this.isLost = true;
  }
}

/** A server that follows another primary, or none. */
export class StandbyOfAnotherCluster extends Error {
  constructor(host: string) {
    super(
      `${host} belongs to another cluster than DATABASE_URL, so lists would show other data: name replicas of that cluster`,
    );
  }
}
