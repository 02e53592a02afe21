import { judge } from './gate.js';
import type { IngestAnswer, ReportResult } from './result.js';

const answer = (review: number | undefined): IngestAnswer => ({
  testActivity: null,
  findingCount: 1,
  resolvedCount: 0,
  delta: { new: 0, known: 1, regressed: 0, dismissed: 0, resolved: 0, ...(review === undefined ? {} : { review }) },
  introduced: { count: 0, indexes: [], regressed: [] },
  fixes: null,
  created: true,
});
const report = (...answers: IngestAnswer[]): ReportResult => ({
  report: { tool: 'axe-core', found: [], pages: [], gaps: [], isShard: false, files: [] },
  coverage: { coverage: 'partial', because: 'it is' },
  partCount: answers.length,
  answers,
  introduced: [],
  unnamed: 0,
});

test.each(['introduced', 'introduced-high', 'regressed', 'none'] as const)(
  'what needs review is not in the gate %s',
  (failOn) => {
    expect(judge([report(answer(3))], { failOn, max: 0 }, undefined)).toMatchObject({ verdict: 'passed', count: 0 });
  },
);

test('the gate review counts it in all parts, and what is introduced too', () => {
  const settings = { failOn: 'review', max: 0 } as const;
  const finding = { ruleId: 'label', title: 'Label' };
  const bringing = { ...report(answer(1), answer(2)), introduced: [{ finding, isRegressed: false }] };
  expect(judge([bringing], settings, undefined)).toMatchObject({
    verdict: 'failed',
    count: 4,
    reason: '4 findings are new, regressed or to be reviewed.',
  });
  expect(judge([report(answer(0))], settings, undefined).verdict).toBe('passed');
  expect(judge([bringing], { ...settings, max: 4 }, undefined).verdict).toBe('passed');
});

test('a service of before names none to review', () => {
  expect(judge([report(answer(undefined))], { failOn: 'review', max: 0 }, undefined).verdict).toBe('passed');
});
