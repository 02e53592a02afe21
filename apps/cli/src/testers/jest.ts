import type { AxeResults } from './kept-results.js';
import { keepResultsOf, toBeAccessible } from './matcher.js';

interface Expect {
  extend(matchers: object): void;
  getState(): { currentTestName?: string };
}

// Named in `setupFilesAfterEnv`, where Jest has its globals.
const { expect } = globalThis as { expect?: Expect };
expect?.extend({ toBeAccessible });

/** Keeps results of axe-core without failing the test: whether they fail is for `curbcut upload` to say. */
export const keep = (results: AxeResults): void => keepResultsOf(expect?.getState().currentTestName, results);

export { toBeAccessible };
