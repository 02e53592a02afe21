import { newId } from '#libs/ids';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const service = useService({ WORKER: 'inline' });

const INBOX = '/v1/me/notifications';
const as = ({ token }: { token: string }) => service.as(token);
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;
const issueOf = async (w: World, title = 'Barrier'): Promise<string> =>
  (await as(w.owner).post(`${w.product.url}/issues`).send({ title }).expect(201)).headers['location']!;
const say = async (who: { token: string }, record: string, body: string) =>
  (await as(who).post(`${record}/comments`).send({ body }).expect(201)).body.comment;
const mention = ({ id, name }: Person) => `@[${name}](user:${id})`;

interface Told {
  id: string;
  kind: string;
  at: string;
  readAt: string | null;
  count: number;
  excerpt: string | null;
  actor: { id: string | null; name: string } | null;
  organization: { id: string };
}
const inbox = async (who: Person, query = ''): Promise<Told[]> =>
  (await as(who).get(`${INBOX}${query}`).expect(200)).body.notifications;
const unread = async (who: Person): Promise<number> => (await as(who).get(`${INBOX}/count`).expect(200)).body.unread;
/** Once all that was queued has been done. */
const settled = () =>
  eventually(
    () => service.database.query("SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'tell_of_comment'"),
    (jobs) => (jobs as unknown[]).length === 0,
  );

test('who is mentioned is told so, who watches is told of the comment, and nobody of what they did themselves', async () => {
  const w = await world(service);
  const issue = await issueOf(w, 'Trap');
  await as(w.admin).post(`${issue}/watch`).expect(200);
  const { id: commentId } = await say(w.owner, issue, `Please look, ${mention(w.member)}.`);
  await settled();
  const [told, ...others] = await inbox(w.member);
  expect(others).toEqual([]);
  expect(told).toEqual({
    ...{ id: expect.any(String), kind: 'mentioned', at: expect.any(String), readAt: null, count: 1, commentId },
    organization: { id: w.organization.id, name: 'Example' },
    subject: expect.objectContaining({ kind: 'issue', number: 1, title: 'Trap', productSlug: w.product.slug }),
    actor: { id: w.owner.id, name: w.owner.name },
    excerpt: 'Please look, @….',
    url: `${service.settings.publicUrl}${w.product.url}/issues/1`,
    consoleUrl: null,
  });
  expect((await inbox(w.admin)).map(({ kind }) => kind)).toEqual(['commented']);
  expect([await unread(w.owner), await unread(w.admin), await unread(w.stranger)]).toEqual([0, 1, 0]);
  // Whoever is mentioned or comments watches from then on.
  await say(w.admin, issue, 'Done.');
  await settled();
  expect((await inbox(w.member)).map(({ kind }) => kind)).toEqual(['commented', 'mentioned']);
  expect((await inbox(w.owner)).map(({ actor }) => actor?.id)).toEqual([w.admin.id]);
  await as(w.member).post(`${issue}/unwatch`).expect(200);
  await say(w.admin, issue, 'Closed.');
  await settled();
  expect(await inbox(w.member)).toHaveLength(2);
});

test('several of one kind and subject within ten minutes are one; what is read, or older, is another', async () => {
  const w = await world(service);
  const issue = await issueOf(w);
  const say_ = async (text: string) => {
    await say(w.owner, issue, `${mention(w.member)} ${text}`);
    await settled();
  };
  for (const text of ['one', 'two', 'three']) await say_(text);
  expect((await inbox(w.member)).map(({ count, excerpt }) => [count, excerpt])).toEqual([[3, '@… three']]);
  await service.database.query(`UPDATE notifications SET at = at - interval '11 minutes' WHERE user_id = $1`, [
    w.member.id,
  ]);
  await say_('four');
  expect((await inbox(w.member)).map(({ count }) => count)).toEqual([1, 3]);
  const [latest] = await inbox(w.member);
  await as(w.member)
    .patch(INBOX)
    .send({ ids: [latest!.id], read: true })
    .expect(200);
  await say_('five');
  expect((await inbox(w.member)).map(({ count }) => count)).toEqual([1, 1, 3]);
});

test('what a comment says changes with it, and goes with it', async () => {
  const w = await world(service);
  const issue = await issueOf(w);
  const { id } = await say(w.owner, issue, `${mention(w.member)} secret`);
  await settled();
  await as(w.owner)
    .patch(`${issue}/comments/${id}`)
    .send({ body: `${mention(w.member)} word` })
    .expect(200);
  await settled();
  expect((await inbox(w.member)).map(({ excerpt, count }) => [excerpt, count])).toEqual([['@… word', 1]]);
  await as(w.owner).delete(`${issue}/comments/${id}`).expect(204);
  await settled();
  expect((await inbox(w.member)).map(({ excerpt }) => excerpt)).toEqual([null]);
});

test('marks are for one’s own notifications alone', async () => {
  const w = await world(service);
  for (const record of [await issueOf(w), await issueOf(w)]) await say(w.owner, record, mention(w.member));
  await settled();
  const [second, first] = (await inbox(w.member)) as [Told, Told];
  const mark = (who: Person, body: object) => as(who).patch(INBOX).send(body);
  const unknown = newId();
  const marked = await mark(w.member, { ids: [first.id, unknown], read: true }).expect(200);
  expect(marked.body).toEqual({ updated: 1, notFound: [unknown] });
  expect((await mark(w.admin, { ids: [second.id], read: true }).expect(200)).body).toEqual({
    updated: 0,
    notFound: [second.id],
  });
  expect((await inbox(w.member, '?unread=true')).map(({ id }) => id)).toEqual([second.id]);
  expect((await inbox(w.member, '?unread=false')).map(({ id }) => id)).toEqual([first.id]);
  const before = new Date(Date.parse(second.at) - 1).toISOString();
  expect((await mark(w.member, { all: true, before, read: true }).expect(200)).body.updated).toBe(0);
  expect((await mark(w.member, { all: true, before: second.at, read: true }).expect(200)).body.updated).toBe(1);
  expect(await unread(w.member)).toBe(0);
  expect((await mark(w.member, { ids: [first.id], read: false }).expect(200)).body.updated).toBe(1);
  expect(await unread(w.member)).toBe(1);
  for (const [body, path] of [
    [{ read: true }, '/ids'],
    [{ ids: [first.id], all: true, before, read: true }, '/ids'],
    [{ all: true, read: true }, '/before'],
    [{ all: false, before, read: true }, '/all'],
    [{ ids: [first.id], before, read: true }, '/before'],
    [{ ids: [], read: true }, '/ids'],
    [{ ids: [first.id] }, '/read'],
  ] as const) {
    const { status, body: problem } = await mark(w.member, body);
    expect([status, problem.errors[0].path]).toEqual([400, path]);
  }
});

test('who is no member any more, or has not passed the factor that the organization wants, sees nothing of it', async () => {
  const [w, other] = [await world(service), await world(service)];
  for (const { owner, product } of [w, other]) {
    const issue = (await as(owner).post(`${product.url}/issues`).send({ title: 'x' }).expect(201)).headers['location']!;
    if (owner === other.owner)
      await service.database.query(
        `INSERT INTO members (id, organization_id, user_id, role) VALUES ($1, $2, $3, 'member')`,
        [newId(), other.organization.id, w.member.id],
      );
    await say(owner, issue, mention(w.member));
  }
  await settled();
  expect(await unread(w.member)).toBe(2);
  expect(await inbox(w.member, `?organizationId=${w.organization.id}`)).toHaveLength(1);
  await service.database.query('UPDATE organizations SET require_two_factor = true WHERE id = $1', [w.organization.id]);
  expect((await inbox(w.member)).map(({ organization }) => organization.id)).toEqual([other.organization.id]);
  expect(await unread(w.member)).toBe(1);
  await service.database.query('UPDATE organizations SET require_two_factor = false WHERE id = $1', [
    w.organization.id,
  ]);
  await as(w.owner)
    .post('/api/auth/organization/remove-member')
    .send({ organizationId: w.organization.id, memberIdOrEmail: w.member.memberId })
    .expect(200);
  expect((await inbox(w.member)).map(({ organization }) => organization.id)).toEqual([other.organization.id]);
  const { body } = await as(w.member).patch(INBOX).send({ all: true, before: new Date().toISOString(), read: true });
  expect(body.updated).toBe(1);
});

test('who has not come by the provider that the organization requires sees nothing of it, and who has, or need not, does', async () => {
  const w = await world(service);
  await say(w.owner, await issueOf(w), mention(w.member));
  await say(w.admin, await issueOf(w, 'Another'), mention(w.owner));
  await settled();
  const told = await inbox(w.member);
  expect(told).toHaveLength(1);
  const sql = (text: string, ...values: unknown[]) => service.database.query(text, values);
  await sql('UPDATE organizations SET require_provider = true WHERE id = $1', w.organization.id);
  expect([await inbox(w.member), await unread(w.member), await unread(w.owner)]).toEqual([[], 0, 0]);
  const marked = await as(w.member)
    .patch(INBOX)
    .send({ ids: [told[0]!.id], read: true });
  expect(marked.body).toEqual({ updated: 0, notFound: [told[0]!.id] });
  // A session by the provider is let in, and by no other's.
  await sql('UPDATE sessions SET provider_organization_id = $2 WHERE user_id = $1', w.member.id, w.organization.id);
  expect(await unread(w.member)).toBe(1);
  const other = await world(service);
  await sql('UPDATE sessions SET provider_organization_id = $2 WHERE user_id = $1', w.member.id, other.organization.id);
  expect(await unread(w.member)).toBe(0);
  // So is an owner who comes in without it, by a second factor.
  await sql(
    'UPDATE members SET recovery = true WHERE organization_id = $1 AND user_id = $2',
    w.organization.id,
    w.owner.id,
  );
  expect(await unread(w.owner)).toBe(0);
  await sql('UPDATE users SET two_factor_enabled = true WHERE id = $1', w.owner.id);
  await sql('UPDATE sessions SET factor_passed = true WHERE user_id = $1', w.owner.id);
  expect(await unread(w.owner)).toBeGreaterThan(0);
});

test('they are for people', async () => {
  const w = await world(service);
  expect(refusal(await service.as(w.keys.read).get(INBOX))).toBe('403 session_required');
  expect(
    refusal(
      await service
        .as(w.keys.write)
        .patch(INBOX)
        .send({ ids: [newId()], read: true }),
    ),
  ).toBe('403 session_required');
  expect((await service.as().get(`${INBOX}/count`)).status).toBe(401);
  expect(refusal(await as(w.member).get(`${INBOX}?kind=shouted`))).toBe('400 invalid_input');
});

test('what was told of somebody whose account is gone names them no more', async () => {
  const w = await world(service);
  await say(w.admin, await issueOf(w), mention(w.member));
  await settled();
  await as(w.admin).post('/api/auth/delete-user').send({}).expect(200);
  expect((await inbox(w.member)).map(({ actor }) => actor)).toEqual([null]);
});
