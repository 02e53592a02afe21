import {
  type TargetAccount,
  type TargetResponse,
  newAddress,
  TARGET_PASSWORD,
  statusAndCode,
  useTarget,
} from '../support/target.js';
import { earlier } from '../support/earlier.js';

const target = useTarget();
const AUTH = '/api/auth';
const NEW = 'a quite different long secret';
const COOKIE = 'better-auth.session_token';

const isAlive = async (token: string): Promise<boolean> =>
  (await target.as(token).get(`${AUTH}/list-sessions`)).status === 200;
const age = (interval: string, { id }: { id: string }) =>
  target.sql(
    'UPDATE sessions SET created_at = now() - $2::interval, proved_at = now() - $2::interval WHERE user_id = $1',
    [id, interval],
  );
const header = ({ headers }: TargetResponse): string => String(headers['set-auth-token'] ?? '');

/** A browser that is signed in, and the secret in its cookie. */
async function inBrowser(account: TargetAccount) {
  const { cookie } = await target.signIn(account);
  const secret = decodeURIComponent(cookie.split('=').slice(1).join('=').split(';')[0]!);
  expect(cookie.startsWith(`${COOKIE}=`) && secret.length > 20).toBe(true);
  return { cookie, secret, browser: target.browser(cookie) };
}

test('a script in a page of ours never reads the secret of the cookie', async () => {
  const account = await target.account({ verified: true });
  const { secret, browser } = await inBrowser(account);
  const { body: organization } = await browser.post(`${AUTH}/organization/create`, { name: 'Mine' });
  const answers = {
    'get-session': await browser.get(`${AUTH}/get-session`),
    'list-sessions': await browser.get(`${AUTH}/list-sessions`),
    'update-user': await browser.post(`${AUTH}/update-user`, { name: 'Ada B' }),
    'set-active': await browser.post(`${AUTH}/organization/set-active`, { organizationId: organization.id }),
    'me/events': await browser.get('/v1/me/events'),
    'me/export': await browser.get('/v1/me/export'),
  };
  for (const [name, answer] of Object.entries(answers)) {
    const { 'set-cookie': _unreadable, ...readable } = answer.headers;
    const tells = answer.text.includes(secret) || JSON.stringify(readable).includes(secret);
    expect([name, answer.status, header(answer), tells]).toEqual([name, 200, '', false]);
  }
  // A cookie that is renewed is renewed where no script reads it.
  await target.sql(
    `UPDATE sessions SET updated_at = now() - interval '2 days', expires_at = now() + interval '5 days', created_at = now() - interval '2 days' WHERE user_id = $1`,
    [account.id],
  );
  const renewed = await browser.get(`${AUTH}/get-session`);
  expect([header(renewed), renewed.text.includes(secret)]).toEqual(['', false]);
  // Who sent it as a bearer has it already.
  expect(header(await target.as(account.token).post(`${AUTH}/update-user`, { name: 'Ada C' }))).toBe(account.token);
});

test('a bearer and a cookie of two people are the bearer’s alone, and the cookie is neither used nor set', async () => {
  const [victim, attacker] = [await target.account(), await target.account()];
  const { cookie } = await inBrowser(victim);
  const mixed = await target
    .as(attacker.token)
    .post(`${AUTH}/update-user`, { name: 'Mallory' }, { headers: { cookie } });
  expect([mixed.status, mixed.cookie]).toEqual([200, '']);
  const names = await target.sql('SELECT id, name FROM users WHERE id = ANY($1)', [[victim.id, attacker.id]]);
  expect(names.find(({ id }) => id === victim.id).name).toBe('Ada');
  expect(names.find(({ id }) => id === attacker.id).name).toBe('Mallory');
  const bad = await target.as('garbage').get(`${AUTH}/list-sessions`, undefined, { headers: { cookie } });
  expect(bad.status).toBe(401);
  const out = await target.as(attacker.token).post(`${AUTH}/sign-out`, {}, { headers: { cookie } });
  expect([out.status, out.cookie]).toEqual([200, '']);
  expect((await target.browser(cookie).get(`${AUTH}/list-sessions`)).status).toBe(200);
});

test('signing in ends the session that came with the request, so that nobody stays in a session they planted', async () => {
  const account = await target.account();
  const { cookie, secret } = await inBrowser(account);
  expect(statusAndCode(await target.signIn(account, { headers: { cookie } }))).toBe('200');
  expect(await isAlive(secret)).toBe(false);
  const { body } = await target.signIn(account);
  expect((await target.signIn(account, { headers: { authorization: `Bearer ${body.token}` } })).status).toBe(200);
  expect(await isAlive(body.token)).toBe(false);
  expect(await isAlive(account.token)).toBe(true);
});

test('a changed password gives a new token; the old one and every other session end', async () => {
  const account = await target.account();
  const other = (await target.signIn(account)).body.token;
  const body = { currentPassword: TARGET_PASSWORD, newPassword: NEW };
  const changed = await target.as(account.token).post(`${AUTH}/change-password`, body);
  expect(changed.status).toBe(200);
  const token = header(changed) || changed.body.token;
  expect(token).not.toBe(account.token);
  expect([await isAlive(token), await isAlive(account.token), await isAlive(other)]).toEqual([true, false, false]);
});

test('a session ends after thirty days, however often it was renewed', async () => {
  const account = await target.account();
  const pass = (interval: string) =>
    target.sql(
      `UPDATE sessions SET created_at = ${earlier('created_at', '$2::interval')}, proved_at = ${earlier('proved_at', '$2::interval')}, updated_at = ${earlier('updated_at', '$2::interval')},
         expires_at = ${earlier('expires_at', '$2::interval')} WHERE user_id = $1`,
      [account.id, interval],
    );
  for (let day = 2; day < 30; day += 2) {
    await pass('2 days');
    expect([day, await isAlive(account.token)]).toEqual([day, true]);
  }
  await pass('2 days 1 minute');
  expect(await isAlive(account.token)).toBe(false);
});

test('a person has fifty sessions at most; the oldest ends', async () => {
  const account = await target.account();
  await target.sql(
    `UPDATE sessions SET created_at = now() - interval '1 day', proved_at = now() - interval '1 day', updated_at = now() - interval '1 day' WHERE user_id = $1`,
    [account.id],
  );
  await target.sql(
    `INSERT INTO sessions (id, user_id, token_hash, expires_at)
     SELECT gen_random_uuid(), $1::uuid, sha256(convert_to(n || $1::text, 'UTF8')), now() + interval '7 days' FROM generate_series(1, 49) n`,
    [account.id],
  );
  expect(await isAlive(account.token)).toBe(true);
  expect((await Promise.all([1, 2, 3].map(() => target.signIn(account)))).map(({ status }) => status)).toEqual([
    200, 200, 200,
  ]);
  const [{ n }] = await target.sql('SELECT count(*)::int AS n FROM sessions WHERE user_id = $1', [account.id]);
  expect(n).toBe(50);
  expect(await isAlive(account.token)).toBe(false);
});

test('a password that is common, or made of the address or the name, is refused wherever one is set', async () => {
  const email = `marguerite.${newAddress()}`;
  const account = await target.account({ email, name: 'Theodora Lane' });
  const bad = ['password123', 'Qwertyuiop', '123456789', email, email.split('@')[0]!, 'Theodora Lane', 'theodoralane1'];
  await target.as().post(`${AUTH}/request-password-reset`, { email });
  const { token } = await target.mail(email, /reset-password/);
  for (const password of bad) {
    const fresh = { email: password.includes('@') ? password : `x-${email}`, name: 'Theodora Lane', password };
    const answers = [
      await target
        .as(account.token)
        .post(`${AUTH}/change-password`, { currentPassword: TARGET_PASSWORD, newPassword: password }),
      await target.as().post(`${AUTH}/reset-password`, { token, newPassword: password }),
      ...(password.startsWith('marguerite') ? [] : [await target.as().post(`${AUTH}/sign-up/email`, fresh)]),
    ];
    expect([password, ...new Set(answers.map(statusAndCode))]).toEqual([password, '400 PASSWORD_COMPROMISED']);
  }
});

test('an organization is deleted only in a session younger than ten minutes, or with the password', async () => {
  const account = await target.account({ verified: true });
  const as = target.as(account.token);
  const { body: organization } = await as.post(`${AUTH}/organization/create`, { name: 'Ours' });
  const remove = (more: object = {}) =>
    as.post(`${AUTH}/organization/delete`, { organizationId: organization.id, ...more });
  await age('11 minutes', account);
  expect(statusAndCode(await remove())).toBe('403 SESSION_NOT_FRESH');
  expect((await remove({ password: 'not the password' })).status).toBeGreaterThanOrEqual(400);
  expect(await target.sql('SELECT 1 FROM organizations WHERE id = $1', [organization.id])).toHaveLength(1);
  expect(statusAndCode(await remove({ password: TARGET_PASSWORD }))).toBe('200');
});

test('what guards an organization is for people to change: no key, whoever’s, changes it', async () => {
  const w = await target.world();
  const key = await w.key({ scopes: ['read', 'write'] });
  const { body } = await target
    .as(w.owner.token)
    .post(`${w.organization.url}/webhooks`, { url: 'https://example.org/hook' });
  const hook = `${w.organization.url}/webhooks/${body.webhook.id}`;
  const as = target.as(key);
  const answers = {
    security: await as.patch(`${w.organization.url}/settings/security`, { requireTwoFactor: false }),
    'github, set': await as.put(`${w.organization.url}/settings/github`, { secret: 'a secret of the attacker' }),
    'github, removed': await as.delete(`${w.organization.url}/settings/github`),
    'webhook, made': await as.post(`${w.organization.url}/webhooks`, { url: 'https://evil.example.org/' }),
    'webhook, moved': await as.patch(hook, { url: 'https://evil.example.org/' }),
    'webhook, removed': await as.delete(hook),
  };
  for (const [what, answer] of Object.entries(answers))
    expect([what, statusAndCode(answer)]).toEqual([what, '403 session_required']);
});

describe('over https', () => {
  const secure = useTarget({ PUBLIC_URL: 'https://curbcut.example.org' });

  test('only the cookie that no neighbour on http can plant counts', async () => {
    const account = await secure.account();
    const { cookie } = await secure.signIn(account);
    expect(cookie).toMatch(/^__Secure-better-auth\.session_token=/);
    const status = async (value: string) => (await secure.browser(value).get(`${AUTH}/list-sessions`)).status;
    expect([await status(cookie), await status(cookie.replace('__Secure-', ''))]).toEqual([200, 401]);
  });
});
