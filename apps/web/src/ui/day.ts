import { now } from '../app/clock';

const two = (number: number): string => String(number).padStart(2, '0');

/** The day of a moment where the person is, as a field of dates takes it; '': none. */
export function dayOf(at: string | null): string {
  if (at === null) return '';
  const moment = new Date(at);
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** The last second of a day that somebody chose; null: none. */
export const endOf = (day: string): string | null => (day === '' ? null : new Date(`${day}T23:59:59`).toISOString());

/**
 * A moment of a day that somebody chose: of today now, of other days noon, which is that day nearly everywhere; null:
 * none.
 */
export function momentOf(day: string): string | null {
  if (day === '') return null;
  const moment = new Date(now());
  return (day === dayOf(moment.toISOString()) ? moment : new Date(`${day}T12:00:00`)).toISOString();
}
