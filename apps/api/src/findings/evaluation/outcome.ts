import { named } from '#libs/fields';

/** The outcomes of EARL, from the one that says most against conformance. */
export const OUTCOMES = named(
  'AuditOutcome',
  ['failed', 'cannot_tell', 'untested', 'passed', 'inapplicable'],
  'The outcome of a requirement (EARL 1.0): failed, cannot tell, untested, passed or inapplicable.',
);
export type Outcome = (typeof OUTCOMES)[number];

/**
 * The number under which an outcome is kept that stands for each entry without one of its own; in the interface it is
 * `all`.
 */
export const ALL_ENTRIES = 0;

/** Outcomes of one requirement by entry. */
export type OutcomesByEntry = ReadonlyMap<number, Outcome>;

/** What a requirement has on an entry: its own outcome, else that of all entries. */
export function outcomeOn(outcomes: OutcomesByEntry, entry: number): Outcome {
  const own = outcomes.get(entry) ?? 'untested';
  return own === 'untested' ? (outcomes.get(ALL_ENTRIES) ?? 'untested') : own;
}

/**
 * The verdict of a requirement over a sample: the first of OUTCOMES that an entry has. Without entries it is that of
 * all of them.
 * @param entries the numbers of the sample
 */
export function verdictOf(outcomes: OutcomesByEntry, entries: readonly number[]): Outcome {
  if (entries.length === 0) return outcomes.get(ALL_ENTRIES) ?? 'untested';
  const found = new Set(entries.map((entry) => outcomeOn(outcomes, entry)));
  return OUTCOMES.find((outcome) => found.has(outcome))!;
}
