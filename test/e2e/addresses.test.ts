import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '#libs/ids';
import { codeForUri } from '../support/authenticator.js';
import { mailsTo, secretIn } from '../support/mail.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ WORKER: 'inline', MAIL_LIMIT_PER_HOUR: '0' });
const AUTH = '/api/auth';
const PASSWORD = 'correct horse battery';
const OTHER = 'another long password';

const post = (path: string, body: object = {}, token?: string) => service.as(token).post(`${AUTH}/${path}`).send(body);
const signIn = (email: string, password = PASSWORD) => post('sign-in/email', { email, password });
const verify = (link: string, token?: string) => service.as(token).get(`${AUTH}/verify-email?token=${link}`);
const user = async (token?: string) => (await service.as(token).get(`${AUTH}/get-session`)).body?.user;
const newAddress = () => `${newId()}@example.org`;

async function newcomer(name = 'Ada') {
  const email = newAddress();
  const { body } = await post('sign-up/email', { name, email, password: PASSWORD });
  return { email, token: body.token as string, id: body.user.id as string };
}

/** The texts of the mails with this subject, once there are `count`. */
async function letters(email: string, subject: string, count = 1): Promise<string[]> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = (await mailsTo(service, email)).filter((mail) => mail.subject === subject);
    if (found.length >= count) return found.map(({ text }) => text);
    await delay(50);
  }
  throw new Error(`no ${count} mails "${subject}" to ${email}`);
}
const CONFIRM = 'Confirm your address';
const RESET = 'Reset your password';
const NEW = 'Confirm your new address';
const CHANGED = 'Your address was changed';
const secret = async (email: string, subject: string, nth = 1) =>
  secretIn((await letters(email, subject, nth))[nth - 1]!);

async function verified(name?: string) {
  const person = await newcomer(name);
  await verify(await secret(person.email, CONFIRM), person.token);
  return person;
}
const age = (token: string, minutes: number) =>
  service.database.query(
    `UPDATE sessions SET created_at = created_at - make_interval(mins => $2) WHERE token_hash = sha256($1::bytea)`,
    [token, minutes],
  );
const idle = async () => {
  for (let tries = 0; tries < 200; tries += 1) {
    const [{ waiting }] = await service.database.query(
      'SELECT count(*)::int AS waiting FROM mail_orders WHERE settled_at IS NULL AND due_at <= now()',
    );
    if (waiting === 0) return;
    await delay(50);
  }
  throw new Error('mails wait');
};

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
    expect(text).toContain('leave this mail and the account alone');
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

  test('dies after an hour, with a change of the password, and with a change of the address', async () => {
    const person = await verified();
    const ask = async (nth: number, email = person.email) => {
      await post('request-password-reset', { email });
      return secret(email, RESET, nth);
    };
    const old = await ask(1);
    await service.database.query(
      `UPDATE verifications SET expires_at = expires_at - interval '1 hour' WHERE user_id = $1 AND purpose = 'password_reset'`,
      [person.id],
    );
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

/** Makes a person a member of an organization of others. */
async function joined({ id }: { id: string }, role = 'admin') {
  const w = await world(service);
  await service.database.query('INSERT INTO members (id, organization_id, user_id, role) VALUES ($1, $2, $3, $4)', [
    newId(),
    w.organization.id,
    id,
    role,
  ]);
  return w;
}

describe('a change of address', () => {
  test('happens when the new one confirms, in a session of the account', async () => {
    const person = await verified();
    const newEmail = newAddress();
    expect((await post('change-email', { newEmail: ` ${newEmail.toUpperCase()}` }, person.token)).body).toEqual({
      status: true,
    });
    const link = await secret(newEmail, NEW);
    expect((await user(person.token)).email).toBe(person.email);
    const stranger = await newcomer();
    expect((await verify(link, stranger.token)).status).toBe(401);
    expect((await verify(link)).status).toBe(401);
    expect((await verify(link, person.token)).status).toBe(200);
    expect(await user(person.token)).toMatchObject({ email: newEmail, emailVerified: true });
    expect((await signIn(person.email)).status).toBe(401);
    expect((await signIn(newEmail)).status).toBe(200);
  });

  test('needs a session younger than ten minutes, and another address than the present one', async () => {
    const person = await verified();
    const same = await post('change-email', { newEmail: person.email }, person.token);
    expect([same.status, same.body.errors[0].path]).toEqual([400, '/newEmail']);
    await age(person.token, 10);
    const response = await post('change-email', { newEmail: newAddress() }, person.token);
    expect([response.status, response.body.code]).toEqual([403, 'SESSION_NOT_FRESH']);
    expect((await post('change-email', { newEmail: newAddress() })).status).toBe(401);
  });

  test('to a taken address answers alike, and sends nothing', async () => {
    const [person, other] = [await verified(), await verified()];
    const response = await post('change-email', { newEmail: other.email }, person.token);
    expect(response.body).toEqual({ status: true });
    await idle();
    expect((await mailsTo(service, other.email)).map(({ subject }) => subject)).toEqual([CONFIRM]);
  });

  test('that somebody else overtook is refused, and the account stays as it is', async () => {
    const person = await verified();
    const newEmail = newAddress();
    await post('change-email', { newEmail }, person.token);
    const link = await secret(newEmail, NEW);
    await post('sign-up/email', { name: 'Quick', email: newEmail, password: PASSWORD });
    expect((await verify(link, person.token)).body.code).toBe('INVALID_TOKEN');
    expect((await user(person.token)).email).toBe(person.email);
  });

  test('holds the former address for its account for seven days, whatever races', async () => {
    const person = await verified();
    const newEmail = newAddress();
    await post('change-email', { newEmail }, person.token);
    const link = await secret(newEmail, NEW);
    const take = () => post('sign-up/email', { name: 'Quick', email: person.email, password: PASSWORD });
    const [, ...taken] = await Promise.all([verify(link, person.token), take(), take(), take()]);
    expect(taken.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect((await take()).body.code).toBe('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL');
    const other = await verified();
    await post('change-email', { newEmail: person.email }, other.token);
    await idle();
    expect((await mailsTo(service, person.email)).filter(({ subject }) => subject === NEW)).toEqual([]);
    await service.database.query(
      `UPDATE address_changes SET held_until = now() - interval '1 second' WHERE user_id = $1`,
      [person.id],
    );
    expect((await take()).status).toBe(200);
  });

  test('of an address that was never confirmed holds nothing, and sends no way back', async () => {
    const person = await newcomer();
    const newEmail = newAddress();
    await post('change-email', { newEmail }, person.token);
    await verify(await secret(newEmail, NEW), person.token);
    await idle();
    expect((await mailsTo(service, person.email)).map(({ subject }) => subject)).toEqual([CONFIRM]);
    expect((await post('sign-up/email', { name: 'x', email: person.email, password: PASSWORD })).status).toBe(200);
  });
});

describe('the link that restores an address', () => {
  const restore = (token: string) => post('restore-address', { token });

  async function changed(person: { email: string; token: string }, newEmail = newAddress()) {
    await post('change-email', { newEmail }, person.token);
    await verify(await secret(newEmail, NEW), person.token);
    return newEmail;
  }

  test('gives the account back, and puts out whoever changed it', async () => {
    const person = await verified();
    const { organization } = await joined(person);
    const make = async (name: string) =>
      (
        await service
          .as(person.token)
          .post(`${organization.url}/api-keys`)
          .send({ name, scopes: ['read'] })
      ).body.apiKey.key;
    const older = await make('Older');
    const link = (await changed(person), await secret(person.email, CHANGED));
    const newer = await make('Newer');
    await service.database.query(
      `INSERT INTO accounts (id, user_id, provider, subject, created_at) VALUES ($1, $3, 'oidc', 'older', now() - interval '1 day'), ($2, $3, 'oidc', 'newer', now())`,
      [newId(), newId(), person.id],
    );
    expect((await restore(link)).body).toEqual({ status: true });
    expect(await user(person.token)).toBeUndefined();
    expect((await signIn(person.email)).status).toBe(401);
    expect((await service.as(older).get(`${organization.url}/products`)).status).toBe(200);
    expect((await service.as(newer).get(`${organization.url}/products`)).status).toBe(401);
    const accounts = await service.database.query('SELECT provider FROM accounts WHERE user_id = $1', [person.id]);
    expect(accounts).toEqual([{ provider: 'oidc' }]);
    expect((await restore(link)).body.code).toBe('INVALID_TOKEN');
    await post('request-password-reset', { email: person.email });
    await post('reset-password', { token: await secret(person.email, RESET), newPassword: OTHER });
    expect((await signIn(person.email, OTHER)).body.user).toMatchObject({ id: person.id, emailVerified: true });
  });

  test('takes a factor that was prepared before the change and turned on after it', async () => {
    const person = await verified();
    const { totpURI } = (await post('two-factor/enable', { password: PASSWORD }, person.token)).body;
    const link = (await changed(person), await secret(person.email, CHANGED));
    expect((await post('two-factor/verify-totp', { code: codeForUri(totpURI) }, person.token)).status).toBe(200);
    expect((await restore(link)).status).toBe(200);
    await post('request-password-reset', { email: person.email });
    await post('reset-password', { token: await secret(person.email, RESET), newPassword: OTHER });
    expect((await signIn(person.email, OTHER)).body.user).toMatchObject({ id: person.id, twoFactorEnabled: false });
  });

  test('ends those of later changes, and none of earlier ones', async () => {
    const person = await verified();
    const second = await changed(person);
    const third = await changed({ ...person, email: second });
    const [first, later] = [await secret(person.email, CHANGED), await secret(second, CHANGED)];
    expect((await restore(first)).status).toBe(200);
    expect((await restore(later)).body.code).toBe('INVALID_TOKEN');
    for (const email of [second, third])
      expect((await post('sign-up/email', { name: 'x', email, password: PASSWORD })).status).toBe(200);
    const other = await verified();
    const next = await changed(other);
    await changed({ ...other, email: next });
    expect((await restore(await secret(next, CHANGED))).status).toBe(200);
    expect((await restore(await secret(other.email, CHANGED))).status).toBe(200);
  });

  test('is good for seven days', async () => {
    const person = await verified();
    await changed(person);
    const link = await secret(person.email, CHANGED);
    const age = (days: number) =>
      service.database.query(
        `UPDATE address_changes SET held_until = held_until - make_interval(days => $2) WHERE user_id = $1`,
        [person.id, days],
      );
    await age(7);
    expect((await restore(link)).body.code).toBe('INVALID_TOKEN');
    expect((await restore('guess')).body.code).toBe('INVALID_TOKEN');
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
      `SELECT j::text FROM graphile_worker._private_jobs j UNION ALL SELECT e::text FROM events e
       UNION ALL SELECT v::text FROM verifications v UNION ALL SELECT m::text FROM mail_orders m`,
    ),
  );
  for (const each of secrets) expect(dump + service.log.join('')).not.toContain(each);
});
