import { currentRequest } from '#libs/request';
import { Client, type ClientConfig } from 'pg';

/** How long a request waits for the database, in all its statements, before it asks whether the server is still there. */
const PATIENCE_MS = 2_500;
/** Within this time a server that is there answers on a connection of its own. */
const ANSWERS_WITHIN_MS = 2_500;
const ASK_AGAIN_AFTER_MS = 1_000;

/** The server's own limit of a statement; where it is over and nothing was heard, nothing will be. */
export const STATEMENT_TIMEOUT_MS = 15_000;
const LIMIT_MS = STATEMENT_TIMEOUT_MS + 1_000;

/** How long each request has waited so far. */
const waited = new WeakMap<object, number>();
/** The question that is being asked of each server. */
const asked = new Map<string, Promise<boolean>>();

/**
 * A connection that is given up when its server is gone. TCP does not say so for many minutes, and all that time a request
 * would wait and a pool would keep the dead connection. A slow statement on a server that is there goes on, up to the
 * server's own limit.
 */
export class PatientClient extends Client {
  private alarm?: NodeJS.Timeout;
  private readonly address: string;

  constructor(config: ClientConfig = {}) {
    super(config);
    this.address = config.connectionString!;
    this.on('end', () => clearTimeout(this.alarm));
  }

  // Whatever the overload, a call is passed on as it came.
  override query(...call: never[]): never {
    this.watch();
    return super.query(...(call as [never])) as never;
  }

  private watch(): void {
    if (this.alarm) return;
    const request = currentRequest();
    const begun = performance.now();
    const before = waited.get(request) ?? 0;
    let isAnswered = false;
    const look = async (): Promise<void> => {
      const isLate = performance.now() - begun > LIMIT_MS;
      const isGone = isLate || !(await isThere(this.address));
      if (isAnswered) return;
      if (isGone) this.giveUp();
      else this.alarm = setTimeout(() => void look(), ASK_AGAIN_AFTER_MS).unref();
    };
    this.alarm = setTimeout(() => void look(), Math.max(0, PATIENCE_MS - before)).unref();
    this.once('drain', () => {
      isAnswered = true;
      clearTimeout(this.alarm);
      this.alarm = undefined;
      if (request.id) waited.set(request, before + performance.now() - begun);
    });
  }

  // The pool lets go of a client whose connection broke, and the server rolls its transaction back.
  private giveUp(): void {
    const gone = Object.assign(new Error('the database did not answer in time'), { code: 'ETIMEDOUT' });
    (this as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream.destroy(gone);
  }
}

/** Whether the server answers anything at all on a new connection; many may ask at once. */
function isThere(address: string): Promise<boolean> {
  const known = asked.get(address);
  if (known) return known;
  const answer = ask(address).finally(() => asked.delete(address));
  asked.set(address, answer);
  return answer;
}

async function ask(connectionString: string): Promise<boolean> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
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
