import { inspect } from 'node:util';
import { newId } from '#libs/ids';
import { useService } from '../support/service.js';
import { StandInGitHub } from '../support/trackers/github.js';
import { StandInGitLab } from '../support/trackers/gitlab.js';
import { world, type World } from '../support/world.js';

const service = useService({ WEBHOOKS_ALLOW_PRIVATE: 'true', LIMIT_TRACKER_CONNECTIONS: '2' });

let github: StandInGitHub;
let gitlab: StandInGitLab;
beforeAll(async () => {
  github = await new StandInGitHub().start();
  gitlab = await new StandInGitLab().start();
});
afterAll(() => Promise.all([github.stop(), gitlab.stop()]));

const list = (w: World) => `${w.product.url}/tracker-connections`;
const body = (tracker: StandInGitHub | StandInGitLab, over: object = {}) => ({
  kind: tracker === github ? 'github' : 'gitlab',
  ...{ name: 'Shop', url: tracker.url, project: tracker.projectKey, credentials: { token: tracker.token } },
  ...over,
});
const connect = async (w: World, tracker: StandInGitHub | StandInGitLab, over: object = {}) =>
  (await service.as(w.admin.token).post(list(w)).send(body(tracker, over)).expect(201)).body.trackerConnection;

test('a connection is made with what it shall do, and members read it without its secrets', async () => {
  const w = await world(service);
  const people = [{ userId: w.member.id, account: 'ada' }];
  const settings = {
    ...{ labels: ['a11y'], severities: { high: 'urgent' }, priorities: { critical: 'p0' }, people },
    ...{ push: { by: 'rule', minSeverity: 'high' }, follow: ['state', 'title'], whenClosedThere: 'retest' },
  };
  const secrets = { webhookSecret: 'proves-what-it-delivers' };
  const made = await connect(w, github, { ...settings, ...secrets });
  expect(made).toMatchObject({
    ...{ ...settings, kind: 'github', state: 'on', problem: null, lastAnswer: null, webhookSecretSet: true },
    project: { id: null, key: 'example/shop', name: null },
    webhookUrl: expect.stringContaining(`/api/webhooks/trackers/${w.organization.id}/${made.id}`),
  });
  const read = await service
    .as(w.member.token)
    .get(`${list(w)}/${made.id}`)
    .expect(200);
  expect(read.body.trackerConnection).toEqual(made);
  expect((await service.as(w.member.token).get(list(w))).body.trackerConnections).toEqual([made]);
  const changes = (await service.as(w.member.token).get(`${w.organization.url}/changes`)).body;
  const stored = await service.database.query('SELECT * FROM tracker_connections');
  for (const shown of [read.body, changes, stored])
    for (const secret of [github.token, secrets.webhookSecret]) expect(JSON.stringify(shown)).not.toContain(secret);
});

test('a template is kept as it is given, and what it cannot be filled in with is refused by name', async () => {
  const w = await world(service);
  const template = { title: '[A11y] {title}', text: '{description}\n\n{wcag}' };
  const made = await connect(w, github, { template });
  expect(made.template).toEqual(template);
  const own = `${list(w)}/${made.id}`;
  const changed = await service
    .as(w.admin.token)
    .patch(own)
    .send({ template: { title: null, text: 'x' } });
  expect(changed.body.trackerConnection.template).toEqual({ text: 'x' });
  const faulty = [
    [{ title: 'no title' }, ['/template/title']],
    [{ title: '{title}\n/close' }, ['/template/title']],
    [{ title: `${'a'.repeat(60)}{title}` }, ['/template/title']],
    [{ text: '{secret} {description}' }, ['/template/text']],
    [{ text: '{description}{description}' }, ['/template/text']],
    [{ text: 'a\u202eb' }, ['/template/text']],
    [{ text: ' ' }, ['/template/text']],
    [{ text: 'a'.repeat(5_001), title: 7 }, ['/template/text', '/template/title']],
  ] as const;
  for (const [wrong, paths] of faulty) {
    const sent = [
      await service.as(w.admin.token).patch(own).send({ template: wrong }),
      await service
        .as(w.admin.token)
        .post(list(w))
        .send(body(github, { template: wrong })),
    ];
    for (const answer of sent) {
      expect(answer.status).toBe(400);
      expect([...new Set(answer.body.errors.map(({ path }: { path: string }) => path))].sort()).toEqual(paths);
    }
  }
});

test('Admin and owner connect, in a session; members and keys do not', async () => {
  const w = await world(service);
  const { id } = await connect(w, github);
  await service.as(w.member.token).post(list(w)).send(body(github)).expect(403);
  await service
    .as(w.member.token)
    .patch(`${list(w)}/${id}`)
    .send({ name: 'x' })
    .expect(403);
  await service
    .as(w.member.token)
    .delete(`${list(w)}/${id}`)
    .expect(403);
  await service
    .as(w.member.token)
    .post(`${list(w)}/${id}/test`)
    .expect(403);
  for (const key of [w.keys.read, w.keys.write]) await service.as(key).get(list(w)).expect(403);
  const other = await world(service);
  await service
    .as(other.owner.token)
    .get(`${list(w)}/${id}`)
    .expect(403);
  await service
    .as(other.owner.token)
    .patch(`${list(other)}/${id}`)
    .send({ name: 'x' })
    .expect(404);
  const second = await w.newProduct('Other');
  await service.as(w.admin.token).get(`${second.url}/tracker-connections/${id}`).expect(404);
});

test('every fault of a new connection is named at once', async () => {
  const w = await world(service);
  const person = { userId: w.member.id, account: 'ada' };
  const faulty = {
    ...{ kind: 'trello', project: 'two\nlines', credentials: { token: 'two words' }, webhookSecret: 'short' },
    follow: ['everything'],
  };
  const refused = await service.as(w.admin.token).post(list(w)).send(body(github, faulty)).expect(400);
  expect(refused.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual(
    ['/credentials/token', '/follow', '/kind', '/project', '/webhookSecret'].sort(),
  );
  const people = [person, { userId: newId(), account: 'x' }, person];
  const unknown = await service.as(w.admin.token).post(list(w)).send(body(github, { people })).expect(400);
  expect(unknown.body.errors.map(({ path, code }: Record<string, string>) => [path, code])).toEqual([
    ['/people/1/userId', 'unknown_reference'],
    ['/people/2/userId', 'duplicate'],
  ]);
  const withPassword = github.url.replace('http://', 'http://ada:secret@');
  const refusedUrl = await service
    .as(w.admin.token)
    .post(list(w))
    .send(body(github, { url: withPassword }))
    .expect(400);
  expect(refusedUrl.body.errors).toMatchObject([{ path: '/url', code: 'malformed' }]);
});

test('a product has as many as it may, and an archived one gets none', async () => {
  const w = await world(service);
  await connect(w, github);
  await connect(w, gitlab);
  expect((await service.as(w.admin.token).post(list(w)).send(body(github)).expect(409)).body.code).toBe(
    'limit_reached',
  );
  const archived = await w.newProduct('Old');
  await service.as(w.admin.token).post(`${archived.url}/archive`).expect(200);
  const refused = await service.as(w.admin.token).post(`${archived.url}/tracker-connections`).send(body(github));
  expect([refused.status, refused.body.code]).toEqual([409, 'product_archived']);
});

test('a change counts a revision, leaves secrets that it does not name, and one for an earlier revision is refused', async () => {
  const w = await world(service);
  const { id } = await connect(w, github, { webhookSecret: 'proves-what-it-delivers' });
  const own = `${list(w)}/${id}`;
  const { etag } = (await service.as(w.admin.token).get(own)).headers;
  const changed = await service
    .as(w.admin.token)
    .patch(own)
    .set('If-Match', etag!)
    .send({ name: 'Ours', state: 'off' });
  expect(changed.body.trackerConnection).toMatchObject({ name: 'Ours', state: 'off', webhookSecretSet: true });
  const stale = await service.as(w.admin.token).patch(own).set('If-Match', etag!).send({ name: 'Theirs' }).expect(412);
  expect(stale.body.trackerConnection.name).toBe('Ours');
  const without = await service.as(w.admin.token).patch(own).send({ webhookSecret: null, state: 'on' }).expect(200);
  expect(without.body.trackerConnection).toMatchObject({ webhookSecretSet: false, state: 'on' });
  // It has the token that it was made with.
  expect((await service.as(w.admin.token).post(`${own}/test`)).body.works).toBe(true);
  await service.as(w.admin.token).patch(own).send({ url: gitlab.url }).expect(400);
  await service.as(w.admin.token).delete(own).expect(204);
  await service.as(w.admin.token).get(own).expect(404);
});

test.each(['github', 'gitlab'] as const)(
  '%s is asked whether the credentials suffice, and answers in words',
  async (kind) => {
    const w = await world(service);
    const tracker = kind === 'github' ? github : gitlab;
    const { id } = await connect(w, tracker);
    const own = `${list(w)}/${id}`;
    const ask = async () => (await service.as(w.admin.token).post(`${own}/test`).expect(200)).body;
    const project = { id: expect.any(String), key: tracker.projectKey, name: tracker.projectKey };
    expect(await ask()).toEqual({ works: true, problem: null, project });
    const read = async () => (await service.as(w.admin.token).get(own)).body.trackerConnection;
    expect(await read()).toMatchObject({ state: 'on', project, lastAnswer: { status: 200 } });
    await service
      .as(w.admin.token)
      .patch(own)
      .send({ credentials: { token: 'wrong' } })
      .expect(200);
    expect(await ask()).toEqual({ works: false, problem: 'unauthorized', project: null });
    expect(await read()).toMatchObject({ state: 'failing', problem: 'unauthorized', lastAnswer: { status: 401 } });
    await service
      .as(w.admin.token)
      .patch(own)
      .send({ credentials: { token: tracker.token } })
      .expect(200);
    expect((await ask()).works).toBe(true);
    expect(await read()).toMatchObject({ state: 'on', problem: null });
    const { changes } = (await service.as(w.admin.token).get(`${w.organization.url}/changes`)).body;
    const types = changes.map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type === 'tracker_connection.failing')).toHaveLength(1);
  },
);

test.each([
  [{ answer: { status: 404 } }, 'not_found'],
  [{ answer: { status: 502 } }, 'unreachable'],
  [{ answer: { status: 302, headers: { location: 'http://127.0.0.1:9/' } } }, 'unexpected_answer'],
  [{ answer: { status: 429, headers: { 'retry-after': '30' } } }, 'rate_limited'],
])('what a tracker answers with %j is told as %s, and never its words', async (mishap, problem) => {
  const w = await world(service);
  const { id } = await connect(w, github);
  github.mishaps.push(mishap);
  const { body: said } = await service
    .as(w.admin.token)
    .post(`${list(w)}/${id}/test`)
    .expect(200);
  expect(said).toEqual({ works: false, problem, project: null });
  expect(inspect(await service.database.query('SELECT * FROM tracker_connections'))).not.toContain(
    'as the tracker says',
  );
});

test('who leaves stands for no account any more', async () => {
  const w = await world(service);
  const people = [w.member, w.admin].map(({ id: userId }) => ({ userId, account: `account-of-${userId}` }));
  const { id } = await connect(w, github, { people });
  await service
    .as(w.member.token)
    .post('/api/auth/organization/leave')
    .send({ organizationId: w.organization.id })
    .expect(200);
  const { body: read } = await service.as(w.admin.token).get(`${list(w)}/${id}`);
  expect(read.trackerConnection.people).toEqual([people[1]]);
});
