import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { base } from './console.js';
import { handOf } from './hand.js';
import { join, mailedLink } from './mails.js';
import { PASSWORD } from './password.js';
import { findingsOf, newEmail, workplace } from './people.js';
import { LOCALES, sayIn, WAYS } from './say.js';

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** What a refusal for want of a fresh proof looks like. */
const NOT_FRESH = {
  status: 403,
  contentType: 'application/problem+json',
  body: JSON.stringify({ code: 'fresh_proof_required', message: 'Prove first who you are.', ways: ['password'] }),
};

for (const [language, name] of WAYS) {
  test.describe(`by ${name}, in ${language}`, () => {
    test.use({ locale: LOCALES[language] });
    const say = sayIn(language);
    // By the keyboard alone they are long.
    test.slow();

    test('a key is made, used by a program, and revoked', async ({ page }) => {
      const at = await workplace(page, `${name}-${language}`);
      const hand = handOf(name, page);
      await page.goto(`${base}${at.org}/settings/api-keys`);
      await expect(page.getByRole('heading', { level: 2, name: say('No keys yet') })).toBeVisible();
      await hand.press(page.getByRole('button', { name: say('New key') }));
      const dialog = page.getByRole('dialog', { name: say('New key') });
      await hand.press(dialog.getByRole('button', { name: say('New key') }));
      await expect(dialog.getByRole('alert')).toContainText(say('Enter a name for the key.'));
      await hand.type(dialog.getByRole('textbox', { name: say('Name') }), 'Nightly scan');
      await hand.press(dialog.getByRole('button', { name: say('New key') }));
      const key = await dialog.getByRole('textbox', { name: say('Key'), exact: true }).inputValue();
      await hand.press(dialog.getByRole('button', { name: say('Close') }));
      await expect(page.getByRole('button', { name: say('New key') })).toBeFocused();
      const report = (idempotencyKey: string) =>
        page.request.post(`${base}/api/ingest/test-activity`, {
          headers: { 'x-api-key': key },
          data: {
            productRef: at.product.split('/').at(-1),
            type: 'automated_scan',
            tool: 'axe-core',
            coverage: 'complete',
            idempotencyKey,
            findings: [],
          },
        });
      expect((await report('one')).status()).toBe(201);
      await page.reload();
      const row = page.getByRole('row', { name: /Nightly scan/ });
      await expect(row).not.toContainText(say('Not yet'));
      await hand.press(row.getByRole('button', { name: say('Revoke') }));
      await hand.press(page.getByRole('dialog', { name: say('Revoke') }).getByRole('button', { name: say('Revoke') }));
      await expect(said(page, say('Key {name} revoked.', { name: 'Nightly scan' }))).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name: say('No keys yet') })).toBeVisible();
      expect((await report('two')).status()).toBe(401);
    });

    test('who is invited joins, and triages a first finding', async ({ page, browser }) => {
      const at = await workplace(page, `${name}-${language}`, findingsOf('image-alt', 2));
      const hand = handOf(name, page);
      const email = newEmail(`guest-${name}-${language}`);
      await page.goto(`${base}${at.org}/settings/members`);
      await hand.press(page.getByRole('button', { name: say('Invite') }));
      const dialog = page.getByRole('dialog', { name: say('Invite') });
      await hand.type(dialog.getByRole('textbox', { name: say('E-mail') }), email);
      await hand.press(dialog.getByRole('button', { name: say('Invite') }));
      await expect(said(page, say('We sent an e-mail to {email}.', { email }))).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText(say('Member'));
      const other = await browser.newContext({ locale: LOCALES[language] });
      const guest = await other.newPage();
      const otherHand = handOf(name, guest);
      // The mail and its page are in the language of the service.
      await join(guest, await mailedLink(email, /^Invitation to join/), otherHand);
      await guest.goto(base);
      await otherHand.press(guest.getByRole('link', { name: 'Shop' }));
      await otherHand.press(
        guest.getByRole('navigation', { name: say('Product') }).getByRole('link', { name: say('Findings') }),
      );
      const details = guest.getByRole('region', { name: say('Details') });
      await otherHand.press(details.getByRole('button', { name: say('Confirm'), exact: true }));
      await expect(
        said(
          guest,
          new RegExp(
            `^${say('Confirmed. Next: {next}. {left}', { next: 'image-alt \\d, #image-alt-\\d', left: '.+' })}$`,
          ),
        ),
      ).toBeVisible();
      await other.close();
    });

    test('with a second factor signing in asks for a code', async ({ page }) => {
      const at = await workplace(page, `${name}-${language}`);
      const hand = handOf(name, page);
      await page.goto(`${base}/account/security`);
      await hand.press(page.getByRole('button', { name: say('Turn on second factor') }));
      const dialog = page.getByRole('dialog', { name: say('Turn on second factor') });
      await hand.type(dialog.getByLabel(say('Current password')), PASSWORD);
      await hand.press(dialog.getByRole('button', { name: say('Continue') }));
      await expect(dialog.getByRole('list', { name: say('Backup codes') }).getByRole('listitem')).toHaveCount(10);
      const backup = await dialog.getByRole('listitem').first().innerText();
      await hand.press(dialog.getByRole('button', { name: say('I have saved them') }));
      const secret = await dialog.getByRole('textbox', { name: say('Setup key') }).inputValue();
      await hand.type(dialog.getByRole('textbox', { name: say('Code') }), codeOf(secret));
      await hand.press(dialog.getByRole('button', { name: say('Turn on second factor') }));
      await expect(said(page, say('The second factor is on.'))).toBeVisible();
      await hand.press(page.getByRole('button', { name: say('Account: {name}', { name: 'Ada Lovelace' }) }));
      await hand.choose(page.getByRole('menuitem', { name: say('Sign out') }));
      await expect(page.getByRole('heading', { level: 1, name: say('Sign in') })).toBeVisible();
      await hand.type(page.getByRole('textbox', { name: say('E-mail') }), at.email);
      await hand.type(page.getByLabel(say('Password')), PASSWORD);
      await hand.press(page.getByRole('button', { name: say('Sign in') }));
      await expect(page.getByRole('heading', { level: 1, name: say('Enter your code') })).toBeFocused();
      await hand.press(page.getByRole('button', { name: say('Use a backup code') }));
      await hand.type(page.getByRole('textbox', { name: say('Code') }), backup);
      await hand.press(page.getByRole('button', { name: say('Continue') }));
      await expect(page.getByRole('button', { name: say('Account: {name}', { name: 'Ada Lovelace' }) })).toBeVisible();
    });
  });
}

test('what asks who is there goes on where it was, with all that was typed', async ({ page }) => {
  const at = await workplace(page, 'proof');
  await page.goto(`${base}${at.org}/settings/webhooks`);
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.org/curbcut');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Chat of the team');
  await page.route('**/webhooks', (route) => route.fulfill(NOT_FRESH), { times: 1 });
  await dialog.getByRole('button', { name: 'New webhook' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
  await proof.getByLabel('Password').fill('not this one');
  await proof.getByRole('button', { name: 'Confirm your identity' }).click();
  await expect(proof.getByRole('alert')).toContainText('The password or the code is wrong.');
  await proof.getByLabel('Password').fill(PASSWORD);
  await proof.getByRole('button', { name: 'Confirm your identity' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /hooks\.example\.org/ })).toBeVisible();
  await expect(page.getByText('Chat of the team')).toBeVisible();
});

test('who does not prove who they are keeps what they typed', async ({ page }) => {
  const at = await workplace(page, 'no-proof');
  await page.goto(`${base}${at.org}/settings/security`);
  await page.getByRole('checkbox', { name: /identity confirmation/ }).check();
  await page.route('**/settings/security', (route) => route.fulfill(NOT_FRESH), { times: 1 });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('dialog', { name: 'Confirm your identity' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toContainText(
    'For security, confirm your identity again.',
  );
  await expect(page.getByRole('checkbox', { name: /identity confirmation/ })).toBeChecked();
});

test('a module that is turned off is off with what needs it, and comes back', async ({ page }) => {
  const at = await workplace(page, 'modules');
  await page.goto(`${base}${at.org}/settings/modules`);
  await page.getByRole('button', { name: 'Turn off Audits' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off Audits' }).click();
  await expect(said(page, 'Turned off: Audits, Conformance reports.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn on Conformance reports' }).click();
  await expect(said(page, 'Turned on: Audits, Conformance reports.')).toBeVisible();
});

test('members read what they may, and are told who may do the rest', async ({ page, browser }) => {
  const at = await workplace(page, 'admin');
  const email = newEmail('member');
  await page.goto(`${base}${at.org}/settings/members`);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  const member = await (await browser.newContext()).newPage();
  await join(member, await mailedLink(email, /^Invitation to join/));
  for (const [part, refusal] of [
    ['general', 'Your role cannot change the settings.'],
    ['modules', 'Your role cannot turn modules on or off.'],
    ['security', 'Your role cannot change these requirements.'],
    ['api-keys', 'Your role cannot see API keys.'],
    ['webhooks', 'Your role cannot see webhooks.'],
    ['github', 'Your role cannot see these settings.'],
    ['conformance', 'Your role cannot change these settings.'],
    ['deadlines', 'Your role cannot change these settings.'],
  ] as const) {
    await member.goto(`${base}${at.org}/settings/${part}`);
    await expect(member.getByText(refusal)).toBeVisible();
    await expect(member.getByText('Only admins and owners of the organization can do this.')).toBeVisible();
  }
  await member.goto(`${base}${at.org}/settings/members`);
  await expect(member.getByRole('row', { name: /Ada Lovelace/ })).toContainText('Owner');
  await expect(member.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  await page.reload();
  const row = page.getByRole('row', { name: /Katherine Johnson/ });
  await row.getByRole('button', { name: 'Change role' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Admin' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await expect(row).toContainText('Admin');
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(said(page, 'Katherine Johnson removed.')).toBeVisible();
  await member.goto(`${base}${at.org}`);
  await expect(member.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('what a product is besides its type, what is drawn in and which addresses are one page is said in its settings', async ({
  page,
}) => {
  test.slow();
  const at = await workplace(page, 'product-scope');
  const list = await page.request.get(`${base}${at.api.replace(/\/products\/.*/, '')}/standards`);
  const { standards } = (await list.json()) as { standards: { id: string; slug: string; levels: { id: string }[] }[] };
  const standard = standards.find(({ slug }) => slug.startsWith('en-301-549'))!;
  const set = await page.request.patch(`${base}${at.api}`, { data: { standardId: standard.id } });
  expect(set.ok(), await set.text()).toBe(true);
  await page.goto(`${base}${at.product}/settings`);
  for (const [label, option] of [
    ['Features', 'Two-way voice'],
    // One of some two hundred: by typing, as people do.
    ['Additional requirements', '4.2.9 Minimize photosensitive seizure triggers'],
  ] as const) {
    const field = page.getByRole('combobox', { name: label });
    await field.click();
    await expect(page.getByRole('option', { name: option })).toBeAttached();
    await field.pressSequentially(option.slice(0, 5));
    await page.getByRole('option', { name: option }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('list', { name: label }).getByRole('button').last()).toContainText(option);
  }
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('textbox', { name: 'Path' }).fill('/products/:id');
  await page.getByRole('textbox', { name: 'Query parameters' }).fill('tab, view');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  const { product } = (await (await page.request.get(`${base}${at.api}`)).json()) as {
    product: Record<string, unknown>;
  };
  expect(product).toMatchObject({
    features: expect.arrayContaining(['two_way_voice', 'support']),
    pageRules: [{ path: '/products/:id', query: ['tab', 'view'] }],
  });
  expect(product['drawnIn']).toHaveLength(1);
});

test('a list is a file with its filters', async ({ page }) => {
  const at = await workplace(page, 'csv');
  for (const title of ['=1+1', 'Kept'])
    await page.request.post(`${base}${at.api}/issues`, {
      data: { title, severity: title === 'Kept' ? 'high' : 'low' },
    });
  await page.goto(`${base}${at.product}/issues?severity=high`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('Kept');
  expect(file).not.toContain('1+1');
  for (const path of ['findings', 'audits', 'risks', 'activity', 'changes']) {
    await page.goto(`${base}${at.org}/${path}`);
    const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    const answer = await page.request.get(new URL(href!, base).href);
    expect([path, answer.status(), answer.headers()['content-type']]).toEqual([
      path,
      200,
      expect.stringContaining('text/csv'),
    ]);
  }
});
