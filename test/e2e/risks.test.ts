import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const add = (w: World, body: object, url = w.product.url) => service.as(w.member.token).post(`${url}/risks`).send(body);
const read = async (w: World, number = 1) =>
  (await service.as(w.member.token).get(`${w.product.url}/risks/${number}`)).body.risk;
const titles = async (w: World, query: string, url = w.product.url): Promise<string[]> =>
  (await service.as(w.member.token).get(`${url}/risks${query}`)).body.risks.map(
    ({ title }: { title: string }) => title,
  );

test('a member records a risk, and reads it with areas, needs and no issue', async () => {
  const w = await world(service);
  const { area } = (await service.as(w.owner.token).post(`${w.product.url}/areas`).send({ name: 'Cart' })).body;
  const created = await add(w, { title: 'Vendor widget', likelihood: 'high', mitigation: 'Ask', areaIds: [area.id] });
  expect([created.status, created.headers['location']]).toEqual([201, `${w.product.url}/risks/1`]);
  expect(created.body.risk).toMatchObject({
    number: 1,
    title: 'Vendor widget',
    description: null,
    likelihood: 'high',
    impact: null,
    mitigation: 'Ask',
    status: 'identified',
    linkedIssue: null,
    createdByUserId: w.member.id,
    areas: [{ slug: 'cart' }],
    functionalNeeds: [],
  });
  expect(await read(w)).toEqual(created.body.risk);
});

test.each(['mitigated', 'aged_out'])('a risk can begin as %s', async (status) => {
  const w = await world(service);
  expect((await add(w, { title: 'x', status })).body.risk.status).toBe(status);
});

test('every fault of a new risk is named at once', async () => {
  const w = await world(service);
  const response = await add(w, {
    title: 'x'.repeat(201),
    description: 'x'.repeat(2001),
    likelihood: 'critical',
    impact: 3,
    status: 'materialized',
    areaIds: ['nope'],
    issueId: w.owner.id,
  });
  expect(response.status).toBe(400);
  expect(response.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    '/areaIds',
    '/description',
    '/impact',
    '/issueId',
    '/likelihood',
    '/status',
    '/title',
  ]);
  expect(await titles(w, '')).toEqual([]);
});

test('an area of another product is refused and nothing is kept', async () => {
  const w = await world(service);
  const other = await w.newProduct('Other');
  const { area } = (await service.as(w.owner.token).post(`${other.url}/areas`).send({ name: 'Cart' })).body;
  const response = await add(w, { title: 'x', areaIds: [area.id] });
  expect([response.status, response.body.errors[0].path]).toEqual([400, '/areaIds/0']);
  expect(await titles(w, '')).toEqual([]);
});

test('in a change, absent means unchanged and null means clear', async () => {
  const w = await world(service);
  await add(w, { title: 'Old', description: 'd', likelihood: 'low', impact: 'high' });
  const changed = await service
    .as(w.member.token)
    .patch(`${w.product.url}/risks/1`)
    .send({ title: 'New', likelihood: null, status: 'aged_out' });
  expect(changed.body.risk).toMatchObject({
    title: 'New',
    description: 'd',
    likelihood: null,
    impact: 'high',
    status: 'aged_out',
  });
  expect((await service.as(w.member.token).patch(`${w.product.url}/risks/1`).send({ title: null })).status).toBe(400);
});

test('materializing makes one issue of title, description and impact, and answers it again ever after', async () => {
  const w = await world(service);
  await add(w, { title: 'Broken focus', description: 'd', impact: 'medium', likelihood: 'high' });
  const materialize = () => service.as(w.member.token).post(`${w.product.url}/risks/1/materialize`);
  const first = await materialize();
  expect([first.status, first.headers['location']]).toEqual([201, `${w.product.url}/issues/1`]);
  expect(first.body.issue).toMatchObject({
    number: 1,
    title: 'Broken focus',
    description: 'd',
    impact: 'medium',
    state: 'open',
  });
  const again = await materialize();
  expect([again.status, again.body.issue.id]).toEqual([200, first.body.issue.id]);
  expect(await read(w)).toMatchObject({
    status: 'materialized',
    linkedIssue: { id: first.body.issue.id, number: 1, state: 'open' },
  });
  const listed = await service.as(w.member.token).get(`${w.organization.url}/risks`);
  expect(listed.body.risks[0].linkedIssue).toEqual({ id: first.body.issue.id, number: 1, state: 'open' });
});

test('fifty parallel materializations make one issue', async () => {
  const w = await world(service);
  await add(w, { title: 'x' });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => service.as(w.member.token).post(`${w.product.url}/risks/1/materialize`)),
  );
  expect(new Set(answers.map(({ body }) => body.issue.id)).size).toBe(1);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect((await service.as(w.member.token).get(`${w.product.url}/issues`)).body.total).toBe(1);
});

test('the status of a materialized risk cannot be set, alone or in bulk, and everything else can', async () => {
  const w = await world(service);
  const { id } = (await add(w, { title: 'x' })).body.risk;
  const other = (await add(w, { title: 'y' })).body.risk;
  await service.as(w.member.token).post(`${w.product.url}/risks/1/materialize`);
  const patch = (body: object) => service.as(w.member.token).patch(`${w.product.url}/risks/1`).send(body);
  expect((await patch({ status: 'mitigated' })).body).toMatchObject({ status: 409, code: 'risk_materialized' });
  expect((await patch({ status: 'materialized' })).status).toBe(400);
  expect((await patch({ likelihood: 'low' })).body.risk.likelihood).toBe('low');
  const bulk = (data: object) =>
    service
      .as(w.member.token)
      .patch(`${w.organization.url}/risks/bulk`)
      .send({ ids: [other.id, id], data });
  expect((await bulk({ status: 'aged_out' })).body.code).toBe('risk_materialized');
  expect((await read(w, 2)).status).toBe('identified');
  expect((await bulk({ impact: 'high' })).body).toEqual({ updated: 2, notFound: [] });
});

test('a risk whose issue was deleted stays materialized, and can be made an issue again', async () => {
  const w = await world(service);
  await add(w, { title: 'x' });
  await service.as(w.member.token).post(`${w.product.url}/risks/1/materialize`);
  await service.as(w.admin.token).delete(`${w.product.url}/issues/1`);
  expect(await read(w)).toMatchObject({ status: 'materialized', linkedIssue: null });
  const again = await service.as(w.member.token).post(`${w.product.url}/risks/1/materialize`);
  expect([again.status, again.body.issue.number]).toEqual([201, 2]);
});

test('an archived product takes no risk and makes no issue of one, and still answers the issue that exists', async () => {
  const w = await world(service);
  await add(w, { title: 'x' });
  await add(w, { title: 'y' });
  await service.as(w.member.token).post(`${w.product.url}/risks/2/materialize`);
  await service.as(w.owner.token).post(`${w.product.url}/archive`);
  expect((await add(w, { title: 'z' })).body.code).toBe('product_archived');
  const materialize = (number: number) =>
    service.as(w.member.token).post(`${w.product.url}/risks/${number}/materialize`);
  expect((await materialize(1)).body.code).toBe('product_archived');
  expect((await materialize(2)).status).toBe(200);
  expect((await read(w)).status).toBe('identified');
});

test('lists are narrowed and sorted by meaning, on both levels', async () => {
  const w = await world(service);
  await add(w, { title: 'a', likelihood: 'high', impact: 'low' });
  await add(w, { title: 'b', likelihood: 'low', status: 'mitigated' });
  await add(w, { title: 'c', likelihood: 'medium', status: 'aged_out' });
  await add(w, { title: 'd' });
  const other = await w.newProduct('Other');
  await add(w, { title: 'elsewhere' }, other.url);
  expect(await titles(w, '?likelihood=high,low&sortField=number&sortDirection=asc')).toEqual(['a', 'b']);
  expect(await titles(w, '?sortField=likelihood')).toEqual(['a', 'c', 'b', 'd']);
  expect(await titles(w, '?sortField=likelihood&sortDirection=asc')).toEqual(['b', 'c', 'a', 'd']);
  expect(await titles(w, '?sortField=status&sortDirection=asc')).toEqual(['a', 'd', 'b', 'c']);
  expect(await titles(w, '?status=mitigated,aged_out')).toEqual(['c', 'b']);
  expect(await titles(w, '?impact=low', w.organization.url)).toEqual(['a']);
  expect(await titles(w, `?productId=${other.id}`, w.organization.url)).toEqual(['elsewhere']);
  const page = await service.as(w.member.token).get(`${w.organization.url}/risks?pageSize=2&page=3`);
  expect(page.body).toMatchObject({ total: 5, page: 3, pageSize: 2, risks: [{ title: 'a' }] });
  for (const query of ['status=open', 'likelihood=critical', 'pageSize=101', 'sortField=id'])
    expect((await service.as(w.member.token).get(`${w.product.url}/risks?${query}`)).status).toBe(400);
});

test('insights count by status, likelihood, impact and product', async () => {
  const w = await world(service);
  const empty = await service.as(w.member.token).get(`${w.organization.url}/risks/insights`);
  expect(empty.body).toMatchObject({ total: 0, byStatus: { identified: 0 }, byProduct: [] });
  await add(w, { title: 'a', likelihood: 'high', impact: 'low' });
  await add(w, { title: 'b', likelihood: 'high', status: 'mitigated' });
  const other = await w.newProduct('Other');
  await add(w, { title: 'c' }, other.url);
  const strangers = await world(service);
  await add(strangers, { title: 'theirs' });
  const { body } = await service.as(w.keys.read).get(`${w.organization.url}/risks/insights`);
  expect(body).toEqual({
    total: 3,
    byStatus: { identified: 2, mitigated: 1, materialized: 0, aged_out: 0 },
    byLikelihood: { low: 0, medium: 0, high: 2, none: 1 },
    byImpact: { low: 1, medium: 0, high: 0, none: 2 },
    byProduct: [
      { productId: w.product.id, productName: 'Web Shop', productSlug: w.product.slug, count: 2 },
      { productId: other.id, productName: 'Other', productSlug: other.slug, count: 1 },
    ],
  });
});

test('functional needs are replaced as a set of at most 50', async () => {
  const w = await world(service);
  await add(w, { title: 'x' });
  const [need, second] = (await service.as(w.member.token).get('/v1/functional-needs')).body.functionalNeeds;
  const put = (functionalNeedIds: string[]) =>
    service.as(w.member.token).put(`${w.product.url}/risks/1/functional-needs`).send({ functionalNeedIds });
  expect((await put([need.id, second.id])).body.functionalNeeds).toEqual([need, second]);
  expect((await put([second.id])).body.functionalNeeds).toEqual([second]);
  expect((await put([w.owner.id])).body.errors[0].path).toBe('/functionalNeedIds/0');
  expect((await put(Array(51).fill(need.id))).body.errors[0].code).toBe('too_many');
  expect((await service.as(w.member.token).get(`${w.product.url}/risks/1/functional-needs`)).body).toEqual({
    functionalNeeds: [second],
  });
  expect((await read(w)).functionalNeeds).toEqual([second]);
  expect((await put([])).body.functionalNeeds).toEqual([]);
});

test('bulk changes and deletes name what is out of reach, and never leave the organization', async () => {
  const [w, other] = [await world(service), await world(service)];
  const ids = [(await add(w, { title: 'a' })).body.risk.id, (await add(w, { title: 'b' })).body.risk.id];
  const foreign = (await add(other, { title: 'theirs' })).body.risk.id;
  const as = (token: string) => service.as(token);
  const url = `${w.organization.url}/risks/bulk`;
  expect(
    (
      await as(w.member.token)
        .patch(url)
        .send({ ids: [...ids, foreign], data: { status: 'mitigated', likelihood: 'low' } })
    ).body,
  ).toEqual({ updated: 2, notFound: [foreign] });
  expect(await read(w, 2)).toMatchObject({ status: 'mitigated', likelihood: 'low' });
  expect(await read(other)).toMatchObject({ status: 'identified', likelihood: null });
  expect((await as(w.member.token).patch(url).send({ ids, data: {} })).body.updated).toBe(2);
  expect((await as(w.member.token).patch(url).send({ ids: [], data: {} })).status).toBe(400);
  expect(
    (
      await as(w.member.token)
        .patch(url)
        .send({ ids, data: { status: 'materialized' } })
    ).status,
  ).toBe(400);
  expect((await as(w.member.token).delete(url).send({ ids })).body.code).toBe('role_too_low');
  expect(
    (
      await as(w.admin.token)
        .delete(url)
        .send({ ids: [...ids, foreign] })
    ).body,
  ).toEqual({
    deleted: 2,
    notFound: [foreign],
  });
  expect(await titles(other, '')).toEqual(['theirs']);
});

test('refusals: strangers, keys without the scope, members where an admin is needed, and the module', async () => {
  const w = await world(service);
  await add(w, { title: 'x' });
  const url = `${w.product.url}/risks`;
  expect((await service.as().get(url)).status).toBe(401);
  expect((await service.as(w.stranger.token).get(url)).body.code).toBe('not_a_member');
  expect((await service.as(w.keys.read).post(url).send({ title: 'y' })).body.code).toBe('key_scope_missing');
  expect((await service.as(w.keys.ingest).get(url)).body.code).toBe('key_scope_missing');
  expect((await service.as(w.member.token).delete(`${url}/1`)).body.code).toBe('role_too_low');
  expect((await service.as(w.keys.write).post(`${url}/1/materialize`)).status).toBe(201);
  expect((await service.as(w.member.token).get(`${url}/99`)).status).toBe(404);
  expect((await service.as(w.admin.token).delete(`${url}/1`)).status).toBe(204);
  expect((await service.as(w.member.token).get(`${w.product.url}/issues/1`)).status).toBe(200);
  await w.disable('risks');
  expect((await service.as(w.member.token).get(url)).body.code).toBe('module_disabled');
  expect((await service.as(w.member.token).get(`${w.organization.url}/risks/insights`)).body.code).toBe(
    'module_disabled',
  );
});
