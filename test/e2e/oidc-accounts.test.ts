import { newId } from '#libs/ids';
import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { answerAfterWaiting } from '../support/answer-after-waiting.js';
import { testOfStart } from '../support/later-schema.js';
import { somebody, useProvider } from '../support/oidc-sign-ins.js';

const AUTH = '/api/auth';

const { provider, service, sentBack, signIn, userOf, register } = useProvider();

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

  testOfStart(
    'from before issuers were kept is of the one that is configured at the next start, once, and the log says so',
    async () => {
      const person = somebody();
      const id = await register(person.email, true);
      await link(id, null, person.sub);
      expect((await signIn(person)).body.code).toBe('account_not_linked');
      const told: string[] = [];
      const { databaseUrl, settings } = service;
      await prepareDatabase(databaseUrl, settings, { info: () => {}, warn: (line) => told.push(line) });
      expect(told).toEqual([expect.stringContaining(provider.issuer)]);
      expect((await userOf((await signIn(person)).headers['set-auth-token'])).id).toBe(id);
      const oidc = { ...settings.oidc!, issuer: 'https://another.example' };
      await prepareDatabase(databaseUrl, { ...settings, oidc }, { info: () => {}, warn: (line) => told.push(line) });
      expect(told).toHaveLength(1);
      expect((await userOf((await signIn(person)).headers['set-auth-token'])).id).toBe(id);
    },
  );

  testOfStart('from before is nobody’s where no provider is configured at that start', async () => {
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
