import { allPositions, numbersOf, positionsOf } from './finding-positions.js';

const at = (...positions: number[]) => positions.map((position) => ({ position }));

const brought = (index: number, change: 'new' | 'regressed' | 'spread', pages: string[] = [], needsReview = false) => ({
  index,
  change,
  needsReview,
  pages,
});

test('places are kept as ranges, in their order, and come out as numbers', () => {
  const introduced = [3, 0, 1, 4].map((index) => brought(index, index === 1 ? 'regressed' : 'new'));
  const kept = positionsOf(at(0, 1, 5, 6, 7), introduced)!;
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
  const all = Array.from({ length: 1_500 }, (_, index) => brought(index, 'regressed'));
  const kept = positionsOf(at(...all.map(({ index }) => 2 * index)), all.toReversed())!;
  expect([kept.count, numbersOf(kept.places).length, numbersOf(kept.regressed).at(-1)]).toEqual([1_500, 1_000, 1_998]);
  expect(allPositions(1_500)).toEqual({ count: 1_500, places: [[0, 999]], regressed: [] });
  expect(allPositions(0)).toEqual({ count: 0, places: [], regressed: [] });
});

test('what has spread is told with its pages, what needs review apart from what counts', () => {
  const introduced = [brought(1, 'spread', ['/a', '/b']), brought(0, 'new'), brought(2, 'new', [], true)];
  expect(positionsOf(at(0, 1, 2), introduced)).toEqual({
    count: 2,
    places: [[0, 1]],
    regressed: [],
    spread: [[1, 1]],
    pages: [{ index: 1, pages: ['/a', '/b'] }],
    review: [[2, 2]],
  });
  expect(positionsOf([], [])).toBeNull();
});

test('of pages a hundred are named, and four thousand characters', () => {
  const many = Array.from({ length: 60 }, (_, index) => `/${index}`);
  const cut = positionsOf(at(0, 1), [brought(0, 'spread', many), brought(1, 'spread', many)])!;
  expect([cut.pagesCut, cut.pages!.map(({ pages }) => pages.length)]).toEqual([true, [60, 40]]);
  const long = positionsOf(at(0), [brought(0, 'spread', ['/a', '/'.padEnd(4_000, 'b')])])!;
  expect(long).toMatchObject({ pagesCut: true, pages: [{ index: 0, pages: ['/a'] }] });
  const whole = positionsOf(at(0), [brought(0, 'spread', many)])!;
  expect(whole.pagesCut).toBeUndefined();
});
