import { statusAt } from './status.js';

const NOW = new Date('2026-11-21T12:00:00Z');

test.each([
  ['pending', null, 'pending'],
  ['dismissed', null, 'dismissed'],
  ['dismissed', new Date('2026-11-21T12:00:00.001Z'), 'dismissed'],
  ['dismissed', NOW, 'pending'],
  ['confirmed', NOW, 'confirmed'],
] as const)('%s until %p shows as %s', (status, dismissedUntil, shown) => {
  expect(statusAt({ decided: status, dismissedUntil, isAbsent: false }, NOW)).toBe(shown);
});

test('a dismissal that runs out on a finding that is present nowhere shows it as resolved', () => {
  expect(statusAt({ decided: 'dismissed', dismissedUntil: NOW, isAbsent: true }, NOW)).toBe('resolved');
});

test('a dismissal that holds shows, whether the finding is present or not', () => {
  expect(statusAt({ decided: 'dismissed', dismissedUntil: null, isAbsent: true }, NOW)).toBe('dismissed');
});

test('what was confirmed and is absent shows as resolved', () => {
  expect(statusAt({ decided: 'confirmed', dismissedUntil: null, isAbsent: true }, NOW)).toBe('resolved');
});
