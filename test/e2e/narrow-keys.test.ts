import { HOUR_MS } from '#libs/dates';
import type { Response } from 'supertest';
import { hoursAhead } from '../support/moments.js';
import { overTime, useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

/** Keys that end with others, at a moment, or beyond certain addresses. */
const service = useService({ LIMIT_API_KEYS: '8' });

const make = (w: World, credential: string, body: object = {}) =>
  service
    .as(credential)
    .post(`${w.organization.url}/api-keys`)
    .send({ name: 'Made', scopes: ['read', 'write'], ...body });
const made = async (w: World, credential: string, body: object = {}): Promise<{ id: string; key: string }> =>
  (await make(w, credential, body).expect(201)).body.apiKey;
const revoke = (w: World, id: string) => service.as(w.owner.token).delete(`${w.organization.url}/api-keys/${id}`);
const use = (w: World, key: string) => service.as(key).get(w.product.url);
const listed = async (w: World): Promise<string[]> =>
  (await service.as(w.owner.token).get(`${w.organization.url}/api-keys`)).body.apiKeys.map(
    ({ id }: { id: string }) => id,
  );
const refusal = ({ status, body }: Response) => `${status} ${body.code}`;
const inAnHour = () => hoursAhead(1).toISOString();

describe('a key made by a key', () => {
  test('ends with it, and so on down, each with its event', async () => {
    const w = await world(service);
    const parent = await made(w, w.owner.token);
    const child = await made(w, parent.key);
    const grandchild = await made(w, child.key);
    const sibling = await made(w, w.owner.token);
    await revoke(w, parent.id).expect(204);
    for (const { key } of [parent, child, grandchild]) expect((await use(w, key)).status).toBe(401);
    expect((await use(w, sibling.key)).status).toBe(200);
    const events = await service.database.query(
      `SELECT subject_id AS id FROM events WHERE organization_id = $1 AND type = 'api_key.revoked' ORDER BY subject_id`,
      [w.organization.id],
    );
    expect(events).toEqual(
      [parent, child, grandchild].map(({ id }) => ({ id })).sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
  });

  test('ends alone where it is the one that is revoked', async () => {
    const w = await world(service);
    const parent = await made(w, w.owner.token);
    const child = await made(w, parent.key);
    await revoke(w, child.id).expect(204);
    expect((await use(w, parent.key)).status).toBe(200);
    expect((await use(w, child.key)).status).toBe(401);
  });

  test('is not left behind by a key that makes others while it is revoked', async () => {
    for (let round = 0; round < 4; round += 1) {
      const w = await world(service);
      const parent = await made(w, w.owner.token);
      const child = await made(w, parent.key);
      const makers = [parent.key, child.key, child.key];
      const [revoked, ...answers] = await Promise.all([revoke(w, parent.id), ...makers.map((key) => make(w, key))]);
      expect(revoked.status).toBe(204);
      for (const { status } of answers) expect([201, 401]).toContain(status);
      expect(await listed(w)).toHaveLength(3);
    }
  });

  test('has its end and its addresses, or narrower ones', async () => {
    const w = await world(service);
    const expiresAt = inAnHour();
    const parent = await made(w, w.owner.token, { expiresAt, allowedAddresses: ['127.0.0.0/8', '::1'] });
    expect(await made(w, parent.key)).toMatchObject({ expiresAt, allowedAddresses: ['127.0.0.0/8', '::1'] });
    expect(await made(w, parent.key, { allowedAddresses: ['127.0.0.1'] })).toMatchObject({
      expiresAt,
      allowedAddresses: ['127.0.0.1'],
    });
    const later = new Date(Date.parse(expiresAt) + 1).toISOString();
    for (const wider of [
      { expiresAt: later },
      { expiresAt: null },
      { allowedAddresses: null },
      { allowedAddresses: ['127.0.0.1', '192.0.2.1'] },
      { allowedAddresses: ['126.0.0.0/7'] },
    ])
      expect(refusal(await make(w, parent.key, wider))).toBe('403 key_scope_exceeded');
  });
});

describe('a key with an end', () => {
  overTime('is as if it were not there once its moment has come', async () => {
    const w = await world(service);
    const { id, key } = await made(w, w.owner.token, { expiresAt: inAnHour() });
    expect((await use(w, key)).status).toBe(200);
    await service.letPass(HOUR_MS);
    expect((await use(w, key)).status).toBe(401);
    expect(await listed(w)).not.toContain(id);
  });

  test('cannot have one that has passed', async () => {
    const w = await world(service);
    const { body } = await make(w, w.owner.token, { expiresAt: '2020-01-01T00:00:00Z' }).expect(400);
    expect(body.errors).toEqual([{ path: '/expiresAt', code: 'in_the_past', message: expect.any(String) }]);
    expect((await make(w, w.owner.token, { expiresAt: 'tomorrow' })).body.errors[0].path).toBe('/expiresAt');
  });
});

describe('a key for certain addresses', () => {
  test('works from there, and from nowhere else', async () => {
    const w = await world(service);
    const here = await made(w, w.owner.token, { allowedAddresses: ['127.0.0.0/8'] });
    const there = await made(w, w.owner.token, { allowedAddresses: ['192.0.2.0/24', '2001:db8::/32'] });
    expect((await use(w, here.key)).status).toBe(200);
    expect(refusal(await use(w, there.key))).toBe('403 key_address_not_allowed');
    expect(refusal(await service.as(there.key).get('/v1/organizations/x/products'))).toBe(
      '403 key_address_not_allowed',
    );
  });

  test('is refused where the request carries a forwarded address that does not count; others are not', async () => {
    const w = await world(service);
    const { key } = await made(w, w.owner.token, { allowedAddresses: ['127.0.0.1'] });
    for (const header of ['X-Forwarded-For', 'Forwarded']) {
      const answer = await use(w, key).set(header, '127.0.0.1');
      expect(refusal(answer)).toBe('403 forwarded_address_untrusted');
      expect(answer.body.message).toContain('TRUST_PROXY');
      expect((await use(w, w.keys.read).set(header, '192.0.2.1')).status).toBe(200);
    }
  });

  test.each([[['nowhere']], [['10.0.0.0/33']], [[]], [[1]], ['10.0.0.0/8']])(
    'cannot have %j',
    async (allowedAddresses) => {
      const w = await world(service);
      const { body } = await make(w, w.owner.token, { allowedAddresses }).expect(400);
      expect(body.errors[0].path).toBe('/allowedAddresses');
    },
  );
});

test('there are no more keys than the limit, whoever asks at once; a revoked or ended one makes room', async () => {
  const w = await world(service);
  const makers = [w.owner.token, w.admin.token, w.keys.write];
  const answers = await Promise.all(Array.from({ length: 9 }, (_, i) => make(w, makers[i % 3]!)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(refusal)).toEqual(Array(4).fill('409 limit_reached'));
  expect(refused[0]!.body.message).toMatch(/8 API keys .*LIMIT_API_KEYS/);
  const [first, second] = await listed(w);
  await revoke(w, first!).expect(204);
  await service.database.query(`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1`, [second]);
  await made(w, w.owner.token);
  await made(w, w.owner.token);
  expect(refusal(await make(w, w.owner.token))).toBe('409 limit_reached');
});

test('nobody makes a key while they are removed', async () => {
  for (let round = 0; round < 4; round += 1) {
    const w = await world(service);
    const [removed, ...answers] = await Promise.all([
      service
        .as(w.owner.token)
        .post('/api/auth/organization/remove-member')
        .send({ organizationId: w.organization.id, memberId: w.admin.memberId }),
      make(w, w.admin.token),
      make(w, w.admin.token),
    ]);
    expect(removed.status).toBe(200);
    for (const answer of answers) expect(['201 undefined', '403 not_a_member']).toContain(refusal(answer));
    expect(await listed(w)).toHaveLength(3);
  }
});
