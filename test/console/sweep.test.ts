import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import axe from 'axe-core';
import { base, records } from './console.js';

/** Every address of the build: a view that is added is swept by itself. */
const ADDRESSES = JSON.parse(readFileSync('dist/web/addresses.json', 'utf8')) as string[];
const SIGNED_OUT = ['/sign-in', '/sign-up', '/forgot-password', '/two-factor'];
const LOOKS = [
  { name: 'light, 1280 pixels', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'dark, 320 pixels', colorScheme: 'dark', viewport: { width: 320, height: 640 } },
] as const;

const filled = (address: string): string =>
  address.replace(/:(\w+)/g, (_, name: string) => {
    const value = records.names[name];
    if (value === undefined) throw new Error(`records.ts makes nothing for :${name} of ${address}`);
    return value;
  });

for (const { name, ...look } of LOOKS) {
  test.describe(`in ${name}`, () => {
    test.use(look);
    for (const address of [...ADDRESSES, '/no/such/page']) {
      test(`${address} has nothing in anybody's way`, async ({ page }) => {
        const seen = watch(page);
        if (!SIGNED_OUT.includes(address)) await signIn(page);
        await page.goto(base + filled(address));
        await settled(page);
        await expect(page.locator('h1')).toHaveCount(1);
        expect(await page.title()).toMatch(/^.+ · Curbcut$/);
        await expect(page.getByRole('main')).toHaveCount(1);
        await expect(page.getByRole('banner')).toHaveCount(1);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        expect(await violationsOf(page)).toEqual([]);
        expect(seen()).toEqual([]);
      });
    }
  });
}

/** What the console of the browser says, and what is asked of elsewhere; the line that a refused answer leaves there is the browser's own. */
function watch(page: Page): () => string[] {
  const seen: string[] = [];
  page.on('console', (line) => {
    const isRefusal = /^Failed to load resource: the server responded with a status of 40[14]/.test(line.text());
    if (['error', 'warning'].includes(line.type()) && !isRefusal) seen.push(line.text());
  });
  page.on('pageerror', ({ message }) => seen.push(message));
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !/^(blob|data):/.test(request.url())) seen.push(request.url());
  });
  return () => seen;
}

async function signIn(page: Page): Promise<void> {
  const { email, password } = records;
  const answer = await page.request.post(`${base}/api/auth/sign-in/email`, { data: { email, password } });
  expect(answer.status()).toBe(200);
}

/** Until nothing is being loaded any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const found = await (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: { type: 'tag', values } });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
  }, TAGS);
}
