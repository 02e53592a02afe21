import { InvalidInput } from '#libs/errors';

/** Milliseconds in a minute. */
export const MINUTE_MS = 60 * 1000;
/** Milliseconds in an hour. */
export const HOUR_MS = 60 * MINUTE_MS;
/** Milliseconds in a day of 24 hours. */
export const DAY_MS = 24 * HOUR_MS;

/**
 * Refuses a moment that has passed; none is fine.
 * @param pointer where the request names it, such as `/expiresAt`
 * @throws InvalidInput `in_the_past`
 */
export function requireFuture(moment: Date | null | undefined, pointer: string): void {
  if (!moment || moment > new Date()) return;
  const field = pointer.slice(pointer.lastIndexOf('/') + 1);
  throw new InvalidInput([{ path: pointer, code: 'in_the_past', message: `${field} must be in the future` }]);
}

/** `months` calendar months after a moment, in UTC; the last day of a shorter month stands for a day it lacks. */
export function addMonths(moment: Date, months: number): Date {
  const result = new Date(moment);
  const day = moment.getUTCDate();
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(day, lastDay));
  return result;
}
