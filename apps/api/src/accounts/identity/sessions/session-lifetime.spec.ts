import { isFresh, renewedExpiry } from './session-lifetime.js';
import type { Session } from './session.entity.js';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
const session = (begunDaysAgo: number, daysLeft: number, remembered = true) =>
  ({ remembered, createdAt: new Date(NOW - begunDaysAgo * DAY), expiresAt: new Date(NOW + daysLeft * DAY) }) as Session;

test.each<[string, Session, number | undefined]>([
  ['a new one is not prolonged', session(0, 7), undefined],
  ['one of today is not prolonged', session(0.5, 6.5), undefined],
  ['one used after days lives on for seven', session(3, 4), 7],
  ['one that is not remembered is not prolonged', session(0.9, 0.1, false), undefined],
  ['an old one lives until it is thirty days old', session(26, 1), 4],
  ['one that has what is left of thirty days is not prolonged', session(26, 4), undefined],
  ['one of thirty days is not prolonged', session(29.9, 0.1), undefined],
])('%s', (_name, given, days) => {
  expect(renewedExpiry(given, NOW)).toEqual(days === undefined ? undefined : new Date(NOW + days * DAY));
});

test('a session is fresh for less than ten minutes after a proof, and without one never', () => {
  const proved = (minutes: number) => ({ provedAt: new Date(NOW - minutes * 60_000) });
  expect([proved(0), proved(9.99), proved(10)].map((given) => isFresh(given, NOW))).toEqual([true, true, false]);
  expect(isFresh({ provedAt: null }, NOW)).toBe(false);
});
