import {
  codeForUri,
  signUpWithSecondFactor,
  nextCode,
  PASSWORD,
  signUp,
  wrongCodeOf,
} from '../support/authenticator.js';
import { codeOfAnswer, secondFactorSteps } from '../support/second-factor.js';
import { useService } from '../support/service.js';

const service = useService();
const { post, factor, isIn, signIn, challenge, enabled } = secondFactorSteps(service);

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
    await service.database.query(
      `UPDATE sessions SET created_at = now() - interval '10 minutes', proved_at = now() - interval '10 minutes' WHERE user_id = $1`,
      [person.id],
    );
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
    expect([shown.status, shown.body.token, shown.headers['set-auth-token']]).toEqual([200, '', undefined]);
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
