import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { base } from './console.js';
import type { Records } from './records.js';

/** Every address of the build: a view that is added is swept by itself. */
export const ADDRESSES = JSON.parse(readFileSync('dist/web/addresses.json', 'utf8')) as string[];
/** Those of people who are not signed in. */
export const SIGNED_OUT = ['/sign-in', '/sign-up', '/forgot-password', '/two-factor'];

/** An address with the names of these records. */
export const filled = (address: string, { names }: Records): string =>
  address.replace(/:(\w+)/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`records.ts makes nothing for :${name} of ${address}`);
    return value;
  });

/** The line of a browser of an answer that is refused. */
const REFUSED = /^Failed to load resource: the server responded with a status of 40[14]/;
/** The same where the service has trouble, or there is no network. */
export const TROUBLED = /^Failed to load resource: (?:the server responded with a status of [45]\d\d|net::ERR_\w+)/;

/**
 * What the console of the browser says, and what is asked of elsewhere; the line that a refused answer leaves there is
 * the browser's own.
 */
export function watch(page: Page, ownLine: RegExp = REFUSED): () => string[] {
  const seen: string[] = [];
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type()) && !ownLine.test(line.text())) seen.push(line.text());
  });
  page.on('pageerror', ({ message }) => seen.push(message));
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !/^(blob|data):/.test(request.url())) seen.push(request.url());
  });
  return () => seen;
}

/** Signs this browser in. */
export async function signIn(page: Page, { email, password }: Records): Promise<void> {
  const answer = await page.request.post(`${base}/api/auth/sign-in/email`, { data: { email, password } });
  expect(answer.status()).toBe(200);
}

/** Until nothing is being loaded any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe-core finds. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Once a page: it is large.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const found = await (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: { type: 'tag', values } });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
  }, TAGS);
}

/** How many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** What no person should read. */
const NO_WORDS = /\b(undefined|NaN|\[object Object\]|null)\b/;

/** A view has its heading, its title and its landmarks, and says nothing that nobody understands. */
export async function isWhole(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  expect(await page.title()).toMatch(/^.+ · Curbcut$/);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('banner')).toHaveCount(1);
  expect(await page.getByRole('main').innerText()).not.toMatch(NO_WORDS);
  expect(await violationsOf(page)).toEqual([]);
}
