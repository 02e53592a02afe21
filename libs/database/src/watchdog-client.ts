import { currentRequest } from '#libs/logging';
import { Client, type ClientConfig } from 'pg';
import { cancelStatement } from './cancel-statement.js';
import { ServerClient } from './server-client.js';

/** How long a request waits for the database, over all its statements, before the server is probed. */
const PROBE_AFTER_MS = 2_500;
/** The timeout of a probe. */
const PROBE_TIMEOUT_MS = 2_500;
const PROBE_AGAIN_AFTER_MS = 1_000;

/** The statement timeout of the server; after it no response can be expected. */
export const STATEMENT_TIMEOUT_MS = 15_000;
const GIVE_UP_AFTER_MS = STATEMENT_TIMEOUT_MS + 1_000;

/** The code of statements that ended because nobody waits for their answer any more. */
export const CALLER_GONE = 'CALLER_GONE';
const REASONS = {
  ETIMEDOUT: 'the database did not respond in time',
  [CALLER_GONE]: 'the caller has disconnected',
};

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
  /** Stays set after an answer, since setting one for each statement costs more than looking in vain. */
  private timer?: NodeJS.Timeout;
  private due = Infinity;
  private waiting?: { request: object; begun: number; before: number; isOfRequest: boolean };
  /** Those to be told when the caller of a reading request is gone, while it waits for an answer here. */
  private callers?: Set<() => void>;
  private readonly endWithCaller = (): void => {
    this.closeConnection(CALLER_GONE);
    cancelStatement(this);
  };

  constructor(config: ClientConfig = {}) {
    super(config);
    this.on('drain', () => this.answered());
    this.on('end', () => clearTimeout(this.timer));
  }

  // All overloads are passed on unchanged.
  override query(...call: never[]): never {
    this.watch();
    return super.query(...(call as [never])) as never;
  }

  private watch(): void {
    if (this.waiting) return;
    const request = currentRequest();
    const begun = performance.now();
    const before = waitedMs.get(request) ?? 0;
    this.waiting = { request, begun, before, isOfRequest: request.id !== null };
    this.lookAt(begun + Math.max(0, PROBE_AFTER_MS - before));
    if (!request.endsWithCaller) return;
    this.callers = request.onGone;
    this.callers?.add(this.endWithCaller);
  }

  private answered(): void {
    if (!this.waiting) return;
    const { request, begun, before, isOfRequest } = this.waiting;
    this.waiting = undefined;
    this.callers?.delete(this.endWithCaller);
    if (isOfRequest) waitedMs.set(request, before + performance.now() - begun);
  }

  /** Looks at the server at this moment, unless an earlier one is set, which will set this one. */
  private lookAt(moment: number): void {
    if (this.due <= moment) return;
    clearTimeout(this.timer);
    this.due = moment;
    this.timer = setTimeout(() => void this.look(), moment - performance.now()).unref();
  }

  private async look(): Promise<void> {
    this.due = Infinity;
    const { waiting } = this;
    if (!waiting) return;
    const waits = performance.now() - waiting.begun;
    const early = PROBE_AFTER_MS - waiting.before - waits;
    if (early > 0) return this.lookAt(performance.now() + early);
    const isGone = waits > GIVE_UP_AFTER_MS || !(await isReachable(this.address));
    if (this.waiting !== waiting) return;
    if (isGone) this.closeConnection();
    else this.lookAt(performance.now() + PROBE_AGAIN_AFTER_MS);
  }

  // The pool discards a client with a broken connection, and the server rolls back its transaction.
  protected closeConnection(code: 'ETIMEDOUT' | typeof CALLER_GONE = 'ETIMEDOUT'): void {
    const gone = Object.assign(new Error(REASONS[code]), { code });
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
