import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { StandInGitHub } from '../support/trackers/github.js';
import { StandInGitLab } from '../support/trackers/gitlab.js';
import { StandInJira } from '../support/trackers/jira.js';
import { SECRET, trackerSteps } from '../support/trackers/steps.js';
import { world, type World } from '../support/world.js';

const service = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true' });
const { connected, at, read, until, deliver, sent, hurry } = trackerSteps(service);

const list = (w: World, id: string) => `${w.product.url}/tracker-connections/${id}/differences`;
const differences = async (w: World, id: string, query = '') =>
  (
    await service
      .as(w.member.token)
      .get(`${list(w, id)}${query}`)
      .expect(200)
  ).body.differences;
const decide = (w: World, id: string, number: number, body: object) =>
  service
    .as(w.member.token)
    .post(`${list(w, id)}/${number}`)
    .send(body);
/** Both were looked at, and nothing of them is followed here. */
const looked = async (w: World, id: string, number: number, tracker: StandInGitLab) => {
  const { syncedAt } = (await read(w, number)).tracker;
  await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
  await until(w, number, (issue) => issue.tracker.syncedAt !== syncedAt);
};

test('what differs here and there is listed with both values, and what is the same is not', async () => {
  const { w, tracker, id } = await connected(new StandInGitLab(), { follow: [] });
  const number = await sent(w, id, { title: 'Ask @ada' });
  await sent(w, id, { title: 'The same' });
  expect(await differences(w, id)).toEqual([]);
  tracker.change(1, { title: 'Theirs', state: 'closed', assignee: 'ada.there', dueAt: '2027-04-01' });
  await looked(w, id, number, tracker);
  const found = await differences(w, id);
  expect(found).toEqual([
    {
      ...{ issueId: (await read(w, number)).id, issueNumber: number, title: 'Ask @ada' },
      ...{ key: tracker.keyOf(1), url: tracker.urlOf(1), problem: null, waiting: false, lookedAt: expect.any(String) },
      fields: [
        { field: 'title', here: 'Ask @ada', there: 'Theirs' },
        { field: 'state', here: 'open', there: 'closed' },
        { field: 'assignee', here: null, there: 'ada.there' },
        { field: 'dueAt', here: null, there: '2027-04-01' },
      ],
    },
  ]);
});

test('of a field the side that is decided upon holds, and the difference is gone', async () => {
  const { w, tracker, id } = await connected(new StandInGitLab(), { follow: [] });
  const number = await sent(w, id);
  tracker.change(1, { title: 'Theirs', state: 'closed', assignee: 'ada.there', dueAt: '2027-04-01' });
  await looked(w, id, number, tracker);
  for (const [field, side] of [
    ['title', 'here'],
    ['state', 'there'],
    ['assignee', 'there'],
    ['dueAt', 'here'],
  ])
    await decide(w, id, number, { field, side }).expect(202);
  await eventually(
    () => differences(w, id),
    ({ length }) => length === 0,
  );
  expect(tracker.issues.get(1)).toMatchObject({
    title: 'No name',
    state: 'closed',
    assignee: 'ada.there',
    dueAt: null,
  });
  expect(await read(w, number)).toMatchObject({
    title: 'No name',
    state: 'closed',
    assigneeId: w.member.id,
    dueAt: null,
  });
  const { changes } = (await service.as(w.member.token).get(`${w.organization.url}/changes`)).body;
  const decided = changes.filter(
    ({ changes: [first] }: { changes: { field: string }[] }) => first?.field === 'trackerDifference',
  );
  expect(decided).toHaveLength(4);
  expect(decided[0]).toMatchObject({ actor: { id: w.member.id }, changes: [{ to: { field: 'dueAt', side: 'here' } }] });
});

test('what is decided closes an issue also where one that is closed there is to be looked at again', async () => {
  const { w, tracker, id } = await connected(new StandInGitLab(), { whenClosedThere: 'retest' });
  const number = await sent(w, id);
  tracker.change(1, { state: 'closed' });
  await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
  await until(w, number, (issue) => issue.tracker.toRetest);
  expect(await differences(w, id)).toMatchObject([{ fields: [{ field: 'state', here: 'open', there: 'closed' }] }]);
  await decide(w, id, number, { field: 'state', side: 'there' }).expect(202);
  expect((await until(w, number, ({ state }) => state === 'closed')).tracker.toRetest).toBe(false);
});

test('a state to which there is no way in a workflow is a difference, with the problem', async () => {
  const { w, tracker, id } = await connected(new StandInJira());
  tracker.ways = ['In Progress'];
  const number = await sent(w, id);
  await service.as(w.member.token).patch(at(w, number)).send({ state: 'closed' }).expect(200);
  await until(w, number, (found) => found.tracker.problem === 'no_transition');
  expect(await differences(w, id)).toMatchObject([
    { problem: 'no_transition', fields: [{ field: 'state', here: 'closed', there: 'open' }] },
  ]);
  tracker.ways = undefined;
  await decide(w, id, number, { field: 'state', side: 'here' }).expect(202);
  await eventually(
    () => differences(w, id),
    ({ length }) => length === 0,
  );
  expect(tracker.statusOf(1)).toBe('Done');
});

test('dates are no difference where a tracker has none, and somebody without an account there is one', async () => {
  const { w, tracker, id } = await connected(new StandInGitHub());
  const number = await sent(w, id, { dueAt: '2027-03-01T15:00:00.000Z', assigneeId: w.admin.id });
  expect(await differences(w, id)).toMatchObject([{ fields: [{ field: 'assignee', here: w.admin.id, there: null }] }]);
  const refused = await decide(w, id, number, { field: 'assignee', side: 'here' }).expect(409);
  expect(refused.body.code).toBe('no_counterpart');
  tracker.change(1, { assignee: 'a.stranger' });
  await hurry(w);
  await eventually(
    () => differences(w, id),
    ([found]) => found.fields[0].there === 'a.stranger',
  );
  expect((await decide(w, id, number, { field: 'assignee', side: 'there' }).expect(409)).body.code).toBe(
    'no_counterpart',
  );
});

test('differences are read by pages, as many as are asked for', async () => {
  const { w, tracker, id } = await connected(new StandInGitLab(), { follow: [] });
  const numbers = [await sent(w, id), await sent(w, id), await sent(w, id)];
  for (const there of [1, 2, 3]) tracker.change(there, { title: `Theirs ${there}` });
  await hurry(w);
  await eventually(
    () => differences(w, id),
    ({ length }) => length === 3,
  );
  const { body: first, headers } = await service
    .as(w.member.token)
    .get(`${list(w, id)}?pageSize=2`)
    .expect(200);
  expect(first.differences.map(({ issueNumber }: { issueNumber: number }) => issueNumber)).toEqual(numbers.slice(0, 2));
  expect(first.pagination).toMatchObject({ total: 3 });
  const [, next] = /<(.*)>; rel="next"/.exec(headers['link']!)!;
  const second = (await service.as(w.member.token).get(next!)).body.differences;
  expect(second.map(({ issueNumber }: { issueNumber: number }) => issueNumber)).toEqual(numbers.slice(2));
});

test('nobody reads or decides what differs elsewhere, and faults are named at once', async () => {
  const { w, tracker, id } = await connected(new StandInGitLab(), { follow: [] });
  const number = await sent(w, id);
  tracker.change(1, { title: 'Theirs' });
  await looked(w, id, number, tracker);
  const other = await world(service);
  await service.as(other.owner.token).get(list(w, id)).expect(403);
  await service.as(other.owner.token).get(list(other, id)).expect(404);
  const theirs = (await service.as(other.member.token).post(`${other.product.url}/issues`).send({ title: 'x' })).body
    .issue;
  await decide(other, id, theirs.number, { field: 'title', side: 'here' }).expect(404);
  await decide(w, id, 99, { field: 'title', side: 'here' }).expect(404);
  await service
    .as(w.keys.read)
    .post(`${list(w, id)}/${number}`)
    .send({ field: 'title', side: 'here' })
    .expect(403);
  const faulty = await decide(w, id, number, { field: 'body', side: 'left' }).expect(400);
  expect(faulty.body.errors.map(({ path }: { path: string }) => path)).toEqual(['/field', '/side']);
  const own = `${w.product.url}/tracker-connections/${id}`;
  await service.as(w.admin.token).patch(own).send({ state: 'off' }).expect(200);
  expect((await decide(w, id, number, { field: 'title', side: 'here' }).expect(409)).body.code).toBe('tracker_off');
});
