import { currentRequest } from '#libs/request';
import { Client, type ClientConfig } from 'pg';

/** How long a request waits for the database, in all its statements, before it asks whether the server is still there. */
const PROBE_AFTER_MS = 2_500;
/** Within this time a server that is there answers on a connection of its own. */
const PROBE_TIMEOUT_MS = 2_500;
const PROBE_AGAIN_AFTER_MS = 1_000;

/** The server's own limit of a statement; where it is over and nothing was heard, nothing will be. */
export const STATEMENT_TIMEOUT_MS = 15_000;
const GIVE_UP_AFTER_MS = STATEMENT_TIMEOUT_MS + 1_000;

/** How long each request has waited so far. */
const waitedMs = new WeakMap<object, number>();
/** The question that is being asked of each server. */
const runningProbes = new Map<string, Promise<boolean>>();

/**
 * A connection that is given up when its server is gone. TCP does not say so for many minutes, and all that time a request
 * would wait and a pool would keep the dead connection. A slow statement on a server that is there goes on, up to the
 * server's own limit.
 */
export class WatchdogClient extends Client {
  private timer?: NodeJS.Timeout;
  private readonly connectionString: string;

  constructor(config: ClientConfig = {}) {
    super(config);
    this.connectionString = config.connectionString!;
    this.on('end', () => clearTimeout(this.timer));
  }

  // Whatever the overload, a call is passed on as it came.
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
      const isGone = isLate || !(await isReachable(this.connectionString));
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

  // The pool lets go of a client whose connection broke, and the server rolls its transaction back.
  private closeConnection(): void {
    const gone = Object.assign(new Error('the database did not answer in time'), { code: 'ETIMEDOUT' });
    (this as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream.destroy(gone);
  }
}

/** Whether the server answers anything at all on a new connection; many may ask at once. */
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
    // A refusal, such as for too many connections, is an answer too.
    return (error as { severity?: string }).severity !== undefined;
  } finally {
    void client.end().catch(() => {});
  }
}
