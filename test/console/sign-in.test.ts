import { readdir, readFile } from 'node:fs/promises';
import { join as pathOf } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type TOTP, URI } from 'otpauth';
import { makeCertificate } from '../support/certificate.js';
import { nowSeconds } from '../support/moments.js';
import { OidcProviderDouble } from '../support/oidc-provider.js';
import { base } from './console.js';
import { handOf } from './hand.js';
import { mailedLink, memberOf } from './mails.js';
import { PASSWORD } from './password.js';
import { workplace, type Workplace } from './people.js';
import { LOCALES, sayIn, WAYS } from './say.js';
import { isWhole, overflowOf, violationsOf } from './views.js';

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

/** The code in the newest mail to the postmaster of a domain. */
async function postmastersCode(domain: string): Promise<string> {
  const folder = process.env['CONSOLE_MAIL']!;
  let code: string | undefined;
  await expect
    .poll(async () => {
      const names = await readdir(folder).catch(() => []);
      const mails = await Promise.all(names.sort().map((name) => readFile(pathOf(folder, name), 'utf8')));
      const mail = mails.findLast((text) => text.startsWith(`To: postmaster@${domain}\n`));
      return (code = /\b\d{9}\b/.exec(mail ?? '')?.[0]);
    })
    .toBeDefined();
  return code!;
}

/** Proves a domain of the organization, and sets its provider, by itself one that does not answer; answers the domain. */
async function providedBy(
  page: Page,
  at: Workplace,
  domain = `${at.org.split('/').at(-1)}.example.org`,
  provider: object = PROVIDER,
): Promise<string> {
  const organization = at.api.replace(/\/products\/.*/, '');
  const send = async (method: 'post' | 'put', path: string, data: object): Promise<void> => {
    const answer = await page.request[method](`${base}${organization}/settings/${path}`, { data });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  };
  await send('post', 'domains', { domain });
  await send('post', `domains/${domain}/verify`, { by: 'mail' });
  await send('post', `domains/${domain}/verify`, { by: 'mail', code: await postmastersCode(domain) });
  await send('put', 'sign-in', provider);
  return domain;
}

// Reserved names lead nowhere, on every machine.
const PROVIDER = { kind: 'oidc', issuer: 'https://login.invalid', clientId: 'curbcut', clientSecret: 'of tests' };

for (const [language, name] of WAYS) {
  test.describe(`by ${name}, in ${language}`, () => {
    test.use({ locale: LOCALES[language] });
    const say = sayIn(language);
    test.slow();

    test('a domain is proved by mail, and a provider is set and removed', async ({ page }) => {
      const at = await workplace(page, `provider-${name}-${language}`);
      const domain = `${at.org.split('/').at(-1)}.example.org`;
      const hand = handOf(name, page);
      await page.goto(`${base}${at.org}/settings/sign-in`);
      await hand.press(page.getByRole('button', { name: say('Add domain') }));
      const adding = page.getByRole('dialog', { name: say('Add domain') });
      await hand.type(adding.getByRole('textbox', { name: say('Domain') }), 'co.uk');
      await hand.press(adding.getByRole('button', { name: say('Add domain') }));
      await expect(adding.getByRole('alert')).toContainText(
        say('This is a public domain suffix, or a domain of a public e-mail service.'),
      );
      await hand.type(adding.getByRole('textbox', { name: say('Domain') }), domain);
      await hand.press(adding.getByRole('button', { name: say('Add domain') }));
      const row = page.getByRole('list', { name: say('Domains') }).getByRole('listitem');
      await expect(row).toContainText(say('Not verified yet'));
      await expect(row.getByRole('textbox', { name: say('Name of the record') })).toHaveValue(`_curbcut.${domain}`);
      await hand.press(row.getByRole('button', { name: say('Verify by e-mail') }));
      const proving = page.getByRole('dialog', { name: say('Verify by e-mail') });
      await hand.press(proving.getByRole('button', { name: say('Send code'), exact: true }));
      await hand.type(proving.getByRole('textbox', { name: say('Code') }), '000000000');
      await hand.press(proving.getByRole('button', { name: say('Verify by e-mail') }));
      await expect(proving.getByRole('alert')).toContainText(say('The code is wrong, already used or expired.'));
      await hand.type(proving.getByRole('textbox', { name: say('Code') }), await postmastersCode(domain));
      await hand.press(proving.getByRole('button', { name: say('Verify by e-mail') }));
      await expect(said(page, say('{domain} is verified.', { domain }))).toBeVisible();
      await expect(row).toContainText(say('Verified'));

      await hand.press(page.getByRole('button', { name: say('Set up identity provider') }));
      await expect(page.getByRole('alert').first()).toContainText(say('Fill this in.'));
      await hand.type(page.getByRole('textbox', { name: say('Issuer') }), 'https://login.example.org');
      await hand.type(page.getByRole('textbox', { name: say('Client ID') }), 'curbcut');
      await hand.type(page.getByLabel(say('Client secret')), 'a secret of tests');
      await hand.press(page.getByRole('button', { name: say('Add group') }));
      await hand.type(page.getByRole('textbox', { name: say('Group'), exact: true }), 'Administrators');
      await hand.press(page.getByRole('button', { name: say('Set up identity provider') }));
      await expect(said(page, say('Saved.'))).toBeVisible();
      await hand.tick(page.getByRole('checkbox', { name: say('Require the identity provider for all members') }));
      await expect(page.getByText(say('API keys and pipelines are not affected.'))).toBeVisible();
      await hand.press(page.getByRole('button', { name: say('Save changes') }));
      await expect(page.getByRole('alert').first()).toContainText(say('Choose an owner with a second factor.'));
      await page.reload();
      await expect(page.getByRole('textbox', { name: say('Issuer') })).toHaveValue('https://login.example.org');
      // What was typed is kept, but for secrets.
      await expect(
        page.getByRole('checkbox', { name: say('Require the identity provider for all members') }),
      ).toBeChecked();
      await expect(page.getByLabel(say('Client secret'))).toHaveValue('');

      await hand.press(page.getByRole('button', { name: say('Remove identity provider') }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: say('Remove identity provider') }));
      await expect(said(page, say('Identity provider removed.'))).toBeVisible();
      await expect(page.getByRole('button', { name: say('Set up identity provider') })).toBeVisible();
    });

    test('a directory is let in by a token that is shown once, until that is deleted', async ({ page }) => {
      const at = await workplace(page, `directory-${name}-${language}`);
      const hand = handOf(name, page);
      await page.goto(`${base}${at.org}/settings/provisioning`);
      await expect(page.getByRole('heading', { level: 2, name: say('No tokens yet') })).toBeVisible();
      await hand.press(page.getByRole('button', { name: say('New token') }));
      const dialog = page.getByRole('dialog', { name: say('New token') });
      await hand.press(dialog.getByRole('button', { name: say('New token') }));
      const token = await dialog.getByRole('textbox', { name: say('Token'), exact: true }).inputValue();
      const address = await dialog.getByRole('textbox', { name: say('Address'), exact: true }).inputValue();
      await hand.press(dialog.getByRole('button', { name: say('Close') }));
      await expect(page.getByRole('button', { name: say('New token') })).toBeFocused();
      const ask = async (): Promise<number> => {
        const path = `${base}${new URL(address).pathname}/Users`;
        return (await page.request.get(path, { headers: { authorization: `Bearer ${token}` } })).status();
      };
      expect(await ask()).toBe(200);
      const row = page.getByRole('list', { name: say('Tokens') }).getByRole('listitem');
      await hand.press(row.getByRole('button', { name: say('Delete') }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: say('Delete') }));
      await expect(page.getByRole('heading', { level: 2, name: say('No tokens yet') })).toBeVisible();
      expect(await ask()).toBe(401);
    });
  });
}

for (const [language, name] of WAYS) {
  test.describe(`by ${name}, in ${language}`, () => {
    test.use({ locale: LOCALES[language] });
    const say = sayIn(language);
    test.slow();

    test('an address at work leads to the provider of the organization', async ({ page, browser }) => {
      const at = await workplace(page, `work-${name}-${language}`);
      const domain = await providedBy(page, at);
      const guest = await (await browser.newContext({ locale: LOCALES[language] })).newPage();
      const hand = handOf(name, guest);
      await guest.goto(`${base}/sign-in`);
      await hand.press(guest.getByRole('button', { name: say('Continue with your organization') }));
      await hand.type(guest.getByRole('textbox', { name: say('E-mail') }), 'ada@nobody.example.org');
      await hand.press(guest.getByRole('button', { name: say('Continue'), exact: true }));
      const alert = guest.getByRole('alert').first();
      await expect(alert).toContainText(say('No organization uses an identity provider for this e-mail address.'));
      await hand.type(guest.getByRole('textbox', { name: say('E-mail') }), `ada@${domain}`);
      await hand.press(guest.getByRole('button', { name: say('Continue'), exact: true }));
      await expect(alert).toContainText(say('The identity provider does not respond. Try again in a moment.'));
      expect(await violationsOf(guest)).toEqual([]);
      await hand.press(guest.getByRole('button', { name: say('Use a password') }));
      await expect(guest.getByLabel(say('Password'))).toBeVisible();
    });
  });
}

test('an account is linked with the provider of its organization, which then proves who is there', async ({
  page,
  browser,
}) => {
  test.slow();
  const domain = `link-${process.pid}.example.org`;
  const email = `ada@${domain}`;
  const provider = await new OidcProviderDouble().start();
  const alerted = (hasText: string) => page.getByRole('alert').filter({ hasText });
  try {
    const post = async <T>(path: string, data: object): Promise<T> => {
      const answer = await page.request.post(base + path, { data });
      if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    await post('/api/auth/sign-up/email', { name: 'Ada Lovelace', email, password: PASSWORD });
    const { id, slug } = await post<{ id: string; slug: string }>('/api/auth/organization/create', { name: domain });
    await page.goto(await mailedLink(email, 'Confirm your email address'));
    const at = { org: `/o/${slug}`, product: '', api: `/v1/organizations/${id}/products/`, email };
    await page.goto(`${base}/account/security`);
    await page.getByRole('button', { name: 'Link account' }).click();
    await expect(alerted('This organization does not use an identity provider')).toBeVisible();
    const { id: clientId, secret: clientSecret } = provider.client;
    await providedBy(page, at, domain, { kind: 'oidc', issuer: provider.issuer, clientId, clientSecret });
    const now = nowSeconds;
    provider.person = { sub: 'ada', email: `grace@${domain}`, name: 'Grace', auth_time: now() };
    await page.getByRole('button', { name: 'Link account' }).click();
    await expect(alerted('Your account is not linked.')).toBeVisible();
    provider.person = { sub: 'ada', email, email_verified: true, name: 'Ada', auth_time: now() };
    await page.getByRole('button', { name: 'Link account' }).click();
    await expect(
      page.getByText(/^Your account is linked to the identity provider of .*\. You can now sign in/),
    ).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await overflowOf(page)).toBe(0);

    // Another browser, where the provider has asked an hour ago.
    const other = await (await browser.newContext()).newPage();
    provider.person = { ...provider.person, auth_time: now() - 3_600 };
    await other.goto(`${base}/sign-in`);
    await other.getByRole('button', { name: 'Continue with your organization' }).click();
    await other.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await other.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(other.getByRole('button', { name: /^Account:/ })).toBeVisible();
    await other.goto(`${base}/o/${slug}/settings/github`);
    const set = async (): Promise<void> => {
      await other.getByLabel('Secret', { exact: true }).fill('sixteen characters or more');
      await other.getByRole('button', { name: 'Set secret' }).click();
    };
    await set();
    const dialog = other.getByRole('dialog', { name: 'Confirm your identity' });
    await expect(dialog).toBeVisible();
    expect(await violationsOf(other)).toEqual([]);
    provider.person = { ...provider.person, auth_time: now() };
    await dialog.getByRole('button', { name: /^Confirm with the identity provider of/ }).click();
    await expect(other.getByRole('heading', { level: 1, name: 'Settings: GitHub' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await set();
    await expect(said(other, 'Saved.')).toBeVisible();
  } finally {
    await provider.stop();
  }
});

test('who must come in by the provider is led there, and nowhere else in the organization', async ({
  page,
  browser,
}) => {
  test.slow();
  const at = await workplace(page, 'required');
  const member = await (await browser.newContext()).newPage();
  await memberOf(page, member, at);
  await providedBy(page, at);
  const post = async <T>(path: string, data: object): Promise<T> => {
    const answer = await page.request.post(`${base}/api/auth/two-factor/${path}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as T;
  };
  const { totpURI } = await post<{ totpURI: string }>('enable', { password: PASSWORD });
  await post('verify-totp', { code: (URI.parse(totpURI) as TOTP).generate() });
  await page.goto(`${base}${at.org}/settings/sign-in`);
  await page.getByRole('checkbox', { name: 'Require the identity provider for all members' }).check();
  await page.getByRole('checkbox', { name: /Ada Lovelace/ }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(said(page, 'Saved.')).toBeVisible();
  // The owner comes in without it, by the second factor.
  await page.goto(`${base}${at.org}/issues`);
  await expect(page.getByRole('heading', { level: 1, name: 'Issues' })).toBeVisible();
  await member.goto(`${base}${at.product}/issues?state=open`);
  await expect(member.getByRole('heading', { level: 1, name: 'Sign in with the identity provider' })).toBeVisible();
  const href = await member.getByRole('link', { name: 'Continue to the identity provider' }).getAttribute('href');
  expect(href).toMatch(/^\/api\/auth\/sso\/start\/[0-9a-f-]{36}\?/);
  expect(new URLSearchParams(href!.split('?')[1]).get('callbackURL')).toBe(`${at.product}/issues?state=open`);
  await isWhole(member);
});

test('a provider that does not answer is told of when it is tried', async ({ page }) => {
  test.slow();
  const at = await workplace(page, 'trial');
  await providedBy(page, at);
  await page.goto(`${base}${at.org}/settings/sign-in`);
  await page.getByRole('button', { name: 'Try identity provider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Try identity provider' });
  await dialog.getByRole('button', { name: 'Try identity provider' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The identity provider does not respond.');
  // One that answers has an address to go to.
  await page.route('**/settings/sign-in/try', (route) =>
    route.fulfill({ json: { url: 'https://login.example.org/authorize?state=1' } }),
  );
  await dialog.getByRole('button', { name: 'Try identity provider' }).click();
  const link = dialog.getByRole('link', { name: /^Continue to the identity provider/ });
  await expect(link).toHaveAttribute('href', 'https://login.example.org/authorize?state=1');
  await expect(link).toHaveAttribute('target', '_blank');
  expect(await violationsOf(page)).toEqual([]);
});

test('a key for a provider of SAML is made, taken along, and takes the place of the one before', async ({ page }) => {
  test.slow();
  const at = await workplace(page, 'saml-key');
  const set = await page.request.put(`${base}${at.api.replace(/\/products\/.*/, '')}/settings/sign-in`, {
    data: {
      kind: 'saml',
      entityId: 'https://idp.example.org/metadata',
      signInUrl: 'https://idp.example.org/sso',
      certificates: [makeCertificate().pem],
    },
  });
  expect(set.ok(), await set.text()).toBe(true);
  await page.goto(`${base}${at.org}/settings/sign-in`);
  await expect(page.getByRole('group', { name: 'Certificate 1' })).toContainText('Valid');
  // The first comes with the settings.
  const keys = page.getByRole('list', { name: 'Keys of the service' }).getByRole('listitem');
  await expect(keys).toHaveCount(1);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await expect(keys.last()).toContainText('Next signing key');
  await keys.last().locator('summary').click();
  await expect(keys.last().getByRole('textbox', { name: 'Certificate' })).toHaveValue(/^-----BEGIN CERTIFICATE-----/);
  expect(await violationsOf(page)).toEqual([]);
  await keys.first().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(said(page, 'Key deleted.')).toBeVisible();
  await expect(keys).toHaveCount(1);
  await expect(keys).toContainText('Signs requests');
});

test('who is no owner is told who sees how people come in', async ({ page, browser }) => {
  const at = await workplace(page, 'no-owner');
  const member = await (await browser.newContext()).newPage();
  await memberOf(page, member, at);
  for (const [part, refusal] of [
    ['sign-in', 'Your role cannot see the sign-in settings.'],
    ['provisioning', 'Your role cannot see the provisioning settings.'],
  ] as const) {
    await member.goto(`${base}${at.org}/settings/${part}`);
    await expect(member.getByText(refusal)).toBeVisible();
    await expect(member.getByText('Only owners of the organization can do this.', { exact: true })).toBeVisible();
  }
});

test('before anybody signs in the console says what Curbcut is, in the language of the browser or a chosen one', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ locale: 'fr-FR' })).newPage();
  await page.goto(`${base}/sign-in`);
  const sentence = 'Curbcut tracks how accessible the digital products of an organization are.';
  await expect(page.getByRole('banner').getByText(sayIn('fr')(sentence))).toBeVisible();
  await page.getByRole('combobox', { name: sayIn('fr')('Language') }).selectOption('English');
  await expect(page.getByRole('banner').getByText(sentence)).toBeVisible();
  await page.goto(`${base}/sign-up`);
  await expect(page.getByRole('banner').getByText(sentence)).toBeVisible();
});
