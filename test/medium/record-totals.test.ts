import { checkCounts } from '../support/counts.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const LISTS = ['issues', 'audits', 'risks', 'findings', 'test-activity'];

async function totals(w: World, at: string): Promise<number[]> {
  const found: number[] = [];
  for (const list of LISTS) {
    const { body } = await service.as(w.admin.token).get(`${at}/${list}`).expect(200);
    found.push(body.total ?? body.pagination.total);
  }
  return found;
}

/** Reports to the product of a world; answers the activity and the findings that wait for triage. */
async function reported(w: World, report: object, rules: string[]): Promise<{ number: number; findings: string[] }> {
  const { body } = await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: w.product.slug, ...report, findings: rules.map((ruleId) => ({ ruleId, title: ruleId })) })
    .expect(201);
  const waiting = await service.as(w.admin.token).get(`${w.product.url}/findings?status=pending`).expect(200);
  return {
    number: body.testActivity.number,
    findings: waiting.body.findings.map(({ id }: { id: string }) => id),
  };
}

const SCAN = { type: 'automated_scan', tool: 'axe' };

test('the totals of lists are the numbers of records, whatever is created, undone, deleted or archived', async () => {
  const w = await world(service);
  const as = service.as(w.admin.token);
  const other = await w.newProduct('Mobile App');
  for (const { url } of [w.product, other]) {
    for (const title of ['One', 'Two', 'Three']) {
      await as.post(`${url}/issues`).send({ title }).expect(201);
      await as.post(`${url}/risks`).send({ title }).expect(201);
      await as.post(`${url}/audits`).send({ title }).expect(201);
    }
  }
  await reported(w, SCAN, ['a', 'b']);
  const { number } = await reported(w, SCAN, ['b', 'c', 'd']);
  await checkCounts(service);

  await as.delete(`${w.product.url}/test-activity/${number}`).expect(204);
  await as.delete(`${w.product.url}/issues/2`).expect(204);
  await as.delete(`${w.product.url}/risks/1`).expect(204);
  await as.delete(`${w.product.url}/audits/3`).expect(204);
  await checkCounts(service);
  expect(await totals(w, w.product.url)).toEqual([2, 2, 2, 2, 1]);
  expect(await totals(w, w.organization.url)).toEqual([5, 5, 5, 2, 1]);

  await as.post(`${other.url}/archive`).expect((response) => expect(response.status).toBeLessThan(300));
  expect(await totals(w, w.organization.url)).toEqual([2, 2, 5, 2, 1]);
  await service.as(w.owner.token).delete(w.product.url).expect(204);
  await checkCounts(service);
  expect(await totals(w, other.url)).toEqual([3, 3, 3, 0, 0]);
});

test('issues that come of findings, of risks and of reports by people are counted, and so is what goes in bulk', async () => {
  const w = await world(service);
  const as = service.as(w.admin.token);
  const other = await w.newProduct('Mobile App');
  const { findings } = await reported(w, SCAN, ['a', 'b', 'c']);
  await as
    .patch(`${w.organization.url}/findings/bulk`)
    .send({ ids: findings.slice(0, 2), data: { action: 'confirm' } })
    .expect(200);
  await reported(w, { type: 'manual_test' }, ['d', 'e', 'f']);
  for (const { url } of [w.product, other]) {
    await as.post(`${url}/risks`).send({ title: 'Risk' }).expect(201);
    await as.post(`${url}/risks/1/materialize`).expect(201);
  }
  expect(await totals(w, w.organization.url)).toEqual([7, 0, 2, 3, 2]);
  for (const list of ['issues', 'risks']) {
    const { body } = await as.get(`${w.organization.url}/${list}`).expect(200);
    const ids = body[list].map(({ id }: { id: string }) => id);
    await as.delete(`${w.organization.url}/${list}/bulk`).send({ ids }).expect(200);
  }
  await checkCounts(service);
  expect(await totals(w, w.organization.url)).toEqual([0, 0, 0, 3, 2]);
});

test('the kinds and previews of activities are those that are left', async () => {
  const w = await world(service);
  const context = (environment?: string) => ({ context: { trigger: 'pull_request', environment } });
  const kept = async (): Promise<unknown> =>
    service.database.query(
      `SELECT environment, value FROM activity_counts WHERE organization_id = $1
       UNION ALL SELECT environment, value FROM preview_counts WHERE organization_id = $1 ORDER BY 1, 2`,
      [w.organization.id],
    );
  const numbers: number[] = [];
  for (const each of [context('pr-1'), context('pr-1'), context('pr-2'), context(), {}])
    numbers.push((await reported(w, { ...SCAN, ...each }, [])).number);
  await checkCounts(service);
  expect(await kept()).toEqual([
    { environment: '', value: 1 },
    { environment: '', value: 1 },
    { environment: '*', value: 3 },
    { environment: 'pr-1', value: 2 },
    { environment: 'pr-2', value: 1 },
  ]);
  for (const number of [numbers[0]!, numbers[2]!, numbers[4]!])
    await service.as(w.admin.token).delete(`${w.product.url}/test-activity/${number}`).expect(204);
  await checkCounts(service);
  expect(await kept()).toEqual([
    { environment: '', value: 1 },
    { environment: '*', value: 1 },
    { environment: 'pr-1', value: 1 },
  ]);
});

test.each([
  ['a record that comes', 'record_totals', 'UPDATE record_totals SET value = value - 1 WHERE organization_id = $1'],
  ['a record that goes', 'record_totals', 'UPDATE record_totals SET value = value + 1 WHERE organization_id = $1'],
  ['an activity', 'activity_counts', 'DELETE FROM activity_counts WHERE organization_id = $1'],
  ['the week of an activity', 'activity_weeks', 'UPDATE activity_weeks SET week = week - 7 WHERE organization_id = $1'],
  ['a preview', 'preview_counts', 'DELETE FROM preview_counts WHERE organization_id = $1'],
  ['a finding that awaits triage', 'pending_counts', 'UPDATE pending_counts SET high = 1 WHERE organization_id = $1'],
  [
    'the day since which a finding waits',
    'pending_days',
    'UPDATE pending_days SET high = 1 WHERE organization_id = $1',
  ],
  ['an open issue', 'open_issue_counts', 'DELETE FROM open_issue_counts WHERE organization_id = $1'],
  ['a closed issue', 'closed_issue_counts', 'DELETE FROM closed_issue_counts WHERE organization_id = $1'],
])('the check notices %s without being counted, and tells it once', async (_name, table, forget) => {
  const w = await world(service);
  await reported(w, { ...SCAN, context: { trigger: 'pull_request', environment: 'pr-1' } }, ['a']);
  await reported(w, SCAN, ['a']);
  for (const state of ['open', 'closed']) {
    const { body } = await service.as(w.admin.token).post(`${w.product.url}/issues`).send({ title: 'No alt text' });
    await service.as(w.admin.token).patch(`${w.product.url}/issues/${body.issue.number}`).send({ state }).expect(200);
  }
  const told = new Set<string>();
  await checkCounts(service, told);
  const [{ rows }] = await service.database.query(
    `SELECT json_agg(t) AS rows FROM ${table} t WHERE organization_id = $1`,
    [w.organization.id],
  );
  await service.database.query(forget, [w.organization.id]);
  await expect(checkCounts(service, told)).rejects.toThrow(`${table} ${w.product.id}`);
  await checkCounts(service, told);
  await service.database.query(`DELETE FROM ${table} WHERE organization_id = $1`, [w.organization.id]);
  await service.database.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`, [
    JSON.stringify(rows),
  ]);
});
