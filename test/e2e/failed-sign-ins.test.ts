import { randomUUID } from 'node:crypto';
import { useService } from '../support/service.js';

const PASSWORD = 'correct horse battery';

describe.each(['memory', 'postgres'])('kept in %s', (store) => {
  const service = useService({ SIGN_IN_LIMIT_PER_MINUTE: '1000', RATE_LIMIT_STORE: store, TRUST_PROXY: 'true' });
  const post = (path: string, body: object, token?: string, address = '192.0.2.1') =>
    service.as(token).post(`/api/auth/${path}`).set('X-Forwarded-For', address).send(body);
  const signIn = (email: string, password: string, address?: string) =>
    post('sign-in/email', { email, password }, undefined, address);
  const person = async () => {
    const email = `${randomUUID()}@example.org`;
    const { body } = await post('sign-up/email', { name: 'Ada', email, password: PASSWORD });
    return { email, token: body.token as string };
  };

  test('after ten wrong passwords for an account from an address, the next is refused, right or not', async () => {
    const { email } = await person();
    for (let i = 0; i < 10; i += 1) expect((await signIn(email, `wrong ${i}`)).status).toBe(401);
    const refused = await signIn(email, PASSWORD);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(600);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    // Neither another address nor another account pays for it.
    expect((await signIn(email, PASSWORD, '192.0.2.2')).status).toBe(200);
    const other = await person();
    expect((await signIn(other.email, PASSWORD)).status).toBe(200);
  });

  test('thirty guesses at once get no more than ten answers', async () => {
    const { email } = await person();
    const guesses = await Promise.all(Array.from({ length: 30 }, (_, i) => signIn(email, `wrong ${i}`)));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('right passwords count nothing', async () => {
    const { email } = await person();
    for (let i = 0; i < 12; i += 1) expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test('an unknown account is answered like a known one', async () => {
    const { email } = await person();
    const unknown = `${randomUUID()}@example.org`;
    for (let i = 0; i < 11; i += 1) {
      const [first, second] = [await signIn(email, `wrong ${i}`), await signIn(unknown, `wrong ${i}`)];
      const shape = ({ status, body }: typeof first) => [status, body.code, body.message.replace(/\d+ s/, '')];
      expect(shape(second)).toEqual(shape(first));
    }
  });

  test('a wrong password counts wherever it is asked, and ten in a session end it', async () => {
    const { email, token } = await person();
    const change = (i: number, address: string) =>
      post('change-password', { currentPassword: `wrong ${i}`, newPassword: 'another password' }, token, address);
    for (let i = 0; i < 9; i += 1) expect((await change(i, `192.0.2.${10 + i}`)).status).toBe(400);
    expect((await service.as(token).get('/api/auth/list-sessions')).status).toBe(200);
    expect((await change(10, '192.0.2.30')).body.code).toBe('INVALID_PASSWORD');
    expect((await service.as(token).get('/api/auth/list-sessions')).status).toBe(401);

    const again = (await signIn(email, PASSWORD, '198.51.100.1')).body.token as string;
    for (let i = 0; i < 5; i += 1)
      await post('change-password', { currentPassword: 'no', newPassword: 'another password' }, again, '198.51.100.1');
    for (let i = 0; i < 5; i += 1) expect((await signIn(email, 'no', '198.51.100.1')).status).toBe(401);
    expect((await signIn(email, PASSWORD, '198.51.100.1')).status).toBe(429);
  });
});

describe('without a limit of sign-ins', () => {
  const service = useService({ SIGN_IN_LIMIT_PER_MINUTE: '0' });

  test('wrong passwords are not limited either', async () => {
    const email = `${randomUUID()}@example.org`;
    const auth = (path: string, body: object) => service.as().post(`/api/auth/${path}`).send(body);
    await auth('sign-up/email', { name: 'Ada', email, password: PASSWORD });
    for (let i = 0; i < 12; i += 1) await auth('sign-in/email', { email, password: 'wrong' });
    expect((await auth('sign-in/email', { email, password: PASSWORD })).status).toBe(200);
  });
});
