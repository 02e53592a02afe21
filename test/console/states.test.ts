import { expect, type Page, test } from '@playwright/test';
import { base, records } from './console.js';
import { workplace } from './people.js';
import { filled, isWhole, settled, signIn } from './views.js';

const refusal = (status: number, code: string, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json', 'x-request-id': 'request-of-the-test', ...headers },
  body: JSON.stringify({ status, code, message: 'As the test has it.' }),
});
const BROKEN = refusal(500, 'internal_error');
const FORBIDDEN = refusal(403, 'role_too_low');
const GONE = refusal(404, 'not_found');
const TOO_OFTEN = refusal(429, 'rate_limited', { 'retry-after': '1' });
const UNAVAILABLE = refusal(503, 'temporarily_unavailable', { 'retry-after': '1' });

/** Whatever went away, something has the focus. */
const keepsFocus = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

test('where the product cannot be read, its views say so and come with another try', async ({ page }) => {
  await signIn(page, records);
  await page.route(/\/products\/[^/?]+$/, (route) => route.fulfill(BROKEN));
  await page.goto(base + filled('/o/:org/p/:product/issues', records));
  await expect(page.getByRole('heading', { level: 1, name: 'This view could not be shown' })).toBeVisible();
  await isWhole(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Issues' })).toBeVisible();
  await keepsFocus(page);
});

test('where it is not known who is there, that is said and comes with another try', async ({ page }) => {
  await signIn(page, records);
  await page.route(/\/v1\/me$/, (route) => route.fulfill(BROKEN));
  await page.goto(base + filled('/o/:org/issues', records));
  await expect(page.getByText('This could not be loaded.')).toBeVisible();
  await isWhole(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Issues' })).toBeVisible();
  await keepsFocus(page);
});

test('a list whose next page does not come says that it waits, and what then is wrong', async ({ page }) => {
  await signIn(page, records);
  await page.goto(base + filled('/o/:org/p/:product/issues', records));
  await settled(page);
  await page.route(/\/issues\?/, (route) => route.fulfill(UNAVAILABLE));
  await page.getByRole('button', { name: 'Severity', exact: true }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('The service is temporarily unavailable.')).toBeVisible();
  await expect(main.getByText('Retrying automatically.')).toBeVisible();
  await page.unrouteAll();
  await page.route(/\/issues\?/, (route) => route.fulfill(BROKEN));
  await expect(main.getByRole('alert').filter({ hasText: 'This could not be loaded.' })).toBeVisible();
  await keepsFocus(page);
  await page.unrouteAll();
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await keepsFocus(page);
});

for (const [what, answer, words] of [
  ['is broken', BROKEN, 'The server failed.'],
  ['has no time', TOO_OFTEN, 'Too many requests.'],
  ['is not available', UNAVAILABLE, 'The service is temporarily unavailable.'],
  ['refuses it', FORBIDDEN, /[Rr]ole/],
  ['does not answer', undefined, 'The server does not respond.'],
  ['has it no more', GONE, 'It no longer exists.'],
] as const)
  test(`what is sent while the service ${what} is still there, with why, and goes with another press`, async ({
    page,
  }) => {
    test.slow();
    const at = await workplace(page, 'sent');
    for (const [path, button, field] of [
      [`${at.product}/issues`, 'New issue', 'Title'],
      [`${at.product}/areas`, 'New area', 'Name'],
      [`${at.product}/risks`, 'New risk', 'Title'],
      [`${at.org}/settings/teams`, 'New team', 'Name'],
    ] as const) {
      await page.goto(base + path);
      await page.getByRole('button', { name: button }).first().click();
      const dialog = page.getByRole('dialog', { name: button });
      await dialog.getByRole('textbox', { name: field, exact: true }).fill('Typed before');
      await page.route(/\/(v1|api\/auth)\//, (route) =>
        route.request().method() === 'GET' ? route.fallback() : answer ? route.fulfill(answer) : route.abort(),
      );
      const send = dialog.getByRole('button', { name: /^(Create|New)/ });
      await send.click();
      const problem = dialog.getByRole('alert').filter({ hasText: 'There is a problem' });
      await expect(problem).toContainText(words);
      await expect(dialog.getByRole('textbox', { name: field, exact: true })).toHaveValue('Typed before');
      await keepsFocus(page);
      await page.unrouteAll();
      await send.click();
      await expect(dialog).toHaveCount(0);
    }
  });
