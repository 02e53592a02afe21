import { allPositions, numbersOf, positionsOf } from './finding-positions.js';

const at = (...positions: number[]) => positions.map((position) => ({ position }));

test('places are kept as ranges, in their order, and come out as numbers', () => {
  const introduced = [3, 0, 1, 4].map((index) => ({ index, isRegressed: index === 1 }));
  const kept = positionsOf(at(0, 1, 5, 6, 7), introduced);
  expect(kept).toEqual({
    count: 4,
    places: [
      [0, 1],
      [6, 7],
    ],
    regressed: [[1, 1]],
  });
  expect(numbersOf(kept.places)).toEqual([0, 1, 6, 7]);
});

test('the first thousand are named, and all are counted', () => {
  const all = Array.from({ length: 1_500 }, (_, index) => ({ index, isRegressed: true }));
  const kept = positionsOf(at(...all.map(({ index }) => 2 * index)), all.toReversed());
  expect([kept.count, numbersOf(kept.places).length, numbersOf(kept.regressed).at(-1)]).toEqual([1_500, 1_000, 1_998]);
  expect(allPositions(1_500)).toEqual({ count: 1_500, places: [[0, 999]], regressed: [] });
  expect(allPositions(0)).toEqual({ count: 0, places: [], regressed: [] });
});
