import { actionsOf, effectiveStatus, TRIAGE_TRANSITIONS } from './lifecycle.js';

const NOW = new Date('2026-11-21T12:00:00Z');

test.each([
  ['pending', null, 'pending'],
  ['dismissed', null, 'dismissed'],
  ['dismissed', new Date('2026-11-21T12:00:00.001Z'), 'dismissed'],
  ['dismissed', NOW, 'pending'],
  ['confirmed', NOW, 'confirmed'],
] as const)('%s until %p shows as %s', (status, dismissedUntil, shown) => {
  expect(effectiveStatus({ status, dismissedUntil, absentAt: null }, NOW)).toBe(shown);
});

test('a dismissal that runs out on a finding that is present nowhere shows it as resolved', () => {
  expect(effectiveStatus({ status: 'dismissed', dismissedUntil: NOW, absentAt: NOW }, NOW)).toBe('resolved');
});

test.each([
  ['pending', 'confirm', 'confirmed'],
  ['pending', 'dismiss', 'dismissed'],
  ['pending', 'reopen', 'pending'],
  ['confirmed', 'confirm', 'confirmed'],
  ['confirmed', 'dismiss', 'finding_confirmed'],
  ['confirmed', 'reopen', 'finding_confirmed'],
  ['dismissed', 'confirm', 'confirmed'],
  ['dismissed', 'dismiss', 'dismissed'],
  ['dismissed', 'reopen', 'pending'],
  ['resolved', 'confirm', 'finding_resolved'],
  ['resolved', 'dismiss', 'finding_resolved'],
  ['resolved', 'reopen', 'pending'],
] as const)('a %s finding: %s leads to %s', (status, action, next) => {
  expect(TRIAGE_TRANSITIONS[status][action]).toBe(next);
});

test.each([
  ['pending', ['confirm', 'dismiss']],
  ['dismissed', ['confirm', 'dismiss', 'reopen']],
  ['confirmed', []],
  ['resolved', ['reopen']],
] as const)('a %s finding offers %p', (status, actions) => {
  expect(actionsOf(status)).toEqual(actions);
});
