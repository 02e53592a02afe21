import { expect } from 'vitest';
import type { AxeResults } from './kept-results.js';
import { keepResultsOf, toBeAccessible } from './matcher.js';

expect.extend({ toBeAccessible });

/** Keeps results of axe-core without failing the test: whether they fail is for `curbcut upload` to say. */
export const keep = (results: AxeResults): void => keepResultsOf(expect.getState().currentTestName, results);

export { toBeAccessible };
