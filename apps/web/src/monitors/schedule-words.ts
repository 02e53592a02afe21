import type { Schedule } from '@curbcut/client';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { DAYS, scheduleValueOf, type ScheduleValue } from './values';

// A Monday.
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** What the days of a week are called, from Monday. */
export function dayNames(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return DAYS.map((_, place) => format.format(MONDAY + place * DAY_MS));
}

/** Says a schedule in words: "Every day at 03:00 (Europe/Berlin)". */
export function useScheduleText(): (schedule: Schedule | null) => string {
  const { t, i18n } = useLingui();
  const clock = new Intl.DateTimeFormat(i18n.locale, { timeStyle: 'short', timeZone: 'UTC' });
  const ruleText = ({ frequency, interval, days, monthDay, time, rrule }: ScheduleValue): string => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    const at = clock.format(Date.UTC(2024, 0, 1, hour, minute));
    const every = Number(interval);
    switch (frequency) {
      case 'HOURLY':
        return t`${plural(every, { one: 'Every hour', other: 'Every # hours' })}, at minute ${minute}`;
      case 'DAILY':
        return t`${plural(every, { one: 'Every day', other: 'Every # days' })} at ${at}`;
      case 'WEEKLY': {
        const names = dayNames(i18n.locale).filter((_, place) => days.includes(DAYS[place]!));
        const on = new Intl.ListFormat(i18n.locale).format(names);
        return t`${plural(every, { one: 'Every week', other: 'Every # weeks' })} on ${on} at ${at}`;
      }
      case 'MONTHLY':
        return monthDay === '-1'
          ? t`${plural(every, { one: 'Every month', other: 'Every # months' })} on its last day at ${at}`
          : t`${plural(every, { one: 'Every month', other: 'Every # months' })} on day ${monthDay} at ${at}`;
      default:
        return rrule;
    }
  };
  return (schedule) => {
    if (!schedule) return t`Manually`;
    return `${ruleText(scheduleValueOf(schedule, '', ''))} (${schedule.timeZone})`;
  };
}
