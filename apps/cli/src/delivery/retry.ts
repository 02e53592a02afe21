import type { HttpAnswer } from './http.js';

export const TRIES = 5;

const PASSING = new Set([429, 502, 503, 504]);

/** Whether an answer says that another try may end differently. */
export const isPassing = (status: number): boolean => PASSING.has(status);

/**
 * Milliseconds to wait before the next try: what `Retry-After` says, else twice as long each time, with jitter so that
 * jobs that failed together do not come back together.
 * @param tried how many tries there were, from 1
 * @param random from 0 to 1
 */
export function waitBefore(tried: number, answer: HttpAnswer | undefined, now: number, random: number): number {
  return retryAfter(answer, now) ?? Math.round(500 * 2 ** (tried - 1) * (0.5 + random));
}

/** What the header says, in milliseconds; as seconds or as a date. */
function retryAfter(answer: HttpAnswer | undefined, now: number): number | undefined {
  const text = answer?.headers['retry-after']?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}
