import { setTimeout } from 'node:timers/promises';
import { Crowd } from './crowd.js';

/** Keeps the event loop busy for so long. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('accounts crowd a process where several have asked and its event loop is busy', async () => {
  const crowd = new Crowd();
  crowd.note('a');
  work(60);
  expect(crowd.isAround('a')).toBe(false);
  crowd.note('b');
  expect([crowd.isAround('a'), crowd.isAround('b'), crowd.isAround('c')]).toEqual([true, true, true]);
  expect(crowd.isThere()).toBe(true);
  await setTimeout(1_100);
  expect([crowd.isAround('a'), crowd.isThere()]).toEqual([false, false]);
});

test('who asks often is not taken for several', () => {
  const crowd = new Crowd();
  for (let times = 0; times < 3; times += 1) crowd.note('a');
  work(60);
  expect([crowd.isAround('a'), crowd.isThere()]).toEqual([false, false]);
});
