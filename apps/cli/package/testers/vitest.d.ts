import 'vitest';
import type { AxeResults } from './results.js';

/** Keeps results of axe-core without failing the test: whether they fail is for `curbcut upload` to say. */
export declare function keep(results: AxeResults): void;

/** Keeps results of axe-core, and fails where something does. */
export declare function toBeAccessible(results: AxeResults): { pass: boolean; message: () => string };

declare module 'vitest' {
  interface Matchers<T = unknown> {
    toBeAccessible(): T;
  }
}
