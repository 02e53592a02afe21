import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { DataSource, type DataSourceOptions, type EntityManager } from 'typeorm';

const RETRY_AFTER_MS = 1_000;
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * A standby of the database: used while it answers and has replayed the latest migration, otherwise retried
 * periodically. Its loss and its return are each logged once.
 */
export class Standby {
  private readonly log = new Logger(Standby.name);
  private source?: DataSource;
  private retryTimer?: NodeJS.Timeout;
  private isLost = false;
  private isClosed = false;

  constructor(
    private readonly options: DataSourceOptions,
    /** Its name in the log. */
    private readonly host: string,
    /** The latest migration, which the standby must have replayed. */
    private readonly schema: string,
  ) {}

  /** The entity manager of the standby; undefined while it must not be used. */
  get manager(): EntityManager | undefined {
    return this.source?.manager;
  }

  async connect(): Promise<void> {
    await this.activate(new DataSource(this.options));
  }

  /** After a failure: stops using the standby until it has been checked again. */
  async recheck(): Promise<void> {
    const { source } = this;
    this.source = undefined;
    if (source) await this.activate(source);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retryTimer);
    // Closing a connection to a hanging standby may never complete.
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
      // Not awaited: closing connections to a vanished host takes long.
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
