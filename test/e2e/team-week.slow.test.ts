import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { StandInAzure } from '../support/trackers/azure.js';
import { StandInGitHub } from '../support/trackers/github.js';
import { StandInGitLab } from '../support/trackers/gitlab.js';
import { StandInJira } from '../support/trackers/jira.js';
import type { StandInTracker, StoodInIssue } from '../support/trackers/stand-in.js';
import { isLinked, SECRET, trackerSteps } from '../support/trackers/steps.js';
import type { World } from '../support/world.js';

const service = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true' });
const { connected, report, at, read, send, until, deliver, sent, hurry, poll } = trackerSteps(service);

interface Listed {
  number: number;
  title: string;
  state: 'open' | 'closed';
  assigneeId: string | null;
  dueAt: string | null;
  tracker: { state: string; key: string } | null;
}

const issuesOf = async (w: World): Promise<Listed[]> =>
  (await service.as(w.member.token).get(`${w.product.url}/issues?pageSize=100`).expect(200)).body.issues;
const differencesOf = async (w: World, id: string) =>
  (await service.as(w.member.token).get(`${w.product.url}/tracker-connections/${id}/differences`).expect(200)).body
    .differences as { issueNumber: number; waiting: boolean; fields: { field: string }[] }[];
const change = (w: World, number: number, body: object) =>
  service.as(w.member.token).patch(at(w, number)).send(body).expect(200);
const numberOf = async (w: World, title: string): Promise<number> =>
  (await issuesOf(w)).find((issue) => issue.title === title)!.number;
/** That of the tracker which stands for an issue. */
const thereOf = (tracker: StandInTracker, title: string): StoodInIssue =>
  [...tracker.issues.values()].find((issue) => issue.title.replaceAll('\u200b', '') === title)!;

/** In which fields an issue and the one that stands for it differ, as somebody sees who looks at both. */
function seen(w: World, tracker: StandInTracker, ours: Listed, theirs: StoodInIssue): string[] {
  const hasDates = tracker.kind !== 'github';
  const account = ours.assigneeId === null ? null : ours.assigneeId === w.member.id ? 'ada.there' : 'nobody there';
  return [
    ...(ours.title === theirs.title.replaceAll('\u200b', '') ? [] : ['title']),
    ...(ours.state === theirs.state ? [] : ['state']),
    ...(account === theirs.assignee ? [] : ['assignee']),
    ...(!hasDates || (ours.dueAt?.slice(0, 10) ?? null) === theirs.dueAt ? [] : ['dueAt']),
  ];
}

/** Both sides are looked at until nothing waits any more. */
async function atRest(w: World, id: string): Promise<void> {
  const [{ since }] = await service.database.query<[{ since: Date }]>('SELECT now() AS since');
  await poll(w, id);
  await hurry(w);
  await eventually(
    () =>
      service.database.query<{ waiting: number }[]>(
        `SELECT (SELECT count(*)::int FROM tracker_links l WHERE l.organization_id = $1 AND l.state = 'linked'
            AND (l.next_at IS NOT NULL OR l.synced_at < $2
              OR l.seen_revision < (SELECT i.revision FROM issues i WHERE i.organization_id = $1 AND i.id = l.issue_id)))
          + (SELECT count(*)::int FROM graphile_worker._private_jobs j
            WHERE j.payload ->> 'organizationId' = $1::text AND j.run_at <= now()) AS waiting`,
        [w.organization.id, since],
      ),
    ([found]) => found!.waiting === 0,
  );
}

/** Everything that differs is told, and nothing else is. */
async function toldAsSeen(w: World, tracker: StandInTracker, id: string): Promise<void> {
  await atRest(w, id);
  // Lists do not say where an issue stands.
  const all: Listed[] = await Promise.all((await issuesOf(w)).map(({ number }) => read(w, number)));
  const listed = all.filter((issue) => issue.tracker?.state === 'linked');
  expect(listed.length).toBeGreaterThan(2);
  const there = new Map([...tracker.issues.values()].map((issue) => [tracker.keyOf(issue.number), issue]));
  const shown = listed
    .map((ours) => ({ number: ours.number, fields: seen(w, tracker, ours, there.get(ours.tracker!.key)!) }))
    .filter(({ fields }) => fields.length > 0);
  const told = (await differencesOf(w, id)).map(({ issueNumber: number, fields }) => ({
    number,
    fields: fields.map(({ field }) => field),
  }));
  const byNumber = (list: { number: number; fields: string[] }[]) => [...list].sort((a, b) => a.number - b.number);
  expect(byNumber(told)).toEqual(byNumber(shown));
}

describe.each([
  ['GitHub', () => new StandInGitHub()],
  ['GitLab', () => new StandInGitLab()],
  ['Jira', () => new StandInJira()],
  ['Azure Boards', () => new StandInAzure()],
])('%s', (_name, make: () => StandInTracker) => {
  test('the week of a team: whatever anybody does on either side, what differs in the end is told', async () => {
    const { w, tracker, id } = await connected(make(), {
      ...{ push: { by: 'rule', minSeverity: 'high' }, reopenThere: true },
      follow: ['state', 'assignee', 'dueAt', 'title', 'comments'],
    });
    const scan = (...rules: string[]) =>
      service
        .as(w.keys.ingest)
        .post('/api/ingest/test-activity')
        .send({
          ...{ productRef: w.product.slug, type: 'automated_scan', tool: 'axe', coverage: 'complete' },
          findings: rules.map((ruleId) => ({ ruleId, title: ruleId, severity: 'high' })),
        })
        .expect(201);

    // Monday: made here, by hand, by rule and from a scan, and made there.
    const byHand = await sent(w, id, { title: 'By hand' });
    const { number: byRule } = await report(w, { title: 'By rule @all', severity: 'high' });
    await report(w, { title: 'Not grave', severity: 'low' });
    await scan('found', 'other');
    const { findings } = (await service.as(w.member.token).get(`${w.product.url}/findings`)).body;
    for (const { id: finding } of findings)
      await service.as(w.member.token).post(`${w.product.url}/findings/${finding}/confirm`).expect(201);
    const found = await numberOf(w, 'found');
    for (const number of [byRule, found]) await until(w, number, isLinked);
    tracker.make({ title: 'Theirs', labels: ['a11y'], assignee: 'ada.there' });
    tracker.make({ title: 'Theirs too', labels: ['a11y'] });
    await service
      .as(w.admin.token)
      .post(`${w.product.url}/tracker-connections/${id}/import`)
      .send({ label: 'a11y' })
      .expect(200);
    await eventually(async () => (await issuesOf(w)).some(({ title }) => title === 'Theirs too'));
    await toldAsSeen(w, tracker, id);

    // Tuesday: dates and people, on either side; one has no account there.
    await change(w, byHand, { assigneeId: w.member.id, dueAt: '2027-03-01T15:00:00.000Z' });
    await eventually(() => thereOf(tracker, 'By hand').assignee === 'ada.there');
    await change(w, byRule, { assigneeId: w.admin.id });
    const theirs = thereOf(tracker, 'Theirs');
    tracker.change(theirs.number, { title: 'Theirs, clearer', assignee: null });
    await deliver(w, id, tracker.delivery(theirs.number, SECRET)).expect(200);
    await eventually(async () => (await issuesOf(w)).some(({ title }) => title === 'Theirs, clearer'));
    await toldAsSeen(w, tracker, id);
    expect((await differencesOf(w, id)).map(({ issueNumber }) => issueNumber)).toContain(byRule);

    // Wednesday: closed there, closed here, and talked about there.
    const theirsHere = await numberOf(w, 'Theirs, clearer');
    tracker.say(theirs.number, 'Ada There', 'Done');
    tracker.change(theirs.number, { state: 'closed' });
    await deliver(w, id, tracker.delivery(theirs.number, SECRET)).expect(200);
    await until(w, theirsHere, ({ state }) => state === 'closed');
    await change(w, found, { state: 'closed' });
    await eventually(() => thereOf(tracker, 'found').state === 'closed');
    await toldAsSeen(w, tracker, id);

    // Thursday: regressed here, and what was lost there is closed by hand meanwhile.
    await scan('other');
    await scan('found', 'other');
    await eventually(() => thereOf(tracker, 'found').comments.length > 0);
    await eventually(() => thereOf(tracker, 'found').state === 'open');
    await poll(w, id);
    await until(w, found, ({ state }) => state === 'open');
    tracker.mishaps.push({ answer: { status: 503 } });
    await change(w, byHand, { state: 'closed' });
    await hurry(w);
    await toldAsSeen(w, tracker, id);

    // Friday: moved there, deleted there, deleted here, and edited on both sides at once.
    if ('moved' in tracker) {
      (tracker as StandInJira | StandInAzure).moved.set(theirs.number, tracker.kind === 'jira' ? 'OTHER-5' : 'Other');
      tracker.change(theirs.number, { title: 'Theirs, moved' });
      await poll(w, id);
      await until(w, theirsHere, ({ title }) => title === 'Theirs, moved');
    }
    const lost = thereOf(tracker, 'By hand').number;
    tracker.issues.delete(lost);
    // It is looked for more than once, and a look that is under way says itself when the next is due.
    await eventually(
      async () => {
        await hurry(w);
        return (await read(w, byHand)).tracker.state as string;
      },
      (state) => state === 'gone',
    );
    const otherHere = await numberOf(w, 'Theirs too');
    await service.as(w.admin.token).delete(at(w, otherHere)).expect(204);
    // A look that is under way would take over the one before the other is made: then whoever is later is followed.
    await atRest(w, id);
    const both = thereOf(tracker, 'found');
    tracker.change(both.number, { title: 'found there', dueAt: tracker.kind === 'github' ? null : '2027-05-05' });
    await change(w, found, { title: 'found here', state: 'closed', assigneeId: w.member.id });
    await until(w, found, ({ title }) => title === 'found there');
    await eventually(() => both.state === 'closed' && both.assignee === 'ada.there');
    await toldAsSeen(w, tracker, id);

    // In the end: what was gone is sent anew, and who has no account there is the one thing that differs.
    await send(w, byHand, id).expect(202);
    await until(w, byHand, isLinked);
    await toldAsSeen(w, tracker, id);
    expect(await differencesOf(w, id)).toMatchObject([{ issueNumber: byRule, fields: [{ field: 'assignee' }] }]);
    expect(thereOf(tracker, 'Theirs too').state).toBe('open');
    const { changes } = (await service.as(w.member.token).get(`${w.organization.url}/changes?pageSize=100`)).body;
    expect(JSON.stringify(changes)).toContain('found here');
  }, 300_000);
});
