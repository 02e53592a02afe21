import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { DataSource, type DataSourceOptions, type EntityManager } from 'typeorm';

const RETRY_AFTER_MS = 1_000;
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * One standby of the database: used while it answers and has replayed the schema, looked for again and again while not.
 * The log has one line when it is lost and one when it is back, whatever happens in between.
 */
export class Standby {
  private readonly log = new Logger(Standby.name);
  private source?: DataSource;
  private retryTimer?: NodeJS.Timeout;
  private isLost = false;
  private isClosed = false;

  constructor(
    private readonly options: DataSourceOptions,
    /** Names it in the log. */
    private readonly host: string,
    /** The migration without which our statements would not fit it. */
    private readonly schema: string,
  ) {}

  /** The way to read from it; undefined while it is not to be used. */
  get manager(): EntityManager | undefined {
    return this.source?.manager;
  }

  async connect(): Promise<void> {
    await this.activate(new DataSource(this.options));
  }

  /** After a failure: takes it out of use until it has shown that it was not to blame. */
  async recheck(): Promise<void> {
    const { source } = this;
    this.source = undefined;
    if (source) await this.activate(source);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retryTimer);
    // A standby that hangs says no farewell.
    await Promise.race([this.source?.destroy(), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  private async activate(source: DataSource): Promise<void> {
    try {
      if (!source.isInitialized) await source.initialize();
      const known = await source.query<unknown[]>('SELECT 1 FROM migrations WHERE name = $1', [this.schema]);
      if (known.length === 0) throw new Error(`it has not replayed the migration ${this.schema}`);
      if (this.isClosed) throw new Error('it was closed');
      if (this.isLost) this.log.warn(`lists are read from the standby ${this.host} again`);
      this.isLost = false;
      this.source = source;
    } catch (error) {
      // Not awaited: connections to a host that is gone take their time to end.
      if (source.isInitialized) void source.destroy().catch(() => {});
      if (!this.isClosed) this.retryLater(error as Error);
    }
  }

  private retryLater({ message }: Error): void {
    if (!this.isLost) this.log.warn(`lists are read without the standby ${this.host}: ${message}`);
    this.isLost = true;
    this.retryTimer = setTimeout(() => void this.connect(), RETRY_AFTER_MS).unref();
  }
}
