import { Webhook } from 'standardwebhooks';
import { linesAt } from '../support/lines.js';
import { eventually } from '../support/eventually.js';
import { nowMs } from '../support/moments.js';
import { TestReceiver } from '../support/receiver.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true' });

const { onMain, onPull, finishNamed } = linesAt(service);

let receiver: TestReceiver;
beforeAll(async () => void (receiver = await TestReceiver.start()));
// Every message that a test of this file received is one of those that the document describes.
afterAll(() => receiver.received.forEach(({ body }) => service.answers.checkMessage(JSON.parse(body))));
afterAll(() => receiver.stop());

const subscribe = async (w: World, path: string, types: string[] = []) =>
  (
    await service
      .as(w.admin.token)
      .post(`${w.organization.url}/webhooks`)
      .send({ url: receiver.url(path), types })
  ).body.webhook;
const report = (w: World, title: string) => service.as(w.member.token).post(`${w.product.url}/issues`).send({ title });
const hook = (w: World, id: string) => `${w.organization.url}/webhooks/${id}`;
const deliveries = async (w: World, id: string) =>
  (await service.as(w.admin.token).get(`${hook(w, id)}/deliveries`)).body.deliveries;
/** Makes what waits for its next attempt due now. */
const hurry = async (id: string) => {
  await service.database.query(
    `UPDATE webhook_deliveries SET next_attempt_at = now() - interval '1 second'
     WHERE webhook_id = $1 AND status = 'pending'`,
    [id],
  );
  const due = await service.database.query<{ id: string; organizationId: string }[]>(
    `SELECT id, organization_id AS "organizationId" FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'pending'`,
    [id],
  );
  for (const delivery of due)
    await service.database.query(
      `SELECT graphile_worker.add_job('deliver_webhook', $1::json, queue_name => $2, job_key => $3)`,
      [
        JSON.stringify({ organizationId: delivery.organizationId, deliveryId: delivery.id }),
        `webhook:${id}`,
        `delivery:${delivery.id}`,
      ],
    );
};

test('events name a webhook by where it leads: the rest of an address is often a secret, and members read events', async () => {
  const w = await world(service);
  const url = receiver.url('/services/T0/secret-of-the-board?token=secret-too');
  const made = await service.as(w.admin.token).post(`${w.organization.url}/webhooks`).send({ url });
  const own = hook(w, made.body.webhook.id);
  await service.as(w.admin.token).post(`${own}/test`).expect(201);
  await service
    .as(w.admin.token)
    .patch(own)
    .send({ url: receiver.url('/secret-as-well') })
    .expect(200);
  await service.as(w.admin.token).delete(own).expect(204);
  const { changes } = (await service.as(w.member.token).get(`${w.organization.url}/changes`)).body;
  expect(changes.map(({ type }: { type: string }) => type)).toEqual(
    ['deleted', 'updated', 'tested', 'created'].map((what) => `webhook.${what}`),
  );
  expect(JSON.stringify(changes)).not.toContain('secret');
  expect(changes[1].subject.title).toBe(`${new URL(url).origin}/…`);
});

test('a webhook is told of an event with a signature that the standard’s library verifies', async () => {
  const w = await world(service);
  const created = await service
    .as(w.admin.token)
    .post(`${w.organization.url}/webhooks`)
    .send({ url: receiver.url('/told'), description: 'Our board', types: ['issue.created'] });
  const { webhook } = created.body;
  expect(created.headers['location']).toBe(hook(w, webhook.id));
  expect(webhook.secret).toMatch(/^whsec_/);
  await report(w, 'No alt text');
  await service.as(w.member.token).post(`${w.product.url}/audits`).send({});
  const [message] = await eventually(
    () => receiver.at('/told'),
    ({ length }) => length > 0,
  );
  expect(new Webhook(webhook.secret).verify(message!.body, message!.headers as Record<string, string>)).toMatchObject({
    type: 'issue.created',
    timestamp: expect.any(String),
    data: {
      organizationId: w.organization.id,
      productId: w.product.id,
      actor: { kind: 'user', name: w.member.name },
      subject: { kind: 'issue', number: 1, title: 'No alt text' },
    },
  });
  const [delivery] = await eventually(
    () => deliveries(w, webhook.id),
    ([first]) => first?.status === 'delivered',
  );
  expect(delivery).toMatchObject({ type: 'issue.created', attempts: 1, responseStatus: 200, error: null });
  expect(message!.headers['webhook-id']).toBe(delivery.id);
  expect(receiver.at('/told')).toHaveLength(1);
});

test('the messages of a run tell what is new, what is gone and what came back, with counts and ids', async () => {
  const w = await world(service);
  await subscribe(w, '/news', ['findings.raised', 'findings.resolved', 'findings.regressed']);
  const scan = (...rules: string[]) =>
    service
      .as(w.keys.ingest)
      .post('/api/ingest/test-activity')
      .send({
        productRef: w.product.slug,
        type: 'automated_scan',
        tool: 'axe',
        coverage: 'complete',
        findings: rules.map((ruleId) => ({ ruleId, title: ruleId })),
      });
  await scan('a', 'b');
  await scan('a');
  await scan('a', 'b');
  const messages = await eventually(
    () => receiver.at('/news').map(({ body }) => JSON.parse(body)),
    ({ length }) => length === 3,
  );
  expect(messages.map(({ type, data }) => [type, data.count, data.testActivity.number])).toEqual([
    ['findings.raised', 2, 1],
    ['findings.resolved', 1, 2],
    ['findings.regressed', 1, 3],
  ]);
  expect(messages[1].data.findingIds).toEqual(messages[2].data.findingIds);
});

test('a proposal tells what it raised first and nothing else, a main line the rest, and its end what that resolved', async () => {
  const w = await world(service);
  await subscribe(w, '/lines', [
    'line.ended',
    ...['proposed', 'raised', 'regressed', 'resolved'].map((kind) => `findings.${kind}`),
  ]);
  await onMain(w, ['a', 'b'], 'production');
  await onMain(w, ['b'], 'production');
  for (const rules of [['a', 'b', 'c'], ['a', 'b', 'c', 'd'], ['b'], ['b', 'c']]) await onPull(w, 7, rules);
  await onMain(w, ['a', 'b', 'c'], 'production');
  await finishNamed(w, '7');
  const { id } = await finishNamed(w, 'production');
  const told = await eventually(
    () => receiver.at('/lines').map(({ body }) => JSON.parse(body)),
    ({ length }) => length >= 9,
  );
  const news = told.filter(({ type }) => type !== 'line.ended');
  expect(news.map(({ type, data }) => [type, data.count, data.testActivity?.number])).toEqual([
    ['findings.raised', 2, 1],
    ['findings.resolved', 1, 2],
    ['findings.proposed', 1, 3],
    ['findings.proposed', 1, 4],
    ['findings.raised', 1, 7],
    ['findings.regressed', 1, 7],
    ['findings.resolved', 3, undefined],
  ]);
  expect(news.at(-1).data).toMatchObject({
    productId: w.product.id,
    line: { id, kind: 'main', name: 'production', tool: 'axe-core' },
    findingIds: [expect.any(String), expect.any(String), expect.any(String)],
  });
  expect(news.at(-1).data).not.toHaveProperty('testActivity');
  expect(told.filter(({ type }) => type === 'line.ended').map(({ data }) => data.subject.title)).toEqual([
    '7',
    'production',
  ]);
});

test('a failed delivery is tried again, then given up, and a webhook that only fails is switched off', async () => {
  const w = await world(service);
  const { id } = await subscribe(w, '/failing', ['issue.created']);
  receiver.answers.set('/failing', 500);
  const before = nowMs();
  await report(w, 'x');
  const [first] = await eventually(
    () => deliveries(w, id),
    ([delivery]) => delivery?.attempts === 1,
  );
  expect(first).toMatchObject({ status: 'pending', responseStatus: 500 });
  const next = Date.parse(first.nextAttemptAt);
  expect(next - before).toBeGreaterThanOrEqual(5_000);
  expect(next - nowMs()).toBeLessThanOrEqual(5_500);
  await eventually(
    async () => (await service.as().get('/metrics')).text,
    (text) => /^curbcut_webhook_retries [1-9]/m.test(text),
  );
  await eventually(
    async () => {
      // Again and again: an attempt that is under way counts from what it has read.
      await service.database.query('UPDATE webhook_deliveries SET attempts = 9 WHERE webhook_id = $1', [id]);
      await hurry(id);
      return deliveries(w, id);
    },
    ([delivery]) => delivery.status === 'failed',
  );
  expect((await service.as(w.admin.token).get(hook(w, id))).body.webhook).toMatchObject({
    enabled: false,
    disabledReason: 'failing',
  });
  const again = await service.as(w.admin.token).patch(hook(w, id)).send({ enabled: true });
  expect(again.body.webhook).toMatchObject({ enabled: true, disabledReason: null });
});

test('410 switches a webhook off at once; a redirect is a failure and is not followed', async () => {
  const w = await world(service);
  const gone = await subscribe(w, '/gone', ['issue.created']);
  const moved = await subscribe(w, '/moved', ['issue.created']);
  receiver.answers.set('/gone', 410);
  receiver.answers.set('/moved', { redirect: receiver.url('/elsewhere') });
  await report(w, 'x');
  const off = await eventually(
    async () => (await service.as(w.admin.token).get(hook(w, gone.id))).body.webhook,
    ({ enabled }) => !enabled,
  );
  expect(off.disabledReason).toBe('gone');
  await eventually(
    () => deliveries(w, moved.id),
    ([delivery]) => delivery?.responseStatus === 302,
  );
  expect(receiver.at('/elsewhere')).toEqual([]);
});

test('a receiver that hangs harms nobody else', async () => {
  const w = await world(service);
  for (let i = 0; i < 5; i += 1) {
    receiver.answers.set(`/hangs/${i}`, 'hang');
    await subscribe(w, `/hangs/${i}`, ['issue.created']);
  }
  await subscribe(w, '/quick', ['issue.created']);
  for (const title of ['a', 'b', 'c']) await report(w, title);
  await eventually(
    () => receiver.at('/quick'),
    ({ length }) => length === 3,
  );
});

test('the messages of an organization that floods wait behind its own', async () => {
  const [flood, other] = [await world(service), await world(service)];
  for (let i = 0; i < 20; i += 1) {
    receiver.answers.set(`/flood/${i}`, 'hang');
    await subscribe(flood, `/flood/${i}`, ['issue.created']);
  }
  for (let i = 0; i < 5; i += 1) await report(flood, `${i}`);
  const underWay = () => Array.from({ length: 20 }, (_, i) => receiver.at(`/flood/${i}`)).flat().length;
  await eventually(
    () => underWay(),
    (count) => count === 8,
  );
  await subscribe(other, '/patient', ['issue.created']);
  await report(other, 'x');
  await eventually(
    () => receiver.at('/patient'),
    ({ length }) => length === 1,
  );
  expect(underWay()).toBe(8);
  const [jobs] = await service.database.query(
    `SELECT max(priority) AS most FROM graphile_worker.jobs WHERE task_identifier = 'deliver_webhook'`,
  );
  expect(jobs.most).toBeGreaterThan(5);
});

test('jobs that were queued before an upgrade, and name an event or a message alone, are done', async () => {
  const w = await world(service);
  await report(w, 'before the webhook');
  const { id } = await subscribe(w, '/upgraded', ['issue.created']);
  const [event] = await service.database.query(
    `SELECT id FROM events WHERE organization_id = $1 AND type = 'issue.created'`,
    [w.organization.id],
  );
  await service.database.query(
    `SELECT graphile_worker.add_job('announce_event', json_build_object('eventId', $1::uuid))`,
    [event.id],
  );
  await eventually(
    () => receiver.at('/upgraded'),
    ({ length }) => length === 1,
  );
  await eventually(
    () => deliveries(w, id),
    ([delivery]) => delivery?.status === 'delivered',
  );
  const [delivery] = await service.database.query(
    `UPDATE webhook_deliveries SET status = 'pending', next_attempt_at = now() - interval '1 second'
     WHERE webhook_id = $1 RETURNING id`,
    [id],
  );
  await service.database.query(
    `SELECT graphile_worker.add_job('deliver_webhook', json_build_object('deliveryId', $1::uuid))`,
    [delivery[0].id],
  );
  await eventually(
    () => receiver.at('/upgraded'),
    ({ length }) => length === 2,
  );
});

test('webhooks are for people to change; a key may read them', async () => {
  const w = await world(service);
  const { id } = await subscribe(w, '/people', ['issue.created']);
  const url = `${w.organization.url}/webhooks`;
  const as = service.as(w.keys.write);
  const refused = [
    await as.post(url).send({ url: 'https://1.1.1.1/' }),
    await as.patch(hook(w, id)).send({ url: 'https://1.1.1.1/' }),
    await as.post(`${hook(w, id)}/rotate-secret`),
    await as.post(`${hook(w, id)}/test`),
    await as.post(`${hook(w, id)}/deliveries/${id}/replay`),
    await as.delete(hook(w, id)),
  ];
  expect(refused.map(({ body }) => body.code)).toEqual(Array(6).fill('session_required'));
  for (const path of [url, hook(w, id), `${hook(w, id)}/deliveries`])
    expect((await service.as(w.keys.read).get(path)).status).toBe(200);
});

test('signing secrets stand in the database encrypted', async () => {
  const w = await world(service);
  const { id, secret } = await subscribe(w, '/sealed');
  await service
    .as(w.admin.token)
    .post(`${hook(w, id)}/rotate-secret`)
    .expect(200);
  const [row] = await service.database.query('SELECT secret, previous_secret FROM webhooks WHERE id = $1', [id]);
  for (const stored of [row.secret, row.previous_secret]) expect(stored).toMatch(/^v1\./);
  expect(JSON.stringify(row)).not.toContain(secret.slice(6));
});

test('after a rotation of the secret both sign, and a replay sends the same message under its id', async () => {
  const w = await world(service);
  const { id, secret } = await subscribe(w, '/rotated', ['issue.created']);
  const rotated = await service.as(w.admin.token).post(`${hook(w, id)}/rotate-secret`);
  await report(w, 'x');
  const [message] = await eventually(
    () => receiver.at('/rotated'),
    ({ length }) => length === 1,
  );
  for (const one of [secret, rotated.body.webhook.secret])
    expect(() => new Webhook(one).verify(message!.body, message!.headers as Record<string, string>)).not.toThrow();
  const [delivery] = await eventually(
    () => deliveries(w, id),
    ([first]) => first?.status === 'delivered',
  );
  const replayed = await service.as(w.admin.token).post(`${hook(w, id)}/deliveries/${delivery.id}/replay`);
  expect(replayed.status).toBe(200);
  const [, second] = await eventually(
    () => receiver.at('/rotated'),
    ({ length }) => length === 2,
  );
  expect([second!.body, second!.headers['webhook-id']]).toEqual([message!.body, delivery.id]);
  expect((await service.as(w.admin.token).post(`${hook(w, id)}/deliveries/${w.owner.id}/replay`)).status).toBe(404);
});

test('a test message can be sent, and a webhook that is off or deleted hears nothing', async () => {
  const w = await world(service);
  const { id } = await subscribe(w, '/tested');
  expect((await service.as(w.admin.token).post(`${hook(w, id)}/test`)).body.delivery).toMatchObject({
    type: 'webhook.test',
    status: 'pending',
    eventId: null,
  });
  await eventually(
    () => receiver.at('/tested'),
    ({ length }) => length === 1,
  );
  await service.as(w.admin.token).patch(hook(w, id)).send({ enabled: false });
  await report(w, 'x');
  expect((await service.as(w.admin.token).delete(hook(w, id))).status).toBe(204);
  expect((await service.as(w.admin.token).get(hook(w, id))).status).toBe(404);
  expect(receiver.at('/tested')).toHaveLength(1);
});

test('webhooks are for admins of the organization; no read shows a secret', async () => {
  const [w, other] = [await world(service), await world(service)];
  const { id, secret } = await subscribe(w, '/private', ['issue.created']);
  const url = `${w.organization.url}/webhooks`;
  expect((await service.as().get(url)).status).toBe(401);
  expect((await service.as(w.member.token).get(url)).body.code).toBe('role_too_low');
  expect((await service.as(other.owner.token).get(url)).body.code).toBe('not_a_member');
  for (const verb of ['get', 'patch', 'delete'] as const)
    expect((await service.as(other.owner.token)[verb](hook(other, id)).send({})).status).toBe(404);
  const list = await service.as(w.owner.token).get(url);
  expect(list.body.webhooks).toMatchObject([{ id, types: ['issue.created'], enabled: true }]);
  expect(list.text.includes(secret)).toBe(false);
  const faults = await service
    .as(w.admin.token)
    .post(url)
    .send({ url: 'ftp://example.org', types: ['issue.exploded'], secret: 'mine' });
  expect(faults.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual(['/secret', '/types', '/url']);
});
