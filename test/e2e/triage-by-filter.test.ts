import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const scan = (w: World, rules: string[], product = w.product) =>
  service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({
      productRef: product.slug,
      type: 'automated_scan',
      tool: 'axe',
      findings: rules.map((ruleId, index) => ({
        ruleId,
        selector: `#${index}`,
        title: ruleId,
        severity: index === 1 ? 'high' : 'low',
        wcag: [`1.${index + 1}.1`],
      })),
    })
    .expect(201);
const bulk = (w: World, body: object, query = '', token = w.member.token) =>
  service.as(token).patch(`${w.organization.url}/findings/bulk${query}`).send(body);
const count = async (w: World, query: string) =>
  (await service.as(w.member.token).get(`${w.organization.url}/findings?pageSize=1&${query}`)).body.total;
const issues = async (w: World) => (await service.as(w.member.token).get(`${w.organization.url}/issues`)).body.issues;
const DISMISS = { action: 'dismiss', reason: 'accepted' };

describe('by a filter', () => {
  test('all that it has are decided on where the number is the one that was seen, and a dry run tells it', async () => {
    const w = await world(service);
    await scan(w, ['image-alt', 'image-alt', 'label']);
    const filter = { ruleId: ['image-alt'], status: ['pending'] };
    expect((await bulk(w, { filter, data: DISMISS }, '?dryRun=true')).body).toEqual({
      updated: 2,
      notFound: [],
      decision: null,
    });
    expect(await count(w, 'status=dismissed')).toBe(0);
    const refused = await bulk(w, { filter, expected: 3, data: DISMISS });
    expect([refused.status, refused.body.code]).toEqual([409, 'count_changed']);
    expect(await count(w, 'status=dismissed')).toBe(0);
    expect((await bulk(w, { filter, expected: 2, data: DISMISS })).body).toMatchObject({ updated: 2, notFound: [] });
    expect(await count(w, 'status=dismissed&ruleId=image-alt')).toBe(2);
    expect((await bulk(w, { filter, expected: 0, data: DISMISS })).body).toEqual({
      updated: 0,
      notFound: [],
      decision: null,
    });
  });

  test('it reaches no archived product and no other organization', async () => {
    const [w, other] = [await world(service), await world(service)];
    const archived = await w.newProduct('Archived');
    for (const product of [w.product, archived]) await scan(w, ['image-alt'], product);
    await scan(other, ['image-alt']);
    await service.as(w.owner.token).post(`${archived.url}/archive`).expect(200);
    expect((await bulk(w, { filter: {}, expected: 1, data: DISMISS })).body.updated).toBe(1);
    const foreign = { filter: { productId: other.product.id }, expected: 0, data: DISMISS };
    expect((await bulk(w, foreign)).body.updated).toBe(0);
    expect(await count(other, 'status=pending')).toBe(1);
    expect((await bulk(other, foreign, '', w.owner.token)).body.code).toBe('not_a_member');
  });

  test('more than a hundred are decided on, and more issues than a thousand are refused', async () => {
    const w = await world(service);
    await scan(
      w,
      Array.from({ length: 1001 }, (_, index) => `rule-${index}`),
    );
    const refused = await bulk(w, { filter: {}, expected: 1001, data: { action: 'confirm' } });
    expect([refused.status, refused.body.errors[0]]).toEqual([400, expect.objectContaining({ path: '/filter' })]);
    expect((await bulk(w, { filter: {}, expected: 1001, data: { action: 'confirm', asOne: true } })).body.updated).toBe(
      1001,
    );
    expect(await issues(w)).toHaveLength(1);
  });

  test.each([
    [{ data: DISMISS }, '/ids'],
    [{ ids: ['00000000-0000-7000-8000-000000000000'], filter: {}, data: DISMISS }, '/ids'],
    [{ filter: {}, data: DISMISS }, '/expected'],
    [{ ids: ['00000000-0000-7000-8000-000000000000'], expected: 1, data: DISMISS }, '/expected'],
    [{ filter: { status: ['nonsense'] }, expected: 1, data: DISMISS }, '/filter/status'],
    [{ filter: { status: [] }, expected: 1, data: DISMISS }, '/filter/status'],
    [{ filter: { ruleId: [] }, expected: 1, data: DISMISS }, '/filter/ruleId'],
    [{ filter: {}, expected: 0, data: { action: 'dismiss', reason: 'accepted', asOne: true } }, '/data/asOne'],
    [{ filter: {}, expected: 0, data: { action: 'confirm', issueNumber: 1, areaIds: [] } }, '/data/areaIds'],
  ])('%j is refused at its field', async (body, path) => {
    const answer = await bulk(await world(service), body);
    expect([answer.status, answer.body.errors?.[0].path]).toEqual([400, path]);
  });
});

describe('new issues', () => {
  const area = async (w: World, url = w.product.url) =>
    (await service.as(w.owner.token).post(`${url}/areas`).send({ name: 'Checkout' })).body.area.id as string;

  test('are tagged with areas of the product, of one finding and of many', async () => {
    const w = await world(service);
    const areaIds = [await area(w)];
    await scan(w, ['a', 'b', 'c']);
    const { findings } = (await service.as(w.member.token).get(`${w.product.url}/findings?ruleId=a`)).body;
    const confirm = (body: object) =>
      service.as(w.member.token).post(`${w.product.url}/findings/${findings[0].id}/confirm`).send(body);
    expect((await confirm({ areaIds: [w.product.id] })).body.errors[0].path).toBe('/areaIds/0');
    expect((await confirm({ areaIds, issueNumber: 1 })).status).toBe(400);
    expect((await confirm({ areaIds })).body.issue.areas).toMatchObject([{ name: 'Checkout' }]);
    await bulk(w, { filter: { status: ['pending'] }, expected: 2, data: { action: 'confirm', areaIds } }).expect(200);
    const tagged = await service.as(w.member.token).get(`${w.product.url}/issues`);
    expect(tagged.body.issues.map(({ areas }: { areas: unknown[] }) => areas.length)).toEqual([1, 1, 1]);
  });

  test('are one for all where that is asked for: the heaviest, with the criteria of all; of two products refused', async () => {
    const w = await world(service);
    await scan(w, ['a', 'b']);
    const data = { action: 'confirm', asOne: true };
    expect((await bulk(w, { filter: {}, expected: 2, data })).body.updated).toBe(2);
    const [issue, ...others] = await issues(w);
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ title: 'b', severity: 'high', wcag: expect.arrayContaining(['1.1.1', '1.2.1']) });
    const other = await w.newProduct('Other');
    await scan(w, ['c']);
    await scan(w, ['d'], other);
    const refused = await bulk(w, { filter: { status: ['pending'] }, expected: 2, data });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, '/data/asOne']);
    expect(await issues(w)).toHaveLength(1);
  });
});

test('the filters of lists hold in a body too, and say the same', async () => {
  const w = await world(service);
  const other = await w.newProduct('Other');
  await scan(w, ['image-alt', 'label']);
  await scan(w, ['list'], other);
  const tried = async (filter: object) => (await bulk(w, { filter, data: DISMISS }, '?dryRun=true')).body;
  const [{ id: line }] = (await service.as(w.member.token).get(`${other.url}/lines`)).body.lines;
  const future = '2100-01-01T00:00:00.000Z';
  for (const [filter, updated] of [
    [{ product: w.product.slug }, 2],
    [{ product: other.id }, 1],
    [{ product: other.slug, productId: other.id }, 1],
    [{ product: 'unknown' }, 0],
    [{ line: [line] }, 1],
    [{ createdSince: future }, 0],
    [{ createdUntil: future }, 3],
    [{ environment: ['production'] }, 0],
    [{ sourceUrl: 'https://unknown.example/' }, 0],
    [{ product: w.product.slug, testActivity: [1] }, 2],
    [{ product: w.product.slug, testActivity: [2, 99_999_999_999] }, 0],
    [{ product: w.product.slug, issue: [1] }, 0],
  ] as const)
    expect([filter, (await tried(filter)).updated]).toEqual([filter, updated]);
  const faults = async (filter: object) => (await tried(filter)).errors.map(({ path }: { path: string }) => path);
  expect(await faults({ product: w.product.slug, productId: other.id })).toEqual(['/filter/product']);
  expect(await faults({ issue: [1], testActivity: [1] })).toEqual(['/filter/issue', '/filter/testActivity']);
  await service.as(w.admin.token).post(`${other.url}/archive`).expect(200);
  expect((await tried({ product: other.slug })).updated).toBe(0);
});
