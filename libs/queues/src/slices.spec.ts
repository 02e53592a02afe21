import { mapInSlices, pauseBefore, sortInSlices } from './slices.js';

/** Work of so many milliseconds. */
function hold(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('each item is mapped once, in order, with its place', async () => {
  expect(await mapInSlices(['a', 'b', 'c'], (item, index) => `${item}${index}`)).toEqual(['a0', 'b1', 'c2']);
  expect(await mapInSlices([], String)).toEqual([]);
});

test('others go on between the slices, however many lists are mapped at once', async () => {
  let [since, most] = [0, 0];
  let isOver = false;
  const other = () => {
    most = Math.max(most, since);
    since = 0;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const items = Array.from({ length: 12 });
  await Promise.all(
    [1, 2, 3, 4].map(() =>
      mapInSlices(items, () => {
        hold(2);
        since += 1;
      }),
    ),
  );
  isOver = true;
  // A slice is over after eight milliseconds: five items of two at most, of one list.
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(5);
});

test('what fails fails the whole, and does not keep others from their turn', async () => {
  const failing = mapInSlices([1], () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await mapInSlices([1], (item) => item + 1)).toEqual([2]);
});

test.each([0, 1, 1024, 1025, 5_000])('%i texts are sorted as at once', async (count) => {
  const texts = Array.from({ length: count }, (_, i) => `${(i * 7_919) % 1_000}-é-${i % 3}`);
  const given = [...texts];
  expect(await sortInSlices(texts)).toEqual([...texts].sort());
  expect(texts).toEqual(given);
});

test('others go on before something long, and short lists wait for nobody', async () => {
  // What the test before did in this turn counts.
  await new Promise((next) => setImmediate(() => setImmediate(next)));
  let turns = 0;
  setImmediate(() => (turns += 1));
  await pauseBefore([1, 2, 3]);
  await mapInSlices([1, 2, 3], String);
  expect(turns).toBe(0);
  await pauseBefore({ length: 10_000 });
  expect(turns).toBe(1);
});
