import { IdempotencyKeys } from '../../apps/api/src/service/idempotency/idempotency-keys.service.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const post = (token: string, path: string, body: object | undefined, key: string) =>
  service.as(token).post(path).set('Idempotency-Key', key).send(body);
const report = (w: World, body: object, key: string, token = w.member.token) =>
  post(token, `${w.product.url}/issues`, body, key);
const countIssues = async (w: World): Promise<number> =>
  (await service.as(w.member.token).get(`${w.product.url}/issues`)).body.total;
const age = (interval: string, set = '') =>
  service.database.query(`UPDATE idempotency_keys SET claimed_at = now() - interval '${interval}'${set}`);

test('what is sent again is made once, and has the first status, Location and body', async () => {
  const w = await world(service);
  const first = await report(w, { title: 'No alt text', severity: 'high' }, 'form-1');
  const again = await report(w, { severity: 'high', title: 'No alt text' }, 'form-1');
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.text).toBe(first.text);
  expect([again.headers['location'], again.headers['etag']]).toEqual([
    first.headers['location'],
    first.headers['etag'],
  ]);
  expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true']);
  expect(await countIssues(w)).toBe(1);
});

test('another body or query under the same key is refused, and so is what is no key', async () => {
  const w = await world(service);
  await report(w, { title: 'One' }, 'k');
  const other = await report(w, { title: 'Two' }, 'k');
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  for (const key of ['', 'x'.repeat(256), 'with blank', 'tab\t.']) {
    const answer = await report(w, { title: 'One' }, key);
    expect([key, answer.status, answer.body.code]).toEqual([key, 400, 'invalid_input']);
  }
  expect((await report(w, { title: 'One' }, 'x'.repeat(255))).status).toBe(201);
});

test('a key is of one caller and one path', async () => {
  const w = await world(service);
  const other = await w.newProduct('Other');
  const answers = [
    await report(w, { title: 'x' }, 'k'),
    await report(w, { title: 'x' }, 'k', w.admin.token),
    await report(w, { title: 'x' }, 'k', w.keys.write),
    await post(w.member.token, `${other.url}/issues`, { title: 'x' }, 'k'),
    await post(w.member.token, `${w.product.url}/risks`, { title: 'x' }, 'k'),
  ];
  expect(answers.map(({ status, headers }) => [status, headers['idempotency-replayed']])).toEqual(
    Array(5).fill([201, undefined]),
  );
});

test('a request is the same by whichever name of its organization and product', async () => {
  const w = await world(service);
  const paths = [w.organization.id, w.organization.id.toUpperCase(), w.organization.slug].flatMap((organization) =>
    [w.product.id, w.product.slug].map((product) => `/v1/organizations/${organization}/products/${product}/issues`),
  );
  const answers = [];
  for (const path of [...paths, `${w.product.url}/issues/`])
    answers.push(await post(w.member.token, path, { title: 'x' }, 'k'));
  expect(answers.map(({ status, headers }) => [status, headers['idempotency-replayed']])).toEqual([
    [201, undefined],
    ...Array(6).fill([201, 'true']),
  ]);
  expect(await countIssues(w)).toBe(1);
});

test('refusals of the handler are kept; those of the schema, of rights and of what is not there yet are not', async () => {
  const w = await world(service);
  await service.as(w.admin.token).post(`${w.product.url}/archive`);
  const refused = await report(w, { title: 'x' }, 'k');
  expect([refused.status, refused.body.code]).toEqual([409, 'product_archived']);
  await service.as(w.admin.token).post(`${w.product.url}/unarchive`);
  const again = await report(w, { title: 'x' }, 'k');
  expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([409, refused.body, 'true']);
  expect(again.headers['content-type']).toMatch(/^application\/problem\+json/);

  expect((await report(w, { title: '' }, 'faulty')).status).toBe(400);
  expect((await report(w, { title: 'mended' }, 'faulty')).status).toBe(201);
  expect((await report(w, { title: 'x' }, 'rights', w.keys.read)).body.code).toBe('key_scope_missing');
  expect((await report(w, { title: 'x' }, 'nobody', 'nobody')).status).toBe(401);
  expect(await countIssues(w)).toBe(1);
});

test('of what holds a secret the answer is not kept: a repeat says where it is', async () => {
  const w = await world(service);
  const keys = `${w.organization.url}/api-keys`;
  const body = { name: 'CI', scopes: ['ingest'] };
  expect((await post(w.owner.token, keys, body, 'k')).body.apiKey.key).toMatch(/^svc_/);
  const again = await post(w.owner.token, keys, body, 'k');
  expect([again.status, again.body.code, again.headers['location']]).toEqual([
    409,
    'idempotency_answer_not_kept',
    keys,
  ]);

  const webhooks = `${w.organization.url}/webhooks`;
  const url = { url: 'https://receiver.example/' };
  const made = await post(w.owner.token, webhooks, url, 'k');
  const repeated = await post(w.owner.token, webhooks, url, 'k');
  expect([repeated.status, repeated.headers['location']]).toEqual([409, made.headers['location']]);
  const stored = await service.database.query('SELECT body FROM idempotency_keys WHERE organization_id = $1', [
    w.organization.id,
  ]);
  expect(stored).toEqual([{ body: null }, { body: null }]);
});

test('of ten that are sent at once one is carried out; the others are told so, and then have its answer', async () => {
  const w = await world(service);
  const sent = await Promise.all(Array.from({ length: 10 }, () => report(w, { title: 'x' }, 'k')));
  for (const { status, body, headers } of sent) {
    if (status === 201) continue;
    expect([status, body.code, headers['retry-after']]).toEqual([409, 'idempotency_under_way', '1']);
  }
  expect(await countIssues(w)).toBe(1);
  expect((await report(w, { title: 'x' }, 'k')).body.issue.number).toBe(1);
});

test('what ended with its process before the change may be sent anew; what ended after it was not made twice', async () => {
  const w = await world(service);
  await report(w, { title: 'x' }, 'k');
  await age('1 minute', ", status = NULL, body = NULL, made_at = now() - interval '10 seconds'");
  const lost = await report(w, { title: 'x' }, 'k');
  expect([lost.status, lost.body.code]).toEqual([409, 'idempotency_answer_not_kept']);
  await age('1 minute', ', status = NULL, body = NULL, made_at = NULL');
  expect((await report(w, { title: 'x' }, 'k')).body.code).toBe('idempotency_under_way');
  await age('2 minutes');
  expect((await report(w, { title: 'x' }, 'k')).status).toBe(201);
  expect(await countIssues(w)).toBe(2);
});

test('a request that somebody else has taken over meanwhile changes nothing', async () => {
  const w = await world(service);
  const { database } = service;
  await database.query(`CREATE FUNCTION taken_over() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN UPDATE idempotency_keys SET claim = gen_random_uuid() WHERE organization_id = NEW.organization_id; RETURN NEW; END $$`);
  await database.query('CREATE TRIGGER taken_over AFTER INSERT ON issues FOR EACH ROW EXECUTE FUNCTION taken_over()');
  try {
    expect((await report(w, { title: 'x' }, 'k')).body.code).toBe('idempotency_under_way');
  } finally {
    await database.query('DROP TRIGGER taken_over ON issues; DROP FUNCTION taken_over');
  }
  expect(await countIssues(w)).toBe(0);
});

test('after 24 hours a key is free, and a job forgets it', async () => {
  const w = await world(service);
  await report(w, { title: 'x' }, 'k');
  await age('24 hours');
  expect((await report(w, { title: 'y' }, 'k')).status).toBe(201);
  await age('24 hours');
  await service.app.get(IdempotencyKeys).forgetOld();
  expect(await service.database.query('SELECT 1 FROM idempotency_keys')).toEqual([]);
});

test('who is refused meanwhile gets no kept answer', async () => {
  const w = await world(service);
  await report(w, { title: 'x' }, 'k');
  await service.as(w.owner.token).post('/api/auth/organization/remove-member').send({
    organizationId: w.organization.id,
    memberIdOrEmail: w.member.email,
  });
  expect((await report(w, { title: 'x' }, 'k')).status).toBe(403);
});
