import { inspect } from 'node:util';
import { eventually } from '../support/eventually.js';
import { minutesAgo } from '../support/moments.js';
import { useService } from '../support/service.js';
import { StandInAzure } from '../support/trackers/azure.js';
import { StandInGitHub } from '../support/trackers/github.js';
import { StandInGitLab } from '../support/trackers/gitlab.js';
import { StandInJira } from '../support/trackers/jira.js';
import { BACK, StandInOwnTracker } from '../support/trackers/own.js';
import type { StandInTracker } from '../support/trackers/stand-in.js';
import { isLinked, SECRET, trackerSteps } from '../support/trackers/steps.js';
import { world } from '../support/world.js';

const service = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true' });

const { connected, report, at, read, send, until, deliver, sent, hurry, poll } = trackerSteps(service);

describe.each([
  ['GitHub', () => new StandInGitHub()],
  ['GitLab', () => new StandInGitLab()],
  ['Jira', () => new StandInJira()],
  ['Jira', () => new StandInJira(false)],
  ['Azure Boards', () => new StandInAzure()],
])('%s', (name, make: () => StandInTracker) => {
  test('an issue that is sent stands there with what is known, and says where', async () => {
    const { w, tracker, id } = await connected(make(), { labels: ['a11y'], severities: { high: 'urgent' } });
    const rated = { description: 'The button @pays\n/close', severity: 'high', assigneeId: w.member.id };
    const { number } = await report(w, rated);
    const { body: answered } = await send(w, number, id).expect(202);
    expect(answered.issue.tracker).toMatchObject({ connectionId: id, key: null, state: 'pending', toRetest: false });
    const { tracker: shown } = await until(w, number, isLinked);
    const [there] = [...tracker.issues.values()];
    expect(shown).toMatchObject({ key: tracker.keyOf(1), problem: null, syncedAt: expect.any(String) });
    expect(shown.url).toBe(tracker.urlOf(1));
    expect(there!.labels.slice(0, 2)).toEqual(['a11y', 'urgent']);
    expect(there).toMatchObject({ title: 'No name', state: 'open', assignee: 'ada.there' });
    expect(there!.body).toContain('Severity: high');
    expect(there!.body).toContain(`/${w.product.slug}/issues/${number}`);
    if (!['jira', 'azure'].includes(tracker.kind)) expect(there!.body).not.toMatch(/@pays|^\/close/m);
    expect(tracker.requests('POST')).toHaveLength(1);
  });

  test('what is sent reads there by the template, and titles follow without what that adds', async () => {
    const template = { title: 'A11y #{number}: {title}', text: 'In {product} (@all):\n/close {description}' };
    const { w, tracker, id } = await connected(make(), { template });
    const number = await sent(w, id, { title: 'No name', description: 'See {title}' });
    const there = tracker.issues.get(1)!;
    expect(there.title).toBe(`A11y #${number}: No name`);
    // In wiki text braces are escaped.
    expect(there.body).toMatch(/See \\?\{title\\?\}/);
    expect(there.body).toContain('In Web Shop (');
    if (name === 'GitHub' || name === 'GitLab') {
      expect(there.body).not.toContain('@all');
      expect(there.body).not.toMatch(/^\/close/m);
    }
    await service.as(w.member.token).patch(at(w, number)).send({ title: 'No label' }).expect(200);
    await eventually(() => there.title === `A11y #${number}: No label`);
    tracker.change(1, { title: `A11y #${number}: No label at all` });
    await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
    await until(w, number, ({ title }) => title === 'No label at all');
    tracker.change(1, { title: 'Named there' });
    await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
    await until(w, number, ({ title }) => title === 'Named there');
    await hurry(w);
    const differences = `${w.product.url}/tracker-connections/${id}/differences`;
    expect((await service.as(w.member.token).get(differences).expect(200)).body.differences).toEqual([]);
    expect(there.title).toBe('Named there');
  });

  test('what changes here changes there, and what changes there changes here', async () => {
    const { w, tracker, id } = await connected(make());
    const number = await sent(w, id);
    await service.as(w.member.token).patch(at(w, number)).send({ title: 'Named', state: 'closed' }).expect(200);
    await eventually(
      () => tracker.issues.get(1)!,
      ({ title, state }) => title === 'Named' && state === 'closed',
    );
    tracker.change(1, { state: 'open', title: 'Named at last', assignee: 'ada.there' });
    await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
    const issue = await until(w, number, ({ title }) => title === 'Named at last');
    expect(issue).toMatchObject({ state: 'open', assigneeId: w.member.id });
    const { changes } = (await service.as(w.member.token).get(`${w.organization.url}/changes`)).body;
    const [last] = changes.filter(({ type }: { type: string }) => type === 'issue.updated');
    expect(last.actor).toMatchObject({ kind: 'system', name });
    const written = tracker.asked.filter(({ method }) => method !== 'GET').length;
    // Nothing goes to and fro: once both have the same, nobody writes.
    await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
    await eventually(async () => (await read(w, number)).tracker.syncedAt !== issue.tracker.syncedAt);
    expect(tracker.asked.filter(({ method }) => method !== 'GET')).toHaveLength(written);
  });

  test('an answer that was lost makes no second issue: what was made is found by its mark', async () => {
    const { w, tracker, id } = await connected(make());
    const { number } = await report(w);
    tracker.mishaps.push({ method: 'POST', isDone: true, answer: { status: 500 } });
    await send(w, number, id).expect(202);
    await until(w, number, (issue) => issue.tracker.problem === 'unreachable');
    expect(tracker.issues.size).toBe(1);
    await hurry(w);
    const { tracker: shown } = await until(w, number, isLinked);
    expect(shown.problem).toBeNull();
    expect(tracker.issues.size).toBe(1);
    expect(tracker.requests('POST').filter(({ path }) => !path.includes('/wiql'))).toHaveLength(1);
  });

  test('a limit is waited for as long as the tracker asks, by all issues of the connection', async () => {
    const { w, tracker, id } = await connected(make());
    const [first, second] = [await report(w), await report(w)];
    tracker.mishaps.push({ method: 'POST', answer: { status: 429, headers: { 'retry-after': '600' } } });
    await send(w, first.number, id).expect(202);
    await until(w, first.number, (issue) => issue.tracker.problem === 'rate_limited');
    await send(w, second.number, id).expect(202);
    const [{ wait }] = await eventually(
      () =>
        service.database.query(
          `SELECT extract(epoch FROM next_at - now())::int AS wait FROM tracker_links l JOIN issues i ON i.id = l.issue_id
           WHERE l.organization_id = $1 AND i.number = $2`,
          [w.organization.id, second.number],
        ),
      ([found]) => found.wait > 60,
    );
    expect(wait).toBeGreaterThan(500);
    expect(tracker.requests('POST')).toHaveLength(1);
    const own = `${w.product.url}/tracker-connections/${id}`;
    expect((await service.as(w.admin.token).get(own)).body.trackerConnection.state).toBe('on');
    await hurry(w);
    await until(w, second.number, isLinked);
  });

  test('closed there, it is to be looked at again where the connection wants that', async () => {
    const { w, tracker, id } = await connected(make(), { whenClosedThere: 'retest' });
    const number = await sent(w, id);
    tracker.change(1, { state: 'closed' });
    await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
    const issue = await until(w, number, (found) => found.tracker.toRetest);
    expect(issue.state).toBe('open');
    expect(tracker.issues.get(1)!.state).toBe('closed');
    await service.as(w.member.token).patch(at(w, number)).send({ state: 'closed' }).expect(200);
    expect((await until(w, number, (found) => !found.tracker.toRetest)).state).toBe('closed');
  });

  test('a poll finds what no delivery told of', async () => {
    const { w, tracker, id } = await connected(make());
    const number = await sent(w, id);
    tracker.make({ title: 'Somebody else’s' });
    tracker.change(1, { title: 'Heard of late' });
    await poll(w, id);
    expect((await until(w, number, ({ title }) => title === 'Heard of late')).title).toBe('Heard of late');
  });

  test('one that is not found there twice is gone, and may be sent again', async () => {
    const { w, tracker, id } = await connected(make());
    const number = await sent(w, id);
    tracker.issues.delete(1);
    await hurry(w);
    await eventually(
      () => service.database.query('SELECT missing FROM tracker_links WHERE organization_id = $1', [w.organization.id]),
      ([{ missing }]) => missing === 1,
    );
    expect((await read(w, number)).tracker.state).toBe('linked');
    await hurry(w);
    await until(w, number, (issue) => issue.tracker.state === 'gone');
    await send(w, number, id).expect(202);
    await until(w, number, isLinked);
    expect([...tracker.issues.keys()]).toEqual([2]);
  });

  test('forged, faulty and foreign deliveries change nothing', async () => {
    const { w, tracker, id } = await connected(make());
    const number = await sent(w, id);
    tracker.change(1, { title: 'Never heard of' });
    const { body: refusal } = await deliver(w, id, tracker.delivery(1, 'another-secret-of-ours')).expect(401);
    expect(refusal.code).toBe('invalid_signature');
    const other = await connected(make());
    await deliver(other.w, id, tracker.delivery(1, SECRET)).expect(401);
    const [good] = [tracker.delivery(1, SECRET)];
    const unsigned = { headers: { 'content-type': 'application/json' }, body: good.body };
    await deliver(w, id, unsigned).expect(401);
    await deliver(w, '01900000-0000-7000-8000-000000000000', good).expect(401);
    expect((await deliver(w, id, tracker.delivery(99, SECRET)).expect(200)).body).toEqual({ updated: 0 });
    expect((await read(w, number)).title).toBe('No name');
    // Taken twice, it is looked at, and the second time nothing has changed.
    for (let i = 0; i < 2; i += 1) expect((await deliver(w, id, good).expect(200)).body).toEqual({ updated: 1 });
    await until(w, number, ({ title }) => title === 'Never heard of');
  });
});

test('a date follows where the tracker has dates, by the day', async () => {
  const { w, tracker, id } = await connected(new StandInGitLab());
  const number = await sent(w, id, { dueAt: '2027-03-01T15:00:00.000Z' });
  expect(tracker.issues.get(1)!.dueAt).toBe('2027-03-01');
  tracker.change(1, { dueAt: '2027-04-01' });
  await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
  const issue = await until(w, number, ({ dueAt }) => dueAt.startsWith('2027-04-01'));
  expect(issue.dueSetBy).toBe('person');
});

test('both have changed: the tracker holds, and what stood here is in the change log', async () => {
  const { w, tracker, id } = await connected(new StandInGitHub());
  const number = await sent(w, id);
  // A tracker that does not answer, so that ours is not written before theirs has changed.
  tracker.mishaps.push({ answer: { status: 503 } }, { answer: { status: 503 } });
  await service.as(w.member.token).patch(at(w, number)).send({ title: 'Ours' }).expect(200);
  await until(w, number, (issue) => issue.tracker.problem === 'unreachable');
  tracker.mishaps.length = 0;
  tracker.change(1, { title: 'Theirs' });
  await hurry(w);
  await until(w, number, ({ title }) => title === 'Theirs');
  const { changes } = (await service.as(w.member.token).get(`${w.organization.url}/changes`)).body;
  expect(changes[0].changes).toEqual([{ field: 'title', from: 'Ours', to: 'Theirs' }]);
});

test('by rule new issues go by themselves, those that are grave enough', async () => {
  const { w, tracker, id } = await connected(new StandInGitHub(), { push: { by: 'rule', minSeverity: 'medium' } });
  const low = await report(w, { title: 'Low', severity: 'low' });
  const unrated = await report(w, { title: 'Unrated' });
  const high = await report(w, { title: 'High', severity: 'high' });
  expect((await until(w, high.number, isLinked)).tracker.connectionId).toBe(id);
  expect([...tracker.issues.values()].map(({ title }) => title)).toEqual(['High']);
  for (const { number } of [low, unrated]) expect((await read(w, number)).tracker).toBeNull();
});

test('an issue is linked with one that is there, which keeps what it has, and stands for one alone', async () => {
  const { w, tracker, id } = await connected(new StandInGitHub());
  const there = tracker.make({ title: 'Theirs from long ago', state: 'open' });
  const { number } = await report(w);
  const url = `${tracker.url}/example/shop/issues/${there.number}`;
  await send(w, number, id, { url }).expect(202);
  const issue = await until(w, number, isLinked);
  expect([issue.title, tracker.issues.get(1)!.title]).toEqual(['No name', 'Theirs from long ago']);
  expect(tracker.requests('POST')).toEqual([]);
  expect((await send(w, number, id).expect(409)).body.code).toBe('already_linked');
  const second = await report(w);
  expect((await send(w, second.number, id, { url }).expect(409)).body.code).toBe('tracker_issue_taken');
  const elsewhere = await send(w, second.number, id, { url: `${tracker.url}/other/shop/issues/1` }).expect(400);
  expect(elsewhere.body.errors).toMatchObject([{ path: '/url', code: 'unknown_reference' }]);
  await service
    .as(w.member.token)
    .delete(`${at(w, number)}/tracker`)
    .expect(204);
  expect((await read(w, number)).tracker).toBeNull();
  expect(tracker.issues.get(1)).toMatchObject({ title: 'Theirs from long ago', state: 'open' });
  await service
    .as(w.member.token)
    .delete(`${at(w, number)}/tracker`)
    .expect(404);
});

test('many are sent at once, those that are linked not again, and none to the tracker of another product', async () => {
  const { w, tracker, id } = await connected(new StandInGitHub());
  const number = await sent(w, id);
  const ids = [(await read(w, number)).id];
  for (let i = 0; i < 3; i += 1) ids.push((await report(w, { title: `${i}` })).id);
  const bulk = (given: string[], connectionId: string) =>
    service.as(w.member.token).patch(`${w.organization.url}/issues/bulk`).send({ ids: given, data: { connectionId } });
  expect((await bulk(ids, id).expect(200)).body).toEqual({ updated: 4, notFound: [] });
  await eventually(() => tracker.issues.size === 4);
  const other = await w.newProduct('Other');
  const { body } = await service.as(w.member.token).post(`${other.url}/issues`).send({ title: 'x' });
  const refused = await bulk([body.issue.id], id).expect(400);
  expect(refused.body.errors).toMatchObject([{ path: '/data/connectionId', code: 'not_applicable' }]);
  const foreign = await connected(new StandInGitHub());
  const unknown = await bulk(ids, foreign.id).expect(400);
  expect(unknown.body.errors).toMatchObject([{ path: '/data/connectionId', code: 'unknown_reference' }]);
});

test('what a tracker refuses has failed, and a token that is wrong makes the connection fail', async () => {
  const { w, tracker, id } = await connected(new StandInGitHub());
  const own = `${w.product.url}/tracker-connections/${id}`;
  const { number } = await report(w);
  tracker.mishaps.push({ method: 'POST', answer: { status: 422 } });
  await send(w, number, id).expect(202);
  expect((await until(w, number, (issue) => issue.tracker.state === 'failed')).tracker.problem).toBe('rejected');
  expect((await service.as(w.admin.token).get(own)).body.trackerConnection.state).toBe('on');
  await send(w, number, id).expect(202);
  await until(w, number, isLinked);
  tracker.token = 'renewed';
  await service.as(w.member.token).patch(at(w, number)).send({ title: 'Other' }).expect(200);
  await until(w, number, (issue) => issue.tracker.problem === 'unauthorized');
  expect((await service.as(w.admin.token).get(own)).body.trackerConnection).toMatchObject({ state: 'failing' });
  await service
    .as(w.admin.token)
    .patch(own)
    .send({ credentials: { token: 'renewed' } })
    .expect(200);
  await hurry(w);
  await eventually(() => tracker.issues.get(1)!.title === 'Other');
  const connection = async () => (await service.as(w.admin.token).get(own)).body.trackerConnection;
  const mended = await eventually(connection, ({ state }) => state === 'on');
  expect(mended.problem).toBeNull();
});

test('after five days without success a connection is off, and those who manage the organization are told', async () => {
  const { w, tracker, id } = await connected(new StandInGitHub());
  const number = await sent(w, id);
  await service.database.query(
    `UPDATE tracker_connections SET failing_since = now() - interval '5 days 1 minute' WHERE id = $1`,
    [id],
  );
  tracker.mishaps.push({ answer: { status: 503 } });
  await hurry(w);
  const own = `${w.product.url}/tracker-connections/${id}`;
  const show = async () => (await service.as(w.admin.token).get(own)).body.trackerConnection;
  await eventually(show, ({ state }) => state === 'off');
  const told = await eventually(
    async () => (await service.as(w.owner.token).get('/v1/me/notifications')).body.notifications,
    ({ length }) => length > 0,
  );
  expect(told[0]).toMatchObject({
    kind: 'connection_failing',
    subject: { kind: 'tracker_connection', id, title: 'Shop', productSlug: w.product.slug },
    url: expect.stringContaining(`/products/${w.product.slug}/tracker-connections/${id}`),
  });
  const { number: second } = await report(w);
  expect((await send(w, second, id).expect(409)).body.code).toBe('tracker_off');
  await deliver(w, id, tracker.delivery(1, SECRET)).expect(401);
  await service.as(w.admin.token).patch(own).send({ state: 'on' }).expect(200);
  await hurry(w);
  await eventually(async () => (await read(w, number)).tracker.problem === null);
});

test('members send issues of their organization to its connections, and nobody else does', async () => {
  const { w, id } = await connected(new StandInGitHub());
  const { number } = await report(w);
  const other = await world(service);
  await service
    .as(other.member.token)
    .post(`${at(w, number)}/tracker`)
    .send({ connectionId: id })
    .expect(403);
  const own = (await service.as(other.member.token).post(`${other.product.url}/issues`).send({ title: 'x' })).body
    .issue;
  const refused = await send(other, own.number, id).expect(400);
  expect(refused.body.errors).toMatchObject([{ path: '/connectionId', code: 'unknown_reference' }]);
  await service
    .as(w.keys.read)
    .post(`${at(w, number)}/tracker`)
    .send({ connectionId: id })
    .expect(403);
  await service
    .as(w.keys.write)
    .post(`${at(w, number)}/tracker`)
    .send({ connectionId: id })
    .expect(202);
});

test.each([
  ['stays closed', false],
  ['is reopened there, and so here', true],
])('what a scan finds again is told there once, and %s', async (_what, reopenThere) => {
  const { w, tracker, id } = await connected(new StandInGitHub(), { reopenThere });
  const scan = (...rules: string[]) =>
    service
      .as(w.keys.ingest)
      .post('/api/ingest/test-activity')
      .send({
        ...{ productRef: w.product.slug, type: 'automated_scan', tool: 'axe', coverage: 'complete' },
        findings: rules.map((ruleId) => ({ ruleId, title: ruleId })),
      })
      .expect(201);
  await scan('first', 'second');
  const { findings } = (await service.as(w.member.token).get(`${w.product.url}/findings`)).body;
  for (const finding of findings)
    await service.as(w.member.token).post(`${w.product.url}/findings/${finding.id}/confirm`).expect(201);
  const { issues } = (await service.as(w.member.token).get(`${w.product.url}/issues`)).body;
  const { number } = issues.find(({ title }: { title: string }) => title === 'first');
  await send(w, number, id).expect(202);
  await until(w, number, isLinked);
  await service.as(w.member.token).patch(at(w, number)).send({ state: 'closed' }).expect(200);
  await eventually(() => tracker.issues.get(1)!.state === 'closed');
  await scan('second');
  await scan('first', 'second');
  await eventually(() => tracker.issues.get(1)!.comments.length > 0);
  expect(tracker.issues.get(1)!.comments).toEqual(['A scan reported this issue again (Curbcut, test activity 3).']);
  if (reopenThere) await eventually(() => tracker.issues.get(1)!.state === 'open');
  await poll(w, id);
  await scan('second');
  await scan('first', 'second');
  await until(w, number, ({ state }) => state === (reopenThere ? 'open' : 'closed'));
  await hurry(w);
  await eventually(
    () =>
      service.database.query('SELECT next_at AS next FROM tracker_links WHERE organization_id = $1', [
        w.organization.id,
      ]),
    ([{ next }]) => next === null,
  );
  expect(tracker.issues.get(1)!.comments).toHaveLength(1);
});

test('neither the token nor what the tracker answers stands in any table', async () => {
  const { w, tracker, id } = await connected(new StandInGitHub());
  const { number } = await report(w);
  tracker.mishaps.push({ method: 'POST', answer: { status: 500 } });
  await send(w, number, id).expect(202);
  await until(w, number, (issue) => issue.tracker.problem === 'unreachable');
  const tables = ['tracker_connections', 'tracker_links', 'events', 'graphile_worker._private_jobs'];
  for (const table of tables) {
    const rows = inspect(await service.database.query(`SELECT * FROM ${table}`), { depth: null, maxArrayLength: null });
    for (const secret of [tracker.token, SECRET, 'as the tracker says it']) expect(rows).not.toContain(secret);
  }
});

describe.each([
  ['Cloud', true],
  ['Data Center', false],
])('Jira %s', (_name, isCloud) => {
  const states = { here: { closed: 'Done' }, there: [{ name: 'Waiting', state: 'closed' }] };

  test('an issue has the type, the labels and the priority that stand for what it is', async () => {
    const mapped = { labels: ['my team'], severities: { high: 'urgent' }, priorities: { critical: 'Highest' } };
    const { w, tracker, id } = await connected(new StandInJira(isCloud), mapped);
    const rated = {
      severity: 'high',
      priority: 'critical',
      description: '[~admin] {code}',
      dueAt: '2027-03-01T15:00:00.000Z',
    };
    await sent(w, id, rated);
    const there = tracker.issues.get(1)!;
    expect(there).toMatchObject({ labels: ['my-team', 'urgent'], priority: 'Highest', dueAt: '2027-03-01' });
    expect(there.body).toContain('\\[~admin\\] \\{code\\}');
    expect(there.body).not.toContain('curbcut:');
  });

  test('a state that a connection names counts as it says, and is moved by the ways of the workflow', async () => {
    const { w, tracker, id } = await connected(new StandInJira(isCloud), { states });
    tracker.statuses = [
      { name: 'To Do', category: 'new' },
      { name: 'Waiting', category: 'indeterminate' },
      { name: 'Done', category: 'done' },
    ];
    const number = await sent(w, id);
    tracker.moveTo(1, 'Waiting');
    await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
    await until(w, number, ({ state }) => state === 'closed');
    await service.as(w.member.token).patch(at(w, number)).send({ state: 'open' }).expect(200);
    await eventually(() => tracker.statusOf(1) === 'To Do');
    await service.as(w.member.token).patch(at(w, number)).send({ state: 'closed' }).expect(200);
    await eventually(() => tracker.statusOf(1) === 'Done');
  });

  test('without a way to the state it has here an issue says so, follows in all else, and is moved once there is one', async () => {
    const { w, tracker, id } = await connected(new StandInJira(isCloud));
    tracker.ways = ['In Progress'];
    const number = await sent(w, id);
    await service.as(w.member.token).patch(at(w, number)).send({ state: 'closed', title: 'Other' }).expect(200);
    const issue = await until(w, number, (found) => found.tracker.problem === 'no_transition');
    expect([issue.state, issue.tracker.state]).toEqual(['closed', 'linked']);
    expect(tracker.issues.get(1)).toMatchObject({ state: 'open', title: 'Other' });
    tracker.change(1, { title: 'Theirs' });
    await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
    expect((await until(w, number, ({ title }) => title === 'Theirs')).state).toBe('closed');
    tracker.ways = undefined;
    await hurry(w);
    await until(w, number, (found) => found.tracker.problem === null);
    expect(tracker.statusOf(1)).toBe('Done');
  });

  test('what was made without an answer is looked for once the index surely has it', async () => {
    const { w, tracker, id } = await connected(new StandInJira(isCloud));
    const { number } = await report(w);
    tracker.mishaps.push({ method: 'POST', isDone: true, answer: 'hang' });
    tracker.unindexed.add(1);
    await send(w, number, id).expect(202);
    await eventually(() => tracker.issues.size === 1);
    tracker.mishaps.length = 0;
    await service.database.query(`UPDATE tracker_links SET next_at = now() WHERE organization_id = $1`, [
      w.organization.id,
    ]);
    await until(w, number, (issue) => issue.tracker.problem === 'unreachable');
    const searches = () => tracker.asked.filter(({ path }) => path.includes('/search')).length;
    const syncNow = () =>
      service.database.query(
        `SELECT graphile_worker.add_job('sync_tracker_issue', json_build_object('organizationId', organization_id,
           'issueId', issue_id), job_key => 'tracker:' || issue_id) FROM tracker_links WHERE organization_id = $1`,
        [w.organization.id],
      );
    await syncNow();
    await eventually(
      () =>
        service.database.query(
          'SELECT next_at AS next, attempted_at AS at FROM tracker_links WHERE organization_id = $1',
          [w.organization.id],
        ),
      ([{ next, at: attempted }]) => next !== null && next - attempted === 120_000,
    );
    expect(searches()).toBe(0);
    tracker.unindexed.delete(1);
    await hurry(w);
    await until(w, number, isLinked);
    expect(tracker.issues.size).toBe(1);
  }, 60_000);

  test('what was made twice, as the index was behind for longer, is closed there once it shows, with a link', async () => {
    const { w, tracker, id } = await connected(new StandInJira(isCloud));
    const { number } = await report(w);
    tracker.mishaps.push({ method: 'POST', isDone: true, answer: { status: 502 } });
    tracker.unindexed.add(1);
    await send(w, number, id).expect(202);
    await until(w, number, (issue) => issue.tracker.problem === 'unreachable');
    await hurry(w);
    await until(w, number, (issue) => issue.tracker.key === 'SHOP-2' && isLinked(issue));
    tracker.unindexed.delete(1);
    await hurry(w);
    await eventually(() => tracker.statusOf(1) === 'Done');
    expect(tracker.issues.get(1)!.comments).toEqual([`Duplicate (Curbcut): continued at ${tracker.urlOf(2)}`]);
    await hurry(w);
    const [{ since }] = await eventually(
      () =>
        service.database.query('SELECT doubted_since AS since FROM tracker_links WHERE organization_id = $1', [
          w.organization.id,
        ]),
      ([link]) => link.since === null,
    );
    expect(since).toBeNull();
    expect(tracker.issues.get(2)!.state).toBe('open');
    expect((await read(w, number)).state).toBe('open');
  });

  test('what was moved to another project stays linked, under its new key', async () => {
    const { w, tracker, id } = await connected(new StandInJira(isCloud));
    const number = await sent(w, id);
    tracker.moved.set(1, 'OTHER-5');
    tracker.change(1, { title: 'Moved' });
    await poll(w, id);
    const issue = await until(w, number, ({ title }) => title === 'Moved');
    expect(issue.tracker).toMatchObject({ key: 'OTHER-5', state: 'linked', url: tracker.urlOf(1) });
  });

  test('an issue is linked by its address, and by a former key not twice', async () => {
    const { w, tracker, id } = await connected(new StandInJira(isCloud));
    tracker.make({ title: 'Theirs' });
    const [first, second] = [await report(w), await report(w)];
    await send(w, first.number, id, { url: tracker.urlOf(1) }).expect(202);
    await until(w, first.number, isLinked);
    const again = await send(w, second.number, id, { url: tracker.urlOf(1) }).expect(409);
    expect(again.body.code).toBe('tracker_issue_taken');
    await send(w, second.number, id, { url: `${tracker.url}/browse/ELSE-1` }).expect(400);
    const former = tracker.urlOf(1);
    tracker.moved.set(1, 'OTHER-5');
    await hurry(w);
    await until(w, first.number, (issue) => issue.tracker.key === 'OTHER-5');
    await send(w, second.number, id, { url: former }).expect(202);
    const issue = await until(w, second.number, (found) => found.tracker.state === 'failed');
    expect(issue.tracker.problem).toBe('linked_elsewhere');
    expect((await read(w, first.number)).tracker).toMatchObject({ key: 'OTHER-5', state: 'linked' });
  });
});

describe('Azure Boards', () => {
  test('an issue has the tags and the priority that stand for what it is, and our mark among its tags', async () => {
    const mapped = { labels: ['a;b'], severities: { high: 'urgent' }, priorities: { critical: '1' } };
    const { w, tracker, id } = await connected(new StandInAzure(), mapped);
    const rated = {
      severity: 'high',
      priority: 'critical',
      description: '<img src=x>',
      dueAt: '2027-03-01T15:00:00.000Z',
    };
    await sent(w, id, rated);
    const there = tracker.issues.get(1)!;
    expect(there).toMatchObject({ priority: '1', dueAt: '2027-03-01' });
    expect(there.labels).toEqual(['a b', 'urgent', expect.stringMatching(/^curbcut:/)]);
    expect(there.body).toContain('&lt;img src=x&gt;');
  });

  test('a date that the type does not have is left there, and its rules may leave it in its state', async () => {
    const { w, tracker, id } = await connected(new StandInAzure(), { states: { here: { closed: 'Done' } } });
    tracker.hasDueDate = false;
    tracker.allowed = ['To Do', 'Doing'];
    const number = await sent(w, id, { dueAt: '2027-03-01T15:00:00.000Z' });
    await service.as(w.member.token).patch(at(w, number)).send({ state: 'closed', title: 'Other' }).expect(200);
    const issue = await until(w, number, (found) => found.tracker.problem === 'no_transition');
    expect([issue.state, issue.dueAt]).toEqual(['closed', '2027-03-01T15:00:00.000Z']);
    expect(tracker.issues.get(1)).toMatchObject({ state: 'open', title: 'Other', dueAt: null });
    tracker.allowed = undefined;
    await hurry(w);
    await until(w, number, (found) => found.tracker.problem === null);
    expect(tracker.stateOf(1)).toBe('Done');
  });

  test('what was moved to another project stays linked, and a page to sign in means that the token is wrong', async () => {
    const { w, tracker, id } = await connected(new StandInAzure());
    const number = await sent(w, id);
    tracker.moved.set(1, 'Other');
    tracker.change(1, { title: 'Moved' });
    await poll(w, id);
    expect((await until(w, number, ({ title }) => title === 'Moved')).tracker.key).toBe('Other#1');
    tracker.mishaps.push({ answer: { status: 302, headers: { location: 'https://login.example/' } } });
    const { body } = await service
      .as(w.admin.token)
      .post(`${w.product.url}/tracker-connections/${id}/test`)
      .expect(200);
    expect(body).toMatchObject({ works: false, problem: 'unauthorized' });
  });

  test('an issue is linked by its address', async () => {
    const { w, tracker, id } = await connected(new StandInAzure());
    tracker.make({ title: 'Theirs' });
    const { number } = await report(w);
    await send(w, number, id, { url: tracker.urlOf(1) }).expect(202);
    expect((await until(w, number, isLinked)).tracker.key).toBe('Web shop#1');
  });
});

describe('a tracker of one’s own, by webhooks', () => {
  const own = () => connected(new StandInOwnTracker(), { webhookSecret: BACK });

  test('an issue is told by a signed message, stands where the answer says, and what changes here is told', async () => {
    const { w, tracker, id } = await own();
    const number = await sent(w, id, { assigneeId: w.member.id, dueAt: '2027-03-01T15:00:00.000Z' });
    const { tracker: shown } = await read(w, number);
    expect(shown).toMatchObject({ key: 'OWN-1', url: tracker.urlOf(1), problem: null });
    expect(tracker.issues.get(1)).toMatchObject({ title: 'No name', assignee: 'ada.there', dueAt: '2027-03-01' });
    await service.as(w.member.token).patch(at(w, number)).send({ state: 'closed', title: 'Named' }).expect(200);
    await eventually(() => tracker.issues.get(1)!.state === 'closed');
    expect(tracker.issues.get(1)!.title).toBe('Named');
  });

  test('what it tells is taken as read, once, and each side goes on from there', async () => {
    const { w, tracker, id } = await own();
    const number = await sent(w, id);
    tracker.change(1, { state: 'closed', assignee: 'ada.there', title: 'Theirs', dueAt: '2027-04-01' });
    expect((await deliver(w, id, tracker.delivery(1)).expect(200)).body).toEqual({ updated: 1 });
    const issue = await until(w, number, ({ state }) => state === 'closed');
    expect(issue).toMatchObject({ title: 'Theirs', assigneeId: w.member.id });
    await service.as(w.member.token).patch(at(w, number)).send({ state: 'open' }).expect(200);
    await eventually(() => tracker.issues.get(1)!.state === 'open');
    await hurry(w);
    await eventually(async () => (await read(w, number)).tracker.syncedAt !== issue.tracker.syncedAt);
    expect((await read(w, number)).state).toBe('open');
  });

  test('what comes late, is older than what it has told, or is not signed by it changes nothing', async () => {
    const { w, tracker, id } = await own();
    const number = await sent(w, id);
    const older = tracker.delivery(1, BACK, { title: 'Older' }, minutesAgo(1));
    await deliver(w, id, tracker.delivery(1, BACK, { title: 'Newer' })).expect(200);
    await until(w, number, ({ title }) => title === 'Newer');
    expect((await deliver(w, id, older).expect(200)).body).toEqual({ updated: 0 });
    const old = tracker.delivery(1, BACK, { title: 'Old' }, minutesAgo(10));
    for (const forged of [old, tracker.delivery(1, tracker.token, { title: 'Forged' })])
      await deliver(w, id, forged).expect(401);
    const { headers } = tracker.delivery(1, BACK);
    await deliver(w, id, { headers, body: '{"key":"OWN-1","title":"Forged"}' }).expect(401);
    const faulty = await deliver(w, id, tracker.delivery(1, BACK, { state: 'Done', dueAt: 'soon' })).expect(400);
    expect(faulty.body.errors.map(({ path }: { path: string }) => path)).toEqual(['/state', '/dueAt']);
    expect((await read(w, number)).title).toBe('Newer');
  });

  test('a message of which no answer arrived is sent again under its id, and makes no second issue', async () => {
    const { w, tracker, id } = await own();
    const { number } = await report(w);
    tracker.mishaps.push({ isDone: true, answer: { status: 500 } });
    await send(w, number, id).expect(202);
    await until(w, number, (issue) => issue.tracker.problem === 'unreachable');
    await hurry(w);
    await until(w, number, isLinked);
    expect(tracker.issues.size).toBe(1);
    const ids = tracker.requests('POST').map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
  });
});

test('a delivery that comes late changes nothing: what the tracker has now is read', async () => {
  const { w, tracker, id } = await connected(new StandInGitHub());
  const number = await sent(w, id);
  tracker.change(1, { title: 'First' });
  const early = tracker.delivery(1, SECRET);
  tracker.change(1, { title: 'Second' });
  await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
  const { tracker: shown } = await until(w, number, ({ title }) => title === 'Second');
  const written = tracker.asked.filter(({ method }) => method !== 'GET').length;
  await deliver(w, id, early).expect(200);
  await until(w, number, (issue) => issue.tracker.syncedAt !== shown.syncedAt);
  expect((await read(w, number)).title).toBe('Second');
  expect(tracker.asked.filter(({ method }) => method !== 'GET')).toHaveLength(written);
});
