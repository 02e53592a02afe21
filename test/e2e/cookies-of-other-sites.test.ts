import { nextCode, PASSWORD, signUpWithSecondFactor } from '../support/authenticator.js';
import { useService } from '../support/service.js';

const APP = 'https://app.example.org';
const service = useService({
  PUBLIC_URL: 'https://curbcut.example.net',
  CORS_ORIGINS: APP,
  SESSION_SAME_SITE: 'none',
});
const post = (path: string, body: object, origin: string | undefined = APP) => {
  const request = service.as().post(path).set('Prefer', 'session=cookie').send(body);
  return origin === '' ? request : request.set('Origin', origin);
};
const cookiesOf = ({ headers }: { headers: object }): string[] =>
  [(headers as Record<string, unknown>)['set-cookie'] ?? []].flat() as string[];
const signUp = async (email: string): Promise<string> => {
  const answer = await post('/api/auth/sign-up/email', { name: 'Ada', email, password: PASSWORD }).expect(200);
  return cookiesOf(answer)[0]!;
};
const FOR_OTHER_SITES = ['Path=/', 'HttpOnly', 'Secure', 'Partitioned', 'SameSite=None'];
const attributesOf = (cookie: string): string[] =>
  cookie
    .split('; ')
    .slice(1)
    .filter((each) => !each.startsWith('Max-Age'));

test('the cookie of a session is sent from other sites, and each of them has its own', async () => {
  const cookie = await signUp('attributes@example.org');
  expect(attributesOf(cookie)).toEqual(FOR_OTHER_SITES);
  expect(cookie).toMatch(/^__Secure-better-auth\.session_token=/);
  const [ended] = cookiesOf(await post('/api/auth/sign-out', {}).set('Cookie', cookie.split(';')[0]!).expect(200));
  expect(ended).toContain('Max-Age=0');
  // A browser ends the cookie only where all of these are the same.
  expect(attributesOf(ended!)).toEqual(FOR_OTHER_SITES);
});

test('with a cookie, changes need the Origin of a frontend, and reading does not', async () => {
  const cookie = (await signUp('origins@example.org')).split(';')[0]!;
  const make = (origin: string, name: string) =>
    post('/api/auth/organization/create', { name }, origin).set('Cookie', cookie);
  for (const origin of ['', 'null', 'https://evil.example', 'http://app.example.org'])
    expect((await make(origin, 'Refused').expect(403)).body.code).toBe('origin_not_allowed');
  const read = () => service.as().get('/v1/me').set('Cookie', cookie);
  expect((await read().expect(200)).body.organizations).toEqual([]);
  await make(APP, 'Acme').expect(200);
  await make('https://curbcut.example.net', 'Acme too').expect(200);
  const { body, headers } = await read().set('Origin', APP).expect(200);
  expect(body.organizations).toHaveLength(2);
  expect([headers['access-control-allow-origin'], headers['access-control-allow-credentials']]).toEqual([APP, 'true']);
  expect((await read().set('Origin', 'https://evil.example').expect(403)).body.code).toBe('origin_not_allowed');
});

test('a bearer needs no Origin, as it is sent by no browser of itself', async () => {
  const { body } = await service
    .as()
    .post('/api/auth/sign-up/email')
    .send({ name: 'Ada', email: 'bearer@example.org', password: PASSWORD })
    .expect(200);
  await service.as(body.token).post('/api/auth/organization/create').send({ name: 'By a bearer' }).expect(200);
});

test('the question for the second factor is answered from a frontend alone', async () => {
  const person = await signUpWithSecondFactor(service);
  const asked = await post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD }).expect(200);
  const challenge = cookiesOf(asked).find((cookie) => cookie.startsWith('__Secure-better-auth.two_factor='))!;
  expect(attributesOf(challenge)).toEqual(FOR_OTHER_SITES);
  const answer = async (origin: string) =>
    post('/api/auth/two-factor/verify-totp', { code: await nextCode(service, person.uri, person) }, origin).set(
      'Cookie',
      challenge.split(';')[0]!,
    );
  for (const origin of ['', 'https://evil.example']) {
    const refused = await answer(origin);
    expect([refused.status, cookiesOf(refused)]).toEqual([401, []]);
  }
  const done = await answer(APP);
  expect(done.status).toBe(200);
  expect(cookiesOf(done).some((cookie) => cookie.startsWith('__Secure-better-auth.session_token='))).toBe(true);
});

test('forms of the pages need an Origin too', async () => {
  const form = (origin: string) => {
    const request = service.as().post('/reset-password').type('form').send({ token: 'none', password: PASSWORD });
    return origin ? request.set('Origin', origin) : request;
  };
  for (const origin of ['', 'https://evil.example']) expect((await form(origin)).status).toBe(403);
  expect((await form('https://curbcut.example.net')).status).not.toBe(403);
});
