import { mapInSlices } from './slices.js';

/** Work of so many milliseconds. */
function hold(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

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
