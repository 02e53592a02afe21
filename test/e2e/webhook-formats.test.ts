import { eventually } from '../support/eventually.js';
import { TestReceiver } from '../support/receiver.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true' });

let receiver: TestReceiver;
beforeAll(async () => void (receiver = await TestReceiver.start()));
afterAll(() => receiver.stop());

const SECRET = 'T0/B0/the-address-is-the-password';
const subscribe = async (w: World, body: object) =>
  (await service.as(w.admin.token).post(`${w.organization.url}/webhooks`).send(body).expect(201)).body.webhook;
const hook = (w: World, id: string) => `${w.organization.url}/webhooks/${id}`;
const told = async (path: string) => {
  const [message] = await eventually(
    () => receiver.at(path),
    ({ length }) => length > 0,
  );
  return { ...message!, body: JSON.parse(message!.body) };
};

/** What of the bodies is looked at. */
interface ChatBody {
  text: string;
  attachments: { content: { body: { inlines: { text: string }[] }[] } }[];
}

const TITLE = 'No name <!channel>';
const report = (w: World) => service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: TITLE });

test.each([
  ['slack', (body: ChatBody) => body.text, 'Issue created: #1 No name &lt;!channel&gt;'],
  [
    'teams',
    (body: ChatBody) => body.attachments[0]!.content.body[0]!.inlines[0]!.text,
    'Issue created: #1 No name <!channel>',
  ],
  [
    'mattermost',
    (body: ChatBody) => body.text.split('](')[0],
    String.raw`**[Issue created\: \#1 No name \<\!channel\>`,
  ],
] as const)('%s is told of an issue in its own form, without a signature', async (format, headingOf, heading) => {
  const w = await world(service);
  const path = `/${format}/${SECRET}`;
  await subscribe(w, { url: receiver.url(path), format, types: ['issue.created'] });
  await report(w);
  const { body, headers } = await told(path);
  expect(headingOf(body)).toBe(heading);
  expect(JSON.stringify(body)).toContain(`/${w.product.slug}/issues/1`);
  expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
});

test('the address of a chat is a secret: it is shown by its host, stored encrypted, and stands in no event', async () => {
  const w = await world(service);
  const url = receiver.url(`/hidden/${SECRET}?token=also`);
  const webhook = await subscribe(w, { url, format: 'slack' });
  const { origin } = new URL(url);
  expect(webhook).toMatchObject({ url: origin, format: 'slack', secret: null });
  const read = await service.as(w.admin.token).get(hook(w, webhook.id));
  expect(read.body.webhook.url).toBe(origin);
  const listed = await service.as(w.admin.token).get(`${w.organization.url}/webhooks`);
  await service
    .as(w.admin.token)
    .patch(hook(w, webhook.id))
    .send({ url: receiver.url(`/moved/${SECRET}`) });
  await service
    .as(w.admin.token)
    .post(`${hook(w, webhook.id)}/test`)
    .expect(201);
  const { body } = await told(`/moved/${SECRET}`);
  expect(body.text).toBe('This is a test message of Curbcut');
  expect(receiver.at(`/hidden/${SECRET}?token=also`)).toEqual([]);
  const changes = await service.as(w.admin.token).get(`${w.organization.url}/changes`);
  const messages = await service.as(w.admin.token).get(`${hook(w, webhook.id)}/deliveries`);
  const stored = await service.database.query(
    'SELECT * FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id',
  );
  const kept = await service.database.query('SELECT * FROM made_access');
  for (const shown of [listed.body, changes.body, messages.body, stored, kept])
    expect(JSON.stringify(shown)).not.toContain('the-address-is-the-password');
});

test('who sends back what was read of a chat leaves its address as it is', async () => {
  const w = await world(service);
  const path = `/kept/${SECRET}`;
  const { id } = await subscribe(w, { url: receiver.url(path), format: 'mattermost', types: ['issue.created'] });
  const { body } = await service.as(w.admin.token).get(hook(w, id));
  const { url, types } = body.webhook;
  await service.as(w.admin.token).patch(hook(w, id)).send({ url, types, description: 'Our channel' }).expect(200);
  await report(w);
  expect((await told(path)).body.text).toContain('No name');
});

test('a format is one of four and stays; what is not signed has no secret to renew', async () => {
  const w = await world(service);
  const admin = service.as(w.admin.token);
  const url = receiver.url('/x');
  const unknown = await admin.post(`${w.organization.url}/webhooks`).send({ url, format: 'irc' }).expect(400);
  expect(unknown.body.errors).toMatchObject([{ path: '/format' }]);
  const { id } = await subscribe(w, { url, format: 'teams' });
  const moved = await admin.patch(hook(w, id)).send({ format: 'standard' }).expect(400);
  expect(moved.body.errors).toMatchObject([{ path: '/format' }]);
  const rotated = await admin.post(`${hook(w, id)}/rotate-secret`).expect(409);
  expect(rotated.body.code).toBe('webhook_not_signed');
  const standard = await subscribe(w, { url });
  expect(standard).toMatchObject({ url, format: 'standard', secret: expect.stringMatching(/^whsec_/) });
});
