import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { withDeadline } from './deadline.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('what never ends is given up, also where only a signal made of ours was kept and memory has been collected', async () => {
  const forever = withDeadline(100, (late) => {
    const made = AbortSignal.any([new AbortController().signal, late]);
    return new Promise((_, failed) => made.addEventListener('abort', () => failed(made.reason as Error)));
  });
  const outcome = expect(forever).rejects.toThrow('it took longer than 100 ms');
  for (let i = 0; i < 5; i += 1) {
    await turn();
    collectGarbage();
  }
  await outcome;
});

test('what ends in time is answered, and aborted no more', async () => {
  let kept: AbortSignal | undefined;
  expect(await withDeadline(20, async (late) => ((kept = late), 7))).toBe(7);
  // The deadline of what begins after it comes later.
  await withDeadline(20, (late) => new Promise<void>((over) => late.addEventListener('abort', () => over())));
  expect(kept!.aborted).toBe(false);
});
