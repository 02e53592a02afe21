import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { msUntil } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ WORKER: 'inline' });
const AUTH = '/api/auth';
const PASSWORD = 'correct horse battery';

let personCount = 0;
const newcomer = (over: object = {}) => ({
  name: 'Ada',
  email: `ada${(personCount += 1)}@example.org`,
  password: PASSWORD,
  ...over,
});
const hoursLeft = ({ expiresAt }: { expiresAt: string }) => msUntil(expiresAt) / 3_600_000;
const signUp = (body: object) => service.as().post(`${AUTH}/sign-up/email`).send(body);
const signIn = (email: string, password = PASSWORD) =>
  service.as().post(`${AUTH}/sign-in/email`).send({ email, password });

/** The token in the latest mail to this address with this subject. */
async function mailedToken(email: string, subject: string): Promise<string> {
  const folder = join(service.settings.dataDir, 'mail');
  const letter = await eventually(() => {
    const letters = !existsSync(folder)
      ? []
      : readdirSync(folder)
          .sort()
          .reverse()
          .map((file) => readFileSync(join(folder, file), 'utf8'));
    return letters.find((text) => text.startsWith(`To: ${email}\nSubject: ${subject}`));
  });
  return /token=([\w-]+)/.exec(letter!)![1]!;
}

describe('signing up', () => {
  test('makes an account and a session, in the body, a header and a cookie', async () => {
    const body = newcomer({ email: ' ADA.Upper@Example.org ' });
    const response = await signUp(body);
    expect(response.status).toBe(200);
    expect(response.body.user).toMatchObject({
      name: 'Ada',
      email: 'ada.upper@example.org',
      emailVerified: false,
      image: null,
    });
    expect(response.headers['set-auth-token']).toBe(response.body.token);
    expect(String(response.headers['set-cookie'])).toMatch(/better-auth\.session_token=.*HttpOnly; SameSite=Lax/);
    const session = await service.as(response.body.token).get(`${AUTH}/get-session`);
    expect(session.body.user.email).toBe('ada.upper@example.org');
    expect(session.text).not.toContain(response.body.token);
  });

  test('with a known address is 422, with a short or long password 400', async () => {
    const body = newcomer();
    await signUp(body);
    const again = await signUp(body);
    expect([again.status, again.body.code]).toEqual([422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL']);
    expect((await signUp(newcomer({ password: '1234567' }))).body.code).toBe('PASSWORD_TOO_SHORT');
    expect((await signUp(newcomer({ password: 'x'.repeat(129) }))).body.code).toBe('PASSWORD_TOO_LONG');
    expect(
      (await signUp(newcomer({ password: 'x'.repeat(128), email: 'long@example.org', rememberMe: true }))).status,
    ).toBe(200);
  });

  test('names every fault and ignores what it does not know', async () => {
    const response = await signUp({ email: 'nonsense', callbackURL: 'x' });
    expect(response.body.errors.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ['/name', 'required'],
      ['/email', 'malformed'],
      ['/password', 'required'],
    ]);
  });
});

describe('signing in', () => {
  test('answers an unknown address and a wrong password alike', async () => {
    const body = newcomer();
    await signUp(body);
    expect((await signIn(body.email)).body).toMatchObject({ redirect: false, user: { email: body.email } });
    const wrong = await signIn(body.email, 'wrong password');
    const unknown = await signIn('nobody@example.org');
    expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD']);
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
  });

  test('signing out ends the session at once, and nobody is null', async () => {
    const { token } = (await signUp(newcomer())).body;
    expect((await service.as(token).post(`${AUTH}/sign-out`).send({})).body).toEqual({ success: true });
    const session = await service.as(token).get(`${AUTH}/get-session`);
    expect([session.status, session.text]).toEqual([200, 'null']);
    expect((await service.as().post(`${AUTH}/sign-out`).send({})).body).toEqual({ success: true });
  });

  test('a cookie works, but not from a foreign page', async () => {
    const { token } = (await signUp(newcomer())).body;
    const withCookie = (origin?: string) => {
      const request = service.as().get(`${AUTH}/list-sessions`).set('Cookie', `better-auth.session_token=${token}`);
      return origin ? request.set('Origin', origin) : request;
    };
    expect((await withCookie()).status).toBe(200);
    expect((await withCookie(service.settings.publicUrl)).status).toBe(200);
    expect((await withCookie('https://evil.example')).body.code).toBe('origin_not_allowed');
  });

  test('the cookie is renewed by get-session, for those who came with it', async () => {
    const { token } = (await signUp(newcomer())).body;
    const get = () => service.as().get(`${AUTH}/get-session`);
    const renewed = await get().set('Cookie', `better-auth.session_token=${token}`);
    expect(String(renewed.headers['set-cookie'])).toContain(`better-auth.session_token=${token}; Max-Age=604800`);
    expect((await get().set('Authorization', `Bearer ${token}`)).headers['set-cookie']).toBeUndefined();
    expect((await get().set('Cookie', 'better-auth.session_token=unknown')).headers['set-cookie']).toBeUndefined();
  });

  test('a session that is not to be remembered has a cookie without an age, and ends after a day', async () => {
    const { name, email, password } = newcomer();
    const forgotten = /better-auth\.session_token=[^;]+; Path/;
    expect(String((await signUp({ name, email, password, rememberMe: false })).headers['set-cookie'])).toMatch(
      forgotten,
    );
    const signIn = (rememberMe: unknown) =>
      service.as().post(`${AUTH}/sign-in/email`).send({ email, password, rememberMe });
    expect((await signIn('no')).body.errors[0]).toMatchObject({ path: '/rememberMe', code: 'wrong_type' });
    const { headers, body } = await signIn(false);
    expect(String(headers['set-cookie'])).toMatch(forgotten);
    const get = () => service.as().get(`${AUTH}/get-session`).set('Cookie', `better-auth.session_token=${body.token}`);
    const renewed = await get();
    expect(String(renewed.headers['set-cookie'])).toMatch(forgotten);
    expect(hoursLeft(renewed.body.session)).toBeCloseTo(24, 1);
    await service.database.query(
      `UPDATE sessions SET expires_at = now() + interval '1 hour', updated_at = now() - interval '23 hours' WHERE id = $1`,
      [renewed.body.session.id],
    );
    expect(hoursLeft((await get()).body.session)).toBeCloseTo(1, 1);
  });

  test('leads to the page that was asked for, on our own origins only', async () => {
    const { email, password } = newcomer();
    await signUp({ name: 'Ada', email, password });
    const to = (callbackURL: string) =>
      service.as().post(`${AUTH}/sign-in/email`).send({ email, password, callbackURL });
    expect((await to('/dashboard')).body).toMatchObject({ redirect: true, url: '/dashboard', user: { email } });
    const foreign = await to('https://evil.example/');
    expect([foreign.status, foreign.body.code]).toEqual([403, 'INVALID_CALLBACK_URL']);
    expect(foreign.headers['set-cookie']).toBeUndefined();
  });
});

describe('sessions', () => {
  test('are listed by a handle that ends them, and never by their secret', async () => {
    const body = newcomer();
    const first = (await signUp(body)).body.token;
    const second = (await signIn(body.email)).body.token;
    const list = await service.as(first).get(`${AUTH}/list-sessions`);
    expect(list.body).toHaveLength(2);
    expect(list.text).not.toContain(first);
    await service.as(first).post(`${AUTH}/revoke-session`).send({ token: list.body[0].token });
    expect((await service.as(second).get(`${AUTH}/list-sessions`)).status).toBe(401);
    expect((await service.as(first).get(`${AUTH}/list-sessions`)).body).toHaveLength(1);
  });

  test('of others are out of reach', async () => {
    const mine = (await signUp(newcomer())).body.token;
    const theirs = (await signUp(newcomer())).body.token;
    const [{ token: handle }] = (await service.as(theirs).get(`${AUTH}/list-sessions`)).body;
    expect((await service.as(mine).post(`${AUTH}/revoke-session`).send({ token: handle })).body).toEqual({
      status: true,
    });
    expect((await service.as(theirs).get(`${AUTH}/list-sessions`)).status).toBe(200);
  });

  test('end by revoke-other-sessions and revoke-sessions', async () => {
    const body = newcomer();
    const first = (await signUp(body)).body.token;
    const second = (await signIn(body.email)).body.token;
    await service.as(first).post(`${AUTH}/revoke-other-sessions`).send({});
    expect((await service.as(second).get(`${AUTH}/list-sessions`)).status).toBe(401);
    await service.as(first).post(`${AUTH}/revoke-sessions`).send({});
    expect((await service.as(first).get(`${AUTH}/list-sessions`)).status).toBe(401);
  });

  test('that have expired let nobody in', async () => {
    const w = await world(service);
    await service.database.query("UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1", [
      w.owner.id,
    ]);
    expect((await service.as(w.owner.token).get(w.product.url)).status).toBe(401);
  });

  test('used after a day are good for seven more, whatever else is changed of them', async () => {
    const { token } = (await signUp(newcomer())).body;
    const get = async () => (await service.as(token).get(`${AUTH}/get-session`)).body.session;
    const { id } = await get();
    const age = (hours: number) =>
      service.database.query(`UPDATE sessions SET expires_at = now() + make_interval(hours => $2) WHERE id = $1`, [
        id,
        hours,
      ]);
    await age(6 * 24 + 1);
    expect(hoursLeft(await get())).toBeCloseTo(6 * 24 + 1, 1);
    await age(6 * 24 - 1);
    await get();
    expect(hoursLeft(await get())).toBeCloseTo(7 * 24, 1);
  });
});

describe('passwords', () => {
  test('changing one ends all sessions, and gives the secret of another', async () => {
    const body = newcomer();
    const first = (await signUp(body)).body.token;
    const second = (await signIn(body.email)).body.token;
    const wrong = await service
      .as(first)
      .post(`${AUTH}/change-password`)
      .send({ currentPassword: 'no', newPassword: 'another password' });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'INVALID_PASSWORD']);
    const changed = await service
      .as(first)
      .post(`${AUTH}/change-password`)
      .send({ currentPassword: PASSWORD, newPassword: 'another password' });
    expect(changed.body).toMatchObject({ user: { email: body.email } });
    expect((await service.as(second).get(`${AUTH}/list-sessions`)).status).toBe(401);
    expect((await service.as(first).get(`${AUTH}/list-sessions`)).status).toBe(401);
    expect((await service.as(changed.body.token).get(`${AUTH}/list-sessions`)).body).toHaveLength(1);
    expect((await signIn(body.email)).status).toBe(401);
    expect((await signIn(body.email, 'another password')).status).toBe(200);
  });

  test('a mailed link resets one, once, and ends all sessions', async () => {
    const body = newcomer();
    const session = (await signUp(body)).body.token;
    const known = await service.as().post(`${AUTH}/request-password-reset`).send({ email: body.email });
    const unknown = await service.as().post(`${AUTH}/request-password-reset`).send({ email: 'nobody@example.org' });
    expect(unknown.body).toEqual(known.body);
    const token = await mailedToken(body.email, 'Reset your password');
    const reset = () => service.as().post(`${AUTH}/reset-password`).send({ token, newPassword: 'a brand new one' });
    expect((await reset()).body).toEqual({ status: true });
    expect((await reset()).body.code).toBe('INVALID_TOKEN');
    expect((await service.as(session).get(`${AUTH}/list-sessions`)).status).toBe(401);
    expect((await signIn(body.email, 'a brand new one')).body.user.emailVerified).toBe(true);
    expect(service.log.join('')).not.toContain(token);
  });
});

test('API keys are refused: a live one with 403, a dead one with 401, in either header', async () => {
  const w = await world(service);
  const dead = await w.key({ scopes: ['read'] });
  await service.database.query('UPDATE api_keys SET revoked_at = now() WHERE display_prefix = $1', [dead.slice(0, 10)]);
  for (const path of ['get-session', 'list-sessions', 'organization/list']) {
    expect((await service.as(w.keys.read).get(`${AUTH}/${path}`)).body.code).toBe('session_required');
    expect((await service.as().get(`${AUTH}/${path}`).set('X-API-Key', w.keys.write)).body.code).toBe(
      'session_required',
    );
    expect((await service.as(dead).get(`${AUTH}/${path}`)).status).toBe(401);
    expect((await service.as().get(`${AUTH}/${path}`).set('X-API-Key', 'svc_typo')).status).toBe(401);
  }
});

test('secrets are nowhere in the database or the log', async () => {
  const { token } = (await signUp(newcomer())).body;
  const rows = await service.database.query('SELECT s::text FROM sessions s UNION ALL SELECT a::text FROM accounts a');
  const dump = JSON.stringify(rows) + service.log.join('');
  expect(dump).not.toContain(token);
  expect(dump).not.toContain(PASSWORD);
});
