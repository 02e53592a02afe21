import type { Readable, Writable } from 'node:stream';

type Message = {
  id?: number;
  method?: string;
  params?: unknown;
  sessionId?: string;
  result?: unknown;
  error?: { message: string };
};
type Listener = (params: unknown) => void;

/** Nothing is answered any more, since the browser has gone. */
export class BrowserEnded extends Error {
  constructor() {
    super('the browser has ended');
  }
}

/** The DevTools protocol over a pipe: JSON messages that end in a zero byte. */
export class DevTools {
  private next = 0;
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private readonly listeners = new Map<string, Set<Listener>>();
  private hasEnded = false;

  constructor(
    private readonly output: Writable,
    input: Readable,
  ) {
    let rest: Buffer[] = [];
    input.on('data', (chunk: Buffer) => {
      for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0)) {
        this.take(Buffer.concat([...rest, chunk.subarray(0, end)]).toString());
        rest = [];
        chunk = chunk.subarray(end + 1);
      }
      rest.push(chunk);
    });
    output.on('error', () => this.end());
    input.on('error', () => this.end());
  }

  /** Asks; without a session the browser itself. */
  send<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    if (this.hasEnded) return Promise.reject(new BrowserEnded());
    const id = (this.next += 1);
    const answer = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return answer as Promise<T>;
  }

  /** Listens to an event of a session, without one of the browser itself; the answer ends it. */
  on(method: string, sessionId: string, listener: Listener): () => void {
    const key = `${sessionId} ${method}`;
    const listeners = this.listeners.get(key) ?? new Set();
    this.listeners.set(key, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Listens no more to what belongs to a session, which has ended. */
  forget(sessionId: string): void {
    for (const key of this.listeners.keys()) if (key.startsWith(`${sessionId} `)) this.listeners.delete(key);
  }

  /** The browser has gone: nothing will be answered any more. */
  end(): void {
    this.hasEnded = true;
    for (const { reject } of this.waiting.values()) reject(new BrowserEnded());
    this.waiting.clear();
  }

  private take(text: string): void {
    const { id, method, params, sessionId = '', result, error } = JSON.parse(text) as Message;
    if (method !== undefined) this.listeners.get(`${sessionId} ${method}`)?.forEach((listener) => listener(params));
    const waiting = id === undefined ? undefined : this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id!);
    if (error) waiting.reject(new Error(error.message));
    else waiting.resolve(result);
  }
}
