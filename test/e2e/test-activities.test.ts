import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const get = (w: World, path: string) => service.as(w.member.token).get(path);
const log = (w: World, body: object, url = w.product.url) =>
  service.as(w.member.token).post(`${url}/test-activity`).send(body);
const run = (w: World, context: object | undefined, over: object = {}) =>
  service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: w.product.slug, type: 'automated_scan', tool: 'axe', context, ...over });

describe('an activity logged by hand', () => {
  test('gets a title from its type and product, and can be read with its areas', async () => {
    const w = await world(service);
    const area = (await service.as(w.owner.token).post(`${w.product.url}/areas`).send({ name: 'Cart' })).body.area;
    const created = await log(w, {
      type: 'usability_test',
      externalUrl: 'https://notes.example/usability',
      areaIds: [area.id],
      startedAt: '2026-01-01T00:00:00+01:00',
    });
    expect([created.status, created.headers['location']]).toEqual([201, `${w.product.url}/test-activity/1`]);
    expect(created.body.testActivity).toMatchObject({
      title: 'Usability test of Web Shop',
      startedAt: '2025-12-31T23:00:00.000Z',
      context: null,
      tool: null,
      areas: [{ id: area.id }],
    });
    expect((await get(w, `${w.product.url}/test-activity/1`)).body).toEqual(created.body);
    expect((await get(w, `${w.product.url}/grade`)).body.grade.letter).toBe('B');
  });

  test('is refused with every fault, and in an archived product', async () => {
    const w = await world(service);
    const refused = await log(w, {
      type: 'scan',
      tool: 'x'.repeat(121),
      completedAt: 'now',
      externalUrl: 'ftp://x',
      areaIds: ['x'],
    });
    expect(refused.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
      '/areaIds',
      '/completedAt',
      '/externalUrl',
      '/tool',
      '/type',
    ]);
    expect((await log(w, { type: 'manual_test', areaIds: [w.owner.id] })).body.errors[0].path).toBe('/areaIds/0');
    await service.as(w.owner.token).post(`${w.product.url}/archive`);
    expect((await log(w, { type: 'manual_test' })).body.code).toBe('product_archived');
  });
});

test('lists are paged, filtered and sorted on both levels, with exact totals', async () => {
  const w = await world(service);
  for (const [type, startedAt] of [
    ['manual_test', '2026-03-01T00:00:00Z'],
    ['user_research', undefined],
    ['manual_test', '2026-01-01T00:00:00Z'],
  ])
    await log(w, { type, startedAt });
  const numbers = async (query: string, url = w.product.url) => {
    const { testActivities, pagination } = (await get(w, `${url}/test-activity${query}`)).body;
    return [testActivities.map(({ number }: { number: number }) => number), pagination.total];
  };
  expect(await numbers('')).toEqual([[3, 2, 1], 3]);
  expect(await numbers('?type=manual_test,usability_test')).toEqual([[3, 1], 2]);
  expect(await numbers('?sortField=startedAt')).toEqual([[1, 3, 2], 3]);
  expect(await numbers('?sortField=startedAt&sortDirection=asc')).toEqual([[3, 1, 2], 3]);
  expect(await numbers('?pageSize=2&page=2')).toEqual([[1], 3]);
  const other = await w.newProduct('Other');
  await log(w, { type: 'manual_test' }, other.url);
  const all = (await get(w, `${w.organization.url}/test-activity`)).body;
  expect(all.pagination).toEqual({ page: 1, pageSize: 20, total: 4, totalPages: 1 });
  expect(all.testActivities[0]).toMatchObject({ productName: 'Other', productSlug: other.slug });
  expect(await numbers(`?productId=${other.id}`, w.organization.url)).toEqual([[1], 1]);
  await service.as(w.owner.token).post(`${other.url}/archive`);
  expect(await numbers('', w.organization.url)).toEqual([[3, 2, 1], 3]);
  expect(await numbers(`?productId=${other.id}`, w.organization.url)).toEqual([[], 0]);
  await service.as(w.admin.token).delete(`${w.product.url}/test-activity/2`);
  expect(await numbers('')).toEqual([[3, 1], 2]);
});

describe('the testing feed', () => {
  /** Newest first: audit, by hand, then the runs in the order given. */
  async function history(): Promise<World> {
    const w = await world(service);
    const runs: (object | undefined)[] = [
      { trigger: 'push', environment: 'staging' },
      { trigger: 'pull_request', environment: 'pr-7' },
      { trigger: 'pull_request', environment: 'staging' },
      { trigger: 'schedule' },
      undefined,
    ];
    for (const [index, context] of runs.entries())
      await run(w, context, { completedAt: `2026-01-0${9 - index}T00:00:00Z`, title: `run ${index}` });
    await log(w, { type: 'manual_test', title: 'by hand', completedAt: '2026-01-10T00:00:00Z' });
    await service.as(w.member.token).post(`${w.product.url}/audits`).send({ title: 'audit', status: 'completed' });
    return w;
  }
  const titles = async (w: World, query = '', url = w.product.url) =>
    (await get(w, `${url}/testing-feed${query}`)).body.entries.map(({ title }: { title: string }) => title);

  test('merges activities and audits, newest first, with what was recorded in its scope', async () => {
    const w = await history();
    const { body } = await get(w, `${w.product.url}/testing-feed`);
    expect(body.entries.map(({ title }: { title: string }) => title)).toEqual([
      'audit',
      'by hand',
      'run 0',
      'run 1',
      'run 2',
      'run 3',
      'run 4',
    ]);
    expect(body).toMatchObject({
      tools: ['axe'],
      environments: ['staging'],
      hasPreviewEnvironments: true,
      pagination: { total: 7, totalPages: 1 },
    });
    expect(body.entries[0]).toMatchObject({ kind: 'audit', status: 'completed', discoveredIssueCount: 0 });
    expect('context' in body.entries[0]).toBe(false);
    expect(body.entries[1]).toMatchObject({
      kind: 'test_activity',
      context: null,
      occurredAt: '2026-01-10T00:00:00.000Z',
      discoveredFeedbackCount: 0,
    });
    expect(body.entries[2].context).toEqual({ trigger: 'push', environment: 'staging' });
    expect('productName' in body.entries[2]).toBe(false);
    const organization = await get(w, `${w.organization.url}/testing-feed`);
    expect(organization.body.entries[2]).toMatchObject({ productName: 'Web Shop', productSlug: w.product.slug });
    expect(await titles(w, '?pageSize=3&page=2')).toEqual(['run 1', 'run 2', 'run 3']);
  });

  test.each([
    ['?contextTrigger=push', ['run 0']],
    ['?contextTrigger=push,schedule', ['run 0', 'run 3']],
    ['?contextTrigger=none', ['audit', 'by hand', 'run 4']],
    ['?contextTrigger=none,pull_request', ['audit', 'by hand', 'run 1', 'run 2', 'run 4']],
    ['?contextEnvironment=staging', ['run 0', 'run 2']],
    ['?contextEnvironment=preview', ['run 1']],
    ['?contextEnvironment=none', ['audit', 'by hand', 'run 3', 'run 4']],
    ['?contextEnvironment=preview,none', ['audit', 'by hand', 'run 1', 'run 3', 'run 4']],
    ['?contextEnvironment=staging&contextTrigger=pull_request', ['run 2']],
    ['?contextEnvironment=none&contextTrigger=schedule', ['run 3']],
    ['?contextEnvironment=nowhere', []],
    ['?contextTrigger=other', []],
  ])('narrowed by %s shows %p, and its total agrees', async (query, expected) => {
    const w = await history();
    for (const url of [w.product.url, w.organization.url]) {
      const { body } = await get(w, `${url}/testing-feed${query}`);
      expect(body.entries.map(({ title }: { title: string }) => title)).toEqual(expected);
      expect(body.pagination.total).toBe(expected.length);
      expect(body).toMatchObject({ tools: ['axe'], environments: ['staging'], hasPreviewEnvironments: true });
    }
  });

  test('shows audits only where the audits module is on', async () => {
    const w = await history();
    await w.disable('audits');
    expect(await titles(w)).not.toContain('audit');
    expect((await get(w, `${w.product.url}/testing-feed`)).body.pagination.total).toBe(6);
  });

  test('spans products that are not archived, and counts what an activity discovered', async () => {
    const w = await world(service);
    const finding = (ruleId: string) => ({ title: 't', ruleId });
    await run(w, undefined, { findings: [finding('a'), finding('b')] });
    await run(w, undefined, { findings: [finding('b'), finding('c')] });
    const [{ id }] = (await get(w, `${w.product.url}/findings?ruleId=c`)).body.findings;
    await service.as(w.member.token).post(`${w.product.url}/findings/${id}/confirm`);
    const counts = (await get(w, `${w.organization.url}/testing-feed`)).body.entries.map(
      (entry: Record<string, unknown>) => [entry['discoveredFeedbackCount'], entry['discoveredIssueCount']],
    );
    expect(counts).toEqual([
      [1, 1],
      [2, 0],
    ]);
    await service.as(w.owner.token).post(`${w.product.url}/archive`);
    expect((await get(w, `${w.organization.url}/testing-feed`)).body).toMatchObject({
      entries: [],
      tools: [],
      pagination: { total: 0 },
    });
    expect((await get(w, `${w.product.url}/testing-feed`)).body.entries).toHaveLength(2);
  });

  test('refuses unknown triggers', async () => {
    const w = await world(service);
    expect((await get(w, `${w.product.url}/testing-feed?contextTrigger=robot`)).body.errors[0].path).toBe(
      '/query/contextTrigger',
    );
  });
});

test('what a run said of findings can be listed by kind of change', async () => {
  const w = await world(service);
  const finding = (ruleId: string) => ({ title: 't', ruleId });
  await run(w, undefined, { findings: [finding('a'), finding('b')] });
  await run(w, undefined, { findings: [finding('b'), finding('c')], coverage: 'complete' });
  const rules = async (query: string) =>
    (await get(w, `${w.product.url}/test-activity/2/findings${query}`)).body.findings
      .map(({ ruleId }: { ruleId: string }) => ruleId)
      .sort();
  expect(await rules('')).toEqual(['a', 'b', 'c']);
  expect(await rules('?change=new')).toEqual(['c']);
  expect(await rules('?change=known')).toEqual(['b']);
  expect(await rules('?change=resolved,new')).toEqual(['a', 'c']);
});
