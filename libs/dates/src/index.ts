import { clock } from '#libs/clock';
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
  if (!moment || moment > clock.now()) return;
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

const formats = new Map<string, Intl.DateTimeFormat>();

/** What clocks of a zone show at a moment, as if it were UTC, in milliseconds. */
function shownIn(timeZone: string, moment: number): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  formats.set(timeZone, format);
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  return utc(parts['year']!, parts['month']! - 1, parts['day']!, parts['hour'], parts['minute'], parts['second']);
}

/** `Date.UTC` takes the years before 100 for those of the last century. */
function utc(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  const moment = new Date(Date.UTC(2000, month, day, hour, minute, second));
  return moment.setUTCFullYear(year, month, day);
}

/** The last moment that timestamps of four digits can tell. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * The last millisecond of a day (`YYYY-MM-DD`) in a time zone, also where its clocks leave out midnight, or show it
 * twice.
 */
export function endOfDay(day: string, timeZone: string): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const next = utc(year, month - 1, date) + DAY_MS;
  const begins = [next - DAY_MS, next + DAY_MS]
    .map((around) => next - (shownIn(timeZone, around) - around))
    .toSorted((a, b) => a - b);
  const begin = begins.find((moment) => shownIn(timeZone, moment) >= next) ?? begins[1]!;
  return new Date(Math.min(begin - 1, LAST));
}
