import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const report = (w: World, body: object) => service.as(w.member.token).post(`${w.product.url}/issues`).send(body);
const titles = async (w: World, query: string, url = w.product.url) =>
  (await service.as(w.member.token).get(`${url}/issues${query}`)).body.issues.map(
    ({ title }: { title: string }) => title,
  );

test('a member reports an issue, numbered in its product, with areas', async () => {
  const w = await world(service);
  const area = (await service.as(w.owner.token).post(`${w.product.url}/areas`).send({ name: 'Checkout' })).body.area;
  const created = await report(w, { title: 'No alt text', severity: 'high', areaIds: [area.id] });
  expect([created.status, created.headers['location']]).toEqual([201, `${w.product.url}/issues/1`]);
  expect(created.body.issue).toMatchObject({
    number: 1,
    state: 'open',
    source: 'internal',
    severity: 'high',
    priority: null,
    areas: [{ slug: 'checkout' }],
    functionalNeeds: [],
    regressed: false,
    noLongerReported: false,
    createdByUserId: w.member.id,
  });
  expect((await service.as(w.member.token).get(`${w.product.url}/issues/1`)).body).toEqual(created.body);
});

test('references of an issue to records of other products are named, one by one', async () => {
  const [w, other] = [await world(service), await world(service)];
  const foreign = (await service.as(other.owner.token).post(`${other.product.url}/areas`).send({ name: 'Theirs' })).body
    .area.id;
  const refused = await report(w, { title: 'x', areaIds: [w.owner.id, foreign] });
  expect(refused.body.errors.map(({ path }: { path: string }) => path)).toEqual(['/areaIds/0', '/areaIds/1']);
  expect((await report(w, { title: 'x', auditId: w.owner.id })).body.errors[0].path).toBe('/auditId');
  const faulty = await report(w, {
    title: 'x'.repeat(201),
    description: 'y'.repeat(2001),
    severity: 'huge',
    sourceUrl: 'javascript:1',
    state: 'closed',
  });
  expect(faulty.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    '/description',
    '/severity',
    '/sourceUrl',
    '/state',
    '/title',
  ]);
});

test('in a change of an issue, absent means unchanged and null means clear', async () => {
  const w = await world(service);
  await report(w, { title: 'Old', description: 'd', severity: 'low', priority: 'critical' });
  const changed = await service
    .as(w.member.token)
    .patch(`${w.product.url}/issues/1`)
    .send({ title: 'New', severity: null });
  expect(changed.body.issue).toMatchObject({ title: 'New', description: 'd', severity: null, priority: 'critical' });
  const closed = await service.as(w.member.token).patch(`${w.product.url}/issues/1`).send({ state: 'closed' });
  expect(closed.body.issue).toMatchObject({ state: 'closed', closedAt: expect.any(String) });
  expect((await service.as(w.member.token).patch(`${w.product.url}/issues/1`).send({ title: null })).status).toBe(400);
});

test('sorting follows the meaning, nulls come last both ways, and pages neither repeat nor lose a row', async () => {
  const w = await world(service);
  for (const [title, priority] of [
    ['l', 'low'],
    ['c', 'critical'],
    ['none', null],
    ['h', 'high'],
    ['m', 'medium'],
  ])
    await report(w, { title, priority });
  expect(await titles(w, '?sortField=priority')).toEqual(['c', 'h', 'm', 'l', 'none']);
  expect(await titles(w, '?sortField=priority&sortDirection=asc')).toEqual(['l', 'm', 'h', 'c', 'none']);
  expect(await titles(w, '')).toEqual(['m', 'h', 'none', 'c', 'l']);
  const pages = [1, 2, 3].map((page) => titles(w, `?sortField=severity&pageSize=2&page=${page}`));
  expect((await Promise.all(pages)).flat().sort()).toEqual(['c', 'h', 'l', 'm', 'none']);
  const beyond = await service.as(w.member.token).get(`${w.product.url}/issues?page=9`);
  expect(beyond.body).toEqual({ issues: [], total: 5, page: 9, pageSize: 25 });
});

test('lists are narrowed by comma-separated filters, on both levels', async () => {
  const w = await world(service);
  await report(w, {
    title: 'a',
    severity: 'high',
    source: 'external',
    sourceUrl: 'https://tracker.example/1',
    sourceId: '1',
  });
  await report(w, { title: 'b', severity: 'low', effort: 'medium' });
  await report(w, { title: 'c' });
  await service.as(w.member.token).patch(`${w.product.url}/issues/3`).send({ state: 'closed' });
  const other = await w.newProduct('Other');
  await service.as(w.member.token).post(`${other.url}/issues`).send({ title: 'elsewhere' });
  expect(await titles(w, '?severity=high,low&sortField=number&sortDirection=asc')).toEqual(['a', 'b']);
  expect(await titles(w, '?source=external')).toEqual(['a']);
  expect(await titles(w, '?state=closed')).toEqual(['c']);
  expect(await titles(w, '?effort=medium&severity=high')).toEqual([]);
  expect(await titles(w, '', w.organization.url)).toHaveLength(4);
  expect(await titles(w, `?productId=${other.id}`, w.organization.url)).toEqual(['elsewhere']);
  await service.as(w.owner.token).post(`${other.url}/archive`);
  expect(await titles(w, '', w.organization.url)).toHaveLength(3);
  expect(await titles(w, `?productId=${other.id}`, w.organization.url)).toEqual([]);
});

test.each([
  ['page=0', '/query/page'],
  ['page=1e3', '/query/page'],
  ['page=0x10', '/query/page'],
  ['page=-1', '/query/page'],
  ['page=1&page=2', '/query/page'],
  ['page[]=1', '/query/page'],
  ['state[]=open', '/query/state'],
  ['pageSize=101', '/query/pageSize'],
  ['pageSize=', '/query/pageSize'],
  ['sortField=id', '/query/sortField'],
  ['sortDirection=up', '/query/sortDirection'],
  ['state=open,ajar', '/query/state'],
  ['severity=high&severity=grave', '/query/severity'],
])('the query %s is refused at %s', async (query, path) => {
  const w = await world(service);
  const response = await service.as(w.member.token).get(`${w.product.url}/issues?${query}`);
  expect([response.status, response.body.errors[0].path]).toEqual([400, path]);
});

test('a list of issues ignores an unknown query parameter', async () => {
  const w = await world(service);
  expect((await service.as(w.member.token).get(`${w.product.url}/issues?utm_source=mail`)).status).toBe(200);
});

test('requirements and functional needs are replaced as sets', async () => {
  const w = await world(service);
  await report(w, { title: 'x' });
  const { requirements } = (
    await service.as(w.member.token).get(`${w.organization.url}/standards/wcag-2-2/requirements`)
  ).body;
  const put = (path: string, body: object) =>
    service.as(w.member.token).put(`${w.product.url}/issues/1/${path}`).send(body);
  const ids = requirements.slice(0, 2).map(({ id }: { id: string }) => id);
  expect(
    (await put('requirements', { requirementIds: ids })).body.requirements.map(({ id }: { id: string }) => id),
  ).toEqual(ids);
  expect((await put('requirements', { requirementIds: [ids[1]] })).body.requirements).toHaveLength(1);
  expect((await put('requirements', { requirementIds: [w.owner.id] })).body.errors[0].path).toBe('/requirementIds/0');
  expect((await put('requirements', { requirementIds: [] })).body.requirements).toEqual([]);
  const [need] = (await service.as(w.member.token).get('/v1/functional-needs')).body.functionalNeeds;
  expect((await put('functional-needs', { functionalNeedIds: [need.id, need.id] })).body.functionalNeeds).toEqual([
    need,
  ]);
  expect((await put('functional-needs', { functionalNeedIds: [w.owner.id] })).status).toBe(400);
  expect((await put('functional-needs', { functionalNeedIds: Array(51).fill(need.id) })).body.errors[0].code).toBe(
    'too_many',
  );
  expect((await service.as(w.member.token).get(`${w.product.url}/issues/1`)).body.issue.functionalNeeds).toEqual([
    need,
  ]);
});

test('an issue of an archived product can be read and not added', async () => {
  const w = await world(service);
  await report(w, { title: 'x' });
  await service.as(w.owner.token).post(`${w.product.url}/archive`);
  expect((await report(w, { title: 'y' })).body.code).toBe('product_archived');
  expect((await service.as(w.member.token).get(`${w.product.url}/issues/1`)).status).toBe(200);
});

test('only admins delete, the number is not used again, and its finding awaits triage', async () => {
  const w = await world(service);
  const finding = { title: 't', ruleId: 'r' };
  await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: w.product.slug, type: 'automated_scan', tool: 'axe', findings: [finding] });
  const [{ id }] = (await service.as(w.member.token).get(`${w.product.url}/findings`)).body.findings;
  await service.as(w.member.token).post(`${w.product.url}/findings/${id}/confirm`);
  expect((await service.as(w.member.token).delete(`${w.product.url}/issues/1`)).body.code).toBe('role_too_low');
  expect((await service.as(w.admin.token).delete(`${w.product.url}/issues/1`)).status).toBe(204);
  expect((await service.as(w.member.token).get(`${w.product.url}/findings/${id}`)).body.finding).toMatchObject({
    status: 'pending',
    issue: null,
  });
  expect((await report(w, { title: 'next' })).body.issue.number).toBe(2);
  for (const number of ['1', '0', 'x', '2147483648', '1.0']) {
    expect([number, (await service.as(w.member.token).get(`${w.product.url}/issues/${number}`)).status]).toEqual([
      number,
      404,
    ]);
  }
});

test('bulk changes many, names what is out of reach, and never leaves the organization', async () => {
  const [w, other] = [await world(service), await world(service)];
  const ids = [(await report(w, { title: 'a' })).body.issue.id, (await report(w, { title: 'b' })).body.issue.id];
  const foreign = (await report(other, { title: 'theirs' })).body.issue.id;
  const bulk = (body: object) => service.as(w.member.token).patch(`${w.organization.url}/issues/bulk`).send(body);
  const updated = await bulk({ ids: [...ids, foreign], data: { state: 'closed', severity: 'high' } });
  expect(updated.body).toEqual({ updated: 2, notFound: [foreign] });
  expect((await service.as(w.member.token).get(`${w.product.url}/issues/2`)).body.issue).toMatchObject({
    state: 'closed',
    severity: 'high',
    closedAt: expect.any(String),
  });
  expect((await service.as(other.member.token).get(`${other.product.url}/issues/1`)).body.issue).toMatchObject({
    state: 'open',
    severity: null,
  });
  expect((await bulk({ ids, data: {} })).body.updated).toBe(2);
  expect((await bulk({ ids: Array(101).fill(ids[0]), data: {} })).body.errors[0].code).toBe('too_many');
  expect((await service.as(w.member.token).delete(`${w.organization.url}/issues/bulk`).send({ ids })).body.code).toBe(
    'role_too_low',
  );
  expect(
    (
      await service
        .as(w.admin.token)
        .delete(`${w.organization.url}/issues/bulk`)
        .send({ ids: [...ids, foreign] })
    ).body,
  ).toEqual({ deleted: 2, notFound: [foreign] });
});

test.each(['issues', 'risks'])(
  'bulk changes and deletes of %s leave alone what changed since it was seen',
  async (kind) => {
    const w = await world(service);
    const as = service.as(w.admin.token);
    for (const title of ['One', 'Two', 'Three']) await as.post(`${w.product.url}/${kind}`).send({ title }).expect(201);
    type Row = { id: string; number: number; revision: number; impact: string | null };
    const rows = async () =>
      (await as.get(`${w.product.url}/${kind}?sortField=number&sortDirection=asc`)).body[kind] as Row[];
    const seen = await rows();
    const named = { ids: seen.map(({ id }) => id), revisions: seen.map(({ revision }) => revision) };
    await as.patch(`${w.product.url}/${kind}/2`).send({ impact: 'low' }).expect(200);
    const bulk = `${w.organization.url}/${kind}/bulk`;
    const skipped = [seen[1]!.id];
    const changed = await as
      .patch(bulk)
      .send({ ...named, data: { impact: 'high' } })
      .expect(200);
    expect(changed.body).toEqual({ updated: 2, notFound: [], skipped });
    expect((await rows()).map(({ impact }) => impact)).toEqual(['high', 'low', 'high']);
    const present = await rows();
    await as.patch(`${w.product.url}/${kind}/2`).send({ impact: 'medium' }).expect(200);
    const revisions = present.map(({ revision }) => revision);
    const deleted = await as.delete(bulk).send({ ids: named.ids, revisions }).expect(200);
    expect(deleted.body).toEqual({ deleted: 2, notFound: [], skipped });
    expect((await as.delete(bulk).send({ ids: skipped, revisions: [] }).expect(400)).body.errors).toMatchObject([
      { path: '/revisions', code: 'not_applicable' },
    ]);
  },
);

test('sixty parallel reports are numbered 1 to 60 without a gap', async () => {
  const w = await world(service);
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => report(w, { title: `${i}` })));
  expect(answers.map(({ body }) => body.issue.number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 60 }, (_, i) => i + 1),
  );
});
