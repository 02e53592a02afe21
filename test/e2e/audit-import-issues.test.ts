import { evaluating, type Evaluating } from '../support/evaluation.js';
import { runImportJob } from '../support/import-job.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const as = ({ token }: { token: string }) => service.as(token);
const imports = (w: World): string => `${w.product.url}/imports`;
type Fields = Record<string, string>;
const post = (w: World, path: string, { audit }: Evaluating, file: string, more: Fields = {}, token = w.member.token) =>
  service
    .as(token)
    .post(`${imports(w)}${path}`)
    .field({ format: 'csv-grid', audit: String(audit.number), createIssues: 'true', ...more })
    .attach('file', Buffer.from(file), 'a.csv');

interface Import {
  id: string;
  state: string;
  decided: number;
  issues: number;
}

/** Runs the job of an import, or so many slices of it; what has become of it. */
async function runJob(w: World, importId: string, slices?: number): Promise<Import> {
  await runImportJob(service, w, importId, slices);
  return (
    await as(w.member)
      .get(`${imports(w)}/${importId}`)
      .expect(200)
  ).body.import;
}
const importing = async (w: World, e: Evaluating, file: string): Promise<Import> =>
  runJob(w, (await post(w, '', e, file).expect(202)).body.import.id);
const undo = async (w: World, { id }: Import) =>
  (
    await as(w.member)
      .post(`${imports(w)}/${id}/undo`)
      .expect(200)
  ).body;
const issuesOf = async (w: World): Promise<Record<string, unknown>[]> =>
  (await as(w.member).get(`${w.product.url}/issues?sortField=number&sortDirection=asc&pageSize=100`).expect(200)).body
    .issues;
const outcomesOf = async (w: World, { audit }: Evaluating): Promise<Record<string, unknown>[]> =>
  (await as(w.member).get(`${audit.url}/outcomes`).expect(200)).body.outcomes;

const FILE = [
  'WCAG,Page,URL,Status,Title,Description,Recommendation,Severity,Priority',
  '1.1.1,Home,https://shop.example/,,No name,The logo has none.,Add alt.,serious,P1',
  '"1.3.1, 4.1.2",Home,https://shop.example/,failed,Roles,,,,urgent',
  '1.1.1,Home,https://shop.example/,,,The banner too.,,low,',
  '2.4.4,Pay,https://shop.example/pay,passed,Links,,,,',
  '2.4.2,all,,,,,,,',
].join('\n');

test('the problems of a list become issues where somebody asks for it, linked to their outcomes and counted before', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const file = FILE.replace('2.4.2,all,,,,', '2.4.2,all,,failed,,');
  const tried = (await post(w, '/preview', e, file).expect(200)).body;
  expect(tried).toMatchObject({ faultCount: 0, decided: 5, issues: 4 });
  expect((await post(w, '/preview', e, file, { createIssues: 'false' }).expect(200)).body.issues).toBe(0);
  expect(await issuesOf(w)).toEqual([]);
  const done = await importing(w, e, file);
  expect(done).toMatchObject({ state: 'finished', decided: 5, issues: 4 });
  const issues = await issuesOf(w);
  const home = 'https://shop.example/';
  const of = { state: 'open', auditId: e.audit.id, createdByUserId: w.member.id };
  expect(issues).toMatchObject([
    {
      ...{ ...of, title: 'No name', severity: 'high', priority: null, sourceUrl: home },
      description: 'The logo has none.\nRecommendation: Add alt.\nPriority: P1',
    },
    { ...of, title: 'Roles', description: null, severity: null, priority: 'critical', sourceUrl: home },
    { ...of, title: 'The banner too.', description: null, severity: 'low', priority: null, sourceUrl: home },
    { ...of, title: '2.4.2 Page Titled', description: null, severity: null, sourceUrl: null },
  ]);
  const idOf = new Map(e.requirements.map(({ number, requirementId }) => [number, requirementId]));
  const at = (await outcomesOf(w, e)).map(({ requirementId, entry, issueNumbers }) => [
    ...[requirementId, entry, issueNumbers],
  ]);
  expect(at).toEqual(
    expect.arrayContaining([
      [idOf.get('1.1.1'), 1, [1, 3]],
      [idOf.get('1.3.1'), 1, [2]],
      [idOf.get('4.1.2'), 1, [2]],
      [idOf.get('2.4.4'), 2, []],
      [idOf.get('2.4.2'), 'all', [4]],
    ]),
  );
  const { requirements } = (await as(w.member).get(`${w.product.url}/issues/2/requirements`).expect(200)).body;
  expect(requirements.map(({ id }: { id: string }) => id)).toEqual([idOf.get('1.3.1'), idOf.get('4.1.2')]);
  const { changes } = (await as(w.member).get(`${w.organization.url}/changes?pageSize=1`).expect(200)).body;
  expect(changes[0]).toMatchObject({
    type: 'import.finished',
    changes: expect.arrayContaining([{ field: 'issues', from: null, to: 4 }]),
  });
  const again = await importing(w, e, file);
  expect(again).toMatchObject({ decided: 0, issues: 0 });
});

test('undoing takes the issues back, but for those that somebody has changed or put elsewhere, which it names', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const done = await importing(w, e, FILE.replace('2.4.2,all,,,,', '2.4.2,all,,failed,,'));
  await as(w.member).patch(`${w.product.url}/issues/2`).send({ severity: 'high' }).expect(200);
  const [first] = e.requirements.filter(({ number }) => number === '3.1.1');
  await as(w.member)
    .post(`${e.audit.url}/outcomes/issue`)
    .send({ requirementId: first!.requirementId, entries: ['1'], issueNumber: 4 })
    .expect(201);
  const undone = await undo(w, done);
  expect(undone).toMatchObject({
    ...{ issues: 2, keptIssueCount: 2 },
    keptIssues: [
      { number: 2, title: 'Roles' },
      { number: 4, title: '2.4.2 Page Titled' },
    ],
  });
  expect((await issuesOf(w)).map(({ number }) => number)).toEqual([2, 4]);
  // What has an issue that stays, stays too.
  expect(undone).toMatchObject({ outcomes: 2, keptOutcomeCount: 3 });
});

test('issues are opened once whatever ends the job, and cancelling takes back those that there are', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const rows = e.requirements.flatMap(({ number }) =>
    Array.from({ length: 12 }, (_, index) => `${number},Page ${index % 3},Problem ${index}`),
  );
  expect(rows.length).toBeGreaterThan(500);
  const file = ['criterion,page,title', ...rows].join('\n');
  const { id } = (await post(w, '', e, file).expect(202)).body.import as Import;
  expect(await runJob(w, id, 2)).toMatchObject({ state: 'running', issues: 500 });
  await as(w.member)
    .post(`${imports(w)}/${id}/cancel`)
    .expect(200);
  expect(await issuesOf(w)).toEqual([]);
  const second = await importing(w, e, file);
  expect(second).toMatchObject({ state: 'finished', issues: rows.length });
  const counted = await service.database.query(
    'SELECT count(*)::int AS issues FROM issues WHERE organization_id = $1',
    [w.organization.id],
  );
  expect(counted).toEqual([{ issues: rows.length }]);
  expect(await undo(w, second)).toMatchObject({ issues: rows.length, keptIssueCount: 0, keptOutcomeCount: 0 });
  expect(await issuesOf(w)).toEqual([]);
});

test('an outcome that somebody has changed before its issues are opened gets none', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const file = 'criterion,page,title\n1.1.1,Home,One\n1.1.1,Home,Two\n2.4.4,Home,Three\n';
  const { id } = (await post(w, '', e, file).expect(202)).body.import as Import;
  await runJob(w, id, 1);
  const [first] = e.requirements.filter(({ number }) => number === '1.1.1');
  await e.decide({ requirementId: first!.requirementId, entry: 1, outcome: 'passed' });
  expect(await runJob(w, id)).toMatchObject({ state: 'finished', issues: 1 });
  expect(await issuesOf(w)).toMatchObject([{ title: 'Three' }]);
});

test('what cannot be an issue is refused, and nothing is kept', async () => {
  const w = await world(service);
  const e = await evaluating(service, w, []);
  const many = Array.from({ length: 51 }, (_, index) => `1.1.1,Home,Problem ${index}`).join('\n');
  const refused: [string, Fields, object][] = [
    ['criterion,Home\n1.1.1,NC\n', {}, { path: '/createIssues', code: 'not_applicable' }],
    [FILE, { createIssues: 'perhaps' }, { path: '/createIssues' }],
    [
      `criterion,page,title\n${many}\n`,
      {},
      { path: '/file', code: 'too_many', params: { max: 50, row: 52, column: 1 } },
    ],
  ];
  for (const [file, fields, fault] of refused) {
    const { status, body } = await post(w, '', e, file, fields);
    expect([status, body.errors?.[0]]).toMatchObject([400, fault]);
  }
  expect(await issuesOf(w)).toEqual([]);
  expect(await outcomesOf(w, e)).toEqual([]);
  const off = { module: 'issues', enabled: false };
  await as(w.owner).patch(`${w.organization.url}/settings/modules`).send(off).expect(200);
  for (const path of ['', '/preview'])
    expect((await post(w, path, e, FILE)).body).toMatchObject({ code: 'module_disabled', module: 'issues' });
  await post(w, '/preview', e, FILE, { createIssues: 'false' }).expect(200);
});
