import type { HttpAnswer } from './http.js';

/** How long one try may take, in milliseconds. */
export const LONGEST_TRY = 60_000;
const LONGEST_WAIT = 20_000;

const TRANSIENT = new Set([408, 429, 502, 503, 504]);

/** Whether an answer is that of a service that is away, or too busy, and not a judgement of the request. */
export const isOutage = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Whether an answer says that another try may end differently. */
export const isTransient = (status: number): boolean => TRANSIENT.has(status);

/**
 * Milliseconds to wait before the next try, where the service does not say: twice as long each time, with jitter so
 * that jobs that failed together do not come back together, and never longer than 20 s.
 * @param tried how many tries there were, from 1
 * @param random from 0 to 1
 */
export function waitBefore(tried: number, random: number): number {
  return Math.min(LONGEST_WAIT, Math.round(500 * 2 ** (tried - 1) * (0.5 + random)));
}

/** Milliseconds after which the service wants to be asked again, where it says so: as seconds or as a date. */
export function retryAfter(answer: HttpAnswer, now: number): number | undefined {
  const text = answer.headers['retry-after']?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}
