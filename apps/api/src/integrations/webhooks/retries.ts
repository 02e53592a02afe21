import { HOUR_MS, MINUTE_MS } from '#libs/dates';

const SECOND_MS = 1_000;

/** How long to wait after each failed attempt, as Standard Webhooks 1.0 proposes: three days in all. */
const RETRY_AFTER_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** When to retry after this many failed attempts; null after the last. `jitter` is from 0 up to 1. */
export function nextAttempt(failed: number, now: Date, jitter: number): Date | null {
  const wait = RETRY_AFTER_MS[failed - 1];
  // Up to a tenth more, so that retries to a receiver that recovers are spread out.
  return wait === undefined ? null : new Date(now.getTime() + Math.round(wait * (1 + jitter / 10)));
}
