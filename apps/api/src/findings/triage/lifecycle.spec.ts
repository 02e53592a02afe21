import { actionsOf, TRIAGE_TRANSITIONS } from './lifecycle.js';

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
