import { randomUUID } from 'node:crypto';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ TRUST_PROXY: 'true', SIGN_IN_LIMIT_PER_MINUTE: '2' });

interface Line {
  requestId: string;
  event?: string;
  req?: { path: string };
}

const lines = () => service.log.map((line) => JSON.parse(line) as Line);
/** The line of an answered request, which is written once its connection is done with it. */
async function lineOf(id: string | undefined): Promise<Line> {
  const found = () => lines().find(({ requestId, req }) => requestId === id && req !== undefined);
  await eventually(async () => found() !== undefined);
  return found()!;
}
const from = '198.51.100.9';
const get = (path: string, token?: string) => service.as(token).get(path).set('X-Forwarded-For', from);
const signIn = (email: string) =>
  service
    .as()
    .post('/api/auth/sign-in/email')
    .set('X-Forwarded-For', from)
    .send({ email, password: 'not the password' });

test('the line of a refusal says why, from where, and whom it refused', async () => {
  const w = await world(service);
  const unknown = await get(w.product.url);
  expect(await lineOf(unknown.headers['x-request-id'])).toMatchObject({
    problem: 'unauthenticated',
    address: from,
    res: { status: 401 },
  });
  expect(await lineOf(unknown.headers['x-request-id'])).not.toHaveProperty('caller');
  const tooLow = await service
    .as(w.member.token)
    .post(`${w.organization.url}/webhooks`)
    .send({ url: 'https://x.example' });
  expect(await lineOf(tooLow.headers['x-request-id'])).toMatchObject({
    problem: tooLow.body.code,
    caller: { kind: 'user', id: w.member.id },
    res: { status: 403 },
  });
  const byKey = await get('/v1/me/events', w.keys.read);
  expect(await lineOf(byKey.headers['x-request-id'])).toMatchObject({
    problem: 'session_required',
    caller: { kind: 'api_key', id: expect.any(String) },
  });
  const answered = await get(w.product.url, w.member.token);
  for (const name of ['problem', 'address', 'caller'])
    expect(await lineOf(answered.headers['x-request-id'])).not.toHaveProperty(name);
});

test('a sign-in at an unknown address is an event of the service that shows nobody the address', async () => {
  const email = `nobody-${randomUUID()}@example.org`;
  const ids: (string | undefined)[] = [];
  for (let tries = 0; tries < 3; tries += 1) ids.push((await signIn(email)).headers['x-request-id']);
  const [first, second] = lines().filter(({ event }) => event === 'user.sign_in_failed');
  expect(first).toMatchObject({ account: null, email: expect.stringMatching(/^[0-9a-f]{16}$/), address: from });
  expect(second).toMatchObject({ email: (first as unknown as { email: string }).email, requestId: ids[1] });
  expect(service.log.join('')).not.toContain(email);
  expect(await lineOf(ids[2])).toMatchObject({ problem: 'rate_limited', address: from, res: { status: 429 } });
});

test('a wrong key is an event of the service, by its fingerprint', async () => {
  const w = await world(service);
  const wrong = `${w.keys.read.slice(0, -4)}0000`;
  const refused = await get(w.product.url, wrong);
  expect(refused.status).toBe(401);
  expect(lines().find(({ event }) => event === 'api_key.refused')).toMatchObject({
    key: expect.stringMatching(/^[0-9a-f]{16}$/),
    address: from,
    requestId: refused.headers['x-request-id'],
  });
  expect(service.log.join('')).not.toContain(wrong);
});

test('a secret that was pasted into a path that nothing serves is left out', async () => {
  const w = await world(service);
  const secret = w.keys.read;
  const strange = await get(`/v1/organisations/${secret}/products/short`);
  expect((await lineOf(strange.headers['x-request-id'])).req!.path).toBe('/v1/organisations/[redacted]/products/short');
  const served = await get(w.product.url, w.member.token);
  expect((await lineOf(served.headers['x-request-id'])).req!.path).toBe(w.product.url);
});
