import { DAY_MS, MINUTE_MS } from '#libs/dates';
import { PASSWORD, signUp } from '../support/authenticator.js';
import { msUntil } from '../support/moments.js';
import { overTime, useService } from '../support/service.js';

const service = useService();
const post = (path: string, body: object = {}, token?: string) =>
  service.as(token).post(`/api/auth/${path}`).send(body);
const signIn = (email: string) => post('sign-in/email', { email, password: PASSWORD });
const isIn = async (token: string) => (await service.as(token).get('/api/auth/list-sessions')).status === 200;
const cookieOf = (token: string) => `better-auth.session_token=${token}`;
const given = ({ headers }: { headers: Record<string, string> }) =>
  [headers['set-cookie'] ?? []].flat().find((cookie) => cookie.startsWith('better-auth.session_token='));

describe('the secret of a session', () => {
  test.each([
    ['get-session', 'get', undefined],
    ['update-user', 'post', { name: 'Grace' }],
    ['organization/set-active', 'post', { organizationId: null }],
    ['organization/set-active-team', 'post', { teamId: null }],
  ] as const)('%s renews the cookie of a browser and tells its scripts nothing', async (path, verb, body) => {
    const { token } = await signUp(service);
    const answer = await service.as()[verb](`/api/auth/${path}`).set('Cookie', cookieOf(token)).send(body);
    expect(answer.status).toBe(200);
    expect(answer.headers['set-auth-token']).toBeUndefined();
    expect(answer.text).not.toContain(token);
    expect(given(answer)).toContain('HttpOnly');
    // Who sent it as bearer gets it again, and no cookie.
    const bearer = await service.as(token)[verb](`/api/auth/${path}`).send(body);
    expect([bearer.headers['set-auth-token'], given(bearer)]).toEqual([token, undefined]);
  });

  test('a bearer beside a cookie counts alone: the cookie is neither read nor set', async () => {
    const [ada, eve] = [await signUp(service), await signUp(service)];
    const answer = await post('update-user', { name: 'Ada' }, ada.token).set('Cookie', cookieOf(eve.token));
    expect([answer.headers['set-auth-token'], answer.headers['set-cookie']]).toEqual([ada.token, undefined]);
    const names = await service.database.query('SELECT name FROM users WHERE id = $1', [ada.id]);
    expect(names).toEqual([{ name: 'Ada' }]);
  });

  test('changing the password gives another, in the cookie too, and the old one is dead', async () => {
    const { token } = await signUp(service);
    const answer = await post('change-password', { currentPassword: PASSWORD, newPassword: 'another password' }).set(
      'Cookie',
      cookieOf(token),
    );
    expect([answer.headers['set-auth-token'], answer.body.token]).toEqual([undefined, null]);
    const fresh = /session_token=([^;]+)/.exec(given(answer)!)![1]!;
    expect(answer.text).not.toContain(fresh);
    expect([await isIn(token), await isIn(fresh)]).toEqual([false, true]);
  });

  test('the session of a changed password keeps the organization that was active', async () => {
    const { token } = await signUp(service);
    const { id } = (await post('organization/create', { name: 'Example' }, token)).body;
    const changed = await post(
      'change-password',
      { currentPassword: PASSWORD, newPassword: 'another password' },
      token,
    );
    const session = await service.as(changed.body.token).get('/api/auth/get-session');
    expect(session.body.session.activeOrganizationId).toBe(id);
  });

  test('two changes of a password at once do not both succeed', async () => {
    const person = await signUp(service);
    const second = (await signIn(person.email)).body.token;
    const change = (token: string, newPassword: string) =>
      post('change-password', { currentPassword: PASSWORD, newPassword }, token);
    const answers = await Promise.all([change(person.token, 'another password'), change(second, 'a third password')]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('how long and how many', () => {
  test('signing in ends the session that came with the request', async () => {
    const person = await signUp(service);
    const next = (await signIn(person.email).set('Cookie', cookieOf(person.token))).body.token;
    expect([await isIn(person.token), await isIn(next)]).toEqual([false, true]);
    const other = await service
      .as(next)
      .post('/api/auth/sign-up/email')
      .send({ name: 'Eve', email: `eve.${person.email}`, password: PASSWORD });
    expect([await isIn(next), await isIn(other.body.token)]).toEqual([false, true]);
    const failed = await post('sign-in/email', { email: person.email, password: 'wrong' }, other.body.token);
    expect([failed.status, await isIn(other.body.token)]).toEqual([401, true]);
  });

  overTime('use renews a session until it is thirty days old', async () => {
    const { token } = await signUp(service);
    const daysLeft = async () => {
      await isIn(token);
      const { session } = (await service.as(token).get('/api/auth/get-session')).body;
      return Math.round(msUntil(session.expiresAt) / DAY_MS);
    };
    const left = [];
    for (let day = 0; day < 30; day += 6, await service.letPass(6 * DAY_MS)) left.push(await daysLeft());
    expect(left).toEqual([7, 7, 7, 7, 6]);
    expect(await isIn(token)).toBe(false);
  });

  overTime('a session that is not used ends after seven days', async () => {
    const [used, unused] = [await signUp(service), await signUp(service)];
    await service.letPass(7 * DAY_MS - MINUTE_MS);
    expect(await isIn(used.token)).toBe(true);
    await service.letPass(2 * MINUTE_MS);
    expect([await isIn(used.token), await isIn(unused.token)]).toEqual([true, false]);
  });

  test('a person has fifty at most: the oldest ends, and of those that begin at once none is too many', async () => {
    const person = await signUp(service);
    await service.database.query(
      `INSERT INTO sessions (id, user_id, token_hash, expires_at, created_at)
       SELECT gen_random_uuid(), $1, decode(md5(i::text), 'hex'), now() + interval '7 days', now() - interval '1 hour' + i * interval '1 second'
       FROM generate_series(1, 48) AS i`,
      [person.id],
    );
    const count = async () =>
      Number((await service.database.query('SELECT count(*) FROM sessions WHERE user_id = $1', [person.id]))[0].count);
    const oldest = (await signIn(person.email)).body.token;
    expect([await count(), await isIn(person.token)]).toEqual([50, true]);
    await Promise.all(Array.from({ length: 5 }, () => signIn(person.email)));
    expect(await count()).toBe(50);
    const [{ left }] = await service.database.query(
      `SELECT count(*)::int AS left FROM sessions WHERE user_id = $1 AND created_at < now() - interval '50 minutes'`,
      [person.id],
    );
    expect(left).toBe(43);
    expect([await isIn(oldest), await isIn(person.token)]).toEqual([true, true]);
  });
});

describe('passwords that others guess', () => {
  test.each(['password', 'Qwertyuiop', '1234567890'])('%s is refused as common', async (password) => {
    const answer = await post('sign-up/email', { name: 'Ada', email: 'common@example.org', password });
    expect([answer.status, answer.body.code]).toEqual([400, 'PASSWORD_COMPROMISED']);
    expect(answer.body.errors).toMatchObject([{ path: '/password' }]);
  });

  test('one made of the address or the name is refused, at each place where one is chosen', async () => {
    const email = 'grace.hopper@navy.example';
    const bad = await post('sign-up/email', { name: 'Grace', email, password: 'grace.hopper1' });
    expect(bad.body.code).toBe('PASSWORD_COMPROMISED');
    const { body } = await post('sign-up/email', { name: 'Grace', email, password: PASSWORD });
    const change = { currentPassword: PASSWORD, newPassword: 'GraceHopper!' };
    expect((await post('change-password', change, body.token)).body).toMatchObject({
      code: 'PASSWORD_COMPROMISED',
      errors: [{ path: '/newPassword' }],
    });
    expect(await isIn(body.token)).toBe(true);
  });
});
