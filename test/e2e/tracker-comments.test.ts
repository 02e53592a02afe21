import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { StandInAzure } from '../support/trackers/azure.js';
import { StandInGitHub } from '../support/trackers/github.js';
import { StandInGitLab } from '../support/trackers/gitlab.js';
import { StandInJira } from '../support/trackers/jira.js';
import type { StandInTracker } from '../support/trackers/stand-in.js';
import { SECRET, trackerSteps } from '../support/trackers/steps.js';
import type { World } from '../support/world.js';

const service = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true' });
const { connected, at, deliver, sent, until, read } = trackerSteps(service);

interface Shown {
  id: string;
  body: string | null;
  html: string | null;
  author: object | null;
  trackerKind: string | null;
  deletedAt: string | null;
}
const commentsOn = async (w: World, number: number): Promise<Shown[]> =>
  (
    await service
      .as(w.member.token)
      .get(`${at(w, number)}/comments`)
      .expect(200)
  ).body.comments;
const looked = async (w: World, id: string, number: number, tracker: StandInTracker) => {
  const { syncedAt } = (await read(w, number)).tracker;
  await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
  await until(w, number, (issue) => issue.tracker.syncedAt !== syncedAt);
};

describe.each([
  ['GitHub', () => new StandInGitHub()],
  ['GitLab', () => new StandInGitLab()],
  ['Jira', () => new StandInJira()],
  ['Azure Boards', () => new StandInAzure()],
])('%s', (name, make: () => StandInTracker) => {
  test('the name of a member whose account is deleted goes from what they said there, and does not come back', async () => {
    const { w, tracker, id } = await connected(make(), { follow: ['comments'] });
    const number = await sent(w, id);
    tracker.say(1, 'Grace There', 'Mine', false, 'grace.there');
    const early = tracker.say(1, 'Ada There', 'The label is missing', false, 'Ada.There');
    await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
    await eventually(
      () => commentsOn(w, number),
      ({ length }) => length === 2,
    );
    const leaving = w.member;
    await service.as(leaving.token).post('/api/auth/delete-user').send({}).expect(200);
    const reader = { ...w, member: w.admin };
    const author = (comment: Shown | undefined) => comment?.author;
    const [grace, ada] = await commentsOn(reader, number);
    expect(author(grace)).not.toBeNull();
    expect(ada).toMatchObject({ author: null, body: early.body, trackerKind: tracker.kind });
    early.body = 'In other words';
    const { syncedAt } = (await read(reader, number)).tracker;
    await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
    await eventually(
      () => read(reader, number),
      (issue) => issue.tracker.syncedAt !== syncedAt,
    );
    await eventually(
      () => commentsOn(reader, number),
      ([, one]) => one!.body === 'In other words',
    );
    expect(author((await commentsOn(reader, number))[1])).toBeNull();
  });

  test('what is said there stands here under the name it has there, follows, and says when it is deleted', async () => {
    const { w, tracker, id } = await connected(make(), { follow: ['comments'] });
    const number = await sent(w, id);
    const first = tracker.say(1, 'Ada There', 'The label is missing');
    const second = tracker.say(1, 'Grace There', `See @[x](user:${w.admin.id})`);
    await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
    const shown = await eventually(
      () => commentsOn(w, number),
      ({ length }) => length === 2,
    );
    expect(shown).toMatchObject([
      { body: 'The label is missing', author: { trackerName: 'Ada There' }, trackerKind: tracker.kind },
      { author: { trackerName: 'Grace There' }, mentions: [] },
    ]);
    expect(shown[1]!.html).not.toContain('data-user');
    first.body = 'The name is missing';
    await looked(w, id, number, tracker);
    await eventually(
      () => commentsOn(w, number),
      ([one]) => one!.body === 'The name is missing',
    );
    tracker.unsay(1, second.id);
    await looked(w, id, number, tracker);
    const [, gone] = await eventually(
      () => commentsOn(w, number),
      ([, one]) => one!.deletedAt !== null,
    );
    expect(gone).toMatchObject({ body: null, author: null, trackerKind: tracker.kind });
    const { entries } = (await service.as(w.member.token).get(`${at(w, number)}/timeline`)).body;
    expect(entries.filter(({ kind }: { kind: string }) => kind === 'comment')).toHaveLength(2);
    const { changes } = (await service.as(w.member.token).get(`${w.organization.url}/changes`)).body;
    const said = changes.filter(({ type }: { type: string }) => type.startsWith('comment.'));
    expect(said.map(({ type }: { type: string }) => type)).toEqual([
      'comment.deleted',
      'comment.updated',
      'comment.created',
      'comment.created',
    ]);
    for (const { actor } of said) expect(actor).toMatchObject({ kind: 'system', name });
    expect(JSON.stringify(changes)).not.toContain('The name is missing');
  });
});

test('nobody here edits what was said there, and what an admin deletes here does not come back', async () => {
  const { w, tracker, id } = await connected(new StandInGitHub(), { follow: ['comments'] });
  const number = await sent(w, id);
  tracker.say(1, 'ada', 'Said there');
  await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
  const [comment] = await eventually(
    () => commentsOn(w, number),
    ({ length }) => length === 1,
  );
  const own = `${at(w, number)}/comments/${comment!.id}`;
  for (const { token } of [w.member, w.admin]) await service.as(token).patch(own).send({ body: 'Ours' }).expect(403);
  await service.as(w.member.token).delete(own).expect(403);
  await service.as(w.admin.token).delete(own).expect(204);
  await looked(w, id, number, tracker);
  expect(await commentsOn(w, number)).toMatchObject([{ body: null }]);
});

test('what only some may read there, what the tracker says itself, and what we say is not told', async () => {
  const gitlab = await connected(new StandInGitLab(), { follow: ['comments'] });
  const jira = await connected(new StandInJira(), { follow: ['comments'] });
  for (const { w, tracker, id } of [gitlab, jira]) {
    const number = await sent(w, id);
    tracker.say(1, 'Ada', 'In confidence', true);
    tracker.issues.get(1)!.comments.push('A scan reported this issue again (Curbcut, test activity 3).');
    tracker.say(1, 'Ada', 'For all');
    await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
    const shown = await eventually(
      () => commentsOn(w, number),
      ({ length }) => length > 0,
    );
    expect(shown.map(({ body }) => body)).toEqual(['For all']);
  }
});

test('without `comments` among what is followed nothing that is said there is asked for', async () => {
  const { w, tracker, id } = await connected(new StandInGitHub());
  const number = await sent(w, id);
  tracker.say(1, 'ada', 'Said there');
  await looked(w, id, number, tracker);
  expect(await commentsOn(w, number)).toEqual([]);
  expect(tracker.asked.some(({ path }) => path.includes('/comments'))).toBe(false);
});
