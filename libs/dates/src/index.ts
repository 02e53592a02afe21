/** Milliseconds in a day of 24 hours. */
export const DAY_MS = 24 * 60 * 60 * 1000;

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
