import {
  codeForUri,
  signUpWithSecondFactor,
  nextCode,
  PASSWORD,
  signUp,
  type SignedUpPerson,
  wrongCodeOf,
} from '../support/authenticator.js';
import { useService } from '../support/service.js';

const service = useService();
const post = (path: string, body: object = {}, token?: string) =>
  service.as(token).post(`/api/auth/${path}`).send(body);
const factor = (path: string, body: object = {}, token?: string) => post(`two-factor/${path}`, body, token);
const isIn = async (token: string) => (await service.as(token).get('/api/auth/list-sessions')).status === 200;
const signIn = ({ email }: { email: string }) => post('sign-in/email', { email, password: PASSWORD });
const challenge = async (person: { email: string }): Promise<string> => (await signIn(person)).body.twoFactorToken;
const enabled = async (token: string) =>
  (await service.as(token).get('/api/auth/get-session')).body.user.twoFactorEnabled as boolean;
const codeOfAnswer = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('turning it on', () => {
  test('takes the password, and holds from the first right code', async () => {
    const person = await signUp(service);
    expect(codeOfAnswer(await factor('enable', { password: 'wrong' }, person.token))).toEqual([
      400,
      'INVALID_PASSWORD',
    ]);
    expect(codeOfAnswer(await factor('enable', {}, person.token))).toEqual([400, 'INVALID_PASSWORD']);
    const { totpURI, backupCodes } = (await factor('enable', { password: PASSWORD, issuer: 'Acme' }, person.token))
      .body;
    expect(totpURI).toContain('otpauth://totp/Acme:');
    expect(new Set(backupCodes).size).toBe(10);
    expect(await enabled(person.token)).toBe(false);
    expect((await signIn(person)).body.token).toEqual(expect.any(String));

    const other = (await signIn(person)).body.token;
    const wrong = await factor('verify-totp', { code: wrongCodeOf(totpURI) }, person.token);
    expect(codeOfAnswer(wrong)).toEqual([401, 'INVALID_CODE']);
    const right = await factor('verify-totp', { code: codeForUri(totpURI) }, person.token);
    expect(right.body).toMatchObject({ user: { email: person.email, twoFactorEnabled: true } });
    expect(right.headers['set-auth-token']).toBe(right.body.token);
    // Every session from before is gone, this one as well.
    expect([await isIn(right.body.token), await isIn(person.token), await isIn(other)]).toEqual([true, false, false]);
    expect(await enabled(right.body.token)).toBe(true);
  });

  test('keeps the seed encrypted and the backup codes hashed', async () => {
    const person = await signUpWithSecondFactor(service);
    const [{ seed }] = await service.database.query('SELECT seed FROM second_factors WHERE user_id = $1', [person.id]);
    const secret = new URL(person.uri).searchParams.get('secret')!;
    expect(seed).toMatch(/^v1\./);
    expect(seed).not.toContain(secret);
    const rows = await service.database.query('SELECT * FROM backup_codes');
    expect(JSON.stringify(rows)).not.toContain(person.backupCodes[0]!.slice(0, 4));
    expect(service.log.join('')).not.toContain(secret);
  });

  test('a second one leaves the first in force until its own first right code', async () => {
    const person = await signUpWithSecondFactor(service);
    const second = (await factor('enable', { password: PASSWORD }, person.token)).body;
    const asked = await challenge(person);
    expect((await factor('verify-totp', { code: codeForUri(second.totpURI), twoFactorToken: asked })).status).toBe(401);
    const byFirst = await factor('verify-backup-code', { code: person.backupCodes[0], twoFactorToken: asked });
    expect(byFirst.status).toBe(200);
    const { body } = await factor('verify-totp', { code: codeForUri(second.totpURI) }, person.token);
    expect([await isIn(body.token), await isIn(byFirst.body.token)]).toEqual([true, false]);
    const again = await challenge(person);
    const old = await factor('verify-backup-code', { code: person.backupCodes[1], twoFactorToken: again });
    expect(codeOfAnswer(old)).toEqual([401, 'INVALID_BACKUP_CODE']);
    expect((await factor('verify-backup-code', { code: second.backupCodes[0], twoFactorToken: again })).status).toBe(
      200,
    );
  });

  test('an account without a password needs a young session', async () => {
    const person = await signUp(service);
    await service.database.query('DELETE FROM accounts WHERE user_id = $1', [person.id]);
    const { totpURI } = (await factor('enable', {}, person.token)).body;
    const { token } = (await factor('verify-totp', { code: codeForUri(totpURI) }, person.token)).body;
    expect((await factor('get-totp-uri', {}, token)).body).toEqual({ totpURI });
    await service.database.query(`UPDATE sessions SET created_at = now() - interval '10 minutes' WHERE user_id = $1`, [
      person.id,
    ]);
    for (const path of ['enable', 'get-totp-uri', 'generate-backup-codes', 'disable'])
      expect(codeOfAnswer(await factor(path, {}, token))).toEqual([403, 'SESSION_NOT_FRESH']);
    expect(codeOfAnswer(await factor('disable', { password: 'a guess' }, token))).toEqual([400, 'INVALID_PASSWORD']);
  });

  test('needs a session', async () => {
    for (const path of ['enable', 'get-totp-uri', 'generate-backup-codes', 'disable'])
      expect((await factor(path, { password: PASSWORD })).status).toBe(401);
  });

  test('other methods of the client are not served', async () => {
    for (const path of ['send-otp', 'verify-otp']) expect((await factor(path)).status).toBe(404);
  });
});

describe('signing in', () => {
  test('asks for it, and gives no session before', async () => {
    const person = await signUpWithSecondFactor(service);
    const asked = await signIn(person);
    expect(asked.body).toEqual({
      twoFactorRedirect: true,
      twoFactorMethods: ['totp'],
      twoFactorToken: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(asked.headers['set-auth-token']).toBeUndefined();
    const cookie = String(asked.headers['set-cookie']);
    expect(cookie).toMatch(/^better-auth\.two_factor=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await isIn(asked.body.twoFactorToken)).toBe(false);
    const done = await factor('verify-totp', {
      code: await nextCode(service, person.uri, person),
      twoFactorToken: asked.body.twoFactorToken,
      trustDevice: true,
    });
    expect(done.body).toEqual({ token: done.headers['set-auth-token'], user: expect.any(Object) });
    expect(await isIn(done.body.token)).toBe(true);
    const again = await factor('verify-totp', {
      code: codeForUri(person.uri, 1),
      twoFactorToken: asked.body.twoFactorToken,
    });
    expect(codeOfAnswer(again)).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE']);
    // What was asked once is asked again: no device is trusted.
    expect((await signIn(person)).body.twoFactorRedirect).toBe(true);
  });

  test('goes on by the cookie in a browser, which is then taken away', async () => {
    const person = await signUpWithSecondFactor(service);
    const cookie = String((await signIn(person)).headers['set-cookie']).split(';')[0]!;
    const code = await nextCode(service, person.uri, person);
    const done = await factor('verify-totp', { code }).set('Cookie', cookie);
    expect(done.status).toBe(200);
    const cookies = done.headers['set-cookie'] as unknown as string[];
    expect(cookies.some((set) => /^better-auth\.session_token=[\w-]+;.*HttpOnly/.test(set))).toBe(true);
    expect(cookies.some((set) => /^better-auth\.two_factor=; Max-Age=0/.test(set))).toBe(true);
  });

  test('is over after ten minutes, and by another way in', async () => {
    const person = await signUpWithSecondFactor(service);
    const code = await nextCode(service, person.uri, person);
    const late = await challenge(person);
    await service.database.query(`UPDATE sign_in_challenges SET expires_at = now() WHERE user_id = $1`, [person.id]);
    expect(codeOfAnswer(await factor('verify-totp', { code, twoFactorToken: late }))).toEqual([
      401,
      'INVALID_TWO_FACTOR_COOKIE',
    ]);
    const changed = await challenge(person);
    await post('change-password', { currentPassword: PASSWORD, newPassword: 'another password' }, person.token);
    expect((await factor('verify-totp', { code, twoFactorToken: changed })).status).toBe(401);
  });

  test('the session that came along ends only when the factor is right', async () => {
    const [former, person] = [await signUp(service), await signUpWithSecondFactor(service)];
    const asked = await post('sign-in/email', { email: person.email, password: PASSWORD }, former.token);
    const wrong = { code: wrongCodeOf(person.uri), twoFactorToken: asked.body.twoFactorToken };
    expect((await factor('verify-totp', wrong)).status).toBe(401);
    expect(await isIn(former.token)).toBe(true);
    const code = await nextCode(service, person.uri, person);
    expect((await factor('verify-totp', { ...wrong, code })).status).toBe(200);
    expect(await isIn(former.token)).toBe(false);
  });

  test('takes a backup code in its place, once', async () => {
    const person = await signUpWithSecondFactor(service);
    const code = person.backupCodes[3]!.toUpperCase().replaceAll('-', ' ');
    expect((await factor('verify-backup-code', { code, twoFactorToken: await challenge(person) })).status).toBe(200);
    const twoFactorToken = await challenge(person);
    expect(codeOfAnswer(await factor('verify-backup-code', { code, twoFactorToken }))).toEqual([
      401,
      'INVALID_BACKUP_CODE',
    ]);
    const quiet = await factor('verify-backup-code', {
      code: person.backupCodes[4],
      twoFactorToken,
      disableSession: true,
    });
    expect([quiet.status, quiet.body.token, quiet.headers['set-auth-token']]).toEqual([200, null, undefined]);
  });

  test('without a challenge or a session there is nothing to show a code for', async () => {
    const { token } = await signUp(service);
    expect(codeOfAnswer(await factor('verify-totp', { code: '123456' }))).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE']);
    expect(codeOfAnswer(await factor('verify-totp', { code: '123456', twoFactorToken: 'x' }, token))).toEqual([
      401,
      'INVALID_TWO_FACTOR_COOKIE',
    ]);
    expect(codeOfAnswer(await factor('verify-totp', { code: '123456' }, token))).toEqual([400, 'TOTP_NOT_ENABLED']);
    expect(codeOfAnswer(await factor('verify-backup-code', { code: 'x' }, token))).toEqual([400, 'TOTP_NOT_ENABLED']);
    expect(codeOfAnswer(await factor('get-totp-uri', { password: PASSWORD }, token))).toEqual([
      400,
      'TOTP_NOT_ENABLED',
    ]);
    const renewed = await factor('generate-backup-codes', { password: PASSWORD }, token);
    expect(codeOfAnswer(renewed)).toEqual([400, 'TWO_FACTOR_NOT_ENABLED']);
  });
});

describe('guessing', () => {
  test('a code is good once, also for ten at the same moment', async () => {
    const person = await signUpWithSecondFactor(service);
    const challenges = [];
    for (let i = 0; i < 10; i += 1) challenges.push(await challenge(person));
    const code = await nextCode(service, person.uri, person);
    const answers = await Promise.all(
      challenges.map((twoFactorToken) => factor('verify-totp', { code, twoFactorToken })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const later = await factor('verify-totp', {
      code: codeForUri(person.uri, -1),
      twoFactorToken: await challenge(person),
    });
    expect(later.status).not.toBe(200);
  });

  test('five wrong codes end a sign-in, however many come at once', async () => {
    const person = await signUpWithSecondFactor(service);
    const twoFactorToken = await challenge(person);
    const code = wrongCodeOf(person.uri);
    const answers = await Promise.all(Array.from({ length: 8 }, () => factor('verify-totp', { code, twoFactorToken })));
    expect(answers.filter(({ body }) => body.code === 'INVALID_CODE')).toHaveLength(5);
    const right = await nextCode(service, person.uri, person);
    expect(codeOfAnswer(await factor('verify-totp', { code: right, twoFactorToken }))).toEqual([
      400,
      'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE',
    ]);
  });

  const guess = async (person: SignedUpPerson & { uri: string }, times: number) => {
    for (let i = 0; i < times; i += 1) {
      const body = { code: wrongCodeOf(person.uri), twoFactorToken: await challenge(person) };
      expect((await factor('verify-totp', body)).status).toBe(401);
    }
  };

  test('after ten wrong ones for an account the next is refused, right or not, until one is a quarter of an hour old', async () => {
    const person = await signUpWithSecondFactor(service);
    await guess(person, 10);
    const twoFactorToken = await challenge(person);
    const code = await nextCode(service, person.uri, person);
    const locked = await factor('verify-totp', { code, twoFactorToken });
    expect(codeOfAnswer(locked)).toEqual([429, 'ACCOUNT_TEMPORARILY_LOCKED']);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800);
    // However often it is tried meanwhile: what was not looked at was not wrong, and the sign-in goes on.
    for (let tries = 0; tries < 5; tries += 1)
      expect((await factor('verify-backup-code', { code: person.backupCodes[0], twoFactorToken })).status).toBe(429);
    await service.database.query(
      `UPDATE wrong_codes SET at = at - interval '15 minutes' WHERE id = (SELECT id FROM wrong_codes WHERE user_id = $1 ORDER BY at LIMIT 1)`,
      [person.id],
    );
    expect((await factor('verify-totp', { code, twoFactorToken })).status).toBe(200);
  });

  test('a right one ends the count', async () => {
    const person = await signUpWithSecondFactor(service);
    await guess(person, 9);
    const code = await nextCode(service, person.uri, person);
    expect((await factor('verify-totp', { code, twoFactorToken: await challenge(person) })).status).toBe(200);
    await guess(person, 9);
  });
});

describe('living with it', () => {
  test('new backup codes replace the old', async () => {
    const person = await signUpWithSecondFactor(service);
    const renewed = await factor('generate-backup-codes', { password: PASSWORD }, person.token);
    expect(renewed.body.backupCodes).toHaveLength(10);
    const twoFactorToken = await challenge(person);
    expect((await factor('verify-backup-code', { code: person.backupCodes[0], twoFactorToken })).status).toBe(401);
    const code = renewed.body.backupCodes[0];
    expect((await factor('verify-backup-code', { code, twoFactorToken })).status).toBe(200);
  });

  test('turned off, a password is enough again, and its codes are gone', async () => {
    const person = await signUpWithSecondFactor(service);
    const asked = await challenge(person);
    expect(codeOfAnswer(await factor('disable', { password: 'wrong' }, person.token))).toEqual([
      400,
      'INVALID_PASSWORD',
    ]);
    expect((await factor('disable', { password: PASSWORD }, person.token)).body).toEqual({ status: true });
    expect((await factor('verify-backup-code', { code: person.backupCodes[0], twoFactorToken: asked })).status).toBe(
      401,
    );
    expect((await signIn(person)).body.token).toEqual(expect.any(String));
    expect(await enabled(person.token)).toBe(false);
    expect((await factor('disable', { password: PASSWORD }, person.token)).body).toEqual({ status: true });
  });

  test('a cookie never learns its secret from a code', async () => {
    const person = await signUpWithSecondFactor(service);
    const cookie = `better-auth.session_token=${person.token}`;
    const shown = await factor('verify-totp', { code: await nextCode(service, person.uri, person) }).set(
      'Cookie',
      cookie,
    );
    expect([shown.status, shown.body.token, shown.headers['set-auth-token']]).toEqual([200, null, undefined]);
    const bearer = await factor('verify-totp', { code: await nextCode(service, person.uri, person) }, person.token);
    expect(bearer.body.token).toBe(person.token);
  });

  test('sign-out, another sign-in and a new factor end the question that the browser was asked', async () => {
    const person = await signUpWithSecondFactor(service);
    for (const end of [
      (cookie: string) => post('sign-out').set('Cookie', cookie),
      (cookie: string) => post('sign-in/email', { email: person.email, password: PASSWORD }).set('Cookie', cookie),
      (cookie: string) =>
        factor('enable', { password: PASSWORD }).set('Cookie', `better-auth.session_token=${person.token}; ${cookie}`),
    ]) {
      const asked = await signIn(person);
      const ended = await end(String(asked.headers['set-cookie']).split(';')[0]!);
      expect(ended.status).toBe(200);
      expect(String(ended.headers['set-cookie'])).toContain('better-auth.two_factor=');
      const late = await factor('verify-backup-code', {
        code: person.backupCodes[0],
        twoFactorToken: asked.body.twoFactorToken,
      });
      expect(codeOfAnswer(late)).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE']);
    }
  });
});
