import { newId } from '#libs/ids';
import { mailedInvitation } from '../support/mail.js';
import { OidcProviderDouble } from '../support/oidc-provider.js';
import { browserOf, type SeenPage } from '../support/pages.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const provider = new OidcProviderDouble();
const environment: Record<string, string> = { PUBLIC_URL: 'http://curbcut.test', SIGN_UP: 'closed' };
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

async function invited() {
  const w = await world(service);
  const email = `${newId()}@example.org`;
  const body = { email, role: 'member', organizationId: w.organization.id };
  const { id } = (await service.as(w.owner.token).post('/api/auth/organization/invite-member').send(body)).body;
  const token = await mailedInvitation(service, id);
  return { w, email, token, link: `/accept-invitation?id=${id}&token=${token}` };
}

/** Presses the button of the page, signs in at the provider, and comes back: the page that the browser ends at. */
async function goThere(link: string, claims: Record<string, unknown>): Promise<SeenPage> {
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
  return browser.open(end.pathname + end.search, { Cookie: [...kept, ...cookiesOf(back)].join('; ') });
}

test('the provider signs up who is invited, and one click accepts', async () => {
  const { w, email, link, token } = await invited();
  const page = await goThere(link, { email, email_verified: false });
  const [form] = page.forms;
  expect([page.status, form!.button]).toEqual([200, 'Accept the invitation']);
  const [{ kept }] = await service.database.query(
    `SELECT coalesce(string_agg(to_jsonb(p)::text, ''), '') AS kept FROM provider_sign_ins p`,
  );
  expect(kept).not.toContain(token);
  const joined = await browser.submit(link, form!);
  expect([joined.status, joined.heading]).toEqual([200, 'You have joined']);
  const members = await service.database.query(
    'SELECT u.email_verified FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND u.email = $2',
    [w.organization.id, email],
  );
  expect(members).toEqual([{ email_verified: true }]);
});

test('whoever signs in there with another address is told, and the invitation stays', async () => {
  const { link } = await invited();
  const page = await goThere(link, { email: `${newId()}@example.org`, email_verified: false });
  expect([page.status, page.text.includes('did not lead to an account')]).toEqual([403, true]);
  expect((await browser.open(link)).status).toBe(200);
});
