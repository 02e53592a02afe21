import { nextCode, PASSWORD, signUp, signUpWithSecondFactor } from '../support/authenticator.js';
import { useService } from '../support/service.js';

const service = useService();
const post = (path: string, body: object) => service.as().post(`/api/auth/${path}`).send(body);
const inCookie = (path: string, body: object) => post(path, body).set('Prefer', 'session=cookie');
const cookieOf = ({ headers }: { headers: object }): string =>
  /better-auth\.session_token=([\w-]+)/.exec(String((headers as Record<string, unknown>)['set-cookie']))![1]!;
const isIn = async (cookie: string): Promise<boolean> => {
  const listed = await service.as().get('/api/auth/list-sessions').set('Cookie', `better-auth.session_token=${cookie}`);
  return listed.status === 200;
};
const HIDDEN = { token: '', header: undefined, applied: 'session=cookie' };
const shown = ({ body, headers }: { body: { token?: string }; headers: Record<string, string> }) => ({
  token: body.token,
  header: headers['set-auth-token'],
  applied: headers['preference-applied'],
});

describe('a caller who prefers the cookie alone', () => {
  test('signs up and in without seeing the secret, which the cookie has', async () => {
    const email = 'cookies@example.org';
    const answers = [
      await inCookie('sign-up/email', { name: 'Ada', email, password: PASSWORD }),
      await inCookie('sign-in/email', { email, password: PASSWORD }),
    ];
    for (const answer of answers) {
      expect(shown(answer)).toEqual(HIDDEN);
      const secret = cookieOf(answer);
      expect(answer.text).not.toContain(secret);
      expect(await isIn(secret)).toBe(true);
    }
  });

  test('is asked for the second factor without seeing the secret of the question, and shows it', async () => {
    const person = await signUpWithSecondFactor(service);
    for (const factor of ['verify-totp', 'verify-backup-code']) {
      const asked = await inCookie('sign-in/email', { email: person.email, password: PASSWORD });
      expect(asked.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'], twoFactorToken: '' });
      const challenge = String(asked.headers['set-cookie']).split(';')[0]!;
      const code = factor === 'verify-totp' ? await nextCode(service, person.uri, person) : person.backupCodes[0]!;
      const done = await inCookie(`two-factor/${factor}`, { code }).set('Cookie', challenge);
      expect(shown(done)).toEqual(HIDDEN);
      expect(await isIn(cookieOf(done))).toBe(true);
    }
  });

  test('that sends the secret of the question itself gets none of the session in the body', async () => {
    const person = await signUpWithSecondFactor(service);
    const { twoFactorToken } = (await post('sign-in/email', { email: person.email, password: PASSWORD })).body;
    const code = await nextCode(service, person.uri, person);
    const done = await inCookie('two-factor/verify-totp', { code, twoFactorToken });
    expect(shown(done)).toEqual(HIDDEN);
    expect(await isIn(cookieOf(done))).toBe(true);
  });
});

test('another preference changes nothing, and beside a bearer, which sets no cookie, this one neither', async () => {
  const { email, token } = await signUp(service);
  const signIn = () => post('sign-in/email', { email, password: PASSWORD });
  for (const answer of [
    await signIn().set('Prefer', 'respond-async, session=token'),
    await signIn().set('Prefer', 'session=cookie').set('Authorization', `Bearer ${token}`),
  ]) {
    expect(answer.body.token).toMatch(/^[\w-]{40,}$/);
    expect(shown(answer)).toEqual({ token: answer.body.token, header: answer.body.token, applied: undefined });
  }
});
