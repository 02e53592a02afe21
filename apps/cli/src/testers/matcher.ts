import { type AxeResults, keepResults, messageOf } from './kept-results.js';

interface Matching {
  currentTestName?: string;
}

/**
 * A matcher for results of axe-core, as `axe.run`, jest-axe and vitest-axe give them: keeps them, and fails where
 * something does.
 */
export function toBeAccessible(this: Matching, results: AxeResults): { pass: boolean; message: () => string } {
  keepResultsOf(this.currentTestName, results);
  return { pass: results.violations.length === 0, message: () => messageOf(results) };
}

/** A rendered component has the address of the environment, which tells nothing: its test says what it is. */
export function keepResultsOf(test: string | undefined, results: AxeResults): void {
  const { url: _, ...rest } = results;
  keepResults(rest as AxeResults, { place: test });
}
