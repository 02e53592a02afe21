import type { Verdict } from './statement-terms.js';

/** Verdicts that admit a failure: a key may state them, and open issues do not contradict them. */
export const ADMITTING: readonly Verdict[] = ['partially_supports', 'does_not_support'];

/**
 * Whether an open issue at the requirement contradicts a verdict on it. What does not apply in one component may fail
 * in another, where that is said.
 * @param ofRequirement all verdicts on it
 */
export const isContradictedByIssues = (
  { verdict }: { verdict: Verdict },
  ofRequirement: readonly { verdict: Verdict }[],
): boolean =>
  verdict === 'supports' ||
  (verdict === 'not_applicable' && !ofRequirement.some((other) => ADMITTING.includes(other.verdict)));
