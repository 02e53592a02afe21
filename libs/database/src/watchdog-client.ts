import { currentRequest } from '#libs/request';
import { Client, type ClientConfig } from 'pg';
import { ServerClient } from './server-client.js';

/** How long a request waits for the database, over all its statements, before the server is probed. */
const PROBE_AFTER_MS = 2_500;
/** The timeout of a probe. */
const PROBE_TIMEOUT_MS = 2_500;
const PROBE_AGAIN_AFTER_MS = 1_000;

/** The statement timeout of the server; after it no response can be expected. */
export const STATEMENT_TIMEOUT_MS = 15_000;
const GIVE_UP_AFTER_MS = STATEMENT_TIMEOUT_MS + 1_000;

/** How long each request has waited so far, in milliseconds. */
const waitedMs = new WeakMap<object, number>();
/** The running probe of each server. */
const runningProbes = new Map<string, Promise<boolean>>();

/**
 * A connection that is closed when its server has vanished. TCP takes many minutes to notice, during which requests
 * would wait and the pool would keep the dead connection. Slow statements on a live server continue, up to the server's
 * own timeout.
 */
export class WatchdogClient extends ServerClient {
  private timer?: NodeJS.Timeout;

  constructor(config: ClientConfig = {}) {
    super(config);
    this.on('end', () => clearTimeout(this.timer));
  }

  // All overloads are passed on unchanged.
  override query(...call: never[]): never {
    this.watch();
    return super.query(...(call as [never])) as never;
  }

  private watch(): void {
    if (this.timer) return;
    const request = currentRequest();
    const begun = performance.now();
    const before = waitedMs.get(request) ?? 0;
    let isAnswered = false;
    const checkServer = async (): Promise<void> => {
      const isLate = performance.now() - begun > GIVE_UP_AFTER_MS;
      const isGone = isLate || !(await isReachable(this.address));
      if (isAnswered) return;
      if (isGone) this.closeConnection();
      else this.timer = setTimeout(() => void checkServer(), PROBE_AGAIN_AFTER_MS).unref();
    };
    this.timer = setTimeout(() => void checkServer(), Math.max(0, PROBE_AFTER_MS - before)).unref();
    this.once('drain', () => {
      isAnswered = true;
      clearTimeout(this.timer);
      this.timer = undefined;
      if (request.id) waitedMs.set(request, before + performance.now() - begun);
    });
  }

  // The pool discards a client with a broken connection, and the server rolls back its transaction.
  protected closeConnection(): void {
    const gone = Object.assign(new Error('the database did not answer in time'), { code: 'ETIMEDOUT' });
    (this as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream.destroy(gone);
  }
}

/** Whether the server responds on a new connection; concurrent calls share one probe. */
function isReachable(connectionString: string): Promise<boolean> {
  const known = runningProbes.get(connectionString);
  if (known) return known;
  const answer = probe(connectionString).finally(() => runningProbes.delete(connectionString));
  runningProbes.set(connectionString, answer);
  return answer;
}

async function probe(connectionString: string): Promise<boolean> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    application_name: 'curbcut-probe',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    // An error response, such as for too many connections, also shows that the server is alive.
    return (error as { severity?: string }).severity !== undefined;
  } finally {
    void client.end().catch(() => {});
  }
}
