import 'vitest';
import type { AxeResults } from './results.js';

/** Keeps results of axe-core without failing the test: whether they fail is for `curbcut upload` to say. */
export declare function keep(results: AxeResults): void;

/** Keeps results of axe-core, and fails where something does. */
export declare function toBeAccessible(results: AxeResults): { pass: boolean; message: () => string };

declare module 'vitest' {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as Vitest declares it, or it is another
  interface Matchers<T = any> {
    toBeAccessible(): T;
  }
}
