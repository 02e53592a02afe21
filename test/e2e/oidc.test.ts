import { newId } from '#libs/ids';
import { prepareDatabase } from '../../apps/api/src/service.js';
import { User } from '../../apps/api/src/identity/user.entity.js';
import { answerAfterWaiting } from '../support/answer-after-waiting.js';
import { OidcProviderDouble } from '../support/oidc-provider.js';
import { mailedInvitation } from '../support/mail.js';
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
  test('is not linked when it was confirmed, whatever the provider says', async () => {
    for (const email_verified of [true, false, 'true', undefined]) {
      const person = somebody({ email_verified });
      const id = await register(person.email, true);
      const response = await signIn(person, { errorCallbackURL: '/sign-in?from=oidc' });
      expect([response.status, response.headers['location']]).toEqual([
        302,
        'http://curbcut.test/sign-in?from=oidc&error=account_not_linked',
      ]);
      expect(response.headers['set-auth-token']).toBeUndefined();
      expect(await service.database.query('SELECT 1 FROM accounts WHERE user_id = $1', [id])).toEqual([]);
      expect((await signIn(person)).body.code).toBe('account_not_linked');
    }
  });

  test.each([
    ['the provider has not verified it', undefined],
    ['the provider says so in a string', 'true'],
  ])('and never confirmed is not linked when %s', async (_why, email_verified) => {
    const person = somebody({ email_verified });
    await register(person.email, false);
    expect((await signIn(person)).body.code).toBe('account_not_linked');
  });

  test('and never confirmed is not linked by what userinfo says', async () => {
    const person = somebody();
    await register(person.email, false);
    provider.terse = true;
    expect((await signIn(person)).body.code).toBe('account_not_linked');
  });

  test('and never confirmed is taken over from whoever made it', async () => {
    const person = somebody();
    const password = 'a password of theirs';
    const made = await service
      .as()
      .post(`${AUTH}/sign-up/email`)
      .send({ name: 'Squatter', email: person.email, password });
    const { id } = made.body.user;
    await service.database.query(
      `INSERT INTO accounts (id, user_id, provider, issuer, subject) VALUES ($1, $2, 'oidc', $3, 'squatter')`,
      [newId(), id, `${provider.issuer}/`],
    );
    await service
      .as(made.body.token)
      .post(`${AUTH}/change-email`)
      .send({ newEmail: `theirs-${person.email}` });
    const response = await signIn(person);
    expect(await userOf(response.headers['set-auth-token'])).toMatchObject({ id, emailVerified: true });
    expect(await userOf(made.body.token)).toBeUndefined();
    const again = await service.as().post(`${AUTH}/sign-in/email`).send({ email: person.email, password });
    expect(again.status).toBe(401);
    const left = await service.database.query(
      `SELECT provider, subject FROM accounts WHERE user_id = $1 UNION ALL SELECT 'verification', purpose FROM verifications WHERE user_id = $1
       UNION ALL SELECT 'change', email FROM address_changes WHERE user_id = $1`,
      [id],
    );
    expect(left).toEqual([{ provider: 'oidc', subject: person.sub }]);
  });

  test('signs nobody in whose link is taken from the account at this moment', async () => {
    const person = somebody({ email_verified: false });
    const { id } = await userOf((await signIn(person)).headers['set-auth-token']);
    const { cookie, path } = await sentBack(person);
    const answer = await answerAfterWaiting(
      service,
      { id },
      () => service.as().get(path).set('Cookie', cookie),
      (tx) => tx.query('DELETE FROM accounts WHERE user_id = $1', [id]),
    );
    expect([answer.body.code, answer.headers['set-auth-token']]).toEqual(['account_not_linked', undefined]);
  });

  test('that is held for its former owner is not linked', async () => {
    const person = somebody();
    const id = await register(`new-${person.email}`, true);
    await service.database.query(
      `INSERT INTO address_changes (id, user_id, former_email, former_verified, email, requested_at, confirmed_at, held_until)
       VALUES ($1, $2, $3, true, $4, now(), now(), now() + interval '7 days')`,
      [newId(), id, person.email, `new-${person.email}`],
    );
    expect((await signIn(person)).body.code).toBe('account_not_linked');
  });

  test('whoever took an address unverified loses it to the reader of its mail', async () => {
    const person = somebody({ email_verified: false });
    const { id } = await userOf((await signIn(person)).headers['set-auth-token']);
    const token = 'mailed-token';
    await service.database.query(
      `INSERT INTO verifications (id, user_id, email, purpose, token_hash, expires_at) VALUES ($1, $2, $4, 'password_reset', sha256($3::bytea), now() + interval '1 hour')`,
      [newId(), id, token, person.email],
    );
    const reset = await service.as().post(`${AUTH}/reset-password`).send({ token, newPassword: 'a password of mine' });
    expect(reset.status).toBe(200);
    expect((await signIn(person)).body.code).toBe('account_not_linked');
  });
});

describe('an account of the provider', () => {
  const link = (userId: string, issuer: string | null, subject: string) =>
    service.database.query(
      `INSERT INTO accounts (id, user_id, provider, issuer, subject) VALUES ($1, $2, 'oidc', $3, $4)`,
      [newId(), userId, issuer, subject],
    );

  test('of another issuer signs nobody in, with the same subject', async () => {
    const person = somebody();
    const id = await register(`other-${person.email}`, true);
    await link(id, 'https://another.example/', person.sub);
    const user = await userOf((await signIn(person)).headers['set-auth-token']);
    expect(user.email).toBe(person.email);
    expect(user.id).not.toBe(id);
  });

  test('from before issuers were kept is of the one that is configured at the next start, once, and the log says so', async () => {
    const person = somebody();
    const id = await register(person.email, true);
    await link(id, null, person.sub);
    expect((await signIn(person)).body.code).toBe('account_not_linked');
    const told: string[] = [];
    const { databaseUrl, settings } = service;
    await prepareDatabase(databaseUrl, settings, (line) => told.push(line));
    expect(told).toEqual([expect.stringContaining(provider.issuer)]);
    expect((await userOf((await signIn(person)).headers['set-auth-token'])).id).toBe(id);
    const oidc = { ...settings.oidc!, issuer: 'https://another.example' };
    await prepareDatabase(databaseUrl, { ...settings, oidc }, (line) => told.push(line));
    expect(told).toHaveLength(1);
    expect((await userOf((await signIn(person)).headers['set-auth-token'])).id).toBe(id);
  });

  test('from before is nobody’s where no provider is configured at that start', async () => {
    const person = somebody();
    const id = await register(person.email, true);
    await link(id, null, person.sub);
    const { databaseUrl, settings } = service;
    await prepareDatabase(databaseUrl, { ...settings, oidc: undefined });
    await prepareDatabase(databaseUrl, settings);
    expect((await signIn(person)).body.code).toBe('account_not_linked');
  });

  test('with a second factor has a question instead of a session', async () => {
    const person = somebody();
    const { id } = await userOf((await signIn(person)).headers['set-auth-token']);
    await service.database.query('UPDATE users SET two_factor_enabled = true WHERE id = $1', [id]);
    const response = await signIn(person, { callbackURL: '/home?a=1' });
    expect(response.headers['location']).toBe('http://curbcut.test/home?a=1&twoFactorRedirect=true');
    expect(response.headers['set-auth-token']).toBeUndefined();
    expect(String(response.headers['set-cookie'])).not.toContain('session_token=');
    expect(String(response.headers['set-cookie'])).toMatch(/better-auth\.two_factor=.+HttpOnly; SameSite=Lax/);
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
    expect(await refused({ path: `${AUTH}/callback/oidc?state=a&state=b` })).toEqual([400, 'VALIDATION_ERROR']);
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
    expect((await signIn(uninvited, {}, closed)).status).toBe(302);
  });
});

describe('an invitation that comes along', () => {
  const closed = useService(configured({ SIGN_UP: 'closed' }));

  test('lets in whom the provider does not vouch for, by its secret, to the invited address alone', async () => {
    await signIn(somebody(), {}, closed);
    const { organization, owner } = await world(closed);
    const invite = async (email: string) => {
      const { body } = await closed
        .as(owner.token)
        .post(`${AUTH}/organization/invite-member`)
        .send({ organizationId: organization.id, email, role: 'member' });
      return { invitationId: body.id, invitationToken: await mailedInvitation(closed, body.id) };
    };
    const person = somebody({ email_verified: undefined });
    const invitation = await invite(person.email);
    expect((await signIn(person, {}, closed)).body.code).toBe('SIGN_UP_CLOSED');
    expect((await signIn(person, { ...invitation, invitationToken: 'guess' }, closed)).body.code).toBe(
      'SIGN_UP_CLOSED',
    );
    expect((await signIn(somebody(), invitation, closed)).body.code).toBe('SIGN_UP_CLOSED');
    const response = await signIn(person, invitation, closed);
    expect(await userOf(response.headers['set-auth-token'], closed)).toMatchObject({ emailVerified: true });
    const stored = JSON.stringify(await closed.database.query('SELECT p::text FROM provider_sign_ins p'));
    expect(stored).not.toContain(invitation.invitationToken);
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
