import { fromNow } from '../../../test/support/moments.js';
import { addMonths, endOfDay, requireFuture } from './index.js';

test.each([
  ['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2024-01-31T10:00:00.000Z', 1, '2024-02-29T10:00:00.000Z'],
  ['2026-11-15T00:00:00.000Z', 3, '2027-02-15T00:00:00.000Z'],
  ['2026-08-31T23:59:59.999Z', 6, '2027-02-28T23:59:59.999Z'],
  ['2026-02-28T00:00:00.000Z', 12, '2027-02-28T00:00:00.000Z'],
  ['2026-05-05T05:05:05.005Z', 36, '2029-05-05T05:05:05.005Z'],
])('%s and %i months are %s', (from, months, to) => {
  expect(addMonths(new Date(from), months).toISOString()).toBe(to);
});

test('a moment that has passed is refused where the request names it; none is fine', () => {
  const at = (ms: number) => () => requireFuture(fromNow(ms), '/data/until');
  expect(at(60_000)).not.toThrow();
  for (const none of [null, undefined]) expect(() => requireFuture(none, '/until')).not.toThrow();
  const fault = { path: '/data/until', code: 'in_the_past', message: 'until must be in the future' };
  expect(at(-1)).toThrow(expect.objectContaining({ faults: [fault] }));
});

test.each([
  ['2026-03-28', 'UTC', '2026-03-28T23:59:59.999Z'],
  ['2026-03-28', 'Europe/Berlin', '2026-03-28T22:59:59.999Z'],
  // The clocks go on by an hour on this day, and back on that.
  ['2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.999Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.999Z'],
  ['2026-03-28', 'Pacific/Auckland', '2026-03-28T10:59:59.999Z'],
  ['2026-03-28', 'America/Los_Angeles', '2026-03-29T06:59:59.999Z'],
  ['2024-02-29', 'Asia/Kathmandu', '2024-02-29T18:14:59.999Z'],
  // Midnight is left out at the begin of the next day, and is shown twice at the end of this.
  ['2026-04-23', 'Africa/Cairo', '2026-04-23T21:59:59.999Z'],
  ['2026-10-29', 'Africa/Cairo', '2026-10-29T21:59:59.999Z'],
  ['9999-12-31', 'America/Los_Angeles', '9999-12-31T23:59:59.999Z'],
  ['0001-01-01', 'UTC', '0001-01-01T23:59:59.999Z'],
])('%s in %s lasts until %s', (day, timeZone, end) => {
  expect(endOfDay(day, timeZone).toISOString()).toBe(end);
});
