import { MESSAGE_TYPES } from '../../apps/api/src/integrations/webhooks/message-types.js';
import { eventually } from '../support/eventually.js';
import { TestReceiver } from '../support/receiver.js';
import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true', CONSOLE: 'on' });
const { scan, findings, post } = scansAt(service);

let receiver: TestReceiver;
beforeAll(async () => void (receiver = await TestReceiver.start()));
// Every message that a test of this file received is one of those that the document describes.
afterAll(() => receiver.received.forEach(({ body }) => service.answers.checkMessage(JSON.parse(body))));
afterAll(() => receiver.stop());

const subscribe = async (w: World, path: string, types: string[] = []): Promise<string> => {
  const body = { url: receiver.url(path), types };
  const made = await service.as(w.admin.token).post(`${w.organization.url}/webhooks`).send(body).expect(201);
  return `${w.organization.url}/webhooks/${made.body.webhook.id}`;
};
const act = (w: World, verb: 'post' | 'patch' | 'delete', path: string, body: object = {}) =>
  service.as(w.member.token)[verb](`${w.product.url}/${path}`).send(body);

interface Received {
  type: string;
  sequence: number;
  data: {
    id: string;
    productId: string;
    productSlug: string;
    subject: { number: number; title: string };
    changes: object[];
    record: { id: string; number: number };
    url: string;
    consoleUrl: string;
    test?: true;
  };
}
/** The messages at a path once there are so many, in the order of their numbers. */
const messagesAt = (path: string, count: number): Promise<Received[]> =>
  eventually(
    () => receiver.at(path).map(({ body }) => JSON.parse(body) as Received),
    ({ length }) => length >= count,
  ).then((messages) => messages.toSorted((a, b) => a.sequence - b.sequence));

test('a message shows the record after the change and leads to it, in the interface and in the console', async () => {
  const w = await world(service);
  await subscribe(w, '/record', ['issue.created', 'issue.updated', 'issue.deleted']);
  await act(w, 'post', 'issues', { title: 'No alt text', severity: 'high' }).expect(201);
  await messagesAt('/record', 1);
  await act(w, 'patch', 'issues/1', { state: 'closed' }).expect(200);
  const [created, updated] = await messagesAt('/record', 2);
  expect(created!.data.record).toMatchObject({ number: 1, title: 'No alt text', severity: 'high', state: 'open' });
  expect(updated!.data).toMatchObject({ productSlug: w.product.slug, record: { state: 'closed' } });
  const { url, consoleUrl, record } = updated!.data;
  const { pathname } = new URL(url);
  const { id, title, state, areas } = (await service.as(w.member.token).get(pathname).expect(200)).body.issue;
  expect(record).toMatchObject({ id, title, state, areas });
  const organization = (await service.as(w.member.token).get(w.organization.url)).body.organization;
  expect(new URL(consoleUrl).pathname).toBe(`/o/${organization.slug}/p/${w.product.slug}/issues/1`);
  await service.as(w.admin.token).delete(`${w.product.url}/issues/1`).expect(204);
  const [, , deleted] = await messagesAt('/record', 3);
  expect(deleted!.data).toMatchObject({ subject: { number: 1 }, record: null, url: null, consoleUrl: null });
});

test('every kind of record is shown as its own address answers it, and where it is in the console', async () => {
  const w = await world(service);
  await subscribe(w, '/kinds');
  await service.as(w.admin.token).post(`${w.product.url}/areas`).send({ name: 'Checkout' }).expect(201);
  await act(w, 'post', 'risks', { title: 'New checkout' }).expect(201);
  await act(w, 'post', 'audits', { title: 'An audit', type: 'full' }).expect(201);
  await act(w, 'post', 'conformance-reports', { title: 'A report' }).expect(201);
  await act(w, 'post', 'test-activity', { type: 'manual_test', title: 'By keyboard' }).expect(201);
  await scan(w, [finding()]).expect(201);
  const [{ id }] = await findings(w);
  await act(w, 'post', `findings/${id}/dismiss`, { reason: 'false_positive' }).expect(200);
  await service.as(w.admin.token).patch(w.product.url).send({ description: 'A shop' }).expect(200);
  const wanted = ['area', 'risk', 'audit', 'test_activity', 'finding', 'product', 'conformance_report'];
  const { organization } = (await service.as(w.member.token).get(w.organization.url)).body;
  const views: Record<string, string> = {
    ...{ risk: 'risks/1', audit: 'audits/1', test_activity: 'activity/1', finding: `findings/${id}` },
    ...{ product: '', conformance_report: 'reports/1' },
  };
  const received = await eventually(
    () => receiver.at('/kinds').map(({ body }) => JSON.parse(body) as Received),
    (all) => wanted.every((kind) => all.some(({ type }) => type.startsWith(`${kind}.`))),
  );
  for (const kind of wanted) {
    const { data } = received.find(({ type }) => type.startsWith(`${kind}.`))!;
    const { body } = await service.as(w.member.token).get(new URL(data.url).pathname).expect(200);
    expect(Object.values(body)).toContainEqual(expect.objectContaining({ id: data.record.id }));
    const view = views[kind];
    const address = `/o/${organization.slug}/p/${w.product.slug}${view ? `/${view}` : ''}`;
    expect(data.consoleUrl && new URL(data.consoleUrl).pathname).toBe(view === undefined ? null : address);
  }
});

test('an issue is told whenever one is made: by confirming one finding or many, from a risk, and by a test of people', async () => {
  const w = await world(service);
  await subscribe(w, '/made', ['issue.created', 'finding.bulk_confirmed']);
  await scan(
    w,
    ['a', 'b', 'c', 'd'].map((selector) => finding({ selector })),
  ).expect(201);
  const [first, ...others] = await findings(w);
  await act(w, 'post', `findings/${first.id}/confirm`).expect(201);
  await service
    .as(w.member.token)
    .patch(`${w.organization.url}/findings/bulk`)
    .send({ ids: others.map(({ id }: { id: string }) => id), data: { action: 'confirm' } })
    .expect(200);
  await act(w, 'post', 'risks', { title: 'New checkout' }).expect(201);
  await act(w, 'post', 'risks/1/materialize').expect(201);
  const report = {
    productRef: w.product.slug,
    type: 'manual_test',
    findings: [{ title: 'By hand' }, { title: 'Too' }],
  };
  await post(w.keys.ingest, report).expect(201);
  const messages = await messagesAt('/made', 8);
  const created = messages.filter(({ type }) => type === 'issue.created');
  expect(created.map(({ data }) => [data.subject.number, data.record.number])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((number) => [number, number]),
  );
  expect(created.every(({ data }) => data.productSlug === w.product.slug && data.productId === w.product.id)).toBe(
    true,
  );
  const [bulk] = messages.filter(({ type }) => type === 'finding.bulk_confirmed');
  expect(bulk!.data.changes).toContainEqual({ field: 'issueNumbers', from: null, to: [2, 3, 4] });
  expect(created.slice(1, 4).map(({ data }) => data.id)).toEqual(Array(3).fill(bulk!.data.id));
  const { changes } = (
    await service.as(w.member.token).get(`${w.organization.url}/changes?type=finding.bulk_confirmed`)
  ).body;
  expect(changes[0].id).toBe(bulk!.data.id);
});

test('numbers have no gaps by webhook, whatever happens at once and whatever it is told of', async () => {
  const w = await world(service);
  const [, second] = [await subscribe(w, '/all'), await subscribe(w, '/issues', ['issue.created', 'issue.updated'])];
  const titles = Array.from({ length: 12 }, (_, index) => `Issue ${index}`);
  await Promise.all(titles.map((title) => act(w, 'post', 'issues', { title }).expect(201)));
  await Promise.all([
    ...titles.map((_, index) => act(w, 'patch', `issues/${index + 1}`, { state: 'closed' }).expect(200)),
    service.as(w.admin.token).post(`${second}/test`).expect(201),
  ]);
  const issues = await messagesAt('/issues', 25);
  expect(issues.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  const all = await messagesAt('/all', 24);
  expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
});

test('a message that is sent again has the number and the text that it had', async () => {
  const w = await world(service);
  const own = await subscribe(w, '/again', ['issue.created']);
  await act(w, 'post', 'issues', { title: 'As it was' }).expect(201);
  await messagesAt('/again', 1);
  await act(w, 'patch', 'issues/1', { title: 'Changed' }).expect(200);
  const delivered = () =>
    eventually(
      async () => (await service.as(w.admin.token).get(`${own}/deliveries`)).body.deliveries,
      ([delivery]) => delivery.status === 'delivered',
    );
  const [delivery] = await delivered();
  expect(delivery.sequence).toBe(1);
  await service.as(w.admin.token).post(`${own}/deliveries/${delivery.id}/replay`).expect(200);
  const [first, again] = await messagesAt('/again', 2);
  expect(again).toEqual(first);
});

test('messages of each type can be asked for, say that they are tests, and are as documented', async () => {
  const w = await world(service);
  const own = await subscribe(w, '/tests', ['risk.created']);
  await act(w, 'post', 'issues', { title: 'The newest' }).expect(201);
  const types = [...MESSAGE_TYPES, 'webhook.test'];
  for (const type of types) await service.as(w.admin.token).post(`${own}/test`).send({ type }).expect(201);
  const messages = await messagesAt('/tests', types.length);
  expect(messages.map(({ type }) => type)).toEqual(types);
  expect(messages.filter(({ type, data }) => type !== 'webhook.test' && !data.test)).toEqual([]);
  const created = messages.find(({ type }) => type === 'issue.created')!;
  expect(created.data).toMatchObject({ subject: { number: 1, title: 'The newest' }, record: { number: 1 } });
  const refused = await service.as(w.admin.token).post(`${own}/test`).send({ type: 'user.signed_in' });
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, '/type']);
});
