import { DAY_MS } from '#libs/dates';
import { plainWord } from './outcome-words.js';

/** The beginnings of months in English, French, German and Spanish, from January on, as `plainWord` writes them. */
const MONTHS = [
  ...[/^(jan|ene)/, /^(feb|fev)/, /^(mar|mrz)/, /^(apr|avr|abr)/, /^(may|mai)/, /^(jun|juin)/, /^(jul|juil)/],
  ...[/^(aug|aou|ago)/, /^sep/, /^(oct|okt)/, /^nov/, /^(dec|dez|dic)/],
];

const BY_DOTS = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})$/;
const BY_DASHES = /^(\d{1,2})[/-](\d{1,2})[/-](\d{1,2}|\d{4})$/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
const BY_MONTH = /^(\d{1,2})[-. ]+(\p{L}{3,9})\.?(?:[-. ]+(\d{2}|\d{4}))?$/u;
/** The days of 1982 to 2064, as Excel counts them from 1900. */
const SERIAL = /^[3-5]\d{4}$/;
const SERIAL_BEGIN = Date.UTC(1899, 11, 30);

/**
 * The numbers that a program for tables may have made this date of: `01.04.2003` of 1.4.3 or 1.4, `2026-02-03` of 3.2 or
 * 2.3. Undefined: it is no date.
 */
export function numbersOfDate(text: string): string[] | undefined {
  const dots = BY_DOTS.exec(text);
  // Where dates are written with dots, the day comes first.
  if (dots) return numbersOf(dots[1], dots[2], dots[3]);
  const dashes = BY_DASHES.exec(text);
  if (dashes) return inBothOrders(dashes[1], dashes[2], dashes[3]);
  const iso = ISO.exec(text);
  if (iso) return inBothOrders(iso[3], iso[2], iso[1]);
  if (SERIAL.test(text)) {
    const date = new Date(SERIAL_BEGIN + Number(text) * DAY_MS);
    return inBothOrders(date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear());
  }
  const [, day, name = '', year] = BY_MONTH.exec(text) ?? [];
  const month = MONTHS.findIndex((beginning) => beginning.test(plainWord(name))) + 1;
  return month === 0 ? undefined : inBothOrders(day, month, year);
}

type Part = string | number | undefined;

const inBothOrders = (day: Part, month: Part, year: Part): string[] => [
  ...new Set([...numbersOf(day, month, year), ...numbersOf(month, day, year)]),
];

const numbersOf = (first: Part, second: Part, year: Part): string[] => [
  `${Number(first)}.${Number(second)}`,
  ...(year === undefined ? [] : [`${Number(first)}.${Number(second)}.${Number(year) % 100}`]),
];
