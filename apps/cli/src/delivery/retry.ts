import type { HttpAnswer } from './http.js';

export const TRIES = 5;

const PASSING = new Set([429, 502, 503, 504]);

/** Whether an answer says that another try may end differently. */
export const isPassing = (status: number): boolean => PASSING.has(status);

/**
 * Milliseconds to wait before the next try, where the service does not say: twice as long each time, with jitter so that jobs
 * that failed together do not come back together, and never longer than one try.
 * @param tried how many tries there were, from 1
 * @param random from 0 to 1
 */
export function waitBefore(tried: number, timeout: number, random: number): number {
  return Math.min(timeout, Math.round(500 * 2 ** (tried - 1) * (0.5 + random)));
}

/** Milliseconds after which the service wants to be asked again, where it says so: as seconds or as a date. */
export function retryAfter(answer: HttpAnswer, now: number): number | undefined {
  const text = answer.headers['retry-after']?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}
