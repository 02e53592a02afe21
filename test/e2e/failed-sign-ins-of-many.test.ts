import { randomUUID } from 'node:crypto';
import { useService } from '../support/service.js';

const PASSWORD = 'correct horse battery';
const HOME = '192.0.2.1';

const service = useService({ SIGN_IN_LIMIT_PER_MINUTE: '100000', TRUST_PROXY: 'true' });
const post = (path: string, body: object, address: string) =>
  service.as().post(`/api/auth/${path}`).set('X-Forwarded-For', address).send(body);
const signIn = (email: string, password: string, address: string) =>
  post('sign-in/email', { email, password }, address);
const person = async () => {
  const email = `${randomUUID()}@example.org`;
  await post('sign-up/email', { name: 'Ada', email, password: PASSWORD }, HOME);
  return email;
};
const guesses = async (count: number, each: (i: number) => PromiseLike<{ status: number }>) => {
  const statuses: number[] = [];
  for (let from = 0; from < count; from += 10)
    statuses.push(
      ...(await Promise.all(Array.from({ length: Math.min(10, count - from) }, (_, i) => each(from + i)))).map(
        ({ status }) => status,
      ),
    );
  return statuses;
};

test('many addresses together get a hundred guesses an hour at an account, and its owner signs in at home all the same', async () => {
  const email = await person();
  const statuses = await guesses(110, (i) => signIn(email, `wrong ${i}`, `198.51.100.${i}`));
  expect(statuses.filter((status) => status === 401)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect((await signIn(email, PASSWORD, '203.0.113.7')).status).toBe(429);
  expect((await signIn(email, PASSWORD, HOME)).status).toBe(200);
});

test('an account that does not exist is answered the same', async () => {
  const email = `${randomUUID()}@example.org`;
  const statuses = await guesses(110, (i) => signIn(email, `wrong ${i}`, `198.51.100.${i}`));
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test('a network in which the account has not signed in for 90 days is its own no more', async () => {
  const email = await person();
  await service.database.query(
    `UPDATE account_networks SET last_signed_in_at = now() - interval '91 days'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  await guesses(100, (i) => signIn(email, `wrong ${i}`, `198.51.100.${i}`));
  expect((await signIn(email, PASSWORD, HOME)).status).toBe(429);
});

test.each([
  [
    '30 guesses in a quarter of an hour from a /56',
    30,
    (i: number) => `2001:db8:1:100:${i.toString(16)}::1`,
    '2001:db8:1:1ff::1',
  ],
  [
    '100 from a /48',
    100,
    (i: number) => `2001:db8:2:${((i % 8) * 256).toString(16)}:${i.toString(16)}::1`,
    '2001:db8:2:f000::1',
  ],
])('whatever the account: no more than %s', async (_what, most, addressOf, another) => {
  const statuses = await guesses(most, (i) => signIn(`${randomUUID()}@example.org`, 'wrong', addressOf(i)));
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect((await signIn(`${randomUUID()}@example.org`, 'wrong', another)).status).toBe(429);
  expect((await signIn(`${randomUUID()}@example.org`, 'wrong', '2001:db8:3::1')).status).toBe(401);
});

test('the person’s export has the networks, which say no address', async () => {
  const email = await person();
  const { body } = await signIn(email, PASSWORD, HOME);
  const { body: exported } = await service.as(body.token).get('/v1/me/export');
  expect(exported.account.networks).toEqual([
    { network: expect.stringMatching(/^[0-9a-f]{64}$/), lastSignedInAt: expect.any(String) },
  ]);
});
