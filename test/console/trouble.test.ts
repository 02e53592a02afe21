import { setTimeout as delay } from 'node:timers/promises';
import { expect, type Page, type Route, test } from '@playwright/test';
import { base, records } from './console.js';
import { workplace } from './people.js';
import { ADDRESSES, filled, isWhole, overflowOf, settled, SIGNED_OUT, signIn, TROUBLED, watch } from './views.js';

const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 320, height: 640 } },
  { colorScheme: 'light', viewport: { width: 320, height: 640 }, locale: 'fr-FR' },
  { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
] as const;

const refusal = (status: number, code: string) => ({
  status,
  headers: { 'content-type': 'application/problem+json', 'x-request-id': 'request-of-the-test', 'retry-after': '0' },
  body: JSON.stringify({ status, code, message: 'As the test has it.' }),
});
const answerWith = (status: number, code: string) => (route: Route) => route.fulfill(refusal(status, code));

/** All that a view reads of the service, but who is there and which product it is of. */
const isOfView = (url: URL): boolean =>
  /^\/(v1|api\/auth)\//.test(url.pathname) &&
  !/^\/v1\/me$|\/products\/[^/]+$|notifications\/stream$/.test(url.pathname);

/** What goes wrong, and what is done so that it does. */
const TROUBLES: Record<string, (page: Page) => Promise<unknown>> = {
  'is broken': (page) => page.route(isOfView, answerWith(500, 'internal_error')),
  'refuses it': (page) => page.route(isOfView, answerWith(403, 'role_too_low')),
  'is not available': (page) => page.route(isOfView, answerWith(503, 'temporarily_unavailable')),
  'has no time': (page) => page.route(isOfView, answerWith(429, 'rate_limited')),
  'is slow': (page) =>
    page.route(isOfView, async (route) => {
      await delay(1_000);
      await route.fallback();
    }),
  'has all modules off': (page) =>
    changed(page, /\/v1\/me$/, (me: { organizations: { modules: string[] }[] }) => {
      for (const organization of me.organizations) organization.modules = [];
    }),
  'has the product archived': (page) =>
    changed(page, /\/products\/[^/]+$/, (answer: { product?: { archivedAt: string } }) => {
      if (answer.product) answer.product.archivedAt = '2026-01-01T00:00:00.000Z';
    }),
};

/** Changes what the service answers at an address. */
const changed = <T>(page: Page, address: RegExp, change: (answer: T) => void): Promise<unknown> =>
  page.route(address, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const json = (await response.json()) as T;
    change(json);
    return route.fulfill({ response, json });
  });

const names = Object.keys(TROUBLES);
const swept = ADDRESSES.filter((address) => !SIGNED_OUT.includes(address));

for (const [turn, look] of LOOKS.entries())
  test.describe(`in look ${turn + 1}`, () => {
    test.use(look);
    for (const [place, address] of swept.entries()) {
      if (place % LOOKS.length !== turn) continue;
      // Each address has one of them, and all of them have many.
      const trouble = names[place % names.length]!;
      test(`${address} is whole where the service ${trouble}`, async ({ page }) => {
        const seen = watch(page, TROUBLED);
        await signIn(page, records);
        await TROUBLES[trouble]!(page);
        await page.goto(base + filled(address, records));
        await settled(page);
        await isWhole(page);
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
        expect(seen()).toEqual([]);
      });
    }
  });

test('without a network each view stays, and says so', async ({ page, context }) => {
  test.slow();
  const seen = watch(page, TROUBLED);
  await signIn(page, records);
  for (const address of swept.filter((_, place) => place % 8 === 0)) {
    await page.goto(base + filled(address, records));
    await settled(page);
    await context.setOffline(true);
    await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
    await isWhole(page);
    await context.setOffline(false);
    await expect(page.getByRole('status').filter({ hasText: 'You are online again.' })).toBeVisible();
  }
  expect(seen()).toEqual([]);
});

const general = swept.filter((address) => !/:(?!org|product)/.test(address));
const GROUPS = 4;

for (let group = 0; group < GROUPS; group += 1)
  test(`where there is nothing yet each view is whole, ${group + 1} of ${GROUPS}`, async ({ page }) => {
    test.slow();
    const seen = watch(page, TROUBLED);
    const at = await workplace(page, `empty-${group}`);
    await page.setViewportSize({ width: 320, height: 640 });
    const [, org = '', , product = ''] = at.product.split('/').slice(1);
    for (const address of general.filter((_, place) => place % GROUPS === group)) {
      await page.goto(base + filled(address, { ...records, names: { org, product } }));
      await settled(page);
      await isWhole(page);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    }
    expect(seen()).toEqual([]);
  });
