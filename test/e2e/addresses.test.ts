import { newId } from '#libs/ids';
import { earlier } from '../support/earlier.js';
import { codeForUri, PASSWORD } from '../support/authenticator.js';
import { eventually } from '../support/eventually.js';
import { mailsTo } from '../support/mail.js';
import { CHANGED, CONFIRM, NEW, OTHER, RESET, useMailedLinks } from '../support/mailed-links.js';

const { service, post, signIn, verify, user, newAddress, newcomer, secret, verified, joined } = useMailedLinks();

const age = (token: string, minutes: number) =>
  service.database.query(
    `UPDATE sessions SET created_at = ${earlier('created_at', 'make_interval(mins => $2)')}, proved_at = ${earlier('proved_at', 'make_interval(mins => $2)')} WHERE token_hash = sha256($1::bytea)`,
    [token, minutes],
  );
const idle = () =>
  eventually(
    () => service.database.query<unknown[]>('SELECT 1 FROM mail_orders WHERE settled_at IS NULL AND due_at <= now()'),
    ({ length }) => length === 0,
  );

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
    await service.database.query(`UPDATE made_access SET made_at = now() - interval '31 days' WHERE user_id = $1`, [
      person.id,
    ]);
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
        `UPDATE address_changes SET held_until = ${earlier('held_until', 'make_interval(days => $2)')} WHERE user_id = $1`,
        [person.id, days],
      );
    await age(7);
    expect((await restore(link)).body.code).toBe('INVALID_TOKEN');
    expect((await restore('guess')).body.code).toBe('INVALID_TOKEN');
  });
});
