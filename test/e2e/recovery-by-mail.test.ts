import { newId } from '#libs/ids';
import { hashOf, randomToken } from '#libs/secrets';
import { signUpWithSecondFactor, nextCode, PASSWORD, wrongCodeOf } from '../support/authenticator.js';
import { mailedLink, mailsTo } from '../support/mail.js';
import { browserOf } from '../support/pages.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';

const service = useService({
  WORKER: 'inline',
  PUBLIC_URL: 'http://curbcut.test',
  SIGN_IN_LIMIT_PER_MINUTE: '10000',
  MAIL_LIMIT_PER_HOUR: '0',
  TRUST_PROXY: 'true',
});
const [HOME, ELSEWHERE] = ['192.0.2.1', '198.51.100.9'];
const browser = browserOf(service);
const post = (path: string, body: object, token?: string, address = HOME) =>
  service.as(token).post(path).set('X-Forwarded-For', address).send(body);

/** Somebody with an organization, and a session that is not fresh. */
async function person(verified = true) {
  const email = `${newId()}@example.org`;
  const { body } = await post('/api/auth/sign-up/email', { name: 'Ada', email, password: PASSWORD });
  const token = body.token as string;
  await service.database.query('UPDATE users SET email_verified = $2 WHERE email = $1', [email, verified]);
  const organization = await post('/api/auth/organization/create', { name: 'O' }, token);
  await service.database.query(
    `UPDATE sessions SET created_at = now() - interval '1 hour', proved_at = now() - interval '1 hour' WHERE token_hash = sha256($1::bytea)`,
    [token],
  );
  return {
    id: body.user.id as string,
    email,
    token,
    url: `/v1/organizations/${organization.body.id}`,
    orgId: organization.body.id,
  };
}
const keyFrom = async ({ url, token }: { url: string; token: string }, address: string, name: string) =>
  (await post(`${url}/api-keys`, { name, scopes: ['read'] }, token, address)).body.apiKey.key as string;
const works = async ({ url }: { url: string }, key: string) => (await service.as(key).get(`${url}/products`)).status;
async function resetLink({ id, email }: { id: string; email: string }) {
  const token = randomToken();
  await service.database.query(
    `INSERT INTO verifications (id, user_id, purpose, email, token_hash, expires_at)
     VALUES ($1, $2, 'password_reset', $3, $4, now() + interval '1 hour')`,
    [newId(), id, email, hashOf(token)],
  );
  return token;
}

test('a forgotten password suspends what was made neither fresh nor at home, so that pipelines go on; a mail lists it', async () => {
  const ada = await person();
  const [home, away] = [await keyFrom(ada, HOME, 'Home'), await keyFrom(ada, ELSEWHERE, 'Away <b>')];
  const newPassword = 'another long password';
  expect((await post('/api/auth/reset-password', { token: await resetLink(ada), newPassword })).status).toBe(200);
  expect([await works(ada, home), await works(ada, away)]).toEqual([200, 401]);
  const mails = async () => (await mailsTo(service, ada.email)).filter(({ subject }) => /was recovered/.test(subject));
  await eventually(async () => (await mails()).length > 0);
  const [mail] = await mails();
  expect(mail!.text).toContain('api key “Away <b>”');
  expect(mail!.text).not.toContain('Home');
});

test('with somebodyElse all of it is suspended', async () => {
  const ada = await person();
  const home = await keyFrom(ada, HOME, 'Home');
  const body = { token: await resetLink(ada), newPassword: 'another long password', somebodyElse: true };
  await post('/api/auth/reset-password', body);
  expect(await works(ada, home)).toBe(401);
});

test('the page lists what was made, and has a box for somebody else', async () => {
  const ada = await person();
  const home = await keyFrom(ada, HOME, 'Home <b>');
  const url = `/reset-password?token=${await resetLink(ada)}`;
  const page = await browser.open(url);
  expect(page.text).toContain('Another person had access to my account');
  expect(page.text).toContain('Home <b>');
  await browser.submit(url, page.forms[0]!, { password: 'another long password', somebodyElse: 'yes' });
  expect(await works(ada, home)).toBe(401);
});

test('the page of who has made nothing has no box', async () => {
  const ada = await person();
  expect((await browser.open(`/reset-password?token=${await resetLink(ada)}`)).text).not.toContain('Another person');
});

test('an invitation by somebody whose address was another’s ends when that one takes the account over', async () => {
  const mallory = await person(false);
  const invitation = { email: `${newId()}@example.org`, role: 'member', organizationId: mallory.orgId };
  const { body } = await post('/api/auth/organization/invite-member', invitation, mallory.token);
  const reset = { token: await resetLink(mallory), newPassword: 'another long password' };
  expect((await post('/api/auth/reset-password', reset)).status).toBe(200);
  const rows = await service.database.query('SELECT status FROM invitations WHERE id = $1', [body.id]);
  expect(rows).toEqual([{ status: 'canceled' }]);
  expect((await service.database.query('SELECT 1 FROM made_access WHERE record_id = $1', [body.id])).length).toBe(0);
});

describe('thirty wrong codes within a day, whatever right ones lie between', () => {
  async function locked() {
    const ada = await signUpWithSecondFactor(service);
    await service.database.query(
      `INSERT INTO wrong_codes (id, user_id, at, followed)
       SELECT gen_random_uuid(), $1, now() - interval '1 hour' - make_interval(secs => i), true FROM generate_series(1, 29) i`,
      [ada.id],
    );
    const sign = async (code: string) => {
      const { body } = await post('/api/auth/sign-in/email', { email: ada.email, password: PASSWORD });
      return post('/api/auth/two-factor/verify-totp', { code, twoFactorToken: body.twoFactorToken });
    };
    return { ada, sign };
  }

  test('have no code looked at, until the link is used that is mailed then', async () => {
    const { ada, sign } = await locked();
    expect((await sign(await nextCode(service, ada.uri, ada))).status).toBe(200);
    expect((await sign(wrongCodeOf(ada.uri))).status).toBe(401);
    const refused = await sign(await nextCode(service, ada.uri, ada));
    expect([refused.status, refused.body.code]).toEqual([429, 'ACCOUNT_TEMPORARILY_LOCKED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(20 * 3600);
    const link = await mailedLink(service, ada.email, 'Too many wrong codes');
    const page = await browser.open(link);
    expect([page.status, page.heading]).toEqual([200, 'Sign in again']);
    expect((await sign(await nextCode(service, ada.uri, ada))).status).toBe(429);
    const done = await browser.submit(link, page.forms[0]!);
    expect([done.status, done.heading]).toEqual([200, 'Codes are accepted again']);
    expect((await browser.submit(link, page.forms[0]!)).status).toBe(400);
    expect((await sign(await nextCode(service, ada.uri, ada))).status).toBe(200);
  });

  test('a frontend of its own uses the link over the interface, once', async () => {
    const { ada, sign } = await locked();
    await sign(wrongCodeOf(ada.uri));
    await sign(wrongCodeOf(ada.uri));
    const token = new URL(
      await mailedLink(service, ada.email, 'Too many wrong codes'),
      'http://curbcut.test',
    ).searchParams.get('token')!;
    expect((await post('/api/auth/two-factor/unlock', { token })).body).toEqual({ status: true });
    expect((await post('/api/auth/two-factor/unlock', { token })).body.code).toBe('INVALID_TOKEN');
    expect((await sign(await nextCode(service, ada.uri, ada))).status).toBe(200);
  });
});
