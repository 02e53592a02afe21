import { expect, type Page, test } from '@playwright/test';
import { daysAhead, nowMs } from '../support/moments.js';
import { base } from './console.js';
import { PASSWORD } from './password.js';
import { workplace } from './people.js';

/** The files that came with an older version are not there any more. */
async function upgraded(page: Page): Promise<void> {
  await page.route(/\/assets\/.*\.(js|css)$/, (route) => route.fulfill({ status: 404, body: 'Not found' }));
}

/** Throws where scripts want to keep something, as a browser does that is told to keep nothing of sites. */
function keepNothing(): void {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  Object.defineProperty(window, 'localStorage', { get: refuse });
  Object.defineProperty(window, 'sessionStorage', { get: refuse });
  Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
}

test('after an upgrade of the service an open page says so, offers to load the new version, and loses nothing', async ({
  page,
}) => {
  const at = await workplace(page, 'upgrade');
  await page.goto(`${base}${at.product}/issues`);
  await page.getByRole('button', { name: 'New issue' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Half typed');
  await page.keyboard.press('Escape');
  await upgraded(page);
  await page.getByRole('navigation', { name: 'Product' }).getByRole('link', { name: 'Risks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'A new version is available' })).toBeFocused();
  await expect(page.getByText('A new version was installed while this page was open.')).toBeVisible();
  await page.unroute(/\/assets\/.*\.(js|css)$/);
  await page.getByRole('button', { name: 'Load the new version' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Risks' })).toBeVisible();
  await page.goto(`${base}${at.product}/issues`);
  await page.getByRole('button', { name: 'New issue' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue('Half typed');
});

test('a view whose files do not come for want of a network says that, and comes when there is one', async ({
  page,
}) => {
  const at = await workplace(page, 'no-network');
  await page.goto(`${base}${at.product}/issues`);
  await expect(page.getByRole('heading', { level: 1, name: 'Issues' })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('navigation', { name: 'Product' }).getByRole('link', { name: 'Risks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This view could not be shown' })).toBeVisible();
  await expect(page.getByText('The server does not respond. Check your connection, then try again.')).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Risks' })).toBeVisible();
});

test('with storage off people sign in and work, and leaving what is not saved asks first', async ({ page }) => {
  await page.addInitScript(keepNothing);
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  const at = await workplace(page, 'no-storage');
  await page.context().clearCookies();
  await page.goto(`${base}/sign-in?next=${encodeURIComponent(`${at.product}/issues`)}`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(at.email);
  await page.getByLabel('Password').fill(PASSWORD);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Issues' })).toBeVisible();
  expect(asked).toEqual([]);
  await page.goto(`${base}${at.product}/settings`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Another shop');
  await page.getByRole('navigation', { name: 'Product' }).getByRole('link', { name: 'Risks' }).click();
  await expect.poll(() => asked).toEqual(['Your input is not saved. Leave anyway?']);
  await expect(name).toHaveValue('Another shop');
  await page.getByRole('button', { name: 'Save changes' }).first().click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Product' }).getByRole('link', { name: 'Risks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Risks' })).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(failures).toEqual([]);
});

test('where the browser keeps no cookies, signing in says so', async ({ page }) => {
  const { email } = await workplace(page, 'no-cookies');
  await page.context().clearCookies();
  await page.route(/\/sign-in\/email$/, async (route) => {
    const response = await route.fetch();
    await page.context().clearCookies();
    const { 'set-cookie': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto(`${base}/sign-in`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toContainText(
    'Your browser keeps no cookies of this site',
  );
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
});

for (const [what, days] of [
  ['three days fast', 3],
  ['three days slow', -3],
] as const)
  test(`with a clock that is ${what} what was done just now reads so, and today is the day of the service`, async ({
    page,
  }) => {
    await page.clock.setSystemTime(daysAhead(days));
    const at = await workplace(page, 'clock');
    await page.request.post(`${base}${at.api}/issues`, { data: { title: 'No text', severity: 'high' } });
    await page.goto(`${base}${at.product}/issues/1`);
    await expect(page.getByText(/\(this minute\)/).first()).toBeVisible();
    await page.goto(`${base}${at.product}/activity`);
    await page.getByRole('button', { name: 'Log a test' }).click();
    const today = await page.evaluate((moment) => {
      const day = new Date(moment);
      return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((n) => String(n).padStart(2, '0')).join('-');
    }, nowMs());
    await expect(page.getByRole('dialog').locator('input[type=date]').first()).toHaveValue(today);
  });

test('what the service refuses stands at its field, and what was typed stays', async ({ page }) => {
  const at = await workplace(page, 'refusals');
  await page.goto(`${base}${at.product}/settings`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('');
  await page.getByRole('textbox', { name: 'Description' }).fill('Typed before.');
  await page.getByRole('button', { name: 'Save changes' }).first().click();
  const problem = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(problem.getByRole('link')).toHaveCount(1);
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(/./);
  await expect(name).toHaveValue('');
  await problem.getByRole('link').click();
  await expect(name).toBeFocused();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Typed before.');
});

test('a ?next= that is hostile leads to no other site by any door', async ({ page }) => {
  const { email } = await workplace(page, 'next');
  for (const next of ['//evil.example', '\\\\evil.example', '/\t/evil.example', '/%5cevil.example', 'data:text/html,x'])
    for (const door of ['/sign-in', '/sign-up', '/forgot-password', '/two-factor']) {
      await page.context().clearCookies();
      await page.goto(`${base}${door}?next=${encodeURIComponent(next)}`);
      await expect(page.locator('h1')).toBeVisible();
      const away = await page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLAnchorElement>('main a')].filter(({ origin }) => origin !== location.origin)
            .length,
      );
      expect(away).toBe(0);
      expect(new URL(page.url()).origin).toBe(base);
    }
  await page.goto(`${base}/sign-in?next=${encodeURIComponent('/\t/evil.example')}`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Account: Ada Lovelace' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(base);
});
