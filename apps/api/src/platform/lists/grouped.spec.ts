import { grouped } from './grouped.js';

test('items stand under their key, keys and items in the order of the items', () => {
  const byParity = grouped([3, 4, 1, 2], (number) => number % 2);
  expect([...byParity]).toEqual([
    [1, [3, 1]],
    [0, [4, 2]],
  ]);
  expect(grouped([], String).size).toBe(0);
});
