import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const get = (w: World, query: string, { url = w.product.url, token = w.member.token } = {}) =>
  service.as(token).get(`${url}/findings/groups${query}`);
const scan = (w: World, findings: object[], { product = w.product, tool = 'axe' } = {}) =>
  service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: product.slug, type: 'automated_scan', tool, findings })
    .expect(201);
const finding = (ruleId: string, selector: string, more: object = {}) => ({
  ruleId,
  selector,
  title: `${ruleId} title`,
  ...more,
});

async function filled(): Promise<World> {
  const w = await world(service);
  await scan(w, [
    finding('image-alt', 'img', { severity: 'high', wcag: ['1.1.1'] }),
    finding('image-alt', 'main > img', { severity: 'low' }),
    finding('label', 'input', { severity: 'medium' }),
    finding('label', 'textarea', { needsReview: true }),
  ]);
  return w;
}

test('findings that several tools report of one element and criterion are one group, counted by tool', async () => {
  const w = await world(service);
  const picture = { title: 'No text', wcag: ['1.1.1'], snippet: '<img class="x" src="/logo.3f2a9c1b.png">' };
  const reported = (tool: string, over: object) =>
    scan(w, [finding(`${tool}-alt`, tool, { ...picture, ...over })], { tool });
  await reported('axe', {});
  await reported('pa11y', {
    snippet: '<img src="/logo.77e0b1d2.png" />',
    wcag: ['2.4.4', '1.1.1'],
    helpUrl: 'https://rules.example/alt',
  });
  await reported('lighthouse', { wcag: ['2.4.4'] });
  const { body } = await get(w, '?by=groupKey');
  expect(body.groups).toMatchObject([
    {
      count: 2,
      title: 'No text',
      byTool: [
        { tool: 'axe', count: 1 },
        { tool: 'pa11y', count: 1 },
      ],
    },
    { count: 1, byTool: [{ tool: 'lighthouse', count: 1 }] },
  ]);
  const { key } = body.groups[0];
  const { body: listed } = await service.as(w.member.token).get(`${w.product.url}/findings?groupKey=${key}`);
  expect(listed.findings.map(({ tool }: { tool: string }) => tool).sort()).toEqual(['axe', 'pa11y']);
  const { id } = listed.findings.find(({ tool }: { tool: string }) => tool === 'pa11y');
  const { body: read } = await service.as(w.member.token).get(`${w.product.url}/findings/${id}`);
  expect(read.finding).toMatchObject({
    snippet: '<img src="/logo.77e0b1d2.png" />',
    helpUrl: 'https://rules.example/alt',
    groupKey: key,
  });
});

test('findings are grouped by rule with a title and their severities, the largest group first', async () => {
  const { body } = await get(await filled(), '').expect(200);
  expect(body).toEqual({
    groups: [
      {
        key: 'image-alt',
        title: 'image-alt title',
        count: 2,
        bySeverity: { high: 1, medium: 0, low: 1, none: 0 },
        byTool: null,
      },
      {
        key: 'label',
        title: 'label title',
        count: 1,
        bySeverity: { high: 0, medium: 1, low: 0, none: 0 },
        byTool: null,
      },
    ],
    total: 2,
    findings: 3,
    page: 1,
    pageSize: 25,
  });
});

test.each([
  ['selector', ['img', 'input', 'main > img']],
  ['tool', ['axe']],
  ['severity', ['high', 'low', 'medium']],
  ['status', ['confirmed', 'pending']],
])('groups by %s', async (by, keys) => {
  const w = await filled();
  const { findings } = (await service.as(w.member.token).get(`${w.product.url}/findings?ruleId=label`)).body;
  await service.as(w.member.token).post(`${w.product.url}/findings/${findings[0].id}/confirm`).send({}).expect(201);
  const { body } = await get(w, `?by=${by}`);
  expect(body.groups.map(({ key }: { key: string }) => key).sort()).toEqual(keys);
  expect(body.groups.every(({ title }: { title: unknown }) => title === null)).toBe(true);
});

test('the filters of the list hold, and each group has as many as the list with its key', async () => {
  const w = await filled();
  const other = await w.newProduct('Other');
  await scan(w, [finding('image-alt', 'img')], { product: other, tool: 'pa11y' });
  const url = w.organization.url;
  for (const query of [
    '',
    '&q=LABEL',
    '&severity=high,low',
    '&wcag=1.1.1',
    '&tool=pa11y',
    '&needsReview=any',
    `&productId=${other.id}`,
    '&status=pending',
    '&proposed=false',
    `&selector=${encodeURIComponent('main > img')}`,
  ]) {
    const { groups, findings } = (await get(w, `?by=rule${query}`, { url }).expect(200)).body;
    const list = (more: string) => service.as(w.member.token).get(`${url}/findings?pageSize=1${query}${more}`);
    expect([query, findings]).toEqual([query, (await list('')).body.total]);
    for (const { key, count } of groups)
      expect([query, key, count]).toEqual([query, key, (await list(`&ruleId=${key}`)).body.total]);
  }
  expect((await get(w, '?pageSize=1&page=2&total=false', { url })).body).toMatchObject({
    groups: [{ count: 1 }],
    total: null,
  });
  expect((await get(w, '?page=9', { url })).body).toMatchObject({ groups: [], total: 2, findings: 4 });
});

test('unknown keys, keys of no scope, strangers and findings of another organization are kept out', async () => {
  const [w, other] = [await filled(), await world(service)];
  expect((await get(w, '?by=colour')).body.errors[0].path).toBe('/query/by');
  expect((await get(w, '', { token: w.keys.ingest })).body.code).toBe('key_scope_missing');
  expect((await get(w, '', { token: other.owner.token })).body.code).toBe('not_a_member');
  const foreign = await get(other, `?productId=${w.product.id}`, { url: other.organization.url });
  expect(foreign.body).toMatchObject({ groups: [], findings: 0 });
});
