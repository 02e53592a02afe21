import { fromNow } from '../../../test/support/moments.js';
import { addMonths, requireFuture } from './index.js';

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
