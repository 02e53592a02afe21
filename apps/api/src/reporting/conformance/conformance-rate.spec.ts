import type { DocumentVerdict } from './conformance-document.js';
import { conformanceOf, conformanceRate } from './conformance-rate.js';
import type { Verdict } from './statement-terms.js';

const requirement = (inScope: boolean, ...verdicts: Verdict[]) => ({
  inScope,
  verdicts: verdicts.map((verdict): DocumentVerdict => ({
    component: 'web',
    verdict,
    remarks: null,
    reason: 'noncompliance',
    alternative: null,
    evidence: [],
    fromGroup: false,
  })),
});

test.each<[string, ReturnType<typeof requirement>[], [number, number, number]]>([
  ['nothing', [], [0, 0, 0]],
  ['one that is supported', [requirement(true, 'supports')], [1, 1, 0]],
  ['one component that fails', [requirement(true, 'supports', 'partially_supports')], [0, 1, 0]],
  ['one component that does not apply', [requirement(true, 'supports', 'not_applicable')], [1, 1, 0]],
  ['one that applies nowhere', [requirement(true, 'not_applicable', 'not_applicable')], [0, 0, 1]],
  ['one that nobody has judged', [requirement(true)], [0, 1, 0]],
  ['one that was not evaluated', [requirement(true, 'not_evaluated')], [0, 1, 0]],
  ['one beyond the level', [requirement(false, 'does_not_support')], [0, 0, 0]],
])('conforming, applicable and not applicable of %s', (_, requirements, [conforming, applicable, notApplicable]) => {
  expect(conformanceRate(requirements)).toEqual({ conforming, applicable, notApplicable });
});

test.each([
  [10, 10, 'full'],
  [999_999, 1_000_000, 'partial'],
  [5, 10, 'partial'],
  [499_999, 1_000_000, 'none'],
  [0, 0, 'none'],
])('%i of %i conforming is %s', (conforming, applicable, expected) => {
  expect(conformanceOf({ conforming, applicable, notApplicable: 0 })).toBe(expected);
});
