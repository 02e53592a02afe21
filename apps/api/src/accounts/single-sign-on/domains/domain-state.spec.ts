import { domainState, movesAt } from './domain-state.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const days = (count: number) => new Date(NOW - count * 86_400_000);

test.each([
  ['pending', null, null],
  ['verified', days(100), null],
  ['missing', days(100), days(0)],
  ['missing', days(100), new Date(days(14).getTime() + 1)],
  ['gone', days(100), days(14)],
])('a domain is %s', (state, verifiedAt, missingSince) => {
  expect(domainState({ verifiedAt, missingSince }, NOW)).toBe(state);
});

test('a domain moves seven days after its record was missed, and not while it is there', () => {
  expect(movesAt({ missingSince: days(7) })).toEqual(new Date(NOW));
  expect(movesAt({ missingSince: null })).toBeNull();
});
