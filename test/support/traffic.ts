import { setTimeout as delay } from 'node:timers/promises';

/** One answer of the service: what was asked, when, and how it went; status 0 where the connection broke. */
export interface TrafficResponse {
  kind: string;
  at: number;
  ms: number;
  status: number;
  retryAfter: string | null;
  type: string | null;
  code?: string;
  body: Record<string, unknown> | undefined;
}

/** One request. */
export interface Call {
  kind: string;
  path: string;
  method?: string;
  credential?: string;
  body?: unknown;
}

/** Callers that keep asking the service, each one request after the other, and remember every answer. */
export class Traffic {
  readonly answers: TrafficResponse[] = [];
  private readonly callers: Promise<void>[] = [];
  private isOver = false;

  constructor(private readonly base: string) {}

  /** One more caller; it asks what `next` says until the traffic stops. */
  add(next: (earlier: TrafficResponse | undefined) => Call, pauseMs = 0): this {
    this.callers.push(
      (async () => {
        let earlier: TrafficResponse | undefined;
        while (!this.isOver) {
          earlier = await this.ask(next(earlier));
          // A refused client retries a little later, but earlier than `Retry-After` says.
          await delay(Math.max(pauseMs, earlier.status >= 200 && earlier.status < 300 ? 0 : 50));
        }
      })(),
    );
    return this;
  }

  async ask({ kind, path, method = 'GET', credential, body }: Call): Promise<TrafficResponse> {
    const at = Date.now();
    const isForm = body instanceof FormData;
    const answer = await fetch(`${this.base}${path}`, {
      method,
      headers: {
        ...(credential ? { authorization: `Bearer ${credential}` } : {}),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      body: isForm ? body : body ? JSON.stringify(body) : undefined,
    })
      .then(async (response) => ({
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        type: response.headers.get('content-type'),
        body: (await response.json().catch(() => undefined)) as TrafficResponse['body'],
      }))
      .catch(() => ({ status: 0, retryAfter: null, type: null, body: undefined }));
    const answered = { kind, at, ms: Date.now() - at, code: answer.body?.['code'] as string | undefined, ...answer };
    this.answers.push(answered);
    return answered;
  }

  /** Lets the requests under way end, and no more begin. */
  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.callers);
  }

  /** When something of this kind first succeeded after a moment; undefined: not yet. */
  successAfter(moment: number, kind: string): number | undefined {
    const first = this.answers.find(
      (answer) => answer.kind === kind && isSuccess(answer) && answer.at + answer.ms > moment && answer.at >= moment,
    );
    return first && first.at + first.ms;
  }

  /** Responses that are neither successful nor the documented error for an unavailable database. */
  get wrong(): Omit<TrafficResponse, 'body'>[] {
    return this.answers
      .filter((answer) => !isSuccess(answer) && !isProperOutage(answer))
      .map(({ body: _, ...answer }) => answer);
  }

  count(holds: (answer: TrafficResponse) => boolean): number {
    return this.answers.filter(holds).length;
  }
}

/** Whether the service did what it was asked. */
export const isSuccess = ({ status }: TrafficResponse): boolean => status >= 200 && status < 300;

/** 503 as documented: the problem body, and when to come back. */
export const isProperOutage = ({ status, retryAfter, type, code }: TrafficResponse): boolean =>
  status === 503 &&
  Number(retryAfter) > 0 &&
  code === 'temporarily_unavailable' &&
  /^application\/problem\+json/.test(type ?? '');

/** Waits until something is there; fails after `seconds`. */
export async function waitFor<T>(seconds: number, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + seconds * 1_000; ;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error(`not within ${seconds} s`);
    await delay(10);
  }
}

/** A value such that this share of the list is not above it. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** Milliseconds as figures show them. */
export const seconds = (ms: number): string => `${(Math.max(0, ms) / 1_000).toFixed(2)} s`;
