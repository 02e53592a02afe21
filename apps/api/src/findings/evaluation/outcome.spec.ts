import { ALL_ENTRIES, type Outcome, outcomeOn, verdictOf } from './outcome.js';

const of = (outcomes: Partial<Record<number, Outcome>>) =>
  new Map(Object.entries(outcomes).map(([entry, outcome]) => [Number(entry), outcome!]));

test.each<[string, Partial<Record<number, Outcome>>, number[], Outcome]>([
  ['fails where any entry fails', { 1: 'passed', 2: 'failed', 3: 'cannot_tell' }, [1, 2, 3], 'failed'],
  ['cannot be told where one cannot', { 1: 'passed', 2: 'cannot_tell' }, [1, 2, 3], 'cannot_tell'],
  ['is untested where one is', { 1: 'passed' }, [1, 2], 'untested'],
  ['is untested without entries and without an outcome for all', {}, [], 'untested'],
  ['is that of all where there are no entries', { [ALL_ENTRIES]: 'passed' }, [], 'passed'],
  ['passes where one passes and nothing on others is about it', { 1: 'inapplicable', 2: 'passed' }, [1, 2], 'passed'],
  ['is inapplicable where it is on all', { [ALL_ENTRIES]: 'inapplicable' }, [1, 2], 'inapplicable'],
  ['takes that of all for entries without one', { [ALL_ENTRIES]: 'passed', 2: 'failed' }, [1, 2], 'failed'],
  ['takes that of all for entries that were set back', { [ALL_ENTRIES]: 'passed', 2: 'untested' }, [1, 2], 'passed'],
])('a requirement %s', (_, outcomes, entries, verdict) => {
  expect(verdictOf(of(outcomes), entries)).toBe(verdict);
});

test('an entry has its own outcome, else that of all entries', () => {
  expect(outcomeOn(of({ [ALL_ENTRIES]: 'passed', 1: 'failed' }), 1)).toBe('failed');
  expect(outcomeOn(of({ [ALL_ENTRIES]: 'passed', 1: 'failed' }), 2)).toBe('passed');
});
