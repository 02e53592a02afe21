import { eventually } from '../support/eventually.js';
import { TestReceiver } from '../support/receiver.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true', CONSOLE: 'off' });

let receiver: TestReceiver;
beforeAll(async () => void (receiver = await TestReceiver.start()));
afterAll(() => receiver.stop());

const subscribe = async (w: World, path: string, types: string[]): Promise<string> =>
  (
    await service
      .as(w.admin.token)
      .post(`${w.organization.url}/webhooks`)
      .send({ url: receiver.url(path), types })
      .expect(201)
  ).body.webhook.id;
const report = (w: World, title: string) =>
  service.as(w.member.token).post(`${w.product.url}/issues`).send({ title }).expect(201);
const change = (w: World, id: string, body: object) =>
  service.as(w.admin.token).patch(`${w.organization.url}/webhooks/${id}`).send(body).expect(200);
const titlesAt = (path: string): string[] =>
  receiver.at(path).map(({ body }) => JSON.parse(body).data.subject.title as string);

/** Keeps the announcements of an organization waiting, as other jobs would, until the returned function is called. */
async function holdAnnouncements({ organization }: World): Promise<() => Promise<void>> {
  const queue = `announce:${organization.id}`;
  await service.database.query(
    `INSERT INTO graphile_worker._private_job_queues AS q (queue_name, locked_at, locked_by) VALUES ($1, now(), 'a test')
     ON CONFLICT (queue_name) DO UPDATE SET locked_at = now(), locked_by = 'a test'`,
    [queue],
  );
  return async () => {
    await service.database.query(
      'UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL WHERE queue_name = $1',
      [queue],
    );
    // As for a new job: by itself the worker looks every two seconds.
    await service.database.query(`SELECT pg_notify('jobs:insert', '{"count":1}')`);
  };
}

test('a webhook hears what happened while it was on, whatever became of it before the message was made', async () => {
  const w = await world(service);
  const toggled = await subscribe(w, '/toggled', ['issue.created']);
  const narrowed = await subscribe(w, '/narrowed', ['issue.created']);
  const widened = await subscribe(w, '/widened', ['risk.created']);
  const release = await holdAnnouncements(w);
  await report(w, 'while it was on');
  await change(w, toggled, { enabled: false });
  await report(w, 'while it was off');
  await change(w, toggled, { enabled: true });
  await change(w, narrowed, { types: ['risk.created'] });
  await change(w, widened, { types: ['issue.created'] });
  await subscribe(w, '/new', ['issue.created']);
  await report(w, 'at last');
  await release();
  await eventually(() => titlesAt('/new').length > 0 && titlesAt('/widened').length > 0);
  await eventually(() => titlesAt('/toggled').includes('at last') && titlesAt('/narrowed').length > 1);
  expect(titlesAt('/toggled')).toEqual(['while it was on', 'at last']);
  expect(titlesAt('/narrowed')).toEqual(['while it was on', 'while it was off']);
  expect(titlesAt('/widened')).toEqual(['at last']);
  expect(titlesAt('/new')).toEqual(['at last']);
});

test('what is to be told to a webhook that was deleted meanwhile goes with it, and the others hear', async () => {
  const w = await world(service);
  const deleted = await subscribe(w, '/deleted', ['issue.created']);
  await subscribe(w, '/stays', ['issue.created']);
  const release = await holdAnnouncements(w);
  await report(w, 'told to one');
  await service.as(w.admin.token).delete(`${w.organization.url}/webhooks/${deleted}`).expect(204);
  await release();
  await eventually(() => titlesAt('/stays').length > 0);
  expect(titlesAt('/deleted')).toEqual([]);
});

test('a message is not sent again to a webhook that is off, but kept until it is on', async () => {
  const w = await world(service);
  const id = await subscribe(w, '/replayed', ['issue.created']);
  const own = `${w.organization.url}/webhooks/${id}`;
  const as = service.as(w.admin.token);
  const list = async () => (await as.get(`${own}/deliveries`)).body.deliveries;
  await report(w, 'x');
  const [delivery] = await eventually(list, ([first]) => first?.status === 'delivered');
  await change(w, id, { enabled: false });
  const refused = await as.post(`${own}/deliveries/${delivery.id}/replay`);
  expect([refused.status, refused.body.code]).toEqual([409, 'webhook_disabled']);
  expect(await list()).toEqual([delivery]);
  await change(w, id, { enabled: true });
  await as.post(`${own}/deliveries/${delivery.id}/replay`).expect(200);
  await eventually(() => titlesAt('/replayed').length === 2);
});

test('a test message reaches a webhook that is off, also a second time', async () => {
  const w = await world(service);
  const id = await subscribe(w, '/tried', []);
  const own = `${w.organization.url}/webhooks/${id}`;
  await change(w, id, { enabled: false });
  const { delivery } = (await service.as(w.admin.token).post(`${own}/test`).expect(201)).body;
  await eventually(
    async () => (await service.as(w.admin.token).get(`${own}/deliveries`)).body.deliveries,
    ([first]) => first?.status === 'delivered',
  );
  await service.as(w.admin.token).post(`${own}/deliveries/${delivery.id}/replay`).expect(200);
  await eventually(() => receiver.at('/tried').length === 2);
});

test('without a console messages lead to the interface alone', async () => {
  const w = await world(service);
  await subscribe(w, '/without', ['issue.created']);
  await report(w, 'No alt text');
  await eventually(() => receiver.at('/without').length > 0);
  const { url, consoleUrl } = JSON.parse(receiver.at('/without')[0]!.body).data;
  expect([new URL(url).pathname, consoleUrl]).toEqual([`${w.product.url}/issues/1`, null]);
});
