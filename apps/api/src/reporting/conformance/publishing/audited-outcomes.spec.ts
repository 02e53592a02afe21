import type { Outcome } from '../../../findings/evaluation/outcome.js';
import type { Verdict } from '../statement-terms.js';
import { type AgainstVerdict, againstVerdict } from './audited-outcomes.js';

test.each<[Outcome | undefined, Verdict, AgainstVerdict | undefined]>([
  ['failed', 'supports', 'outcome_failed'],
  ['failed', 'not_applicable', 'outcome_failed'],
  ['failed', 'partially_supports', undefined],
  ['failed', 'does_not_support', undefined],
  ['failed', 'not_evaluated', undefined],
  ['untested', 'supports', 'outcome_undecided'],
  ['cannot_tell', 'supports', 'outcome_undecided'],
  ['untested', 'not_applicable', undefined],
  ['untested', 'does_not_support', undefined],
  ['passed', 'supports', undefined],
  ['inapplicable', 'supports', undefined],
  [undefined, 'supports', undefined],
])('what an audit has as %s speaks against the verdict %s: %s', (outcome, verdict, against) => {
  expect(againstVerdict(outcome, { verdict }, [{ verdict }])).toBe(against);
});

test('a failure that is admitted of one component is not denied of another', () => {
  const said = [{ verdict: 'partially_supports' as const }, { verdict: 'supports' as const }];
  expect(againstVerdict('failed', said[1]!, said)).toBeUndefined();
});
