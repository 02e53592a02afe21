import { DAY_MS } from '#libs/dates';
import { type FaultCode, type FaultParams, InvalidInput } from '#libs/errors';
import { named } from '#libs/fields';

/** How long a point is: an ISO week, from Monday, or a calendar month. */
export const INTERVALS = named(
  'TrendInterval',
  ['week', 'month'],
  'ISO weeks, from Monday, or calendar months, in UTC.',
);
export type Interval = (typeof INTERVALS)[number];

/** The most points of a trend: five years of weeks. */
const MAX_POINTS = 260;

/** How many points there are where nobody says since when: half a year of weeks, a year of months. */
const DEFAULT_POINTS: Readonly<Record<Interval, number>> = { week: 26, month: 12 };

/** What is asked of a trend; dates are days of UTC, `YYYY-MM-DD`, both included. */
export interface TrendRange {
  interval: Interval;
  from?: string;
  to?: string;
}

/** A day as its number since 1970, in UTC. */
export const dayNumber = (date: string): number => Date.parse(date) / DAY_MS;
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The first day of the point that a day lies in, or of the point so many later. */
export function startOf(day: number, interval: Interval, later = 0): number {
  // 1970 began on a Thursday.
  if (interval === 'week') return day - ((((day + 3) % 7) + 7) % 7) + 7 * later;
  const date = new Date(day * DAY_MS);
  const start = new Date(0);
  start.setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
  return start.getTime() / DAY_MS;
}

/**
 * The first days of the points from `from` to `to`, whole weeks or months, and after them the first day of the next;
 * points that have not begun are left out. Without `to` until today, without `from` half a year of weeks or a year of
 * months until `to`.
 * @throws InvalidInput where `from` is later than `to`, or there would be more than 260 points
 */
export function pointStarts({ interval, from, to }: TrendRange, today: number): number[] {
  const last = startOf(to === undefined ? today : dayNumber(to), interval);
  const first =
    from === undefined ? startOf(last, interval, 1 - DEFAULT_POINTS[interval]) : startOf(dayNumber(from), interval);
  if (first > last) throw fault('/query/from', 'range', 'from must not be later than to');
  const starts = [];
  for (let start = first; start <= last && starts.length <= MAX_POINTS; start = startOf(start, interval, 1))
    starts.push(start);
  if (starts.length > MAX_POINTS)
    throw fault('/query/from', 'range', `from and to must be at most ${MAX_POINTS} ${interval}s apart`, {
      max: MAX_POINTS,
    });
  const begun = starts.filter((start) => start <= today);
  return begun.length === 0 ? [] : [...begun, startOf(begun.at(-1)!, interval, 1)];
}

const fault = (path: string, code: FaultCode, message: string, params?: FaultParams): InvalidInput =>
  new InvalidInput([{ path, code, message, ...(params && { params }) }]);
