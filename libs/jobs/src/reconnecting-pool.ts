import { setTimeout as delay } from 'node:timers/promises';
import { WatchdogClient } from '#libs/database';
import { DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg';

const RETRY_AFTER_MS = 500;

/**
 * The worker library retries a statement that fails with this code. After other errors of a broken connection it does
 * not, and then a job that completes while the database is unavailable would end the process.
 */
const RETRY_STATE = '40001';

// SQLSTATEs of a server that is shutting down, starting, has no free connection or is a standby now.
const isUnavailable = (error: unknown): boolean =>
  !(error instanceof DatabaseError) || /^(08|57P|53300|25006)/.test(error.code ?? '');

/** Retries statements after a broken connection; the worker's statements may run twice. */
class RetriedClient extends WatchdogClient {
  override query(...call: never[]): never {
    const answer = super.query(...call) as Promise<unknown> | undefined;
    return answer?.catch((error: Error) => {
      if (!isUnavailable(error)) throw error;
      throw Object.assign(new Error(error.message, { cause: error }), { code: RETRY_STATE });
    }) as never;
  }
}

/** A pool for workers that waits for an unavailable database instead of failing. */
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
        // A shutdown does not wait for this connection.
        if (this.stopping.aborted) return new Promise(() => {});
        if (!isUnavailable(error)) throw error;
        await delay(RETRY_AFTER_MS, undefined, { ref: false });
      }
    }
  }
}
