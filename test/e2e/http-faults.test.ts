import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();
const INGEST = '/api/ingest/test-activity';

const manyKeys = (count: number, name = 'key') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, 0]));

const send = (path: string, credential: string | undefined, text: string) =>
  service.as(credential).post(path).set('Content-Type', 'application/json').send(text);

test('of very many faults the first 100 are named, and all are counted', async () => {
  const { product, member } = await world(service);
  const { status, body } = await send(`${product.url}/issues`, member.token, JSON.stringify(manyKeys(20_000)));
  expect([status, body.errors.length, body.errorCount]).toEqual([400, 100, 20_001]);
  expect(body.errors[0]).toMatchObject({ path: '/title', code: 'required' });
  expect(body.errors[99]).toMatchObject({ path: '/key98', code: 'unknown_property' });
  const few = await send(`${product.url}/issues`, member.token, '{"titel":"x"}');
  expect([few.body.errors.length, few.body.errorCount]).toEqual([2, 2]);
});

test('a report of very many faulty findings is answered soon and in short', async () => {
  const { product, keys } = await world(service);
  const report = (findings: string, more: object = {}) =>
    `${JSON.stringify({ productRef: product.slug, type: 'automated_scan', ...more }).slice(0, -1)},"findings":[${findings}]}`;
  const empty = await send(INGEST, keys.ingest, report(Array<string>(190_000).fill('{}').join()));
  expect([empty.status, empty.body.errors.length]).toEqual([400, 100]);
  // Each lacks its title and its rule; the report its tool.
  expect(empty.body.errorCount).toBe(2 * 190_000 + 1);
  expect(empty.text.length).toBeLessThan(30_000);
  const wide = await send(
    INGEST,
    keys.ingest,
    report(JSON.stringify({ title: 'x', ruleId: 'x', ...manyKeys(40_000) }), { tool: 'axe-core' }),
  );
  expect([wide.status, wide.body.errors.length, wide.body.errorCount]).toEqual([400, 100, 40_000]);
});

test('faults of a report stand beside each other in the order of its findings', async () => {
  const { product, keys } = await world(service);
  const findings = [{ title: 'x', ruleId: 'r' }, { ruleId: 'r', severity: 'odd' }, 7];
  const { body } = await send(
    INGEST,
    keys.ingest,
    JSON.stringify({ productRef: product.slug, type: 'automated_scan', findings, odd: 1 }),
  );
  expect(body.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)).toEqual([
    '/odd unknown_property',
    '/findings/1/title required',
    '/findings/1/severity not_allowed',
    '/findings/2 wrong_type',
    '/tool required',
  ]);
});

test('200,000 values and 32 levels are the most of a body', async () => {
  const { product, keys, member } = await world(service);
  const many = (count: number) => `{"findings":[${Array<string>(count).fill('0').join()}]}`;
  expect((await send(INGEST, keys.ingest, many(200_000))).body.errors).toEqual([
    { path: '', code: 'too_many', message: expect.stringContaining('200000'), params: { max: 200_000 } },
  ]);
  expect((await send(INGEST, keys.ingest, many(199_999))).body.errors[0].path).toBe('/type');
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`;
  for (const [levels, code] of [
    [32, 'unknown_property'],
    [33, 'too_deep'],
    [40_000, 'too_deep'],
  ] as const)
    expect((await send(`${product.url}/issues`, member.token, deep(levels))).body.errors.at(-1).code).toBe(code);
  const twice = await send(`${product.url}/issues`, member.token, '{"title":"first","title":"second"}');
  expect(twice.body.issue.title).toBe('second');
});

test('texts that cannot be kept are named where they stand, keys included', async () => {
  const { product, member } = await world(service);
  const { body } = await send(
    `${product.url}/issues`,
    member.token,
    '{"title":"a\\u0000","b":[{"c\\ud800":1}],"d":"\\ud83d\\ude00"}',
  );
  expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['/title', '/b/0/c\ufffd']);
});
