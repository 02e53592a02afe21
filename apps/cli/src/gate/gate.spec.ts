import { introducedOf, judge } from './gate.js';
import { countsOf, type IngestAnswer, type Introduced, introducedBy, type ReportResult } from './result.js';

const answer = (): IngestAnswer => ({
  testActivity: null,
  findingCount: 1,
  resolvedCount: 0,
  delta: { new: 0, known: 1, regressed: 0, dismissed: 0, resolved: 0 },
  introduced: { count: 0, indexes: [], regressed: [] },
  fixes: null,
  created: true,
});
const EXAMINED = { selections: [] as string[], failed: [] as string[], examinedNothing: false };
const report = (...answers: IngestAnswer[]): ReportResult => ({
  report: { ...{ tool: 'axe-core', found: [], pages: [], gaps: [], isShard: false, files: [] }, ...EXAMINED },
  coverage: { coverage: 'partial', because: 'it is' },
  partCount: answers.length,
  answers,
  introduced: [],
  review: [],
  unnamed: 0,
});

const found = (ruleId: string, over: object = {}) => ({ finding: { ruleId, title: ruleId, ...over } });
const bringing = (change: Introduced['change'], over: object = {}): Introduced => ({
  ...found(change, over),
  ...{ change, pages: [] },
});

test.each(['introduced', 'introduced-high', 'introduced-blocking', 'regressed', 'none'] as const)(
  'what needs review is not in the gate %s',
  (failOn) => {
    const unsure = { ...report(answer()), review: [found('label')] };
    expect(judge([unsure], { failOn, max: 0 }, undefined)).toMatchObject({ verdict: 'passed', count: 0 });
  },
);

test('the gate review counts what would be introduced had the tool been sure, once, and what is introduced too', () => {
  const settings = { failOn: 'review', max: 0 } as const;
  const some = {
    ...report(answer(), answer()),
    introduced: [bringing('new')],
    review: [found('label'), found('label'), found('image-alt')],
  };
  expect(judge([some], settings, undefined)).toMatchObject({ verdict: 'failed', count: 3 });
  expect(judge([report(answer())], settings, undefined).verdict).toBe('passed');
  expect(judge([some], { ...settings, max: 3 }, undefined).verdict).toBe('passed');
});

test.each([
  ['introduced', 5],
  ['introduced-high', 2],
  ['introduced-blocking', 1],
  ['regressed', 1],
  ['none', 0],
] as const)('the gate %s counts what it is for', (failOn, count) => {
  const introduced = [
    bringing('new'),
    bringing('regressed', { severity: 'medium', impact: 'high' }),
    bringing('spread'),
    bringing('new', { ruleId: 'a', severity: 'high', impact: 'low' }),
    bringing('new', { ruleId: 'b', severity: 'high', impact: 'high' }),
  ];
  expect(judge([{ ...report(answer()), introduced }], { failOn, max: 0 }, undefined).count).toBe(count);
});

test('an answer says of each index whether it is new, back, or on more pages, and which', () => {
  const introduced = {
    count: 3,
    indexes: [0, 1, 3],
    regressed: [1],
    spread: [3],
    pages: [{ index: 3, pages: ['/a'] }],
  };
  const all = ['a', 'b', 'c', 'd'].map((rule) => found(rule));
  expect(introducedBy(all, { ...answer(), introduced }).map(({ change, pages }) => [change, pages])).toEqual([
    ['new', []],
    ['regressed', []],
    ['spread', ['/a']],
  ]);
});

test('what stands in two parts counts once', () => {
  const delta = { new: 1, known: 2, regressed: 0, dismissed: 0, resolved: 0 };
  const twice = {
    ...report({ ...answer(), delta }, { ...answer(), delta }),
    introduced: [bringing('spread', { ruleId: 'x' }), { ...bringing('spread', { ruleId: 'x' }), pages: ['/b'] }],
  };
  expect(countsOf({ ...twice, introduced: [bringing('new'), bringing('new')] })).toMatchObject({ new: 1, known: 4 });
  expect(introducedOf([twice])).toEqual([expect.objectContaining({ pages: ['/b'] })]);
});

test('what failed is named, and nothing examined is no pass, whatever the gate is for', () => {
  const one = report(answer());
  const with_ = (over: object): ReportResult => ({ ...one, report: { ...one.report, ...over } });
  const pages = Array.from({ length: 7 }, (_, index) => `https://shop.example/${index}`);
  const partly = judge([with_({ failed: pages })], { failOn: 'introduced', max: 0 }, undefined);
  expect(partly.verdict).toBe('passed');
  expect(partly.reason).toMatch(/Not examined: https:\/\/shop\.example\/0, .+\/4 and 2 more\.$/);
  const nothing = judge([one, with_({ failed: ['a'], examinedNothing: true })], { failOn: 'none', max: 0 }, undefined);
  expect(nothing).toMatchObject({ verdict: 'failed', reason: 'Nothing was examined by axe-core (a).' });
});
