import { randomUUID } from 'node:crypto';
import { hashOf, randomToken } from '#libs/secrets';
import { Recoveries } from '../../apps/api/src/accounts/identity/recovery/recoveries.service.js';
import { nowSeconds } from '../support/moments.js';
import { OidcProviderDouble } from '../support/oidc-provider.js';
import { APP } from '../support/oidc-sign-ins.js';
import { parsePage } from '../support/pages.js';
import { provedDomain } from '../support/proved-domain.js';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const provider = new OidcProviderDouble();
beforeAll(async () => void (await provider.start()));
afterAll(() => provider.stop());
beforeEach(() => Object.assign(provider, { misbehaves: {}, terse: false }));
// A provider of a test is on this machine.
const service = useService({
  PUBLIC_URL: 'http://curbcut.test',
  CORS_ORIGINS: APP,
  WEBHOOKS_ALLOW_PRIVATE: 'true',
  LIMIT_MEMBERS: '6',
});

const now = () => nowSeconds();
const shape = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const withFactor = (id: string) =>
  service.database.query('UPDATE users SET two_factor_enabled = true WHERE id = $1', [id]);

interface Entered extends World {
  domain: string;
}

/** An organization with a proved domain and this provider. */
async function entered(over: object = {}): Promise<Entered> {
  const w = await world(service);
  const domain = await provedDomain(service, w);
  await set({ ...w, domain }, over);
  return { ...w, domain };
}

async function set(w: Entered, over: object): Promise<void> {
  const body = {
    kind: 'oidc',
    issuer: provider.issuer,
    clientId: provider.client.id,
    clientSecret: provider.client.secret,
    createRole: 'member',
    ...over,
  };
  await service.as(w.owner.token).put(`${w.organization.url}/settings/sign-in`).send(body).expect(200);
}

const somebody = ({ domain }: Entered, over: object = {}) => ({
  sub: randomUUID(),
  email: `${randomUUID()}@${domain}`,
  name: 'Ada Example',
  auth_time: now(),
  ...over,
});

const begin = (body: object, token?: string) => service.as(token).post('/api/auth/sign-in/sso').send(body);

/** What a browser holds when the provider has sent it back. */
async function sentBack(w: Entered, person: object, body: object = {}, token?: string) {
  provider.person = { ...person };
  const begun = await begin({ organizationSlug: w.organization.slug, ...body }, token).expect(200);
  const { headers } = await fetch(begun.body.url, { redirect: 'manual' });
  const back = new URL(headers.get('location')!);
  return { cookie: String(begun.headers['set-cookie']).split(';')[0]!, path: back.pathname + back.search };
}
const come = ({ cookie, path }: { cookie: string; path: string }) =>
  service.as().get(path).redirects(0).set('Cookie', cookie);
const signIn = async (w: Entered, person: object, body: object = {}, token?: string) =>
  come(await sentBack(w, person, body, token));
const tokenOf = ({ headers }: { headers: Record<string, string> }) => headers['set-auth-token']!;
const products = (w: World, token: string) => service.as(token).get(`${w.organization.url}/products`);
const membersOf = (w: World) =>
  service.database.query<{ email: string; role: string; managed: boolean; team: string | null }[]>(
    `SELECT u.email, m.role, m.team_id AS team, u.managed_by = m.organization_id AS managed
     FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1`,
    [w.organization.id],
  );
const memberWith = async (w: World, email: string) => (await membersOf(w)).find((one) => one.email === email);

/** The person of an organization with an address of its domain. */
async function withAddressIn(w: Entered, person: Person): Promise<Person> {
  const email = `${randomUUID()}@${w.domain}`;
  await service.database.query('UPDATE users SET email = $2 WHERE id = $1', [person.id, email]);
  return { ...person, email };
}

describe('somebody whom the provider of an organization brings', () => {
  test('gets an account that it manages and a membership, and is known again by the subject', async () => {
    const w = await entered();
    const person = somebody(w);
    const first = await signIn(w, person, { callbackURL: '/start' });
    expect([first.status, first.headers['location']]).toEqual([302, 'http://curbcut.test/start']);
    expect((await products(w, tokenOf(first))).status).toBe(200);
    expect(await memberWith(w, person.email)).toMatchObject({ role: 'member', managed: true });
    const { body } = await service.as(tokenOf(first)).get('/api/auth/get-session');
    expect(body.session.activeOrganizationId).toBe(w.organization.id);
    // Another address of the domain, and the same person.
    const again = await signIn(w, { ...person, email: `another@${w.domain}` });
    expect((await service.as(tokenOf(again)).get('/api/auth/get-session')).body.user).toMatchObject({
      id: body.user.id,
      email: person.email,
      emailVerified: true,
    });
  });

  test('comes in by the address as by the slug, and by a link', async () => {
    const w = await entered();
    const by = await begin({ email: `whoever@${w.domain.toUpperCase()}` }).expect(200);
    expect(by.body).toEqual({ url: expect.stringContaining(`${provider.issuer}/authorize?`), redirect: true });
    const sent = new URL(by.body.url).searchParams;
    expect(sent.get('redirect_uri')).toBe(`http://curbcut.test/api/auth/sso/callback/${w.organization.id}`);
    expect(sent.get('code_challenge_method')).toBe('S256');
    const link = await service.as().get(`/api/auth/sso/start/${w.organization.id}`).redirects(0);
    expect([link.status, link.headers['location']]).toEqual([302, expect.stringContaining(provider.issuer)]);
  });

  test('gets the highest role and the team of their groups, and is refused where none gives one', async () => {
    const w = await entered();
    const team = (
      await service
        .as(w.owner.token)
        .post('/api/auth/organization/create-team')
        .send({ name: 'Web', organizationId: w.organization.id })
    ).body.id as string;
    const groups = [
      { group: 'Web', role: 'member', teamId: team },
      { group: 'Heads', role: 'admin' },
    ];
    await set(w, { createRole: null, groups });
    const head = somebody(w, { groups: ['Heads', 'Web', 'Other'] });
    expect((await signIn(w, head)).status).toBe(302);
    expect(await memberWith(w, head.email)).toMatchObject({ role: 'admin', team });
    const nobody = somebody(w, { groups: ['heads'] });
    expect(shape(await signIn(w, nobody))).toEqual([403, 'sso_role_missing']);
    expect(await service.database.query('SELECT 1 FROM users WHERE email = $1', [nobody.email])).toEqual([]);
  });

  test('is not let in beyond the limit of members, and nothing is made', async () => {
    const w = await entered();
    const statuses = [];
    for (let i = 0; i < 5; i += 1) statuses.push((await signIn(w, somebody(w))).status);
    expect(statuses.filter((status) => status === 302).length).toBeLessThan(5);
    const last = somebody(w);
    expect(shape(await signIn(w, last))).toEqual([409, 'limit_reached']);
    expect(await service.database.query('SELECT 1 FROM users WHERE email = $1', [last.email])).toEqual([]);
  });
});

describe('nobody is let in', () => {
  test('without a proved domain, with one that is gone, or another organization’s', async () => {
    const [w, other] = [await entered(), await entered()];
    expect(shape(await signIn(w, somebody(other)))).toEqual([403, 'sso_domain_unproved']);
    expect(shape(await signIn(w, somebody(w, { email: `a@sub.${w.domain}` })))).toEqual([403, 'sso_domain_unproved']);
    const known = somebody(w);
    expect((await signIn(w, known)).status).toBe(302);
    await service.database.query(
      `UPDATE sign_in_domains SET missing_since = now() - interval '15 days' WHERE domain = $1`,
      [w.domain],
    );
    expect(shape(await signIn(w, somebody(w)))).toEqual([403, 'sso_domain_unproved']);
    // Who has come before still does.
    expect((await signIn(w, known)).status).toBe(302);
    await service.database.query('DELETE FROM sign_in_domains WHERE domain = $1', [w.domain]);
    expect(shape(await signIn(w, known))).toEqual([403, 'sso_domain_unproved']);
  });

  test('whose address the provider has not verified or does not say', async () => {
    const w = await entered();
    for (const email_verified of [false, 'false'])
      expect(shape(await signIn(w, somebody(w, { email_verified })))).toEqual([403, 'sso_address_unverified']);
    expect(shape(await signIn(w, { sub: randomUUID() }))).toEqual([403, 'email_not_found']);
    expect(shape(await signIn(w, somebody(w, { email: [`a@${w.domain}`, `b@${w.domain}`] })))).toEqual([
      403,
      'email_not_found',
    ]);
  });

  test('by a token that is forged, for others, old, or of another sign-in; nor by the answer of another browser', async () => {
    const w = await entered();
    for (const misbehaviour of [
      { forges: true },
      { claims: { aud: 'another client' } },
      { claims: { exp: now() - 600, iat: now() - 1200 } },
      { claims: { nonce: 'another' } },
      { claims: { iss: 'https://another.example' } },
    ]) {
      provider.misbehaves = misbehaviour;
      expect(shape(await signIn(w, somebody(w)))).toEqual([403, 'identity_not_proved']);
    }
    provider.misbehaves = { refuses: { error: 'access_denied' } };
    expect(shape(await signIn(w, somebody(w)))).toEqual([403, 'access_denied']);
    provider.misbehaves = {};
    const back = await sentBack(w, somebody(w));
    const { cookie } = await sentBack(w, somebody(w));
    expect(shape(await come({ ...back, cookie }))).toEqual([403, 'state_mismatch']);
    expect(shape(await service.as().get(back.path).redirects(0))).toEqual([403, 'state_mismatch']);
    expect((await come(back)).status).toBe(302);
    expect(shape(await come(back))).toEqual([403, 'state_mismatch']);
  });

  test('with a page where a browser comes, and with JSON where a program does', async () => {
    const w = await entered();
    const at = (path: string, accept: string) => service.as().get(path).redirects(0).set('Accept', accept);
    const callback = `/api/auth/sso/callback/${w.organization.id}?state=none&code=none`;
    const page = parsePage(await at(callback, 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'));
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('No such sign-in is in progress')]);
    expect(page.text).toContain('Start the sign-in again');
    expect(shape(await at(callback, '*/*'))).toEqual([403, 'state_mismatch']);
    // No provider is configured for all of the service here.
    expect(parsePage(await at('/api/auth/callback/oidc?state=none', 'text/html')).status).toBe(404);
    const posted = await service
      .as()
      .post(`/api/auth/sso/saml2/acs/${w.organization.id}`)
      .set('Accept', 'text/html,*/*;q=0.8')
      .type('form')
      .send({ SAMLResponse: 'none' });
    expect(parsePage(posted).status).toBe(403);
    const begun = await at(`/api/auth/sso/start/${randomUUID()}`, 'text/html');
    expect(parsePage(begun).status).toBe(404);
  });

  test('at another organization by what one provider has answered to the first', async () => {
    const [w, other] = [await entered(), await entered()];
    const back = await sentBack(w, somebody(other));
    const moved = back.path.replace(w.organization.id, other.organization.id);
    expect(shape(await come({ ...back, path: moved }))).toEqual([403, 'state_mismatch']);
  });

  test('to an organization by the subject that the same issuer has at another', async () => {
    const [w, other] = [await entered(), await entered()];
    const person = somebody(w);
    const mine = await signIn(w, person);
    // The other owner controls what its provider says, and names this subject.
    const theirs = await signIn(other, { ...person, email: `a@${other.domain}` });
    const idOf = async (token: string) => (await service.as(token).get('/api/auth/get-session')).body.user.id as string;
    expect(await idOf(tokenOf(theirs))).not.toBe(await idOf(tokenOf(mine)));
    expect(shape(await products(w, tokenOf(theirs)))).toEqual([403, 'not_a_member']);
  });

  test('and nobody learns which organizations and domains there are', async () => {
    const w = await world(service);
    const answers = [];
    for (const body of [
      { email: `a@${randomUUID()}.example` },
      { email: 'a@gmail.com' },
      { organizationSlug: 'no-such-organization' },
      { organizationSlug: w.organization.slug },
      { organizationSlug: randomUUID() },
    ]) {
      const { status, body: said } = await begin(body);
      answers.push(JSON.stringify([status, { ...said, requestId: undefined }]));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('PROVIDER_NOT_FOUND');
    expect(shape(await begin({}))).toEqual([400, 'VALIDATION_ERROR']);
    expect(
      shape(
        await begin({ organizationSlug: (await entered()).organization.slug, callbackURL: 'https://evil.example' }),
      ),
    ).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('while the provider is gone, and the answer says so', async () => {
    const w = await entered({ issuer: 'http://127.0.0.1:9' });
    expect(shape(await begin({ organizationSlug: w.organization.slug }))).toEqual([503, 'provider_unavailable']);
    await set(w, {});
    const back = await sentBack(w, somebody(w), { errorCallbackURL: '/refused' });
    provider.misbehaves = { fails: 503 };
    const { status, headers } = await come(back);
    expect([status, headers['location']]).toEqual([302, 'http://curbcut.test/refused?error=provider_unavailable']);
  });
});

describe('an account that is there already', () => {
  test('is linked only in a session that has just proved who is there', async () => {
    const w = await entered();
    const own = await withAddressIn(w, await w.person());
    const person = somebody(w, { email: own.email });
    expect(shape(await signIn(w, person))).toEqual([403, 'account_not_linked']);
    const link = { purpose: 'link' };
    expect(shape(await begin({ organizationSlug: w.organization.slug, ...link }))).toEqual([401, 'UNAUTHORIZED']);
    await service.database.query(`UPDATE sessions SET proved_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      own.id,
    ]);
    expect(shape(await begin({ organizationSlug: w.organization.slug, ...link }, own.token))).toEqual([
      403,
      'SESSION_NOT_FRESH',
    ]);
    await service.database.query('UPDATE sessions SET proved_at = now() WHERE user_id = $1', [own.id]);
    // Nobody else's identity at the provider is linked to it.
    expect(shape(await signIn(w, somebody(w), link, own.token))).toEqual([403, 'sso_other_person']);
    expect((await signIn(w, person, link, own.token)).status).toBe(302);
    expect(await memberWith(w, own.email)).toMatchObject({ role: 'member', managed: null });
    const by = await signIn(w, person);
    expect((await service.as(tokenOf(by)).get('/api/auth/get-session')).body.user.id).toBe(own.id);
  });

  test('is not made fresh by the provider anywhere but in the organization', async () => {
    const [w, other] = [await entered(), await world(service)];
    const own = await withAddressIn(w, w.admin);
    const person = somebody(w, { email: own.email });
    expect((await signIn(w, person, { purpose: 'link' }, own.token)).status).toBe(302);
    await service.database.query(
      `INSERT INTO members (id, organization_id, user_id, role) VALUES (gen_random_uuid(), $1, $2, 'owner')`,
      [other.organization.id, own.id],
    );
    const token = tokenOf(await signIn(w, person));
    const key = { name: 'k', scopes: ['read'] };
    expect((await service.as(token).post(`${w.organization.url}/api-keys`).send(key)).status).toBe(201);
    expect(shape(await service.as(token).delete(`${other.organization.url}/settings/github`))).toEqual([
      403,
      'fresh_proof_required',
    ]);
    expect(shape(await service.as(token).get('/v1/me/export'))).toEqual([403, 'fresh_proof_required']);
  });

  test('is nobody’s to the provider once its person has left or was removed, and its sessions have ended', async () => {
    const w = await entered();
    for (const leaves of [true, false]) {
      const own = await withAddressIn(w, await w.person());
      const person = somebody(w, { email: own.email });
      expect((await signIn(w, person, { purpose: 'link' }, own.token)).status).toBe(302);
      const byProvider = tokenOf(await signIn(w, person));
      const organizationId = w.organization.id;
      await (
        leaves
          ? service.as(own.token).post('/api/auth/organization/leave').send({ organizationId })
          : service.as(w.owner.token).post('/api/auth/organization/remove-member').send({
              organizationId,
              memberIdOrEmail: own.email,
            })
      ).expect(200);
      expect((await service.as(byProvider).get('/v1/me')).status).toBe(401);
      expect(shape(await signIn(w, person))).toEqual([403, 'account_not_linked']);
      expect(await memberWith(w, own.email)).toBeUndefined();
    }
  });

  test('and that the organization managed is its person’s alone once they have left', async () => {
    const w = await entered();
    const person = somebody(w);
    const token = tokenOf(await signIn(w, person));
    await service
      .as(token)
      .post('/api/auth/organization/leave')
      .send({ organizationId: w.organization.id })
      .expect(200);
    const [user] = await service.database.query<{ managed_by: string | null }[]>(
      'SELECT managed_by FROM users WHERE email = $1',
      [person.email],
    );
    expect(user!.managed_by).toBeNull();
    expect(shape(await signIn(w, person))).toEqual([403, 'account_not_linked']);
  });

  test('that is disabled stays out', async () => {
    const w = await entered();
    const person = somebody(w);
    await signIn(w, person);
    await service.database.query('UPDATE users SET disabled_at = now() WHERE email = $1', [person.email]);
    expect(shape(await signIn(w, person))).toEqual([403, 'ACCOUNT_DISABLED']);
  });
});

describe('what a session by the provider proves', () => {
  test('is the second factor in its organization, where that says so, and in no other', async () => {
    const [w, other] = [await entered({ countsAsFactor: true }), await world(service)];
    const person = somebody(w);
    const { body } = await service.as(tokenOf(await signIn(w, person))).get('/api/auth/get-session');
    await service.database.query(
      `INSERT INTO members (id, organization_id, user_id, role) VALUES (gen_random_uuid(), $1, $2, 'member')`,
      [other.organization.id, body.user.id],
    );
    await service.database.query('UPDATE organizations SET require_two_factor = true WHERE id = ANY ($1)', [
      [w.organization.id, other.organization.id],
    ]);
    const token = tokenOf(await signIn(w, person));
    expect((await products(w, token)).status).toBe(200);
    expect(shape(await products(other, token))).toEqual([403, 'two_factor_required']);
    await withFactor(w.owner.id);
    await service.database.query('UPDATE sessions SET factor_passed = true WHERE user_id = $1', [w.owner.id]);
    await set(w, { countsAsFactor: false });
    expect(shape(await products(w, token))).toEqual([403, 'two_factor_required']);
    await withFactor(body.user.id);
    const asked = await signIn(w, person, { callbackURL: '/next' });
    expect(asked.headers['location']).toBe('http://curbcut.test/next?twoFactorRedirect=true');
    expect(asked.headers['set-auth-token']).toBeUndefined();
  });

  test('stands for the factor of accounts that its organization manages, and for nobody else’s own', async () => {
    const w = await entered({ countsAsFactor: true });
    const managed = somebody(w);
    const { body } = await service.as(tokenOf(await signIn(w, managed))).get('/api/auth/get-session');
    const own = await withAddressIn(w, await w.person());
    const person = somebody(w, { email: own.email });
    expect((await signIn(w, person, { purpose: 'link' }, own.token)).status).toBe(302);
    for (const id of [body.user.id, own.id]) await withFactor(id);
    expect(tokenOf(await signIn(w, managed))).toEqual(expect.any(String));
    const asked = await signIn(w, person, { callbackURL: '/next' });
    expect(asked.headers['location']).toBe('http://curbcut.test/next?twoFactorRedirect=true');
    expect(asked.headers['set-auth-token']).toBeUndefined();
  });

  test('is renewed where the provider asks again, by the same person', async () => {
    const w = await entered();
    const person = somebody(w, { groups: ['a'] });
    const token = tokenOf(await signIn(w, { ...person, auth_time: now() - 3600 }));
    await service.database.query(`UPDATE members SET role = 'admin' WHERE organization_id = $1`, [w.organization.id]);
    const make = () => service.as(token).post(`${w.organization.url}/webhooks`).send({ url: 'https://8.8.8.8/hook' });
    expect(shape(await make())).toEqual([403, 'fresh_proof_required']);
    const prove = { purpose: 'prove' };
    const back = await sentBack(w, { ...person, auth_time: undefined }, prove, token);
    expect(shape(await come(back))).toEqual([403, 'auth_time_missing']);
    expect(shape(await signIn(w, { ...person, auth_time: now() - 3600 }, prove, token))).toEqual([
      403,
      'identity_not_proved',
    ]);
    expect((await signIn(w, somebody(w))).status).toBe(302);
    const begun = await begin({ organizationSlug: w.organization.slug, ...prove }, token);
    expect(new URL(begun.body.url).searchParams.get('max_age')).toBe('0');
    expect((await signIn(w, person, prove, token)).status).toBe(302);
    expect((await make()).status).toBe(201);
  });
});

describe('where people must come in by the provider', () => {
  async function requiring() {
    const w = await entered();
    await withFactor(w.owner.id);
    await service.database.query('UPDATE sessions SET factor_passed = true WHERE user_id = $1', [w.owner.id]);
    await set(w, { required: true, recoveryOwnerIds: [w.owner.id] });
    return w;
  }

  test('other sessions are refused and told where to go; its own, keys and a recovery owner go on', async () => {
    const w = await requiring();
    const refused = await products(w, w.member.token);
    expect(shape(refused)).toEqual([403, 'provider_sign_in_required']);
    expect(refused.body.url).toBe(`/api/auth/sso/start/${w.organization.id}`);
    expect(
      shape(
        await service
          .as(w.admin.token)
          .post('/api/auth/organization/invite-member')
          .send({ email: 'a@b.example', role: 'member', organizationId: w.organization.id }),
      ),
    ).toEqual([403, 'provider_sign_in_required']);
    expect((await products(w, tokenOf(await signIn(w, somebody(w))))).status).toBe(200);
    expect((await products(w, w.keys.read)).status).toBe(200);
    expect((await products(w, w.owner.token)).status).toBe(200);
    await service.database.query('UPDATE sessions SET factor_passed = false WHERE user_id = $1', [w.owner.id]);
    expect(shape(await products(w, w.owner.token))).toEqual([403, 'provider_sign_in_required']);
  });

  test('a session by the provider of another organization is refused, and everybody may leave', async () => {
    const [w, other] = [await requiring(), await entered()];
    const { body } = await service.as(w.member.token).get('/api/auth/get-session');
    const email = `${randomUUID()}@${other.domain}`;
    await service.database.query('UPDATE users SET email = $2 WHERE id = $1', [body.user.id, email]);
    expect((await signIn(other, somebody(other, { email }), { purpose: 'link' }, w.member.token)).status).toBe(302);
    expect((await products(other, w.member.token)).status).toBe(200);
    expect(shape(await products(w, w.member.token))).toEqual([403, 'provider_sign_in_required']);
    const leave = await service
      .as(w.member.token)
      .post('/api/auth/organization/leave')
      .send({ organizationId: w.organization.id });
    expect(leave.status).toBe(200);
  });

  test('what a person takes along and sees of their organizations leaves it out', async () => {
    const w = await requiring();
    const me = (await service.as(w.member.token).get('/v1/me')).body;
    const own = me.organizations.find((one: { id: string }) => one.id === w.organization.id);
    expect(own).toMatchObject({ modules: [] });
    expect(own.can).toMatchObject({ products_list: false, issues_listInOrganization: false });
  });

  test('lists over all organizations show no more of it than its name, and to its own sessions all', async () => {
    const w = await requiring();
    const { id } = w.organization;
    const team = randomUUID();
    await service.database.query(`INSERT INTO teams (id, organization_id, name) VALUES ($1, $2, 'Secret team')`, [
      team,
      id,
    ]);
    await service.database.query('UPDATE members SET team_id = $2 WHERE organization_id = $1', [id, team]);
    await service.database.query(`UPDATE organizations SET metadata = '{"secret":true}' WHERE id = $1`, [id]);
    const seen = async (token: string) => {
      const auth = '/api/auth/organization';
      const list = (await service.as(token).get(`${auth}/list`).expect(200)).body as { id: string }[];
      const active = await service.as(token).post(`${auth}/set-active`).send({ organizationId: id }).expect(200);
      const teams = (await service.as(token).get(`${auth}/list-user-teams`).expect(200)).body as { id: string }[];
      return [list.find((one) => one.id === id), active.body, teams.map((one) => one.id)];
    };
    const named = { id, name: 'Example', slug: w.organization.slug, logo: null, createdAt: null, metadata: null };
    // Without an active organization the teams of all are asked for.
    await service.database.query('UPDATE sessions SET active_organization_id = NULL');
    expect(await seen(w.member.token)).toEqual([named, named, []]);
    const whole = { ...named, createdAt: expect.any(String), metadata: '{"secret":true}' };
    await service.database.query(
      'UPDATE sessions SET active_organization_id = NULL, provider_organization_id = $2 WHERE user_id = $1',
      [w.member.id, id],
    );
    expect(await seen(w.member.token)).toEqual([whole, whole, [team]]);
    expect(await seen(w.owner.token)).toEqual([whole, whole, [team]]);
    const exported = async (token: string) =>
      ((await service.as(token).get('/v1/me/export').expect(200)).body.memberships as { organizationId: string }[]).map(
        (one) => one.organizationId,
      );
    expect([await exported(w.admin.token), await exported(w.owner.token)]).toEqual([[], [id]]);
  });
});

test('a recovery finds whom the provider has brought that somebody else had set', async () => {
  const w = await entered({ createRole: 'admin' });
  const person = somebody(w);
  const token = tokenOf(await signIn(w, person));
  const other = randomToken();
  await service.database.query(
    `INSERT INTO sessions (id, user_id, token_hash, expires_at, proved_at)
     VALUES (gen_random_uuid(), $1, $2, now() + interval '1 day', now())`,
    [w.owner.id, hashOf(other)],
  );
  const { body } = await service.as(other).post('/v1/me/recover').send({}).expect(200);
  const kinds = body.recovery.made.map(({ kind, title }: { kind: string; title: string }) => [kind, title]);
  expect(kinds).toContainEqual(['sign_in_provider', provider.issuer]);
  expect(kinds).toContainEqual(['member', person.name]);
  expect(await memberWith(w, person.email)).toMatchObject({ role: 'member' });
  expect((await products(w, token)).status).toBe(401);
  await service.app.get(Recoveries).end(body.recovery.id);
  expect(await memberWith(w, person.email)).toBeUndefined();
});
