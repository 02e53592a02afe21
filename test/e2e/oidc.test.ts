import { newId } from '#libs/ids';
import { User } from '../../apps/api/src/identity/user.entity.js';
import { OidcProviderDouble } from '../support/oidc-provider.js';
import { type Service, useService } from '../support/service.js';
import { world } from '../support/world.js';

const AUTH = '/api/auth';
const APP = 'https://app.example.org';

const provider = new OidcProviderDouble();
beforeAll(async () => void (await provider.start()));
afterAll(() => provider.stop());
beforeEach(() => Object.assign(provider, { misbehaves: {}, terse: false }));

/** Settings for the provider; its address is known once it has started. */
function configured(over: Record<string, string> = {}): Record<string, string> {
  const environment: Record<string, string> = { PUBLIC_URL: 'http://curbcut.test', CORS_ORIGINS: APP, ...over };
  beforeAll(() => {
    environment['OIDC_ISSUER'] = provider.issuer;
    environment['OIDC_CLIENT_ID'] = provider.client.id;
    environment['OIDC_CLIENT_SECRET'] = provider.client.secret;
  });
  return environment;
}

const service = useService(configured());

let people = 0;
const somebody = (over: object = {}) => {
  people += 1;
  return { sub: `sub-${people}`, email: `p${people}@example.org`, email_verified: true, name: `P ${people}`, ...over };
};

const begin = (body: object = {}, on: Service = service) =>
  on
    .as()
    .post(`${AUTH}/sign-in/social`)
    .send({ provider: 'oidc', ...body });

/** What a browser holds when the provider has sent it back: its cookie and the path it was sent to. */
async function sentBack(person: object, body: object = {}, on: Service = service) {
  provider.person = { ...person };
  const begun = await begin(body, on);
  expect(begun.status).toBe(200);
  const { headers } = await fetch(begun.body.url, { redirect: 'manual' });
  const back = new URL(headers.get('location')!);
  return { cookie: String(begun.headers['set-cookie']).split(';')[0]!, path: back.pathname + back.search };
}

const come = ({ cookie, path }: { cookie?: string; path: string }, on: Service = service) => {
  const request = on.as().get(path).redirects(0);
  return cookie === undefined ? request : request.set('Cookie', cookie);
};

const signIn = async (person: object, body: object = {}, on: Service = service) =>
  come(await sentBack(person, body, on), on);

const userOf = async (token: string | undefined, on: Service = service) =>
  (await on.as(token).get(`${AUTH}/get-session`)).body?.user;

const register = async (email: string, emailVerified: boolean, on: Service = service) => {
  const id = newId();
  await on.database.manager.insert(User, { id, name: 'Known', email, emailVerified, image: null });
  return id;
};

describe('signing in with the provider', () => {
  test('makes an account of its claims, and a session in a header and a cookie', async () => {
    const person = somebody({ email: 'Grace@Example.org', name: 'Grace', picture: 'https://id.example.org/g.png' });
    const response = await signIn(person, { callbackURL: `${APP}/welcome?a=1` });
    expect([response.status, response.headers['location'], response.text]).toEqual([302, `${APP}/welcome?a=1`, '']);
    expect(String(response.headers['set-cookie'])).toMatch(/better-auth\.session_token=.*HttpOnly; SameSite=Lax/);
    expect(await userOf(response.headers['set-auth-token'])).toMatchObject({
      name: 'Grace',
      email: 'grace@example.org',
      emailVerified: true,
      image: 'https://id.example.org/g.png',
    });
  });

  test('asks for a code with S256, state and nonce, and binds them to the browser by a cookie of ten minutes', async () => {
    const { body, headers } = await begin({ disableRedirect: true });
    const query = new URL(body.url).searchParams;
    expect(body.redirect).toBe(false);
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      redirect_uri: `http://curbcut.test${AUTH}/callback/oidc`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
    expect(String(headers['set-cookie'])).toMatch(/Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/);
    expect((await begin()).body.redirect).toBe(true);
  });

  test('again is the same person, whatever the address says now', async () => {
    const person = somebody();
    const first = await userOf((await signIn(person)).headers['set-auth-token']);
    const again = await signIn({ ...person, email: undefined, name: 'New' });
    expect(again.headers['location']).toBe('http://curbcut.test/');
    expect(await userOf(again.headers['set-auth-token'])).toEqual(first);
  });

  test('takes the address from userinfo where the token does not have it', async () => {
    provider.terse = true;
    const person = somebody();
    expect(await userOf((await signIn(person)).headers['set-auth-token'])).toMatchObject({ email: person.email });
  });

  test('believes no address that the provider has not verified, and asks for it to be confirmed', async () => {
    const person = somebody({ email_verified: undefined, picture: 'javascript:alert(1)' });
    const user = await userOf((await signIn(person)).headers['set-auth-token']);
    expect(user).toMatchObject({ emailVerified: false, image: null });
  });
});

describe('an account with the same address', () => {
  test('is linked when both sides have verified it', async () => {
    const person = somebody();
    const id = await register(person.email, true);
    const response = await signIn(person);
    expect(await userOf(response.headers['set-auth-token'])).toMatchObject({ id, name: 'Known' });
  });

  test.each([
    ['the provider has not', undefined, true],
    ['the provider says so in a string', 'true', true],
    ['we have not', true, false],
  ])('is not linked when %s', async (_why, email_verified, ours) => {
    const person = somebody({ email_verified });
    const id = await register(person.email, ours);
    const response = await signIn(person, { errorCallbackURL: '/sign-in?from=oidc' });
    expect([response.status, response.headers['location']]).toEqual([
      302,
      'http://curbcut.test/sign-in?from=oidc&error=account_not_linked',
    ]);
    expect(response.headers['set-auth-token']).toBeUndefined();
    expect(await service.database.query('SELECT 1 FROM accounts WHERE user_id = $1', [id])).toEqual([]);
    expect((await signIn(person)).body.code).toBe('account_not_linked');
  });

  test('whoever took an address unverified loses it to the reader of its mail', async () => {
    const person = somebody({ email_verified: false });
    const { id } = await userOf((await signIn(person)).headers['set-auth-token']);
    const token = 'mailed-token';
    await service.database.query(
      `INSERT INTO verifications (id, user_id, purpose, token_hash, expires_at) VALUES ($1, $2, 'password_reset', sha256($3::bytea), now() + interval '1 hour')`,
      [newId(), id, token],
    );
    const reset = await service.as().post(`${AUTH}/reset-password`).send({ token, newPassword: 'a password of mine' });
    expect(reset.status).toBe(200);
    expect((await signIn(person)).body.code).toBe('account_not_linked');
  });
});

describe('a callback', () => {
  const refused = async (attempt: { cookie?: string; path: string }) => {
    const response = await come(attempt);
    expect(response.headers['set-auth-token']).toBeUndefined();
    return [response.status, response.body.code];
  };

  test('is refused without the cookie, with the cookie of another browser, and with another state', async () => {
    const mine = await sentBack(somebody());
    const theirs = await sentBack(somebody());
    expect(await refused({ path: mine.path })).toEqual([403, 'state_mismatch']);
    expect(await refused({ path: mine.path, cookie: theirs.cookie })).toEqual([403, 'state_mismatch']);
    expect(await refused({ ...mine, path: mine.path.replace(/state=[\w-]+/, 'state=x') })).toEqual([
      403,
      'state_mismatch',
    ]);
    expect(await refused({ ...mine, path: mine.path.replace(/&?state=[\w-]+/, '') })).toEqual([403, 'state_mismatch']);
    expect((await come(mine)).status).toBe(302);
  });

  test('counts once', async () => {
    const attempt = await sentBack(somebody());
    expect((await come(attempt)).status).toBe(302);
    expect(await refused(attempt)).toEqual([403, 'state_mismatch']);
  });

  test('counts for ten minutes', async () => {
    const attempt = await sentBack(somebody());
    await service.database.query(`UPDATE provider_sign_ins SET expires_at = now() - interval '1 second'`);
    expect(await refused(attempt)).toEqual([403, 'state_mismatch']);
    await begin();
    expect(await service.database.query('SELECT 1 FROM provider_sign_ins WHERE expires_at <= now()')).toEqual([]);
  });

  test('of a stranger to the query is faulty, not a failure', async () => {
    expect(await refused({ path: `${AUTH}/callback/oidc?state=a&state=b` })).toEqual([400, 'invalid_input']);
    expect(await refused({ path: `${AUTH}/callback/oidc` })).toEqual([403, 'state_mismatch']);
  });

  const past = Math.floor(Date.now() / 1000) - 3600;
  test.each([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another audience', { claims: { aud: 'another' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['no time left', { claims: { iat: past - 60, exp: past } }],
    ['a signature of another key', { forges: true }],
  ])('with an ID token with %s proves nothing', async (_what, misbehaves) => {
    const attempt = await sentBack(somebody(), { errorCallbackURL: '/oops' });
    provider.misbehaves = misbehaves;
    const response = await come(attempt);
    expect([response.status, response.headers['location'], response.headers['set-auth-token']]).toEqual([
      302,
      'http://curbcut.test/oops?error=identity_not_proved',
      undefined,
    ]);
  });

  test('with a code that the provider does not know proves nothing, and the answer says nothing of why', async () => {
    const attempt = await sentBack(somebody());
    const response = await come({ ...attempt, path: attempt.path.replace(/code=[\w-]+/, 'code=guessed') });
    expect([response.status, response.body.code]).toEqual([403, 'identity_not_proved']);
    expect(response.text).not.toMatch(/invalid_grant|OAUTH/);
  });

  test.each([
    ['access_denied', 403, 'access_denied'],
    ['temporarily_unavailable', 503, 'provider_unavailable'],
    ['<script>', 403, 'provider_refused'],
  ])('with the error %s is %i %s', async (error, status, code) => {
    provider.misbehaves = { refuses: { error, error_description: 'internals' } };
    const response = await signIn(somebody());
    expect([response.status, response.body.code]).toEqual([status, code]);
    const redirected = await signIn(somebody(), { errorCallbackURL: `${APP}/in` });
    expect(redirected.headers['location']).toBe(`${APP}/in?error=${code}`);
  });

  test('of a person without an address is refused', async () => {
    expect((await signIn(somebody({ email: undefined }))).body.code).toBe('email_not_found');
    expect((await signIn(somebody({ email: 'nonsense' }))).body.code).toBe('email_not_found');
  });
});

describe('a request to sign in', () => {
  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    `${APP}.evil.example`,
  ])('that would end at %s is refused', async (address) => {
    const response = await begin({ callbackURL: address, errorCallbackURL: address });
    expect(response.status).toBe(400);
    expect(response.body.errors.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ['/callbackURL', 'not_allowed'],
      ['/errorCallbackURL', 'not_allowed'],
    ]);
  });

  test('with another provider is 404, without one 400', async () => {
    const response = await begin({ provider: 'github' });
    expect([response.status, response.body.code]).toEqual([404, 'PROVIDER_NOT_FOUND']);
    expect((await begin({ provider: undefined })).status).toBe(400);
  });
});

describe('a provider in trouble', () => {
  const fresh = useService(configured());

  test('keeps nobody from starting: it is 503 until it answers, and then known', async () => {
    await provider.stop();
    const down = await begin({}, fresh);
    await provider.start();
    expect([down.status, down.body.code, down.headers['retry-after']]).toEqual([503, 'provider_unavailable', '2']);
    provider.misbehaves = { fails: 500 };
    expect((await begin({}, fresh)).body.code).toBe('provider_unavailable');
    provider.misbehaves = {};
    expect((await signIn(somebody(), {}, fresh)).status).toBe(302);
    const attempt = await sentBack(somebody(), {}, fresh);
    provider.misbehaves = { fails: 503 };
    expect((await come(attempt, fresh)).body.code).toBe('provider_unavailable');
  });

  test('is given up after five seconds', async () => {
    const attempt = await sentBack(somebody());
    provider.misbehaves = { hangs: true };
    const since = Date.now();
    expect((await come(attempt)).body.code).toBe('provider_unavailable');
    expect(Date.now() - since).toBeLessThan(7000);
  });

  test('leaves no secret in the log', () => {
    const log = service.log.join('');
    expect(log).toMatch(/A sign-in with the provider failed/);
    for (const secret of [provider.client.secret, 'eyJ', 'code=', 'state=']) expect(log).not.toContain(secret);
  });
});

describe('where sign-up is closed', () => {
  const closed = useService(configured({ SIGN_UP: 'closed' }));

  test('the first person, invited ones and known ones get in, and nobody else', async () => {
    expect((await signIn(somebody(), {}, closed)).status).toBe(302);
    const { organization, owner } = await world(closed);
    const uninvited = somebody();
    const refused = await signIn(uninvited, {}, closed);
    expect([refused.status, refused.body.code]).toEqual([403, 'SIGN_UP_CLOSED']);
    await closed.database.query(
      `INSERT INTO invitations (id, organization_id, email, role, status, inviter_id, expires_at) VALUES ($1, $2, $3, 'member', 'pending', $4, now() + interval '1 day')`,
      [newId(), organization.id, uninvited.email, owner.id],
    );
    expect((await signIn(uninvited, {}, closed)).status).toBe(302);
    const known = somebody();
    await register(known.email, true, closed);
    expect((await signIn(known, {}, closed)).status).toBe(302);
  });
});

describe('attempts', () => {
  const limited = useService(configured({ SIGN_IN_LIMIT_PER_MINUTE: '2' }));

  test('count as other sign-ins do', async () => {
    await signIn(somebody(), {}, limited);
    expect((await begin({}, limited)).status).toBe(429);
  });
});

describe('without a provider', () => {
  const plain = useService();

  test('there is none to sign in with', async () => {
    const response = await begin({}, plain);
    expect([response.status, response.body.code]).toEqual([404, 'PROVIDER_NOT_FOUND']);
    expect((await come({ path: `${AUTH}/callback/oidc?code=a&state=b` }, plain)).body.code).toBe('PROVIDER_NOT_FOUND');
  });
});
