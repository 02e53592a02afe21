import { useLingui } from '@lingui/react';
import { now } from '../app/clock';

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

interface Props {
  at: string;
  isDate?: boolean;
  isBare?: boolean;
  /** Of a day; absent: that of the browser. */
  timeZone?: string;
}

/** A moment: its date and time, and how long ago that is beside it. `isDate` leaves the time out. */
export function Time({ at, isDate = false, isBare = false, timeZone }: Props) {
  const { i18n } = useLingui();
  const moment = new Date(at);
  const absolute = new Intl.DateTimeFormat(i18n.locale, {
    dateStyle: 'medium',
    ...(isDate ? {} : { timeStyle: 'short' }),
    timeZone,
  }).format(moment);
  return (
    <time dateTime={at}>
      {absolute}
      {!isBare && <> ({relative(moment, i18n.locale)})</>}
    </time>
  );
}

function relative(moment: Date, locale: string): string {
  const seconds = (moment.getTime() - now()) / 1000;
  const [unit, length] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(seconds / length), unit);
}
