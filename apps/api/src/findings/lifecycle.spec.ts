import { actionsOf, effectiveStatus } from './lifecycle.js';

const NOW = new Date('2026-11-21T12:00:00Z');

test.each([
  ['pending', null, 'pending'],
  ['dismissed', null, 'dismissed'],
  ['dismissed', new Date('2026-11-21T12:00:00.001Z'), 'dismissed'],
  ['dismissed', NOW, 'pending'],
  ['confirmed', NOW, 'confirmed'],
] as const)('%s until %p shows as %s', (status, dismissedUntil, shown) => {
  expect(effectiveStatus({ status, dismissedUntil }, NOW)).toBe(shown);
});

test.each([
  ['pending', ['confirm']],
  ['dismissed', ['confirm']],
  ['confirmed', []],
  ['resolved', []],
] as const)('a %s finding allows %p', (status, actions) => {
  expect(actionsOf(status)).toEqual(actions);
});
