import { now } from '../app/clock';

/** The day of a moment in a time zone, as a field of dates takes it; '': none. */
export function dayOf(at: string | null, timeZone: string): string {
  if (at === null) return '';
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  const parts = Object.fromEntries(clock.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return `${parts['year']!.padStart(4, '0')}-${parts['month']}-${parts['day']}`;
}

/** The present day in a time zone. */
export const todayIn = (timeZone: string): string => dayOf(new Date(now()).toISOString(), timeZone);

/**
 * A moment of a day that somebody chose: of today now, of other days noon in UTC, or midnight where noon is the next
 * day already; null: none.
 */
export function momentOf(day: string, timeZone: string): string | null {
  if (day === '') return null;
  if (day === todayIn(timeZone)) return new Date(now()).toISOString();
  const noon = `${day}T12:00:00.000Z`;
  return dayOf(noon, timeZone) === day ? noon : `${day}T00:00:00.000Z`;
}
