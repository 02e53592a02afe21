import { begin } from './clock.cjs';

test('tests run on one day, and time goes on', async () => {
  const day = process.env['TEST_TODAY'] ?? '2026-03-11T12:00:00Z';
  if (day === 'random' || process.env['CITUS_NODES']) return;
  begin();
  const first = new Date().getTime();
  expect(first).toBeGreaterThanOrEqual(Date.parse(day));
  expect(first - Date.parse(day)).toBeLessThan(86_400_000);
  while (new Date().getTime() === first) await new Promise(setImmediate);
});

test('a date is a date however it was made', () => {
  for (const date of [new Date(), new Date(0), new Date(2026, 0), structuredClone(new Date())]) {
    expect(date).toBeInstanceOf(Date);
    expect(date).toEqual(expect.any(Date));
  }
  expect(Date()).toBe(new Date().toString());
  expect(new (class extends Date {})().getFullYear()).toBe(new Date().getFullYear());
});
