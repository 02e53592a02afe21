import { nextAttempt } from './retries.js';

const NOW = new Date('2026-11-21T12:00:00Z');

test.each([
  [1, 0, '2026-11-21T12:00:05.000Z'],
  [1, 0.5, '2026-11-21T12:00:05.250Z'],
  [2, 0, '2026-11-21T12:05:00.000Z'],
  [9, 0, '2026-11-22T12:00:00.000Z'],
])('after %i failed attempts, with jitter %d, the next is at %s', (failed, jitter, at) => {
  expect(nextAttempt(failed, NOW, jitter)!.toISOString()).toBe(at);
});

test('after the tenth attempt there is no further one', () => {
  expect(nextAttempt(10, NOW, 0)).toBeNull();
});
