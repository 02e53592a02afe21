import type { Outcome } from '../../findings/evaluation/outcome.js';
import { meanRateOf } from './page-outcomes.js';

const page = (entry: number) => ({ entry, name: `Page ${entry}`, url: null, kind: 'structured' as const });
const [p, f, i, u, c] = ['passed', 'failed', 'inapplicable', 'untested', 'cannot_tell'] as const;

/** @param grid a row for each requirement, a column for each page */
const rate = (...grid: Outcome[][]) =>
  meanRateOf({
    pages: (grid[0] ?? []).map((_, index) => page(index + 1)),
    requirements: grid.map((outcomes, index) => ({ number: String(index + 1), outcomes })),
  });

test.each([
  [
    'pages count alike, however much applies to them',
    [
      [p, p],
      [p, f],
      [f, i],
      [f, i],
      [f, i],
      [f, i],
    ],
    4166,
    2,
    0,
  ],
  [
    'what is cut off is never rounded up',
    [
      [p, p, p],
      [p, p, f],
      [p, p, f],
    ],
    7777,
    3,
    0,
  ],
  [
    'thirds that make a half are a half',
    [
      [p, f],
      [f, p],
      [f, p],
    ],
    5000,
    2,
    0,
  ],
  ['all is all', [[p, p, p]], 10_000, 3, 0],
  ['nothing is nothing', [[f, f]], 0, 2, 0],
  [
    'pages to which nothing applies do not count',
    [
      [p, i],
      [f, i],
    ],
    5000,
    1,
    0,
  ],
  [
    'what is not decided is in no share, and is told',
    [
      [p, p],
      [u, f],
      [c, u],
    ],
    7500,
    2,
    3,
  ],
] as const)('%s', (_, grid, hundredths, pages, undecided) => {
  expect(rate(...(grid as unknown as Outcome[][]))).toEqual({ hundredths, pages, undecided });
});

test('there is no mean of nothing', () => {
  expect(rate()).toBeNull();
  expect(rate([u, i], [c, i])).toBeNull();
});
