import type { CurbcutError } from './error.js';

/** Statuses after which another attempt may succeed; 0 is no answer. */
const PASSING = [0, 429, 502, 503, 504];
/** Of these nobody knows whether the request was carried out. */
const LOST = [0, 502, 504];
const FIRST_MS = 500;
const LONGEST_MS = 8_000;
/** Whoever asks us to wait longer gets an error in place of a call that seems to hang. */
const PATIENCE_S = 60;

/** Whether a request may be sent twice: one that changes nothing, or nothing more the second time. */
export const isRepeatable = (
  method: string,
  { url, body, headers }: { url: string; body?: unknown; headers?: Record<string, string | null | undefined> },
): boolean =>
  ['GET', 'HEAD', 'PUT', 'DELETE'].includes(method) ||
  (method === 'POST' &&
    ((headers?.['idempotency-key'] != null && url.startsWith('/v1/organizations/')) ||
      (body as { idempotencyKey?: unknown } | undefined)?.idempotencyKey !== undefined));

/** Milliseconds to wait before another attempt; undefined where there shall be none. */
export function delayBefore(
  attempt: number,
  { status, code, retryAfter }: CurbcutError,
  { headers }: RequestInit,
): number | undefined {
  // The attempt before, whose answer was lost, goes on.
  if (!PASSING.includes(status) && code !== 'idempotency_under_way') return undefined;
  // If it was carried out, the record has changed and the second attempt would be refused for our own change.
  if (LOST.includes(status) && (headers as Headers).has('if-match')) return undefined;
  if (retryAfter !== undefined) return retryAfter > PATIENCE_S ? undefined : retryAfter * 1000 + Math.random() * 250;
  return Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
}

/** Waits; ends early and throws its reason when the signal says so. */
export const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((waited, aborted) => {
    const abort = (): void => {
      clearTimeout(timer);
      aborted(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      waited();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
