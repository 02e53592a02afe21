import type { Expect, MatcherReturnType, Page, TestType } from '@playwright/test';
import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from '@playwright/test';
import type { AxeResults } from './results.cjs';

/** What of a page is examined, and how: the two parameters of `axe.run`. */
export interface ScanOptions {
  context?: unknown;
  options?: unknown;
}

/** Playwright's `test` with a fixture `scan`, which examines the page as it is, keeps the result, and answers it. */
export declare const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & { scan: (options?: ScanOptions) => Promise<AxeResults> },
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

/** Playwright's `expect` with a matcher for pages. */
export declare const expect: Expect<{
  toBeAccessible(page: Page, options?: ScanOptions): Promise<MatcherReturnType>;
}>;
