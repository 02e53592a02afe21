// Playwright loads this file too, and knows nothing of our libraries.
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let aheadMs = 0;

/** Milliseconds since 1970, by the clock of the tests. */
export const nowMs = (): number => Date.now() + aheadMs;
/** Moves the clock of the tests alone: `letPass` of a service moves those of the service and its database too. */
export function setAhead(ms: number): void {
  aheadMs = ms;
}
/** Seconds since 1970, as tokens count them. */
export const nowSeconds = (): number => Math.floor(nowMs() / 1_000);

/** A moment so many milliseconds from now; a negative number is the past. */
export const fromNow = (ms: number): Date => new Date(nowMs() + ms);
/** A moment so many days of 24 hours ago. */
export const daysAgo = (days: number): Date => fromNow(-days * DAY_MS);
/** A moment in so many days of 24 hours. */
export const daysAhead = (days: number): Date => fromNow(days * DAY_MS);
/** A moment in so many hours. */
export const hoursAhead = (hours: number): Date => fromNow(hours * HOUR_MS);
/** A moment so many minutes ago. */
export const minutesAgo = (minutes: number): Date => fromNow(-minutes * MINUTE_MS);
/** A moment in so many minutes. */
export const minutesAhead = (minutes: number): Date => fromNow(minutes * MINUTE_MS);

/** Milliseconds until a moment. */
export const msUntil = (moment: Date | string): number => new Date(moment).getTime() - nowMs();
