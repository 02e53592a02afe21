import { mapInSlices, pauseBefore, sortInSlices } from './slices.js';

test('each item is mapped once, in order, with its place', async () => {
  expect(await mapInSlices(['a', 'b', 'c'], (item, index) => `${item}${index}`)).toEqual(['a0', 'b1', 'c2']);
  expect(await mapInSlices([], String)).toEqual([]);
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
