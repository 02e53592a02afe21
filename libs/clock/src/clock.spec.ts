import { nowMs } from '../../../test/support/moments.js';
import { clock, setClock } from './index.js';

afterEach(() => setClock());

test('the clock is the one of the machine, until a test sets it', () => {
  const before = nowMs();
  expect(clock.millis()).toBeGreaterThanOrEqual(before);
  expect(clock.millis()).toBeLessThanOrEqual(nowMs());
  setClock(() => 60_000);
  expect(clock.millis()).toBe(60_000);
  setClock();
  expect(clock.millis()).toBeGreaterThanOrEqual(before);
});

test('all answers go by the clock that is set', () => {
  setClock(() => Date.UTC(2028, 1, 29, 12));
  expect(clock.now().toISOString()).toBe('2028-02-29T12:00:00.000Z');
  expect(clock.in(1_500).toISOString()).toBe('2028-02-29T12:00:01.500Z');
  expect(clock.ago(1_500).toISOString()).toBe('2028-02-29T11:59:58.500Z');
});

test('a moment that was read does not change', () => {
  let at = 0;
  setClock(() => at);
  const moment = clock.now();
  at = 1;
  expect(moment.getTime()).toBe(0);
});
