import { setTimeout as delay } from 'node:timers/promises';
import { WatchdogClient } from '#libs/database';
import { DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg';

const RETRY_AFTER_MS = 500;

/**
 * The worker library tries a statement again that fails with this code. It knows no other sign of a broken connection that
 * it does so for at once; on one that it does not know, a job that ends while the database is away ends the process.
 */
const RETRY_STATE = '40001';

// A server that ends, starts or has no room says so with a code of its own.
const isUnavailable = (error: unknown): boolean =>
  !(error instanceof DatabaseError) || /^(08|57P|53300)/.test(error.code ?? '');

/** A statement that a broken connection cut off is tried again on another; those of workers may run twice. */
class RetriedClient extends WatchdogClient {
  override query(...call: never[]): never {
    const answer = super.query(...call) as Promise<unknown> | undefined;
    return answer?.catch((error: Error) => {
      if (!isUnavailable(error)) throw error;
      throw Object.assign(new Error(error.message, { cause: error }), { code: RETRY_STATE });
    }) as never;
  }
}

/** Connections for workers: who asks for one while the database is away gets it when it is back. */
export class ReconnectingPool extends Pool {
  constructor(
    config: PoolConfig,
    private readonly stopping: AbortSignal,
  ) {
    super({ ...config, Client: RetriedClient });
  }

  override connect: Pool['connect'] = ((callback?: never): Promise<PoolClient> | void =>
    callback ? super.connect(callback) : this.connectWithRetries()) as never;

  private async connectWithRetries(): Promise<PoolClient> {
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        // Whoever stops does not wait for us.
        if (this.stopping.aborted) return new Promise(() => {});
        if (!isUnavailable(error)) throw error;
        await delay(RETRY_AFTER_MS, undefined, { ref: false });
      }
    }
  }
}
