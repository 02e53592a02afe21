import { HOUR_MS } from '#libs/dates';
import { newId } from '#libs/ids';
import { PASSWORD } from '../support/authenticator.js';
import { secretIn } from '../support/mail.js';
import { AUTH, CHANGED, CONFIRM, NEW, OTHER, RESET, useMailedLinks } from '../support/mailed-links.js';
import { overTime } from '../support/service.js';

const { service, post, signIn, verify, user, newAddress, newcomer, letters, secret, verified, joined } =
  useMailedLinks();

describe('the link that confirms an address', () => {
  test('counts in a session of its account, once', async () => {
    const person = await newcomer();
    const link = await secret(person.email, CONFIRM);
    expect((await verify(link, person.token)).body).toEqual({ status: true });
    expect((await user(person.token)).emailVerified).toBe(true);
    const again = await verify(link, person.token);
    expect([again.status, again.body.code]).toEqual([400, 'INVALID_TOKEN']);
  });

  test('counts for nobody else: not for who is not signed in, nor for another account, nor by HEAD', async () => {
    const person = await newcomer();
    const stranger = await newcomer();
    const link = await secret(person.email, CONFIRM);
    for (const token of [undefined, stranger.token]) {
      const response = await verify(link, token);
      expect([response.status, response.body.code]).toEqual([401, 'UNAUTHORIZED']);
    }
    await service.as(person.token).head(`${AUTH}/verify-email?token=${link}`);
    await verify(link).set('Accept', 'text/html');
    expect((await user(person.token)).emailVerified).toBe(false);
    expect((await verify(link, person.token)).status).toBe(200);
  });

  test('names the account as a quotation, and says to leave it alone if one did not sign up', async () => {
    const name = 'Ada “urgent” at https://evil.example/';
    const person = await newcomer(name);
    const [text] = await letters(person.email, CONFIRM);
    expect(text).toContain('“Ada "urgent" at https://evil.example/”');
    expect(text).toContain(person.email);
    expect(text).toContain('ignore this email');
  });

  test.each(['Ada\nBcc: all@example.org', 'Ada\u0000', 'Ada\u007f', 'Ada\u2028x', 'Ada\u202ex', ' ', 'x'.repeat(101)])(
    'of a person called %j is never sent: the name is refused',
    async (name) => {
      const response = await post('sign-up/email', { name, email: newAddress(), password: PASSWORD });
      expect([response.status, response.body.errors?.[0].path ?? response.body.code]).toEqual([
        400,
        name.includes('\u0000') ? (response.body.errors?.[0].path ?? response.body.code) : '/name',
      ]);
    },
  );
});

describe('a link that resets a password', () => {
  const reset = (token: string, newPassword = OTHER) => post('reset-password', { token, newPassword });

  test('works whichever was mailed, until one is used', async () => {
    const { email } = await verified();
    await post('request-password-reset', { email });
    await letters(email, RESET, 1);
    await post('request-password-reset', { email });
    const [first, second] = (await letters(email, RESET, 2)).map(secretIn);
    expect((await reset(first!)).status).toBe(200);
    expect((await reset(second!)).body.code).toBe('INVALID_TOKEN');
    expect((await signIn(email, OTHER)).status).toBe(200);
  });

  test('is used once by two at the same moment', async () => {
    const { email } = await verified();
    await post('request-password-reset', { email });
    const link = await secret(email, RESET);
    const answers = await Promise.all([reset(link), reset(link, `${OTHER} 2`), reset(link, `${OTHER} 3`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  overTime('dies after an hour, with a change of the password, and with a change of the address', async () => {
    const person = await verified();
    const ask = async (nth: number, email = person.email) => {
      await post('request-password-reset', { email });
      return secret(email, RESET, nth);
    };
    const old = await ask(1);
    await service.letPass(HOUR_MS);
    expect((await reset(old)).body.code).toBe('INVALID_TOKEN');
    const before = await ask(2);
    const changed = await post('change-password', { currentPassword: PASSWORD, newPassword: OTHER }, person.token);
    expect((await reset(before)).body.code).toBe('INVALID_TOKEN');
    const { token } = changed.body;
    const late = await ask(3);
    const newEmail = newAddress();
    await post('change-email', { newEmail }, token);
    expect((await verify(await secret(newEmail, NEW), token)).status).toBe(200);
    expect((await reset(late)).body.code).toBe('INVALID_TOKEN');
  });

  test('to an address that was never confirmed ends everything by which somebody else could come back', async () => {
    const person = await newcomer();
    const { organization } = await joined(person);
    const key = (
      await service
        .as(person.token)
        .post(`${organization.url}/api-keys`)
        .send({ name: 'Back door', scopes: ['read'] })
    ).body;
    await service.database.query(
      `INSERT INTO accounts (id, user_id, provider, subject) VALUES ($1, $2, 'oidc', 'evil')`,
      [newId(), person.id],
    );
    const confirmation = await secret(person.email, CONFIRM);
    const wanted = newAddress();
    await post('change-email', { newEmail: wanted }, person.token);
    const change = await secret(wanted, NEW);
    await post('request-password-reset', { email: person.email });
    expect((await reset(await secret(person.email, RESET))).status).toBe(200);
    expect(await user(person.token)).toBeUndefined();
    expect((await signIn(person.email)).status).toBe(401);
    const { body } = await signIn(person.email, OTHER);
    expect(body.user).toMatchObject({ email: person.email, emailVerified: true });
    expect((await verify(confirmation, body.token)).body.code).toBe('INVALID_TOKEN');
    expect((await verify(change, body.token)).body.code).toBe('INVALID_TOKEN');
    expect(await service.database.query('SELECT provider FROM accounts WHERE user_id = $1', [person.id])).toEqual([
      { provider: 'credential' },
    ]);
    expect((await service.as(key.apiKey.key).get(`${organization.url}/products`)).status).toBe(401);
    const events = await service.database.query(
      `SELECT subject_id FROM events WHERE type = 'api_key.revoked' AND organization_id = $1`,
      [organization.id],
    );
    expect(events).toEqual([{ subject_id: key.apiKey.id }]);
  });

  test('to a confirmed address leaves keys and providers', async () => {
    const person = await verified();
    const { organization } = await joined(person);
    const { key } = (
      await service
        .as(person.token)
        .post(`${organization.url}/api-keys`)
        .send({ name: 'CI', scopes: ['read'] })
    ).body.apiKey;
    await post('request-password-reset', { email: person.email });
    expect((await reset(await secret(person.email, RESET))).status).toBe(200);
    expect((await service.as(key).get(`${organization.url}/products`)).status).toBe(200);
  });
});

test('no secret of a mailed link is in the queue, the tables, the events or the log', async () => {
  const person = await verified();
  await post('request-password-reset', { email: person.email });
  const newEmail = newAddress();
  await post('change-email', { newEmail }, person.token);
  const secrets = [await secret(person.email, RESET), await secret(newEmail, NEW)];
  await verify(secrets[1]!, person.token);
  secrets.push(await secret(person.email, CHANGED));
  const dump = JSON.stringify(
    await service.database.query(
      `SELECT j::text FROM graphile_worker._private_jobs j UNION ALL SELECT e::text FROM events e UNION ALL SELECT a::text FROM account_events a
       UNION ALL SELECT v::text FROM verifications v UNION ALL SELECT m::text FROM mail_orders m`,
    ),
  );
  for (const each of secrets) expect(dump + service.log.join('')).not.toContain(each);
});
