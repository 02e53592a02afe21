import { dateOf, dayNumber, type Interval, pointStarts, startOf } from './trend-points.js';

const TODAY = dayNumber('2026-03-18');
const starts = (interval: Interval, from?: string, to?: string) =>
  pointStarts({ interval, ...(from && { from }), ...(to && { to }) }, TODAY).map(dateOf);

test.each([
  ['2026-01-01', 'week', '2025-12-29'],
  ['2025-12-29', 'week', '2025-12-29'],
  ['2025-12-28', 'week', '2025-12-22'],
  ['1969-12-31', 'week', '1969-12-29'],
  ['2024-02-29', 'month', '2024-02-01'],
  ['0050-03-04', 'month', '0050-03-01'],
] as const)('%s lies in the %s that begins on %s', (day, interval, start) => {
  expect(dateOf(startOf(dayNumber(day), interval))).toBe(start);
});

test.each([
  ['week', '2026-03-01', '2026-03-09', ['2026-02-23', '2026-03-02', '2026-03-09', '2026-03-16']],
  ['month', '2025-12-31', '2026-01-01', ['2025-12-01', '2026-01-01', '2026-02-01']],
  ['week', '2026-03-18', '2026-03-16', ['2026-03-16', '2026-03-23']],
  ['week', '2026-03-12', '9999-12-31', undefined],
  ['week', '2026-03-12', '2026-06-30', ['2026-03-09', '2026-03-16', '2026-03-23']],
  ['month', '2026-04-01', '2026-06-30', []],
] as const)('by the %s from %s to %s: whole points, but none that has not begun', (interval, from, to, expected) => {
  if (expected) expect(starts(interval, from, to)).toEqual(expected);
  else expect(() => starts(interval, from, to)).toThrow('at most 260 weeks');
});

test('without dates there is half a year of weeks, or a year of months, until today', () => {
  expect([starts('week').length, starts('week')[0], starts('week').at(-2)]).toEqual([27, '2025-09-22', '2026-03-16']);
  expect([starts('month').length, starts('month')[0], starts('month').at(-2)]).toEqual([
    13,
    '2025-04-01',
    '2026-03-01',
  ]);
});

test('260 points are the most, and from comes before to', () => {
  const first = dateOf(startOf(TODAY, 'week', -259));
  expect(starts('week', first)).toHaveLength(261);
  expect(() => starts('week', dateOf(startOf(TODAY, 'week', -260)))).toThrow('at most 260 weeks');
  expect(() => starts('month', '2026-03-01', '2026-02-28')).toThrow('from must not be later than to');
});
