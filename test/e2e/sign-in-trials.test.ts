import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { OidcProviderDouble } from '../support/oidc-provider.js';
import { parsePage } from '../support/pages.js';
import { SamlProviderDouble } from '../support/saml-provider.js';
import { provedDomain } from '../support/proved-domain.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const oidc = new OidcProviderDouble();
const saml = new SamlProviderDouble();
beforeAll(async () => void (await oidc.start()));
afterAll(() => oidc.stop());
beforeEach(() => Object.assign(oidc, { misbehaves: {}, terse: false }));
const service = useService({
  PUBLIC_URL: 'http://curbcut.test',
  WEBHOOKS_ALLOW_PRIVATE: 'true',
  LIMIT_MEMBERS: '6',
});

interface Entered extends World {
  domain: string;
}

/** An organization with a proved domain and a provider. */
async function entered(kind: 'oidc' | 'saml', over: object = {}): Promise<Entered> {
  const w = await world(service);
  const domain = await provedDomain(service, w);
  const provider =
    kind === 'oidc'
      ? { issuer: oidc.issuer, clientId: oidc.client.id, clientSecret: oidc.client.secret }
      : { entityId: saml.entityId, signInUrl: 'https://8.8.8.8/sso', certificates: [saml.own.pem] };
  const body = { kind, ...provider, createRole: 'member', ...over };
  await service.as(w.owner.token).put(`${w.organization.url}/settings/sign-in`).send(body).expect(200);
  return { ...w, domain };
}

const shape = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const tryIt = (w: World, token: string) => service.as(token).post(`${w.organization.url}/settings/sign-in/try`);
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['set-cookie']).split(';')[0]!;

/** What a browser holds when the provider has sent it back from a trial: its cookie, and where it was sent to. */
async function triedAtOidc(w: Entered, person: object, token = w.owner.token) {
  oidc.person = { sub: randomUUID(), ...person };
  const begun = await tryIt(w, token).expect(200);
  const { headers } = await fetch(begun.body.url, { redirect: 'manual' });
  const back = new URL(headers.get('location')!);
  return { cookie: cookieOf(begun), path: back.pathname + back.search };
}

const come = ({ cookie, path }: { cookie?: string; path: string }, language = 'en') => {
  const request = service.as().get(path).redirects(0).set('Accept-Language', language);
  return cookie === undefined ? request : request.set('Cookie', cookie);
};

/** All that a sign-in could change. */
const state = async () =>
  JSON.stringify(
    await service.database.query(
      `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM members) AS members,
         (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM sessions) AS sessions,
         (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM account_events) AS account_events,
         (SELECT count(*) FROM mail_orders) AS mails, (SELECT count(*) FROM sign_in_challenges) AS challenges,
         (SELECT count(*) FROM organization_sign_in_attempts) AS attempts`,
    ),
  );

describe('a trial of the provider', () => {
  test('is for owners with a fresh proof, of an organization with a provider', async () => {
    const w = await entered('oidc');
    expect(shape(await tryIt(w, w.admin.token))).toEqual([403, 'role_too_low']);
    expect(shape(await tryIt(w, w.keys.write))).toEqual([403, 'session_required']);
    expect(shape(await tryIt(w, w.stranger.token))).toEqual([403, 'not_a_member']);
    expect(shape(await tryIt(await world(service), w.owner.token))).toEqual([403, 'not_a_member']);
    const none = await world(service);
    expect(shape(await tryIt(none, none.owner.token))).toEqual([404, 'PROVIDER_NOT_FOUND']);
    await service.database.query(
      `UPDATE sessions SET created_at = now() - interval '1 hour', proved_at = now() - interval '1 hour'
       WHERE user_id = $1`,
      [w.owner.id],
    );
    expect(shape(await tryIt(w, w.owner.token))).toEqual([403, 'fresh_proof_required']);
  });

  test('says that the provider does not accept the client where its secret is wrong', async () => {
    const w = await entered('oidc', { clientSecret: 'of another client' });
    const page = parsePage(await come(await triedAtOidc(w, { email: `ada@${w.domain}` })));
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('The sign-in would be rejected.')]);
    expect(page.text).toContain('rejected the client ID or the client secret of this service');
    expect(page.text).toContain('provider_refuses_client');
  });

  test('is begun by no other way', async () => {
    const w = await entered('oidc');
    const body = { organizationSlug: w.organization.slug, purpose: 'try' };
    const begun = await service.as(w.owner.token).post('/api/auth/sign-in/sso').send(body);
    expect(begun.status).toBe(400);
  });

  test('shows what was said and what would follow, and signs nobody in, links nobody, keeps nothing', async () => {
    const w = await entered('oidc', {
      groups: [{ group: 'Accessibility', role: 'admin' }],
      attributes: { email: 'email', name: 'name', groups: 'roles' },
    });
    const before = await state();
    const email = `ada@${w.domain}`;
    const person = { email, name: 'Ada <b>Example</b>', roles: ['Accessibility', 'Others'], sub: 'subject-7' };
    const back = await come(await triedAtOidc(w, person));
    const page = parsePage(back);
    expect([page.status, page.heading]).toEqual([200, 'Sign-in test']);
    for (const said of ['subject-7', email, 'Ada <b>Example</b>', 'Accessibility', 'Others', 'roles'])
      expect(page.text).toContain(said);
    expect(page.text).toContain('A new account, managed by the organization. Membership The person would become');
    expect(page.text).toContain('Role admin Team none');
    expect(back.headers['set-auth-token']).toBeUndefined();
    expect(String(back.headers['set-cookie'])).not.toMatch(/session_token|two_factor/);
    expect(await state()).toBe(before);
  });

  test('is in the language of who tries it', async () => {
    const w = await entered('oidc');
    const person = { email: `ada@${w.domain}`, name: 'Ada' };
    const french = parsePage(await come(await triedAtOidc(w, person), 'fr-CH, en;q=0.5'));
    expect([french.heading, french.response.text.includes('<html lang="fr">')]).toEqual(['Test de la connexion', true]);
    await service
      .as(w.owner.token)
      .patch('/v1/me')
      .send({ preferences: { language: 'fr' } })
      .expect(200);
    const refused = parsePage(await come(await triedAtOidc(w, { ...person, email: 'ada@elsewhere.example' })));
    expect(refused.text).toContain('à aucun domaine vérifié de l’organisation');
  });

  test('says who stays as they are, and who is known', async () => {
    const w = await entered('oidc');
    const person = { sub: randomUUID(), email: `ada@${w.domain}`, name: 'Ada' };
    oidc.person = person;
    const begun = await service.as().post('/api/auth/sign-in/sso').send({ organizationSlug: w.organization.slug });
    const { headers } = await fetch(begun.body.url, { redirect: 'manual' });
    const back = new URL(headers.get('location')!);
    expect((await come({ cookie: cookieOf(begun), path: back.pathname + back.search })).status).toBe(302);
    const { text } = parsePage(await come(await triedAtOidc(w, person)));
    expect(text).toContain('The account linked to this subject.');
    expect(text).toContain('The person is already a member; the membership does not change.');
  });

  test.each<[string, (w: Entered) => object, string, object?]>([
    ['an account of their own', (w) => ({ email: w.member.email }), 'account_not_linked'],
    ['an address outside the domains', () => ({ email: 'ada@elsewhere.example' }), 'sso_domain_unproved'],
    ['no address', () => ({ email: undefined }), 'email_not_found'],
    ['an address that is not verified', () => ({ email_verified: false }), 'sso_address_unverified'],
    ['no role', () => ({}), 'sso_role_missing', { createRole: null }],
  ])('says that somebody with %s would be refused, and why', async (_who, more, code, settings = {}) => {
    const w = await entered('oidc', settings);
    await service.database.query(`UPDATE users SET email = $2 WHERE id = $1`, [w.member.id, `own@${w.domain}`]);
    w.member.email = `own@${w.domain}`;
    const before = await state();
    const page = parsePage(await come(await triedAtOidc(w, { email: `ada@${w.domain}`, name: 'Ada', ...more(w) })));
    expect(page.text).toContain('The sign-in would be rejected.');
    expect(page.text).toContain(`Code ${code}`);
    expect(await state()).toBe(before);
  });

  test('says that the organization is full', async () => {
    const w = await entered('oidc');
    for (let i = 0; i < 3; i += 1) await w.person('member');
    const page = parsePage(await come(await triedAtOidc(w, { email: `ada@${w.domain}`, name: 'Ada' })));
    expect(page.text).toContain('Code limit_reached');
  });

  test('says that the provider proves nothing, or has refused', async () => {
    const w = await entered('oidc');
    const person = { email: `ada@${w.domain}`, name: 'Ada' };
    const { cookie, path } = await triedAtOidc(w, person);
    const refused = parsePage(await come({ cookie, path: `${path}&error=access_denied` }));
    expect(refused.text).toContain('Code access_denied');
    oidc.misbehaves = { forges: true };
    const forged = parsePage(await come(await triedAtOidc(w, person)));
    expect(forged.text).toContain('Code identity_not_proved');
    for (const { text } of [refused, forged]) expect(text).not.toContain('Data from the provider');
  });

  test('is shown to the browser and the session that began it, once, while it is an owner’s', async () => {
    const w = await entered('oidc');
    const person = { email: `ada@${w.domain}`, name: 'Ada' };
    const tried = await triedAtOidc(w, person);
    expect(shape(await come({ path: tried.path }))).toEqual([403, 'state_mismatch']);
    expect(shape(await service.as(w.admin.token).get(tried.path).set('Cookie', tried.cookie).redirects(0))).toEqual([
      403,
      'state_mismatch',
    ]);
    expect(shape(await come(tried))).toEqual([403, 'state_mismatch']);
    const own = await triedAtOidc(w, person);
    expect((await service.as(w.owner.token).get(own.path).set('Cookie', own.cookie).redirects(0)).status).toBe(200);
    expect(shape(await come(own))).toEqual([403, 'state_mismatch']);
    const second = await w.person('owner');
    const lowered = await triedAtOidc(w, person, second.token);
    await service.database.query(`UPDATE members SET role = 'admin' WHERE id = $1`, [second.memberId]);
    expect(shape(await come(lowered))).toEqual([401, 'UNAUTHORIZED']);
    const ended = await triedAtOidc(w, person);
    await service.database.query('DELETE FROM sessions WHERE user_id = $1', [w.owner.id]);
    expect(shape(await come(ended))).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('a trial of a provider of SAML', () => {
  async function asked(w: Entered) {
    const begun = await tryIt(w, w.owner.token).expect(200);
    const { searchParams } = new URL(begun.body.url);
    const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString();
    const said = {
      acsUrl: `http://curbcut.test/api/auth/sso/saml2/acs/${w.organization.id}`,
      audience: `http://curbcut.test/api/auth/sso/saml2/metadata/${w.organization.id}`,
      subject: randomUUID(),
      attributes: { email: `ada@${w.domain}`, name: 'Ada Example', groups: ['A', 'B'] },
      requestId: / ID="([^"]+)"/.exec(xml)![1]!,
    };
    return { cookie: cookieOf(begun), state: searchParams.get('RelayState')!, said };
  }
  const post = (w: Entered, answer: string, { cookie, state: RelayState }: { cookie: string; state: string }) =>
    service
      .as()
      .post(`/api/auth/sso/saml2/acs/${w.organization.id}`)
      .redirects(0)
      .type('form')
      .set('Cookie', cookie)
      .send({ SAMLResponse: Buffer.from(answer).toString('base64'), RelayState });

  test('shows what was said and what would follow, also of settings that have people come in by it', async () => {
    const w = await entered('saml', { groups: [{ group: 'B', role: 'admin' }] });
    const begun = await asked(w);
    const before = await state();
    const page = parsePage(await post(w, saml.answer(begun.said), begun));
    for (const said of [begun.said.subject, `ada@${w.domain}`, 'Ada Example', 'A new account', 'Role admin'])
      expect(page.text).toContain(said);
    const { attempts: _begun, ...after } = JSON.parse(await state())[0] as Record<string, string>;
    expect(JSON.parse(before)[0]).toMatchObject(after);
  });

  test('says why an answer proves nothing', async () => {
    const w = await entered('saml');
    const begun = await asked(w);
    const page = parsePage(await post(w, saml.response(begun.said, saml.assertion(begun.said)), begun));
    expect(page.text).toContain('Code saml_signature');
    expect(page.text).not.toContain(begun.said.subject);
  });
});
