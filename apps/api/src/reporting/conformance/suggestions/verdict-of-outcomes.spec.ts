import { ALL_ENTRIES, type Outcome } from '../../../findings/evaluation/outcome.js';
import { verdictOfOutcomes } from './verdict-of-outcomes.js';

const of = (...outcomes: Outcome[]) => new Map(outcomes.map((outcome, index) => [index + 1, outcome]));

test.each([
  ['fails on all entries that are decided', of('failed', 'failed'), 'does_not_support'],
  ['fails on one, and there is nothing on the other', of('failed', 'inapplicable'), 'does_not_support'],
  ['fails on one and passes on the other', of('failed', 'passed'), 'partially_supports'],
  ['fails on one, while the other is not tested', of('failed', 'untested'), 'does_not_support'],
  ['passes on both', of('passed', 'passed'), 'supports'],
  ['passes on one, and there is nothing on the other', of('passed', 'inapplicable'), 'supports'],
  ['has nothing anywhere', of('inapplicable', 'inapplicable'), 'not_applicable'],
  ['passes on one, while nobody can tell on the other', of('passed', 'cannot_tell'), null],
  ['passes on one, while the other is not tested', of('passed', 'untested'), null],
  ['is not tested', of(), null],
  ['passes on all', new Map<number, Outcome>([[ALL_ENTRIES, 'passed']]), 'supports'],
] as const)('of a requirement that %s an audit suggests what follows', (_, outcomes, verdict) => {
  expect(verdictOfOutcomes(outcomes, [1, 2], false)).toBe(verdict);
});

test('an open issue contradicts what passes or does not apply, and nothing that fails', () => {
  expect(verdictOfOutcomes(of('passed', 'passed'), [1, 2], true)).toBeNull();
  expect(verdictOfOutcomes(of('inapplicable'), [1], true)).toBeNull();
  expect(verdictOfOutcomes(of('failed'), [1], true)).toBe('does_not_support');
});
