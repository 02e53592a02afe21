import { type OutcomesByEntry, outcomeOn, verdictOf } from '../../../findings/evaluation/outcome.js';
import type { Verdict } from '../statement-terms.js';

/**
 * The verdict that the outcomes of an audit suggest on a requirement; null: none. Where it fails on all entries that
 * are decided the product does not support it, on some it does in part. An open issue contradicts what passes or does
 * not apply.
 * @param entries the numbers of the sample
 */
export function verdictOfOutcomes(
  outcomes: OutcomesByEntry,
  entries: readonly number[],
  hasOpenIssues: boolean,
): Exclude<Verdict, 'not_evaluated'> | null {
  switch (verdictOf(outcomes, entries)) {
    case 'failed': {
      const decided = entries
        .map((entry) => outcomeOn(outcomes, entry))
        .filter((outcome) => outcome === 'passed' || outcome === 'failed');
      return decided.includes('passed') ? 'partially_supports' : 'does_not_support';
    }
    case 'passed':
      return hasOpenIssues ? null : 'supports';
    case 'inapplicable':
      return hasOpenIssues ? null : 'not_applicable';
    default:
      return null;
  }
}
