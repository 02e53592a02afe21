import { isTimeZone } from '../../accounts/identity/preferences/time-zone.js';
import { isLocalTime, nextTime, ruleFault } from './schedule.js';

const times = (rrule: string, timeZone: string, start: string, after: string, count: number): string[] => {
  const found: string[] = [];
  let from = new Date(after);
  while (found.length < count) {
    from = nextTime({ rrule, timeZone, start }, from)!;
    found.push(from.toISOString().slice(0, 16));
  }
  return found;
};

test('times are those of the zone, whatever its clocks do', () => {
  expect(
    times('FREQ=DAILY;BYHOUR=9;BYMINUTE=30', 'Europe/Berlin', '2026-01-01T00:00:00', '2026-03-27T12:00:00Z', 3),
  ).toEqual(['2026-03-28T08:30', '2026-03-29T07:30', '2026-03-30T07:30']);
  expect(
    times('FREQ=WEEKLY;BYDAY=MO,TH', 'America/New_York', '2026-01-05T06:00:00', '2026-01-05T11:00:00Z', 2),
  ).toEqual(['2026-01-08T11:00', '2026-01-12T11:00']);
  expect(times('FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=0', 'UTC', '2026-01-01T00:00:00', '2026-01-31T00:00:00Z', 2)).toEqual(
    ['2026-02-28T00:00', '2026-03-31T00:00'],
  );
  expect(times('FREQ=HOURLY;INTERVAL=6', 'UTC', '2026-01-01T00:15:00', '2026-01-01T00:15:00Z', 2)).toEqual([
    '2026-01-01T06:15',
    '2026-01-01T12:15',
  ]);
});

test('a time that a change of clocks skips is skipped', () => {
  expect(
    times('FREQ=DAILY;BYHOUR=2;BYMINUTE=30', 'Europe/Berlin', '2026-01-01T00:00:00', '2026-03-28T00:00:00Z', 2),
  ).toEqual(['2026-03-28T01:30', '2026-03-30T00:30']);
});

test.each([
  ['FREQ=DAILY;BYHOUR=3', undefined],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15,-1;BYHOUR=3,15;BYMINUTE=5', undefined],
  ['FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30', 'FREQ'],
  ['FREQ=DAILY;BYHOUR=99', 'BYHOUR'],
  ['FREQ=DAILY;BYMINUTE=1,2', 'BYMINUTE'],
  ['FREQ=DAILY;INTERVAL=0', 'INTERVAL'],
  ['FREQ=DAILY;INTERVAL=100', 'INTERVAL'],
  ['FREQ=MONTHLY;BYMONTHDAY=31', 'BYMONTHDAY'],
  ['FREQ=DAILY;BYMONTHDAY=1', 'BYMONTHDAY'],
  ['FREQ=DAILY;FREQ=DAILY', 'once'],
  ['FREQ=DAILY;COUNT=3', 'must consist of'],
  ['FREQ=DAILY;__proto__=1', 'must consist of'],
  ['BYHOUR=3', 'must contain FREQ'],
  ['', 'must consist of'],
])('the rule %s: %s', (rule, fault) => {
  if (fault === undefined) expect(ruleFault(rule)).toBeUndefined();
  else expect(ruleFault(rule)).toContain(fault);
});

test('zones and times are those of a calendar', () => {
  expect(['Europe/Berlin', 'UTC', 'Mars/Base', '+01:00', ''].filter(isTimeZone)).toEqual(['Europe/Berlin', 'UTC']);
  const starts = [
    '2026-02-28T03:00:00',
    '2026-02-28T03:00',
    '2026-02-30T03:00:00',
    '2026-02-28',
    '2026-02-28T03:00:00Z',
  ];
  expect(starts.filter(isLocalTime)).toEqual(starts.slice(0, 2));
});
