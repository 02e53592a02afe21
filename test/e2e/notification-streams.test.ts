import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { StreamReader } from '../support/stream-reader.js';
import { type Person, world, type World } from '../support/world.js';

const service = useService({ WORKER: 'inline', MAX_CONNECTIONS: '80', TRUST_PROXY: '1' });
const STREAM = '/v1/me/notifications/stream';
const as = ({ token }: { token: string }) => service.as(token);

const begun: StreamReader[] = [];
afterEach(() => begun.splice(0).forEach((stream) => stream.leave()));

/** Begins to read what somebody is told. */
async function open({ token }: { token: string }, headers: Record<string, string> = {}): Promise<StreamReader> {
  const { request } = await service.as().get('/health');
  const stream = await StreamReader.open((request as { url: string }).url, token, headers);
  begun.push(stream);
  return stream;
}

const mention = async (w: World, who: Person, text = 'Look') => {
  const { headers } = await as(w.owner).post(`${w.product.url}/issues`).send({ title: text }).expect(201);
  await as(w.owner)
    .post(`${headers['location']}/comments`)
    .send({ body: `@[${who.name}](user:${who.id}) ${text}` })
    .expect(201);
};

test('what a person is told comes as it happens, once, with how many are unread, and only to them', async () => {
  const w = await world(service);
  await mention(w, w.member, 'Before');
  await eventually(
    async () => (await as(w.member).get('/v1/me/notifications/count')).body.unread as number,
    (unread) => unread === 1,
  );
  const [own, others] = [await open(w.member), await open(w.admin)];
  expect(own.response.statusCode).toBe(200);
  expect(own.response.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' });
  expect((await own.has('count', 1))[0]!.data).toMatchObject({ unread: 1 });
  await mention(w, w.member, 'Now');
  const [told] = await own.has('notification', 1);
  const [listed] = (await as(w.member).get('/v1/me/notifications')).body.notifications;
  expect(told!.data).toEqual(listed);
  expect((await own.has('count', 2))[1]!.data).toMatchObject({ unread: 2 });
  await mention(w, w.admin, 'Other');
  expect((await others.has('notification', 1))[0]!.data).toMatchObject({ kind: 'mentioned' });
  expect([own.of('notification').length, others.of('notification').length]).toEqual([1, 1]);
});

test('Last-Event-ID goes on behind the message that it names; another value begins anew', async () => {
  const w = await world(service);
  const first = await open(w.member);
  await mention(w, w.member, 'One');
  const [one] = await first.has('notification', 1);
  first.leave();
  await mention(w, w.member, 'Two');
  await eventually(
    async () => (await as(w.member).get('/v1/me/notifications/count')).body.unread as number,
    (unread) => unread === 2,
  );
  const second = await open(w.member, { 'last-event-id': one!.id! });
  const [two] = await second.has('notification', 1);
  expect(two!.data!.id).not.toBe(one!.data!.id);
  const third = await open(w.member, { 'last-event-id': "1' OR true" });
  await third.has('count', 1);
  expect([second.of('notification').length, third.of('notification').length]).toEqual([1, 0]);
});

test('it ends with the session, and shows nothing of an organization that the person has left', async () => {
  const w = await world(service);
  const stream = await open(w.member);
  await stream.has('count', 1);
  await mention(w, w.member, 'One');
  await stream.has('notification', 1);
  await service.database.query('DELETE FROM sessions WHERE user_id = $1', [w.member.id]);
  await mention(w, w.member, 'Two');
  await stream.ends();
  expect(stream.of('notification')).toHaveLength(1);

  const left = await open(w.admin);
  await left.has('count', 1);
  await service.database.query('DELETE FROM members WHERE user_id = $1', [w.admin.id]);
  const { organization } = await world(service);
  await service.database.query(
    `INSERT INTO members (id, organization_id, user_id, role) VALUES (gen_random_uuid(), $2, $1, 'member')`,
    [w.admin.id, organization.id],
  );
  await service.database.query(
    `INSERT INTO notifications (user_id, id, organization_id, kind, at, subject_kind, subject_id, product_slug)
     SELECT $1, gen_random_uuid(), id, 'mentioned', now(), 'issue', gen_random_uuid(), 'web-shop'
     FROM unnest($2::uuid[]) AS id`,
    [w.admin.id, [w.organization.id, organization.id]],
  );
  // What comes of the other organization was read with it.
  const [shown, ...others] = await left.has('notification', 1);
  const of = await service.database.query('SELECT organization_id FROM notifications WHERE id = $1', [shown!.data!.id]);
  expect([of, others]).toEqual([[{ organization_id: organization.id }], []]);
});

test('a person has five, of which the oldest ends; all have a quarter of the connections', async () => {
  const w = await world(service);
  const streams: StreamReader[] = [];
  for (let number = 0; number < 6; number += 1) streams.push(await open(w.member));
  await streams[0]!.ends();
  expect(streams.slice(1).some(({ hasEnded }) => hasEnded)).toBe(false);
  const others = await Promise.all(Array.from({ length: 15 }, () => w.person('member')));
  for (const who of others) expect((await open(who)).response.statusCode).toBe(200);
  const { response } = await open(w.admin);
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '30']);
});

test('it is for people, who are signed in', async () => {
  const w = await world(service);
  const refusal = async (credential?: string) => {
    const { status, body } = await service.as(credential).get(STREAM);
    return `${status} ${body.code}`;
  };
  expect(await refusal(w.keys.read)).toBe('403 session_required');
  expect(await refusal()).toBe('401 unauthenticated');
  expect((await as(w.member).head(STREAM)).status).toBe(200);
});
