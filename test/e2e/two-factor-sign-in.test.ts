import {
  codeForUri,
  signUpWithSecondFactor,
  nextCode,
  PASSWORD,
  signUp,
  type SignedUpPerson,
  wrongCodeOf,
} from '../support/authenticator.js';
import { earlier } from '../support/earlier.js';
import { codeOfAnswer, secondFactorSteps } from '../support/second-factor.js';
import { useService } from '../support/service.js';

const service = useService();
const { post, factor, isIn, signIn, challenge } = secondFactorSteps(service);

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

  test.each(['verify-totp', 'verify-backup-code'])(
    '%s tells the scripts of a browser no secret, in its session neither',
    async (path) => {
      const person = await signUpWithSecondFactor(service);
      const [first, second] = person.backupCodes;
      const present = async (backupCode: string, cookie: string) => {
        const code = path === 'verify-totp' ? await nextCode(service, person.uri, person) : backupCode;
        return factor(path, { code }).set('Cookie', cookie);
      };
      const signedIn = await present(first!, String((await signIn(person)).headers['set-cookie']).split(';')[0]!);
      const session = /better-auth\.session_token=[\w-]+/.exec(String(signedIn.headers['set-cookie']))![0];
      for (const answer of [signedIn, await present(second!, session)]) {
        expect([answer.status, answer.body.token, answer.headers['set-auth-token']]).toEqual([200, '', undefined]);
        expect(answer.text).not.toContain(session.split('=')[1]);
      }
    },
  );

  test('a backup code of an earlier version, of 16 letters, is good once', async () => {
    const person = await signUpWithSecondFactor(service);
    expect(person.backupCodes[0]).toMatch(/^([a-z0-9]{4}-){6}[a-z0-9]{2}$/);
    await service.database.query(
      `INSERT INTO backup_codes (id, factor_id, code_hash)
       SELECT gen_random_uuid(), id, sha256('ab2defghjkmnpqrs') FROM second_factors WHERE user_id = $1`,
      [person.id],
    );
    const present = async () =>
      factor('verify-backup-code', { code: 'AB2D-efgh-jkmn-pqrs', twoFactorToken: await challenge(person) });
    expect([(await present()).status, (await present()).status]).toEqual([200, 401]);
  });

  test('that is turned on in a browser goes on in its cookie alone', async () => {
    const { token } = await signUp(service);
    const { totpURI } = (await factor('enable', { password: PASSWORD }, token)).body;
    const cookie = `better-auth.session_token=${token}`;
    const on = await factor('verify-totp', { code: codeForUri(totpURI) }).set('Cookie', cookie);
    expect([on.status, on.body.token, on.headers['set-auth-token']]).toEqual([200, '', undefined]);
    const fresh = /better-auth\.session_token=([\w-]+)/.exec(String(on.headers['set-cookie']))![1]!;
    expect([await isIn(token), await isIn(fresh)]).toEqual([false, true]);
  });

  test('is over after ten minutes, and by another way in', async () => {
    const person = await signUpWithSecondFactor(service);
    const code = await nextCode(service, person.uri, person);
    const late = await challenge(person);
    await service.database.query(
      `UPDATE sign_in_challenges SET expires_at = now() - interval '1 second' WHERE user_id = $1`,
      [person.id],
    );
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
      `UPDATE wrong_codes SET at = ${earlier('at', "interval '15 minutes'")} WHERE id = (SELECT id FROM wrong_codes WHERE user_id = $1 ORDER BY at LIMIT 1)`,
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
