import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect as baseExpect, test as baseTest, type Page, type TestInfo } from '@playwright/test';
import { type AxeResults, keepResults, messageOf } from './kept-results.js';

/** What of a page is examined, and how: the two parameters of `axe.run`. */
interface ScanOptions {
  context?: unknown;
  options?: unknown;
}

/** Playwright's `test` with a fixture `scan`, which examines the page as it is, keeps the result, and answers it. */
export const test = baseTest.extend<{ scan: (options?: ScanOptions) => Promise<AxeResults> }>({
  scan: async ({ page }, use) => use((options) => scanPage(page, options)),
});

/** Playwright's `expect` with a matcher for pages: `await expect(page).toBeAccessible()`. */
export const expect = baseExpect.extend({
  toBeAccessible: async (page: Page, options?: ScanOptions) => {
    const results = await scanPage(page, options);
    return { pass: results.violations.length === 0, message: () => messageOf(results) };
  },
});

async function scanPage(page: Page, { context, options }: ScanOptions = {}): Promise<AxeResults> {
  // Frames of other origins are examined as well.
  const axe = `${readFileSync(join(__dirname, '../axe.min.js'), 'utf8')};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });0`;
  // A frame may be gone meanwhile; axe-core tells of those that it cannot enter.
  for (const frame of page.frames()) await frame.evaluate(axe).catch(() => undefined);
  const results = (await page.evaluate(
    `axe.run(${JSON.stringify(context) ?? 'document'}, ${JSON.stringify(options) ?? '{}'})`,
  )) as AxeResults;
  keepResults(results, { name: nameFor(baseTest.info()) });
  return results;
}

const scans = new WeakMap<TestInfo, number>();

/** The same for a scan in every attempt at a test, so that the last one holds. */
function nameFor(info: TestInfo): string {
  const number = (scans.get(info) ?? 0) + 1;
  scans.set(info, number);
  return `${info.testId}-${number}`;
}
