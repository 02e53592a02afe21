import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { StandInAzure } from '../support/trackers/azure.js';
import { StandInGitHub } from '../support/trackers/github.js';
import { StandInGitLab } from '../support/trackers/gitlab.js';
import { StandInJira } from '../support/trackers/jira.js';
import type { StandInTracker } from '../support/trackers/stand-in.js';
import { SECRET, trackerSteps } from '../support/trackers/steps.js';
import { world, type World } from '../support/world.js';

const service = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true' });
const { connected, deliver, until, report, send } = trackerSteps(service);

const bring = (w: World, id: string, body: object, token = w.admin.token) =>
  service.as(token).post(`${w.product.url}/tracker-connections/${id}/import`).send(body);
const issuesOf = async (w: World) =>
  (await service.as(w.member.token).get(`${w.product.url}/issues?sortField=number&sortDirection=asc&pageSize=100`)).body
    .issues;
const imported = (w: World) =>
  eventually(
    async () =>
      (await service.as(w.member.token).get(`${w.organization.url}/changes`)).body.changes.filter(
        ({ changes: [first] }: { changes: { field: string }[] }) => first?.field === 'imported',
      ),
    ({ length }) => length > 0,
  );

describe.each([
  ['GitHub', () => new StandInGitHub()],
  ['GitLab', () => new StandInGitLab()],
  ['Jira', () => new StandInJira()],
  ['Jira Data Center', () => new StandInJira(false)],
  ['Azure Boards', () => new StandInAzure()],
])('%s', (_name, make: () => StandInTracker) => {
  test('the open issues with a label are brought once, linked with those there', async () => {
    const { w, tracker, id } = await connected(make());
    tracker.make({ title: 'First', body: 'What is wrong', labels: ['a11y'], assignee: 'ada.there' });
    tracker.make({ title: 'Closed', labels: ['a11y'], state: 'closed' });
    tracker.make({ title: 'Other', labels: ['other'] });
    tracker.make({ title: 'Second', labels: ['other', 'a11y'] });
    const { number } = await report(w, { title: 'Known' });
    await send(w, number, id, { url: tracker.urlOf(4) }).expect(202);
    await until(w, number, ({ tracker: shown }) => shown?.state === 'linked');
    const { body: tried } = await bring(w, id, { label: 'a11y', dryRun: true }).expect(200);
    expect(tried).toEqual({
      ...{ dryRun: true, problem: null, found: 2, linked: 1, more: false },
      issues: [{ key: tracker.keyOf(1), title: 'First', url: tracker.urlOf(1) }],
    });
    expect(await issuesOf(w)).toHaveLength(1);
    const written = tracker.asked.filter(({ method }) => ['PUT', 'PATCH'].includes(method)).length;
    expect((await bring(w, id, { label: 'a11y' }).expect(200)).body).toMatchObject({ dryRun: false, found: null });
    const [told] = await imported(w);
    expect(told.changes[0].to).toEqual({ label: 'a11y', count: 1, more: false, limitReached: false });
    const [, issue] = await issuesOf(w);
    expect(issue).toMatchObject({
      ...{ title: 'First', description: 'What is wrong', state: 'open', source: 'external', assigneeId: w.member.id },
      sourceUrl: tracker.urlOf(1),
      sourceId: tracker.keyOf(1),
    });
    expect(tracker.asked.filter(({ method }) => ['PUT', 'PATCH'].includes(method))).toHaveLength(written);
    tracker.change(1, { title: 'First, in other words' });
    await deliver(w, id, tracker.delivery(1, SECRET)).expect(200);
    await until(w, issue.number, ({ title }) => title === 'First, in other words');
    await bring(w, id, { label: 'a11y' }).expect(200);
    await eventually(
      () => imported(w),
      ({ length }) => length === 2,
    );
    expect(await issuesOf(w)).toHaveLength(2);
  });
});

test('at most 1,000 are brought, as many as the product may have', async () => {
  const { w, tracker, id } = await connected(new StandInGitHub());
  for (let i = 0; i < 1_001; i += 1) tracker.make({ title: `Issue ${i}`, labels: ['a11y'] });
  const { body } = await bring(w, id, { label: 'a11y', dryRun: true }).expect(200);
  expect(body).toMatchObject({ found: 1_000, linked: 0, more: true });
  expect(body.issues).toHaveLength(20);
  await bring(w, id, { label: 'a11y' }).expect(200);
  const [told] = await imported(w);
  expect(told.changes[0].to).toEqual({ label: 'a11y', count: 1_000, more: true, limitReached: false });
}, 60_000);

test('Admin and owner bring issues, from connections of their own that are on, and a tracker that fails is told', async () => {
  const { w, tracker, id } = await connected(new StandInGitHub());
  await bring(w, id, { label: 'a11y' }, w.member.token).expect(403);
  for (const key of [w.keys.read, w.keys.write]) await bring(w, id, { label: 'a11y' }, key).expect(403);
  const other = await world(service);
  await bring(other, id, { label: 'a11y' }).expect(404);
  await bring(w, id, { label: 'a11y' }, other.owner.token).expect(403);
  const faulty = await bring(w, id, { label: ' ', dryRun: 'yes' }).expect(400);
  expect(faulty.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual(['/dryRun', '/label']);
  tracker.mishaps.push({ answer: { status: 503 } });
  expect((await bring(w, id, { label: 'a11y', dryRun: true }).expect(200)).body.problem).toBe('unreachable');
  const own = `${w.product.url}/tracker-connections/${id}`;
  await service.as(w.admin.token).patch(own).send({ state: 'off' }).expect(200);
  expect((await bring(w, id, { label: 'a11y' }).expect(409)).body.code).toBe('tracker_off');
  await service.as(w.admin.token).patch(own).send({ state: 'on' }).expect(200);
  await service.as(w.admin.token).post(`${w.product.url}/archive`).expect(200);
  expect((await bring(w, id, { label: 'a11y' }).expect(409)).body.code).toBe('product_archived');
});
