import fc from 'fast-check';
import { dateOf, startOf } from './trend-points.js';
import { median, type TrendFacts, trendPoints } from './trends.js';

const TODAY = 20_000;
const NOTHING: TrendFacts = {
  open: 0,
  issues: [],
  findings: [],
  openSince: [],
  closedSince: [],
  closedAfter: [],
  grades: null,
};

test.each<[string, [number, number][], number | null]>([
  ['none', [], null],
  ['what was taken back', [[7, 0]], null],
  ['one', [[7, 1]], 7],
  [
    'two',
    [
      [9, 1],
      [3, 1],
    ],
    3,
  ],
  [
    'three',
    [
      [1, 1],
      [5, 1],
      [9, 1],
    ],
    5,
  ],
  [
    'some of which are alike',
    [
      [0, 2],
      [10, 3],
    ],
    10,
  ],
  [
    'half of which are alike',
    [
      [0, 3],
      [10, 3],
    ],
    0,
  ],
])('the median of %s', (_name, values, expected) => {
  expect(median(values)).toBe(expected);
});

test('a point of which nothing is known is empty', () => {
  expect(trendPoints(NOTHING, [TODAY - 7, TODAY], TODAY)).toEqual([
    {
      start: dateOf(TODAY - 7),
      findings: { raised: 0, resolved: 0, regressed: 0 },
      issues: { opened: 0, closed: 0, open: 0 },
      medianAgeDays: null,
      medianDaysToClose: null,
      grade: null,
      potentialLetter: null,
      formulaVersion: null,
    },
  ]);
});

test('what happened after the last point does not count in it', () => {
  const issues = [
    { point: 1, opened: 4, closed: 1, removed: 0 },
    { point: 2, opened: 10, closed: 2, removed: 3 },
  ];
  const [point] = trendPoints({ ...NOTHING, open: 9, issues }, [TODAY - 14, TODAY - 7], TODAY);
  expect(point!.issues).toEqual({ opened: 4, closed: 1, open: 4 });
});

test('each point has the Grade at its end', () => {
  const grades = [null, { letter: 'B', potentialLetter: 'C', formulaVersion: 2 } as const];
  const points = trendPoints({ ...NOTHING, grades }, [TODAY - 14, TODAY - 7, TODAY], TODAY);
  expect(points.map(({ grade, potentialLetter, formulaVersion }) => [grade, potentialLetter, formulaVersion])).toEqual([
    [null, null, null],
    ['B', 'C', 2],
  ]);
});

/** Issues by the days on which they were opened and closed; of an open one the second is null. */
const issue = fc
  .tuple(fc.integer({ min: 0, max: 200 }), fc.option(fc.nat(100)))
  .map(([ago, after]) => ({ opened: TODAY - ago, closed: after === null || after > ago ? null : TODAY - ago + after }));

test('the points are those that a look at each issue gives', () => {
  fc.assert(
    fc.property(
      fc.array(issue, { maxLength: 40 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 10 }),
      fc.constantFrom('week' as const, 'month' as const),
      (issues, count, back, interval) => {
        const starts = Array.from({ length: count + 1 }, (_, i) => startOf(TODAY, interval, i - count - back + 1));
        const pointOf = (day: number): number => starts.filter((start) => start <= day).length;
        const since = issues.filter(({ closed }) => closed !== null && closed >= starts[0]!);
        const facts: TrendFacts = {
          ...NOTHING,
          open: issues.filter(({ closed }) => closed === null).length,
          issues: issues.flatMap(({ opened, closed }) => [
            { point: pointOf(opened), opened: 1, closed: 0, removed: 0 },
            ...(closed === null ? [] : [{ point: pointOf(closed), opened: 0, closed: 1, removed: 0 }]),
          ]),
          openSince: issues.flatMap(({ opened, closed }) => (closed === null ? [[opened, 1]] : [])),
          closedSince: since.map(({ opened, closed }) => [opened, pointOf(closed!), 1]),
          closedAfter: since.map(({ opened, closed }) => [pointOf(closed!), closed! - opened, 1]),
        };
        facts.issues = summed(facts.issues).filter(({ point }) => point > 0);
        for (const [index, point] of trendPoints(facts, starts, TODAY).entries()) {
          const last = Math.min(starts[index + 1]! - 1, TODAY);
          const within = (day: number | null) => day !== null && day >= starts[index]! && day < starts[index + 1]!;
          const open = issues.filter(({ opened, closed }) => opened <= last && (closed === null || closed > last));
          const closed = issues.filter((each) => within(each.closed));
          expect(point.issues).toEqual({
            opened: issues.filter(({ opened }) => within(opened)).length,
            closed: closed.length,
            open: open.length,
          });
          expect(point.medianAgeDays).toBe(lowerMedian(open.map(({ opened }) => last - opened)));
          expect(point.medianDaysToClose).toBe(lowerMedian(closed.map((each) => each.closed! - each.opened)));
        }
      },
    ),
  );
});

const lowerMedian = (values: number[]): number | null =>
  values.sort((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? null;

/** As the database gives them: one for each point. */
function summed(flows: TrendFacts['issues']): TrendFacts['issues'] {
  const byPoint = new Map<number, TrendFacts['issues'][number]>();
  for (const { point, opened, closed, removed } of flows) {
    const sum = byPoint.get(point) ?? { point, opened: 0, closed: 0, removed: 0 };
    byPoint.set(point, {
      point,
      opened: sum.opened + opened,
      closed: sum.closed + closed,
      removed: sum.removed + removed,
    });
  }
  return [...byPoint.values()];
}
