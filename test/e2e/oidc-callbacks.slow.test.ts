import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { nowSeconds } from '../support/moments.js';
import { APP, somebody, useProvider } from '../support/oidc-sign-ins.js';
import { useService } from '../support/service.js';

const AUTH = '/api/auth';

const { provider, configured, service, begin, sentBack, come, signIn } = useProvider();

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

  const past = nowSeconds() - 3600;
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

  test('is given up, whether it never answers or never ends its answer', async () => {
    const attempts = [await sentBack(somebody()), await sentBack(somebody())];
    const answers = [];
    for (const [index, misbehaves] of [{ hangs: true }, { stalls: true }].entries()) {
      provider.misbehaves = misbehaves;
      const asked = provider.nextRequest();
      answers.push(Promise.resolve(come(attempts[index]!)));
      await asked;
    }
    // What only garbage would keep from happening must happen.
    setFlagsFromString('--expose-gc');
    const collecting = setInterval(runInNewContext('gc') as () => void, 500);
    const codes = (await Promise.all(answers)).map(({ body }) => body.code);
    clearInterval(collecting);
    expect(codes).toEqual(['provider_unavailable', 'provider_unavailable']);
  });

  test('leaves no secret in the log', () => {
    const log = service.log.join('');
    expect(log).toMatch(/A sign-in with the provider failed/);
    for (const secret of [provider.client.secret, 'eyJ', 'code=', 'state=']) expect(log).not.toContain(secret);
  });
});
