import { eventually } from '../support/eventually.js';
import { nowMs } from '../support/moments.js';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const service = useService({ WORKER: 'inline' });
const DAY_MS = 86_400_000;
const FUTURE = '2100-01-01T00:00:00.000Z';
const as = (person: Person) => service.as(person.token);
const settings = (w: World) => `${w.organization.url}/settings/deadlines`;
const setDeadlines = (w: World, body: object) => as(w.admin).patch(settings(w)).send(body).expect(200);

interface Dated {
  number: number;
  createdAt: string;
  dueAt: string | null;
  dueSetBy: string | null;
}
async function issueOf(w: World, body: object): Promise<Dated> {
  const answer = await as(w.member)
    .post(`${w.product.url}/issues`)
    .send({ title: 'Barrier', ...body })
    .expect(201);
  return answer.body.issue;
}
const change = async (w: World, { number }: Dated, body: object): Promise<Dated> =>
  (await as(w.member).patch(`${w.product.url}/issues/${number}`).send(body).expect(200)).body.issue;
const daysOf = ({ dueAt, createdAt }: Dated): number | null =>
  dueAt === null ? null : (Date.parse(dueAt) - Date.parse(createdAt)) / DAY_MS;
const pathsOf = ({ body }: { body: { errors: { path: string; code: string }[] } }) =>
  body.errors.map(({ path, code }) => [path, code]);
/** Moves an issue into the past, as if it had been made then. */
const agedBy = (w: World, { number }: Dated, days: number) =>
  service.database.query(
    `UPDATE issues SET created_at = created_at - $3 * interval '1 day' WHERE organization_id = $1 AND number = $2`,
    [w.organization.id, number, days],
  );

/** Waits until a job has dated what is open. */
async function applied(w: World): Promise<void> {
  const key = `apply_deadlines:${w.organization.id}`;
  await eventually(
    () => service.database.query<unknown[]>('SELECT 1 FROM graphile_worker.jobs WHERE key = $1', [key]),
    ({ length }) => length === 0,
  );
}

test('members read the deadlines, admins change them, and each that is wrong is named', async () => {
  const w = await world(service);
  const none = { severity: { high: null, medium: null, low: null } };
  expect((await as(w.member).get(settings(w))).body.deadlines).toMatchObject(none);
  await setDeadlines(w, { severity: { high: 7 }, priority: { critical: 1 } });
  const changed = (await setDeadlines(w, { severity: { low: 90 } })).body.deadlines;
  expect(changed).toEqual({
    severity: { high: 7, medium: null, low: 90 },
    priority: { critical: 1, high: null, medium: null, low: null },
  });
  const [event] = (await as(w.owner).get(`${w.organization.url}/changes?pageSize=1`)).body.changes;
  expect([event.type, event.changes[0].field]).toEqual(['organization.settings_updated', 'deadlines']);
  expect((await as(w.member).patch(settings(w)).send({})).status).toBe(403);
  expect((await as(w.stranger).get(settings(w))).status).toBe(403);
  const wrong = { severity: { high: 0, medium: 3651, huge: 1 }, priority: { low: 1.5 } };
  const refused = await as(w.admin).patch(settings(w)).send(wrong);
  expect(
    pathsOf(refused)
      .map(([path]) => path)
      .sort(),
  ).toEqual(['/priority/low', '/severity/high', '/severity/huge', '/severity/medium']);
});

test('a new issue is dated by the shortest deadline that applies; who gives a date is not overruled', async () => {
  const w = await world(service);
  await setDeadlines(w, { severity: { high: 10, low: 90 }, priority: { critical: 3 } });
  expect(await issueOf(w, {})).toMatchObject({ dueAt: null, dueSetBy: null });
  const high = await issueOf(w, { severity: 'high' });
  expect([daysOf(high), high.dueSetBy]).toEqual([10, 'rule']);
  expect(daysOf(await issueOf(w, { severity: 'high', priority: 'critical' }))).toBe(3);
  expect(daysOf(await issueOf(w, { severity: 'medium' }))).toBeNull();
  const given = await issueOf(w, { severity: 'high', dueAt: FUTURE });
  expect([given.dueAt, given.dueSetBy]).toEqual([FUTURE, 'person']);
});

test('deadlines of a product count where they are shorter, and for it alone', async () => {
  const w = await world(service);
  await setDeadlines(w, { severity: { high: 10, low: 30 } });
  const own = { severity: { high: 20, low: 5 } };
  const product = await as(w.admin).patch(w.product.url).send({ deadlines: own }).expect(200);
  expect(product.body.product.deadlines.severity).toEqual({ high: 20, medium: null, low: 5 });
  expect(daysOf(await issueOf(w, { severity: 'high' }))).toBe(10);
  expect(daysOf(await issueOf(w, { severity: 'low' }))).toBe(5);
  const other = { ...w, product: await w.newProduct('Other') };
  expect(daysOf(await issueOf(other, { severity: 'low' }))).toBe(30);
  await as(w.admin).patch(w.product.url).send({ deadlines: null }).expect(200);
  expect(daysOf(await issueOf(w, { severity: 'low' }))).toBe(30);
  const refused = await as(w.admin)
    .patch(w.product.url)
    .send({ deadlines: { severity: { low: 0 } } });
  expect(pathsOf(refused)).toEqual([['/deadlines/severity/low', 'out_of_range']]);
  expect((await as(w.member).patch(w.product.url).send({ deadlines: own })).status).toBe(403);
});

test('what confirms a finding dates its issue too', async () => {
  const w = await world(service);
  await setDeadlines(w, { severity: { high: 10 } });
  await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({
      productRef: w.product.slug,
      type: 'automated_scan',
      tool: 'axe-core',
      findings: [{ title: 'No name', ruleId: 'button-name', severity: 'high' }],
    })
    .expect(201);
  const [finding] = (await as(w.member).get(`${w.product.url}/findings`)).body.findings;
  await as(w.member).post(`${w.product.url}/findings/${finding.id}/confirm`).send({}).expect(201);
  const [issue] = (await as(w.member).get(`${w.product.url}/issues`)).body.issues;
  expect([issue.severity, daysOf(issue), issue.dueSetBy]).toEqual(['high', 10, 'rule']);
});

test('another severity or priority dates an issue anew from when it was made, and the history says so', async () => {
  const w = await world(service);
  await setDeadlines(w, { severity: { high: 10, low: 90 }, priority: { critical: 3 } });
  const issue = await issueOf(w, { severity: 'low' });
  expect(daysOf(await change(w, issue, { severity: 'high' }))).toBe(10);
  const [event] = (await as(w.owner).get(`${w.organization.url}/changes?pageSize=1`)).body.changes;
  expect(event.changes.map(({ field }: { field: string }) => field)).toEqual(['severity', 'dueAt']);
  expect(daysOf(await change(w, issue, { priority: 'critical' }))).toBe(3);
  expect(daysOf(await change(w, issue, { priority: null }))).toBe(10);
  expect(await change(w, issue, { severity: null })).toMatchObject({ dueAt: null, dueSetBy: null });
});

test('many issues that are rated at once are each dated from their own beginning', async () => {
  const w = await world(service);
  const [a, b] = [await issueOf(w, {}), await issueOf(w, { dueAt: FUTURE })];
  await agedBy(w, a, 5);
  await setDeadlines(w, { severity: { high: 10 } });
  const ids = (await as(w.member).get(`${w.product.url}/issues`)).body.issues.map(({ id }: { id: string }) => id);
  await as(w.member)
    .patch(`${w.organization.url}/issues/bulk`)
    .send({ ids, data: { severity: 'high' } })
    .expect(200);
  const after = (await as(w.member).get(`${w.product.url}/issues?sortField=number&sortDirection=asc`)).body.issues;
  expect(after.map(daysOf)[0]).toBe(10);
  expect(after[1]).toMatchObject({ number: b.number, dueAt: FUTURE, dueSetBy: 'person' });
});

test('a date that a person has set stays until it is cleared, and then the deadlines hold', async () => {
  const w = await world(service);
  await setDeadlines(w, { severity: { high: 10, low: 90 } });
  const issue = await issueOf(w, { severity: 'low' });
  expect(await change(w, issue, { dueAt: FUTURE })).toMatchObject({ dueAt: FUTURE, dueSetBy: 'person' });
  expect(await change(w, issue, { severity: 'high' })).toMatchObject({ dueAt: FUTURE, dueSetBy: 'person' });
  const cleared = await change(w, issue, { dueAt: null });
  expect([daysOf(cleared), cleared.dueSetBy]).toEqual([10, 'rule']);
});

test('reopening begins the deadline anew, closing leaves the date', async () => {
  const w = await world(service);
  await setDeadlines(w, { severity: { high: 10, low: 20 } });
  const issue = await issueOf(w, { severity: 'high' });
  await agedBy(w, issue, 100);
  expect((await change(w, issue, { state: 'closed' })).dueAt).toBe(issue.dueAt);
  const before = nowMs();
  const reopened = await change(w, issue, { state: 'open' });
  const began = Date.parse(reopened.dueAt!) - 10 * DAY_MS;
  expect(Math.abs(began - before)).toBeLessThan(60_000);
  const milder = await change(w, issue, { severity: 'low' });
  expect(Date.parse(milder.dueAt!) - began).toBe(20 * DAY_MS);
});

test('changed deadlines hold from then on; applied to what is open they say first what they would do', async () => {
  const w = await world(service);
  const apply = (dryRun: boolean) =>
    as(w.admin)
      .post(`${settings(w)}/apply`)
      .send({ dryRun });
  await setDeadlines(w, { severity: { low: 10 } });
  const undated = await issueOf(w, { severity: 'high' });
  const moved = await issueOf(w, { severity: 'low' });
  const own = await issueOf(w, { severity: 'low', dueAt: FUTURE });
  const closed = await issueOf(w, { severity: 'high' });
  await change(w, closed, { state: 'closed' });
  await setDeadlines(w, { severity: { high: 5, low: 20 } });
  expect(daysOf(await change(w, moved, { title: 'Other' }))).toBe(10);
  const counts = { dated: 1, moved: 1, cleared: 0 };
  expect((await apply(true)).body).toEqual({ dryRun: true, ...counts });
  expect(daysOf(await change(w, moved, { title: 'Barrier' }))).toBe(10);
  expect((await apply(false)).body).toEqual({ dryRun: false, ...counts });
  await applied(w);
  const dates = (await as(w.member).get(`${w.product.url}/issues?sortField=number&sortDirection=asc`)).body.issues;
  expect(dates.map(daysOf).slice(0, 2)).toEqual([5, 20]);
  expect([dates[2].dueAt, dates[3].dueAt]).toEqual([own.dueAt, null]);
  const { changes } = (await as(w.owner).get(`${w.organization.url}/changes?type=issue.bulk_updated`)).body;
  expect(changes).toHaveLength(1);
  expect(changes[0].changes[1]).toEqual({ field: 'count', from: null, to: 2 });
  expect((await apply(true)).body).toEqual({ dryRun: true, dated: 0, moved: 0, cleared: 0 });
  await setDeadlines(w, { severity: { high: null, low: null } });
  expect((await apply(true)).body).toMatchObject({ cleared: 2 });
  expect(undated.dueAt).toBeNull();
});

test('only admins apply deadlines, and they say whether it is a trial', async () => {
  const w = await world(service);
  expect(
    (
      await as(w.member)
        .post(`${settings(w)}/apply`)
        .send({ dryRun: true })
    ).status,
  ).toBe(403);
  expect(
    (
      await service
        .as(w.keys.read)
        .post(`${settings(w)}/apply`)
        .send({ dryRun: true })
    ).status,
  ).toBe(403);
  expect(
    (
      await as(w.admin)
        .post(`${settings(w)}/apply`)
        .send({})
    ).status,
  ).toBe(400);
});

test('an admin accepts an issue until a later date, with a reason that its history keeps', async () => {
  const w = await world(service);
  await setDeadlines(w, { severity: { high: 10 } });
  const issue = await issueOf(w, { severity: 'high' });
  const url = `${w.product.url}/issues/${issue.number}`;
  const body = { until: FUTURE, reason: 'The shop is replaced in spring.' };
  const extended = (await as(w.admin).post(`${url}/extension`).send(body).expect(200)).body.issue;
  const extension = { ...body, at: expect.any(String), userId: w.admin.id };
  expect(extended).toMatchObject({ dueAt: FUTURE, dueSetBy: 'person', extension });
  const [event] = (await as(w.owner).get(`${w.organization.url}/changes?pageSize=1`)).body.changes;
  expect(event).toMatchObject({
    type: 'issue.extended',
    actor: { id: w.admin.id },
    changes: [
      { field: 'dueAt', from: issue.dueAt, to: FUTURE },
      { field: 'reason', from: null, to: body.reason },
    ],
  });
  // Another date is no accepted one.
  const sooner = await change(w, issue, { dueAt: '2090-01-01T00:00:00Z' });
  expect(sooner).toMatchObject({ extension: null });
});

test('an extension needs an admin, a reason and a date that lies ahead', async () => {
  const w = await world(service);
  const { number } = await issueOf(w, {});
  const url = `${w.product.url}/issues/${number}/extension`;
  const body = { until: FUTURE, reason: 'r' };
  expect((await as(w.member).post(url).send(body)).status).toBe(403);
  expect((await as(w.admin).post(`${w.product.url}/issues/99/extension`).send(body)).status).toBe(404);
  const missing = await as(w.admin).post(url).send({ reason: ' ' });
  expect(
    pathsOf(missing)
      .map(([path]) => path)
      .sort(),
  ).toEqual(['/reason', '/until']);
  const past = await as(w.admin)
    .post(url)
    .send({ ...body, until: '2020-01-01T00:00:00Z' });
  expect([past.status, pathsOf(past)]).toEqual([400, [['/until', 'in_the_past']]]);
  expect((await as(w.member).get(`${w.product.url}/issues/${number}`)).body.issue.extension).toBeNull();
});

test('the figures say which dates were kept, by product, severity, person and team', async () => {
  const w = await world(service);
  const teamId = (
    await as(w.owner)
      .post('/api/auth/organization/create-team')
      .send({ organizationId: w.organization.id, name: 'Shop' })
      .expect(200)
  ).body.id;
  await as(w.owner).patch(w.product.url).send({ teamId }).expect(200);
  const url = `${w.organization.url}/insights/deadlines`;
  expect((await as(w.member).get(url)).body).toEqual({
    total: { kept: 0, missed: 0, medianDaysToClose: null },
    products: [],
    severities: [],
    assignees: [],
    teams: [],
  });
  const kept = await issueOf(w, { severity: 'high', assigneeId: w.member.id, dueAt: FUTURE });
  await agedBy(w, kept, 4);
  await change(w, kept, { state: 'closed' });
  const late = await issueOf(w, { severity: 'high', dueAt: '2020-01-01T00:00:00Z' });
  await agedBy(w, late, 10);
  await change(w, late, { state: 'closed' });
  await issueOf(w, { severity: 'low', dueAt: '2020-01-01T00:00:00Z' });
  await issueOf(w, { dueAt: FUTURE });
  const { body } = await as(w.member).get(url).expect(200);
  const all = { kept: 1, missed: 2, medianDaysToClose: 7 };
  expect(body.total).toEqual(all);
  expect(body.products).toEqual([{ productSlug: w.product.slug, ...all }]);
  expect(body.severities).toEqual([
    { severity: 'low', kept: 0, missed: 1, medianDaysToClose: null },
    { severity: 'high', kept: 1, missed: 1, medianDaysToClose: 7 },
  ]);
  expect(body.assignees).toEqual([
    { assigneeId: w.member.id, kept: 1, missed: 0, medianDaysToClose: 4 },
    { assigneeId: null, kept: 0, missed: 2, medianDaysToClose: 10 },
  ]);
  expect(body.teams).toEqual([{ teamId, ...all }]);
  expect((await as(w.stranger).get(url)).status).toBe(403);
});
