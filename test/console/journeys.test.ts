import { expect, test } from '@playwright/test';
import { base } from './console.js';
import { handOf } from './hand.js';
import { PASSWORD } from './password.js';
import { newEmail } from './people.js';
import { LOCALES, sayIn, WAYS } from './say.js';

const REPORT = {
  name: 'axe.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      testEngine: { name: 'axe-core', version: '4.14.1' },
      url: 'https://shop.example.org/',
      passes: [],
      incomplete: [],
      inapplicable: [],
      violations: ['image-alt', 'button-name'].map((id) => ({
        id,
        impact: 'critical',
        tags: ['wcag2a'],
        help: `Rule ${id}`,
        description: '',
        helpUrl: '',
        nodes: [{ target: [`#${id}`], html: '<i></i>', any: [], all: [], none: [] }],
      })),
    }),
  ),
};

const REPORT_SENT =
  'Report sent: {fresh, plural, one {# new} other {# new}}, {known, plural, one {# known} other {# known}}.';

for (const [language, name] of WAYS) {
  test.describe(`by ${name}, in ${language}`, () => {
    test.use({ locale: LOCALES[language] });
    const say = sayIn(language);

    test('somebody signs up, makes an organization and a product, sends a report and sees the Grade', async ({
      page,
    }) => {
      const hand = handOf(name, page);
      await page.goto(`${base}/sign-up`);
      await hand.type(page.getByRole('textbox', { name: say('Name') }), 'Ada Lovelace');
      await hand.type(page.getByRole('textbox', { name: say('E-mail') }), newEmail(`${name}-${language}`));
      await hand.type(page.getByLabel(say('Password')), PASSWORD);
      await hand.press(page.getByRole('button', { name: say('Create account') }));
      await expect(page.getByRole('heading', { level: 1, name: say('Your organizations') })).toBeFocused();
      await hand.type(page.getByRole('textbox', { name: say('Organization name') }), `Works of ${name} ${language}`);
      await hand.press(page.getByRole('button', { name: say('Create organization') }));
      await expect(page.getByRole('heading', { level: 1, name: say('Your first product') })).toBeFocused();
      await hand.type(page.getByRole('textbox', { name: say('Name') }), 'Shop');
      await hand.press(page.getByRole('button', { name: say('Create product') }));
      await expect(page.getByRole('heading', { level: 1, name: say('A key for your pipeline') })).toBeFocused();
      await hand.press(page.getByRole('button', { name: say('Create key') }));
      await expect(page.getByRole('textbox', { name: say('Key'), exact: true })).toHaveValue(/^svc_/);
      await hand.press(page.getByRole('button', { name: say('Continue') }));
      await expect(page.getByRole('heading', { level: 1, name: say('Your first report') })).toBeFocused();
      // The dialog of the system that chooses files is none of ours.
      await page.getByLabel(say('Report files')).setInputFiles(REPORT);
      await hand.press(page.getByRole('button', { name: say('Send report') }));
      await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeFocused();
      await expect(
        page.getByRole('status').filter({ hasText: say(REPORT_SENT, { fresh: 2, known: 0 }) }),
      ).toBeVisible();
      await expect(
        page.getByRole('heading', { level: 2, name: new RegExp(`^${say('Grade {letter}', { letter: '[A-E]' })}$`) }),
      ).toBeVisible();
    });

    test('who signs out and in again comes back to where they were going', async ({ page }) => {
      const hand = handOf(name, page);
      const email = newEmail(`${name}-${language}`);
      await page.request.post(`${base}/api/auth/sign-up/email`, {
        data: { name: 'Ada', email, password: PASSWORD },
      });
      await page.goto(`${base}/account/security`);
      await hand.press(page.getByRole('button', { name: say('Account: {name}', { name: 'Ada' }) }));
      await hand.choose(page.getByRole('menuitem', { name: say('Sign out') }));
      await expect(page.getByRole('heading', { level: 1, name: say('Sign in') })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: say('You are signed out.') })).toBeVisible();
      await page.goto(`${base}/account/sessions`);
      await hand.type(page.getByRole('textbox', { name: say('E-mail') }), email);
      await hand.type(page.getByLabel(say('Password')), 'not this one');
      await hand.press(page.getByRole('button', { name: say('Sign in') }));
      await expect(page.getByRole('alert').filter({ hasText: say('There is a problem') })).toContainText(
        say('The e-mail address or the password is wrong.'),
      );
      await hand.type(page.getByLabel(say('Password')), PASSWORD);
      await hand.press(page.getByRole('button', { name: say('Sign in') }));
      await expect(page.getByRole('heading', { level: 1, name: say('Sessions') })).toBeFocused();
    });
  });
}

test('what was typed is there after a reload, but no password', async ({ page }) => {
  await page.goto(`${base}/sign-up`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Half typed');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Half typed');
  await expect(page.getByLabel('Password')).toHaveValue('');
});

test('?next= leads to no other site', async ({ page }) => {
  const email = newEmail('mouse');
  await page.request.post(`${base}/api/auth/sign-up/email`, { data: { name: 'Ada', email, password: PASSWORD } });
  await page.context().clearCookies();
  for (const next of ['https://evil.example/', '//evil.example/', '/\\evil.example/', 'javascript:alert(1)']) {
    await page.goto(`${base}/sign-in?next=${encodeURIComponent(next)}`);
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your organizations' })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(base);
    await page.context().clearCookies();
  }
});

test('no script can read the session', async ({ page }) => {
  await page.goto(`${base}/sign-up`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(newEmail('mouse'));
  await page.getByLabel('Password').fill(PASSWORD);
  const answered = page.waitForResponse(/sign-up\/email/);
  await page.getByRole('button', { name: 'Create account' }).click();
  const answer = await answered;
  expect(((await answer.json()) as { token: string }).token).toBe('');
  expect(answer.headers()['set-auth-token']).toBeUndefined();
  expect(await page.evaluate(() => document.cookie)).toBe('');
});
