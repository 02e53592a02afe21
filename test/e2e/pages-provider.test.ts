import { newId } from '#libs/ids';
import { codeForUri, nextCode, wrongCodeOf } from '../support/authenticator.js';
import { mailedLink, secretIn } from '../support/mail.js';
import { OidcProviderDouble } from '../support/oidc-provider.js';
import { browserOf, type ParsedPage } from '../support/pages.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const provider = new OidcProviderDouble();
const environment: Record<string, string> = {
  WORKER: 'inline',
  PUBLIC_URL: 'http://curbcut.test',
  SIGN_UP: 'closed',
};
beforeAll(async () => {
  await provider.start();
  environment['OIDC_ISSUER'] = provider.issuer;
  environment['OIDC_CLIENT_ID'] = provider.client.id;
  environment['OIDC_CLIENT_SECRET'] = provider.client.secret;
});
afterAll(() => provider.stop());
const service = useService(environment);
const browser = browserOf(service);

const cookiesOf = ({ headers }: { headers: Record<string, unknown> }): string[] =>
  [headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).split(';')[0]!);

async function invited(email = `${newId()}@example.org`) {
  const w = await world(service);
  const body = { email, role: 'member', organizationId: w.organization.id };
  const { id } = (await service.as(w.owner.token).post('/api/auth/organization/invite-member').send(body)).body;
  const link = await mailedLink(service, email, id);
  return { w, email, token: secretIn(link), link };
}

interface Returned {
  page: ParsedPage;
  /** Where the provider's answer led to. */
  end: URL;
  /** Of the session that it gave, if it gave one. */
  token: string | undefined;
}

/** Presses the button of the page, signs in at the provider, and comes back: the page that the browser ends at. */
async function goThere(link: string, claims: Record<string, unknown>): Promise<Returned> {
  provider.person = { sub: newId(), name: 'Ada', ...claims };
  const button = (await browser.open(link)).forms.find((form) => form.button.startsWith('Continue with'))!;
  const going = await browser.submit(link, button);
  expect(going.links).toHaveLength(1);
  expect(going.response.text).toContain('http-equiv="refresh" content="0; url=');
  expect(going.links[0]!.startsWith(provider.issuer)).toBe(true);
  const kept = cookiesOf(going.response);
  const { headers } = await fetch(going.links[0]!, { redirect: 'manual' });
  const { pathname, search } = new URL(headers.get('location')!);
  const back = await service
    .as()
    .get(pathname + search)
    .redirects(0)
    .set('Cookie', kept.join('; '));
  expect(back.status).toBe(302);
  const end = new URL(back.headers['location']!);
  expect(end.href).not.toContain('token=');
  const page = await browser.open(end.pathname + end.search, { Cookie: [...kept, ...cookiesOf(back)].join('; ') });
  return { page, end, token: back.headers['set-auth-token'] };
}

test('the provider signs up who is invited, and one click accepts', async () => {
  const { w, email, link, token } = await invited();
  const { page } = await goThere(link, { email, email_verified: false });
  const [form] = page.forms;
  expect([page.status, form!.button]).toEqual([200, 'Accept the invitation']);
  const [{ kept }] = await service.database.query(
    `SELECT coalesce(string_agg(to_jsonb(p)::text, ''), '') AS kept FROM provider_sign_ins p`,
  );
  expect(kept).not.toContain(token);
  const joined = await browser.submit(link, form!);
  expect([joined.status, joined.heading]).toEqual([200, 'You have joined the organization']);
  const members = await service.database.query(
    'SELECT u.email_verified FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND u.email = $2',
    [w.organization.id, email],
  );
  expect(members).toEqual([{ email_verified: true }]);
});

test('whoever signs in there with another address is told, and the invitation stays', async () => {
  const { link } = await invited();
  const { page } = await goThere(link, { email: `${newId()}@example.org`, email_verified: false });
  expect([page.status, page.text.includes('cannot be used here')]).toEqual([403, true]);
  expect((await browser.open(link)).status).toBe(200);
});

describe('where the account has a second factor', () => {
  /** Somebody who was invited, signed up at the provider and turned a second factor on. */
  async function guardedThere() {
    const { email, link } = await invited();
    const claims = { sub: newId(), email, email_verified: true };
    const { page, token } = await goThere(link, claims);
    await browser.submit(link, page.forms[0]!);
    const factor = (path: string, body: object) => service.as(token).post(`/api/auth/two-factor/${path}`).send(body);
    const { totpURI } = (await factor('enable', {})).body;
    const passed = await factor('verify-totp', { code: codeForUri(totpURI) });
    expect(passed.status).toBe(200);
    const { id } = passed.body.user;
    return {
      claims,
      id,
      token: passed.body.token as string,
      email,
      code: () => nextCode(service, totpURI, { id }),
      totpURI,
    };
  }

  const ofSession = (page: ParsedPage) =>
    cookiesOf(page.response).filter((cookie) => cookie.includes('session_token='));

  test('the page of an invitation asks for the code when the provider sends the browser back, and accepts with it', async () => {
    const person = await guardedThere();
    const { w, link } = await invited(person.email);
    const { page, end, token } = await goThere(link, person.claims);
    expect([page.status, end.searchParams.get('twoFactorRedirect'), token]).toEqual([200, 'true', undefined]);
    const [form, ...others] = page.forms;
    expect([form!.button, Object.keys(form!.fields), others]).toEqual(['Sign in and accept', ['code'], []]);
    const isIn = async () =>
      (
        await service.database.query('SELECT FROM members WHERE organization_id = $1 AND user_id = $2', [
          w.organization.id,
          person.id,
        ])
      ).length === 1;
    const wrong = await browser.submit(link, form!, { code: wrongCodeOf(person.totpURI) });
    expect([wrong.status, ofSession(wrong), await isIn()]).toEqual([401, [], false]);
    const joined = await browser.submit(link, wrong.forms[0]!, { code: await person.code() });
    expect([joined.heading, await isIn()]).toEqual(['You have joined the organization', true]);
    expect(ofSession(joined)).toHaveLength(1);
  });

  test('the page of an address asks for the code when the provider sends the browser back, and confirms with it', async () => {
    const person = await guardedThere();
    const newEmail = `${newId()}@example.org`;
    expect((await service.as(person.token).post('/api/auth/change-email').send({ newEmail })).status).toBe(200);
    const link = await mailedLink(service, newEmail, 'Confirm your new email address');
    const { page, end, token } = await goThere(link, person.claims);
    expect([page.status, end.searchParams.get('twoFactorRedirect'), token]).toEqual([200, 'true', undefined]);
    const [form, ...others] = page.forms;
    expect([form!.button, Object.keys(form!.fields), others]).toEqual(['Confirm the address', ['code'], []]);
    const address = async () => {
      const [{ email }] = await service.database.query('SELECT email FROM users WHERE id = $1', [person.id]);
      return email;
    };
    const wrong = await browser.submit(link, form!, { code: wrongCodeOf(person.totpURI) });
    expect([wrong.status, ofSession(wrong), await address()]).toEqual([401, [], person.email]);
    const confirmed = await browser.submit(link, wrong.forms[0]!, { code: await person.code() });
    expect([confirmed.heading, await address()]).toEqual(['Your email address is confirmed', newEmail]);
  });

  test('the code is asked only of the browser that came back', async () => {
    const person = await guardedThere();
    const { link } = await invited(person.email);
    const { end } = await goThere(link, person.claims);
    const page = await browser.open(`${link}&${end.searchParams}`);
    expect(page.forms.flatMap(({ fields }) => Object.keys(fields))).not.toContain('code');
  });
});
