import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

test('the secret of a key is in the answer that creates it, and nowhere else', async () => {
  const { organization, owner, product } = await world(service);
  const created = await service
    .as(owner.token)
    .post(`${organization.url}/api-keys`)
    .send({ name: 'CI', scopes: ['write', 'ingest'], productSlug: product.slug });
  expect(created.status).toBe(201);
  const { key, organizationId, ...rest } = created.body.apiKey;
  expect(key).toMatch(/^svc_[0-9A-Za-z]{49}$/);
  expect(organizationId).toBe(organization.id);
  expect(rest).toMatchObject({
    name: 'CI',
    scopes: ['read', 'write', 'ingest'],
    productSlug: product.slug,
    ownerUserId: owner.id,
    ownerEmail: owner.email,
    lastUsedAt: null,
  });
  expect(key.startsWith(rest.displayPrefix)).toBe(true);
  const list = await service.as(owner.token).get(`${organization.url}/api-keys`);
  expect(list.body.apiKeys).toContainEqual(rest);
  expect(list.text).not.toContain(key);
  expect(
    JSON.stringify(await service.database.query('SELECT k::text FROM api_keys k')) + service.log.join(''),
  ).not.toContain(key);
  expect((await service.as(key).get(product.url)).status).toBe(200);
  const used = (await service.as(owner.token).get(`${organization.url}/api-keys`)).body.apiKeys.find(
    ({ id }: { id: string }) => id === rest.id,
  );
  expect(used.lastUsedAt).not.toBeNull();
});

test('a revoked key stops working at once, and revoking it again is 404', async () => {
  const { organization, owner, keys, product } = await world(service);
  const { apiKeys } = (await service.as(owner.token).get(`${organization.url}/api-keys`)).body;
  const { id } = apiKeys.find(({ displayPrefix }: { displayPrefix: string }) => keys.read.startsWith(displayPrefix));
  expect((await service.as(owner.token).delete(`${organization.url}/api-keys/${id}`)).status).toBe(204);
  expect((await service.as(keys.read).get(product.url)).status).toBe(401);
  expect((await service.as(owner.token).delete(`${organization.url}/api-keys/${id}`)).status).toBe(404);
  expect((await service.as(owner.token).delete(`${organization.url}/api-keys/nonsense`)).status).toBe(404);
});

test('a faulty request for a key names every fault', async () => {
  const { organization, owner } = await world(service);
  const foreign = await (await world(service)).newProduct('Of another organization');
  const create = async (body: object) =>
    (await service.as(owner.token).post(`${organization.url}/api-keys`).send(body)).body.errors.map(
      ({ path }: { path: string }) => path,
    );
  expect(await create({ name: 'x'.repeat(121), scopes: [] })).toEqual(['/name', '/scopes']);
  expect(await create({ name: 'x', scopes: ['admin'] })).toEqual(['/scopes']);
  expect(await create({ name: 'x', scopes: ['read'], productSlug: 'unknown' })).toEqual(['/productSlug']);
  expect(await create({ name: 'x', scopes: ['read'], productSlug: foreign.slug })).toEqual(['/productSlug']);
});

test('a key cannot make a key that may do more than itself', async () => {
  const { organization, keys } = await world(service);
  const make = (scopes: string[]) =>
    service.as(keys.write).post(`${organization.url}/api-keys`).send({ name: 'x', scopes });
  expect((await make(['ingest'])).body.code).toBe('key_scope_exceeded');
  expect((await make(['write'])).status).toBe(201);
});

test('functional needs are for anyone signed in and for organization-wide read keys', async () => {
  const w = await world(service);
  const path = '/v1/functional-needs';
  expect((await service.as(w.stranger.token).get(path)).body.functionalNeeds).toHaveLength(11);
  expect((await service.as(w.keys.read).get(path)).status).toBe(200);
  expect((await service.as(w.keys.ingest).get(path)).body.code).toBe('key_scope_missing');
  expect((await service.as(await w.key({ scopes: ['read'], productId: w.product.id })).get(path)).body.code).toBe(
    'key_product_mismatch',
  );
  expect((await service.as().get(path)).status).toBe(401);
});

test('a key of a deleted product ends with it, and its owner reads that in their events', async () => {
  const w = await world(service);
  const make = async (body: object) =>
    (
      await service
        .as(w.admin.token)
        .post(`${w.organization.url}/api-keys`)
        .send({ scopes: ['read'], ...body })
    ).body.apiKey;
  const [limited, other] = [await make({ name: 'Shop', productSlug: w.product.slug }), await make({ name: 'All' })];
  expect((await service.as(w.owner.token).delete(w.product.url)).status).toBe(204);
  expect((await service.as(limited.key).get(w.product.url)).status).toBe(401);
  expect((await service.as(other.key).get(`${w.organization.url}/products`)).status).toBe(200);
  const { changes } = (await service.as(w.owner.token).get(`${w.organization.url}/changes?type=api_key.revoked`)).body;
  expect(changes.map(({ subject }: { subject: object }) => subject)).toEqual([
    expect.objectContaining({ id: limited.id, title: 'Shop' }),
  ]);
  const { events } = (await service.as(w.admin.token).get('/v1/me/events')).body;
  expect(events[0]).toMatchObject({ type: 'api_key.revoked', subject: { id: limited.id } });
});

test('an organization-wide key with read learns its organization, scopes and end; nobody else is told', async () => {
  const w = await world(service);
  const expiresAt = '2031-01-01T00:00:00.000Z';
  const limits = { expiresAt, allowedAddresses: ['127.0.0.0/8', '::1'] };
  const { key, id } = (
    await service
      .as(w.owner.token)
      .post(`${w.organization.url}/api-keys`)
      .send({ name: 'Gate', scopes: ['write'], ...limits })
  ).body.apiKey;
  const own = await service.as(key).get('/v1/key');
  expect(own.body).toEqual({
    apiKey: {
      id,
      name: 'Gate',
      scopes: ['read', 'write'],
      ...limits,
      organization: { id: w.organization.id, slug: expect.stringMatching(/^org-/), name: 'Example' },
    },
  });
  expect(own.headers['cache-control']).toBe('no-store');
  const refused = async (credential?: string) => {
    const { status, body } = await service.as(credential).get('/v1/key');
    return `${status} ${body.code}`;
  };
  expect(await refused()).toBe('401 unauthenticated');
  expect(await refused(w.owner.token)).toBe('401 unauthenticated');
  expect(await refused(w.keys.ingest)).toBe('403 key_scope_missing');
  expect(await refused(await w.key({ scopes: ['read'], productId: w.product.id }))).toBe('403 key_product_mismatch');
});
