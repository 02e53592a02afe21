import { type Comparison, comparisonOf } from './compare.js';
import type { Outcome } from '../outcome.js';

test.each<[Outcome, Outcome, Comparison]>([
  ['failed', 'passed', 'fixed'],
  ['failed', 'inapplicable', 'fixed'],
  ['failed', 'failed', 'still_failing'],
  ['passed', 'failed', 'new_failure'],
  ['untested', 'failed', 'new_failure'],
  ['cannot_tell', 'failed', 'new_failure'],
  ['failed', 'untested', 'not_retested'],
  ['failed', 'cannot_tell', 'better'],
  ['cannot_tell', 'passed', 'better'],
  ['cannot_tell', 'inapplicable', 'better'],
  ['passed', 'cannot_tell', 'worse'],
  ['inapplicable', 'untested', 'worse'],
  ['passed', 'passed', 'same'],
  ['passed', 'inapplicable', 'same'],
  ['untested', 'passed', 'same'],
  ['cannot_tell', 'untested', 'same'],
])('%s, then %s: %s', (before, after, comparison) => {
  expect(comparisonOf(before, after)).toBe(comparison);
});
