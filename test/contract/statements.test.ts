import { PreparedStatementClient } from '../../libs/database/src/prepared-statement-client.js';
import { filledReport } from '../support/conformance.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

// A decision that must be taken again on a slow machine would take a statement more.
const service = useService({}, { decisionHoldsMs: Infinity });

/**
 * Counts the statements that a request runs; transaction brackets are no statements, and what the process asks by
 * itself is nobody's.
 */
async function statements(act: () => PromiseLike<{ status: number }>): Promise<number> {
  const { query } = PreparedStatementClient.prototype;
  const texts: string[] = [];
  PreparedStatementClient.prototype.query = function (...call: never[]): never {
    texts.push(String(call[0]));
    return query.apply(this, call);
  };
  try {
    const { status } = await act();
    expect(status).toBeLessThan(300);
  } finally {
    PreparedStatementClient.prototype.query = query;
  }
  return texts.filter((text) => !/^(START TRANSACTION|COMMIT|ROLLBACK|\/\* (each second|every 5 s))/.test(text)).length;
}

const findings = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({
    title: 'Images must have alternative text',
    ruleId: `rule-${from + i}`,
    selector: 'img',
    sourceUrl: 'https://x.example/',
    wcag: ['1.1.1'],
  }));
const ingest = (w: World, body: object) =>
  service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: w.product.slug, ...body });

const SCAN = { type: 'automated_scan', tool: 'axe' };
const PULL_REQUEST = { context: { trigger: 'pull_request', prNumber: 7 } };
// One of them tells who calls, and one takes the position of the event.
const OF_A_SCAN = 9;

test.each([
  ['a scan', SCAN, OF_A_SCAN],
  ['a complete scan', { ...SCAN, coverage: 'complete' }, OF_A_SCAN],
  // One more reads what main lines have on their pages.
  ['a complete scan of a pull request', { ...SCAN, ...PULL_REQUEST, coverage: 'complete' }, OF_A_SCAN + 1],
  // One more reads the rules that say whose its issues are.
  ['a report by people', { type: 'manual_test' }, 12],
])('%s of 1,000 findings runs as many statements as one of 10, and at most so many', async (_name, body, most) => {
  const w = await world(service);
  await ingest(w, { ...body, findings: findings(1) });
  const few = await statements(() => ingest(w, { ...body, findings: findings(10, 100) }));
  const many = await statements(() => ingest(w, { ...body, findings: findings(1000, 1000) }));
  expect(many).toBe(few);
  expect(many).toBeLessThanOrEqual(most);
});

test('a scan runs two statements more for its areas, and one more where it makes a sweep whole', async () => {
  const w = await world(service);
  await service.as(w.owner.token).post(`${w.product.url}/areas`).send({ name: 'Area' });
  const scan = (body: object, count = 10) =>
    statements(() => ingest(w, { ...SCAN, ...body, findings: findings(count) }));
  await scan({});
  expect(await scan({ areas: ['area'] })).toBeLessThanOrEqual(OF_A_SCAN + 2);
  const part = (number: number) => ({ coverage: 'complete', sweep: { key: 'nightly', part: number, of: 2 } });
  expect(await scan(part(1))).toBeLessThanOrEqual(OF_A_SCAN);
  expect(await scan(part(2), 1000)).toBeLessThanOrEqual(OF_A_SCAN + 1);
});

test.each([
  ['confirmed', { action: 'confirm' }],
  ['dismissed', { action: 'dismiss', reason: 'accepted' }],
])('a hundred findings are %s in as many statements as one, over many products too', async (_name, data) => {
  const w = await world(service);
  await ingest(w, { type: 'automated_scan', tool: 'axe', findings: findings(60) });
  const other = await w.newProduct('Other');
  await ingest(w, { productRef: other.slug, type: 'automated_scan', tool: 'axe', findings: findings(41) });
  const rows = await service.database.query('SELECT id FROM findings WHERE organization_id = $1', [w.organization.id]);
  const ids = rows.map(({ id }: { id: string }) => id);
  const triage = (some: string[]) =>
    statements(() => service.as(w.member.token).patch(`${w.organization.url}/findings/bulk`).send({ ids: some, data }));
  const few = await triage(ids.slice(0, 1));
  expect(await triage(ids.slice(1))).toBe(few);
});

test('a hundred confirmations are taken back in as many statements as one', async () => {
  const w = await world(service);
  await ingest(w, { ...SCAN, findings: findings(101) });
  const rows = await service.database.query('SELECT id FROM findings WHERE organization_id = $1', [w.organization.id]);
  const ids = rows.map(({ id }: { id: string }) => id);
  const undo = async (some: string[], body: object = {}) => {
    const { decision } = (
      await service
        .as(w.member.token)
        .patch(`${w.organization.url}/findings/bulk`)
        .send({ ids: some, data: { action: 'confirm', ...body } })
    ).body;
    return statements(() =>
      service.as(w.member.token).post(`${w.organization.url}/findings/decisions/${decision.id}/undo`),
    );
  };
  const few = await undo(ids.slice(0, 1));
  expect(await undo(ids.slice(1))).toBe(few);
});

test('many lines are listed in as many statements as one', async () => {
  const w = await world(service);
  const list = () => statements(() => service.as(w.member.token).get(`${w.product.url}/lines`));
  const scan = (tool: string, prNumber: number) =>
    ingest(w, { type: 'automated_scan', tool, context: { trigger: 'pull_request', prNumber }, findings: findings(2) });
  await scan('axe', 1);
  const few = await list();
  for (const tool of ['axe', 'pa11y', 'lighthouse']) for (let pull = 2; pull < 6; pull += 1) await scan(tool, pull);
  expect(await list()).toBe(few);
});

test('a change costs one statement more where webhooks are told of it', async () => {
  const w = await world(service);
  const create = () =>
    statements(() => service.as(w.member.token).post(`${w.product.url}/risks`).send({ title: 'New checkout' }));
  await create();
  const untold = await create();
  await service
    .as(w.admin.token)
    .post(`${w.organization.url}/webhooks`)
    .send({ url: 'https://93.184.216.34/' })
    .expect(201);
  expect(await create()).toBe(untold + 1);
});

/** The address of the product with the slug of its organization. */
const bySlug = ({ organization, product }: World): string =>
  `/v1/organizations/${organization.slug}/products/${product.slug}`;

describe('reads', () => {
  let few: World;
  let many: World;

  async function populated(count: number): Promise<World> {
    const w = await world(service);
    const area = (await service.as(w.owner.token).post(`${w.product.url}/areas`).send({ name: 'Area' })).body.area;
    for (let i = 1; i < count; i += 1)
      await service
        .as(w.owner.token)
        .post(`${w.product.url}/areas`)
        .send({ name: `Area ${i}` });
    for (let i = 0; i < count; i += 1) {
      await service
        .as(w.member.token)
        .post(`${w.product.url}/issues`)
        .send({ title: `${i}`, areaIds: [area.id] });
      await service
        .as(w.member.token)
        .post(`${w.product.url}/risks`)
        .send({ title: `${i}`, areaIds: [area.id] });
      await service.as(w.member.token).post(`${w.product.url}/audits`).send({});
      await service
        .as(w.member.token)
        .post(`${w.product.url}/test-activity`)
        .send({ type: 'manual_test', areaIds: [area.id] });
      await service
        .as(w.owner.token)
        .post(`${w.organization.url}/products`)
        .send({ name: `Product ${i}`, type: 'other' });
      await service
        .as(w.owner.token)
        .post(`${w.organization.url}/api-keys`)
        .send({ name: `${i}`, scopes: ['read'] });
    }
    await ingest(w, { type: 'automated_scan', tool: 'axe', findings: findings(count) });
    await ingest(w, { type: 'manual_test', findings: findings(count) });
    return w;
  }

  beforeAll(async () => {
    few = await populated(1);
    many = await populated(30);
  }, 120_000);

  test.each<[string, (w: World) => string, number]>([
    ['products', (w) => `${w.organization.url}/products`, 4],
    ['a product', (w) => w.product.url, 2],
    ['areas', (w) => `${w.product.url}/areas`, 4],
    ['an area', (w) => `${w.product.url}/areas/area`, 3],
    ['issues of a product', (w) => `${w.product.url}/issues`, 3],
    ['issues of an organization', (w) => `${w.organization.url}/issues`, 2],
    ['an issue', (w) => `${w.product.url}/issues/1`, 2],
    ['requirements of an issue', (w) => `${w.product.url}/issues/1/requirements`, 4],
    ['functional needs of an issue', (w) => `${w.product.url}/issues/1/functional-needs`, 2],
    ['issues of an activity', (w) => `${w.product.url}/test-activity/1/issues`, 4],
    ['issues of an audit', (w) => `${w.product.url}/audits/1/issues`, 4],
    ['risks of a product', (w) => `${w.product.url}/risks`, 3],
    ['risks of an organization', (w) => `${w.organization.url}/risks`, 2],
    ['a risk', (w) => `${w.product.url}/risks/1`, 2],
    ['insights', (w) => `${w.organization.url}/risks/insights`, 2],
    ['audits of a product', (w) => `${w.product.url}/audits`, 3],
    ['audits of an organization', (w) => `${w.organization.url}/audits`, 2],
    ['an audit', (w) => `${w.product.url}/audits/1`, 2],
    ['future audits', (w) => `${w.organization.url}/future-audits`, 2],
    ['activities of a product', (w) => `${w.product.url}/test-activity`, 3],
    ['activities of an organization', (w) => `${w.organization.url}/test-activity`, 2],
    ['an activity', (w) => `${w.product.url}/test-activity/1`, 2],
    ['findings of an activity', (w) => `${w.product.url}/test-activity/1/findings`, 4],
    ['findings of a product', (w) => `${w.product.url}/findings`, 4],
    ['findings of an organization', (w) => `${w.organization.url}/findings`, 3],
    ['the feed of a product', (w) => `${w.product.url}/testing-feed`, 3],
    ['the feed of an organization', (w) => `${w.organization.url}/testing-feed`, 2],
    ['who is blocked in a product', (w) => `${w.product.url}/insights/functional-needs`, 3],
    ['who is blocked in an organization', (w) => `${w.organization.url}/insights/functional-needs`, 2],
    ['what audits of a product have found', (w) => `${w.product.url}/insights/outcomes`, 3],
    ['what audits of an organization have found', (w) => `${w.organization.url}/insights/outcomes`, 2],
    ['trends of a product', (w) => `${w.product.url}/insights/trends`, 3],
    ['trends of an organization', (w) => `${w.organization.url}/insights/trends?interval=month`, 2],
    ['who is signed in', () => '/api/auth/get-session', 1],
    ['who is signed in, with their organizations', () => '/v1/me', 3],
    ['findings in groups', (w) => `${w.organization.url}/findings/groups`, 2],
    ['findings of a product in groups', (w) => `${w.product.url}/findings/groups?by=status`, 3],
    ['the overview', (w) => `${w.organization.url}/overview`, 4],
    ['a search of everything', (w) => `${w.organization.url}/search?q=area`, 4],
    ['members by name', (w) => `${w.organization.url}/members`, 2],
    ['conformance reports of an organization', (w) => `${w.organization.url}/conformance-reports`, 2],
    ['an organization', (w) => w.organization.url, 2],
    ['an organization by its slug', (w) => `/v1/organizations/${w.organization.slug}`, 3],
    ['an issue in an organization that its slug names', (w) => `${bySlug(w)}/issues/1`, 3],
    ['members', (w) => `/api/auth/organization/list-members?organizationId=${w.organization.id}`, 2],
    ['members of the active organization', () => '/api/auth/organization/list-members', 2],
    ['API keys', (w) => `${w.organization.url}/api-keys`, 2],
    ['standards', (w) => `${w.organization.url}/standards`, 2],
    ['requirements of a standard', (w) => `${w.organization.url}/standards/wcag-2-2/requirements`, 3],
    ['the Grade', (w) => `${w.product.url}/grade`, 2],
    ['the history of the Grade', (w) => `${w.product.url}/grade/history`, 3],
  ])('%s: as many statements for many rows as for one, and few', async (_name, path, most) => {
    const read = (w: World) => statements(() => service.as(w.owner.token).get(path(w)));
    await read(few);
    const [atFew, atMany] = [await read(few), await read(many)];
    expect(atMany).toBe(atFew);
    expect(atMany).toBeLessThanOrEqual(most);
  });
});

test('a published page that is shown again runs two statements, and so does a 304', async () => {
  const w = await world(service);
  const url = await filledReport(service, w, 'wcag-2-2');
  const { body } = await service.as(w.admin.token).post(`${url}/publish`).expect(200);
  const page = () => service.as().get(`/public/conformance/${body.conformanceReport.publicToken}`);
  const { headers } = await page().expect(200);
  expect(await statements(page)).toBe(2);
  const again = () => page().set('If-None-Match', headers['etag']!).expect(304);
  expect(await statements(async () => ({ ...(await again()), status: 200 }))).toBe(2);
});
