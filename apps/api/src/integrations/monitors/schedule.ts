import { RRuleTemporal } from 'rrule-temporal';
import type { Schedule } from './monitor.entity.js';

const DAY = '(?:MO|TU|WE|TH|FR|SA|SU)';
const listOf = (value: string): RegExp => new RegExp(`^${value}(?:,${value})*$`);

/** The parts of a rule that are taken, with their values: what else RFC 5545 has may take the computation of the next time long. */
const PARTS: Readonly<Record<string, { form: RegExp; expected: string }>> = {
  FREQ: { form: /^(?:HOURLY|DAILY|WEEKLY|MONTHLY)$/, expected: 'HOURLY, DAILY, WEEKLY or MONTHLY' },
  INTERVAL: { form: /^[1-9]\d?$/, expected: 'a number from 1 to 99' },
  BYDAY: { form: listOf(DAY), expected: 'days such as MO,TH' },
  BYMONTHDAY: { form: listOf('(?:-1|[1-9]|1\\d|2[0-8])'), expected: 'days from 1 to 28, or -1 for the last one' },
  BYHOUR: { form: listOf('(?:1?\\d|2[0-3])'), expected: 'hours from 0 to 23' },
  BYMINUTE: { form: /^[1-5]?\d$/, expected: 'one minute from 0 to 59' },
};

/** What is wrong with a rule; undefined: nothing. */
export function ruleFault(rrule: string): string | undefined {
  const seen = new Set<string>();
  for (const part of rrule.split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    const known = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (!known || rest.length > 0)
      return `must consist of ${Object.keys(PARTS).join(', ')}, such as FREQ=DAILY;BYHOUR=3`;
    if (seen.has(name)) return `must contain ${name} exactly once`;
    if (!known.form.test(value)) return `must have for ${name} ${known.expected}`;
    seen.add(name);
  }
  if (!seen.has('FREQ')) return 'must contain FREQ';
  return seen.has('BYMONTHDAY') && !rrule.includes('FREQ=MONTHLY')
    ? 'allows BYMONTHDAY with FREQ=MONTHLY only'
    : undefined;
}

const START = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?$/;

/** Whether this is a time of a calendar, without a zone. */
export function isLocalTime(start: string): boolean {
  const parts = START.exec(start);
  if (!parts || Number(parts[1]) < 1970) return false;
  const moment = new Date(`${start}Z`);
  return !Number.isNaN(+moment) && moment.toISOString().startsWith(start);
}

/** So many times in a row may be skipped by changes of clocks: more would be no schedule. */
const MOST_SKIPPED = 10;

/** The first time of a schedule after this moment; null: none. A time that a change of clocks skips is skipped. */
export function nextTime({ rrule, timeZone, start }: Schedule, after: Date): Date | null {
  const began = start.replace(/[-:]/g, '').padEnd(15, '0');
  const rule = new RRuleTemporal({ rruleString: `DTSTART;TZID=${timeZone}:${began}\nRRULE:${rrule}` });
  const minutes = minutesOf(rrule, start);
  let from = after;
  for (let tried = 0; tried < MOST_SKIPPED; tried += 1) {
    const next = rule.next(from);
    if (!next) return null;
    from = new Date(next.epochMilliseconds);
    if (minutes === null || minutes.includes(next.hour * 60 + next.minute)) return from;
  }
  return null;
}

/** The minutes of a day at which a rule is due; null: of every hour. */
function minutesOf(rrule: string, start: string): number[] | null {
  const part = (name: string): string | undefined => new RegExp(`(?:^|;)${name}=([^;]*)`).exec(rrule)?.[1];
  const hours = part('BYHOUR')?.split(',').map(Number);
  if (!hours && part('FREQ') === 'HOURLY') return null;
  const minute = Number(part('BYMINUTE') ?? start.slice(14, 16));
  return (hours ?? [Number(start.slice(11, 13))]).map((hour) => hour * 60 + minute);
}
