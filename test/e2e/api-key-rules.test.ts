import { useService } from '../support/service.js';
import { world } from '../support/world.js';

/** The numbered rules of API keys, one test each. */
const service = useService();

const report = { type: 'automated_scan', tool: 'axe-core', findings: [{ ruleId: 'image-alt', title: 'No text' }] };

const ingest = (credential: string | undefined, body: object = report) =>
  service.as(credential).post('/api/ingest/test-activity').send(body);

const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;

test('rule 1: a key works only against its own organization', async () => {
  const [one, other] = [await world(service), await world(service)];
  expect(refusal(await service.as(one.keys.read).get(other.product.url))).toBe('403 key_wrong_organization');
  expect(refusal(await service.as(one.keys.read).get(`${other.organization.url}/issues`))).toBe(
    '403 key_wrong_organization',
  );
  expect((await ingest(one.keys.ingest, { ...report, productRef: other.product.slug })).status).toBe(404);
});

test('rule 2: the scope read allows GET and nothing else', async () => {
  const w = await world(service);
  const as = service.as(w.keys.read);
  for (const list of ['issues', 'audits', 'risks', 'test-activity', 'testing-feed', 'findings', 'changes']) {
    expect([list, (await as.get(`${w.organization.url}/${list}`)).status]).toEqual([list, 200]);
  }
  expect((await as.head(w.product.url)).status).toBe(200);
  expect(refusal(await as.post(`${w.product.url}/issues`).send({ title: 'x' }))).toBe('403 key_scope_missing');
  expect(refusal(await as.patch(w.product.url).send({ description: 'x' }))).toBe('403 key_scope_missing');
  expect(refusal(await as.delete(w.product.url))).toBe('403 key_scope_missing');
});

test('rule 3: the scope write allows the rest and implies read', async () => {
  const w = await world(service);
  const created = await service
    .as(w.owner.token)
    .post(`${w.organization.url}/api-keys`)
    .send({ name: 'Bot', scopes: ['write'] });
  expect(created.body.apiKey.scopes).toEqual(['read', 'write']);
  const as = service.as(created.body.apiKey.key);
  expect((await as.get(w.product.url)).status).toBe(200);
  expect((await as.post(`${w.product.url}/issues`).send({ title: 'x' })).status).toBe(201);
  expect((await as.patch(`${w.product.url}/issues/1`).send({ title: 'y' })).status).toBe(200);
  expect((await as.post(`${w.product.url}/archive`)).status).toBe(200);
  expect((await as.delete(`${w.product.url}/issues/1`)).status).toBe(204);
});

test('rule 4: only the scope ingest opens the ingest endpoint, and it opens nothing else', async () => {
  const w = await world(service);
  const body = { ...report, productRef: w.product.slug };
  expect((await ingest(w.keys.ingest, body)).status).toBe(201);
  for (const key of [w.keys.read, w.keys.write]) expect(refusal(await ingest(key, body))).toBe('403 key_scope_missing');
  expect(refusal(await service.as(w.keys.ingest).get(w.product.url))).toBe('403 key_scope_missing');
  expect(refusal(await service.as(w.keys.ingest).post(`${w.product.url}/issues`).send({ title: 'x' }))).toBe(
    '403 key_scope_missing',
  );
});

test('rule 5: a key can never do more than its owner, now', async () => {
  const w = await world(service);
  const change = (key: string) => service.as(key).patch(w.product.url).send({ description: 'x' });
  const ofMember = await w.key({ scopes: ['read', 'write'], owner: w.member });
  const ofAdmin = await w.key({ scopes: ['read', 'write'], owner: w.admin });
  expect(refusal(await change(ofMember))).toBe('403 role_too_low');
  expect((await change(ofAdmin)).status).toBe(200);
  await service
    .as(w.owner.token)
    .post('/api/auth/organization/update-member-role')
    .send({ organizationId: w.organization.id, memberId: w.admin.memberId, role: 'member' })
    .expect(200);
  expect(refusal(await change(ofAdmin))).toBe('403 role_too_low');
});

test('rule 6: a key stops working when its owner leaves the organization', async () => {
  const w = await world(service);
  const keys = {
    read: await w.key({ scopes: ['read'], owner: w.admin }),
    ingest: await w.key({ scopes: ['ingest'], owner: w.admin }),
  };
  expect((await service.as(keys.read).get(w.product.url)).status).toBe(200);
  await service
    .as(w.admin.token)
    .post('/api/auth/organization/leave')
    .send({ organizationId: w.organization.id })
    .expect(200);
  expect((await service.as(keys.read).get(w.product.url)).status).toBe(401);
  expect((await ingest(keys.ingest, { ...report, productRef: w.product.slug })).status).toBe(401);
});

test.each(['leave', 'remove-member'])('keys that end with a membership (%s) leave an event each', async (path) => {
  const w = await world(service);
  for (const scope of ['read', 'ingest'] as const) await w.key({ scopes: [scope], owner: w.admin });
  const ids = await service.database.query('SELECT id FROM api_keys WHERE owner_user_id = $1 ORDER BY id', [
    w.admin.id,
  ]);
  await service
    .as(path === 'leave' ? w.admin.token : w.owner.token)
    .post(`/api/auth/organization/${path}`)
    .send({ organizationId: w.organization.id, ...(path === 'leave' ? {} : { memberId: w.admin.memberId }) })
    .expect(200);
  const events = await service.database.query(
    `SELECT subject_id AS id FROM events WHERE organization_id = $1 AND type = 'api_key.revoked' ORDER BY subject_id`,
    [w.organization.id],
  );
  expect(events).toEqual(ids);
  expect(ids).toHaveLength(2);
});

test('rule 7: a key for one product reaches what names that product in its path, and nothing wider', async () => {
  const w = await world(service);
  const other = await w.newProduct('Mobile App');
  const as = service.as(await w.key({ scopes: ['read', 'write', 'ingest'], productId: w.product.id }));
  expect((await as.get(`${w.product.url}/issues`)).status).toBe(200);
  for (const path of [other.url, `${w.organization.url}/issues`, `${w.organization.url}/products`]) {
    expect(refusal(await as.get(path))).toBe('403 key_product_mismatch');
  }
  expect(refusal(await as.patch(`${w.organization.url}/issues/bulk`).send({ ids: [], data: {} }))).toBe(
    '403 key_product_mismatch',
  );
  expect((await as.post('/api/ingest/test-activity').send(report)).status).toBe(201);
  expect((await as.post('/api/ingest/test-activity').send({ ...report, productRef: other.slug })).status).toBe(403);
});

test('rule 8: a key has no end until it is revoked, which counts at once; what it made remains', async () => {
  const w = await world(service);
  await service.database.query("UPDATE api_keys SET created_at = now() - interval '10 years'");
  const listed = async (): Promise<{ id: string; displayPrefix: string }[]> =>
    (await service.as(w.owner.token).get(`${w.organization.url}/api-keys`)).body.apiKeys;
  expect((await service.as(w.keys.write).post(`${w.product.url}/issues`).send({ title: 'x' })).status).toBe(201);
  const { id } = (await listed()).find(({ displayPrefix }) => w.keys.write.startsWith(displayPrefix))!;
  await service.as(w.owner.token).delete(`${w.organization.url}/api-keys/${id}`).expect(204);
  expect((await service.as(w.keys.write).get(`${w.product.url}/issues/1`)).status).toBe(401);
  expect((await service.as(w.member.token).get(`${w.product.url}/issues/1`)).status).toBe(200);
  expect((await listed()).map((key) => key.id)).not.toContain(id);
});

test('rule 9: only admins and owners manage keys', async () => {
  const w = await world(service);
  const url = `${w.organization.url}/api-keys`;
  const [{ id }] = (await service.as(w.admin.token).get(url)).body.apiKeys;
  const as = service.as(w.member.token);
  expect(refusal(await as.get(url))).toBe('403 role_too_low');
  expect(refusal(await as.post(url).send({ name: 'x', scopes: ['read'] }))).toBe('403 role_too_low');
  expect(refusal(await as.delete(`${url}/${id}`))).toBe('403 role_too_low');
  expect(
    (
      await service
        .as(w.admin.token)
        .post(url)
        .send({ name: 'x', scopes: ['read'] })
    ).status,
  ).toBe(201);
});

test('rule 10: a key from before scopes has no owner, posts reports, and cannot call /v1', async () => {
  const w = await world(service);
  const legacy = await w.key({ scopes: ['ingest'], owner: null });
  expect((await ingest(legacy, { ...report, productRef: w.product.slug })).status).toBe(201);
  expect(refusal(await service.as(legacy).get(w.product.url))).toBe('403 key_scope_missing');
});

test('the ingest endpoint answers 401 without a key, with one that is none, and with a revoked one', async () => {
  const w = await world(service);
  const body = { ...report, productRef: w.product.slug };
  expect((await ingest(undefined, body)).status).toBe(401);
  expect((await ingest('svc_nonsense', body)).status).toBe(401);
  await service.database.query('DELETE FROM api_keys WHERE organization_id = $1', [w.organization.id]);
  expect((await ingest(w.keys.ingest, body)).status).toBe(401);
});
