import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const { scan } = scansAt(service);

const AT = 'https://shop.example';
const onMain = (w: World, findings: object[], over: object = {}) =>
  scan(w, findings, { coverage: 'complete', context: { trigger: 'push' }, ...over });
const onPull = (w: World, findings: object[], context: object = {}) =>
  scan(w, findings, { coverage: 'complete', context: { trigger: 'pull_request', prNumber: 7, ...context } });
const sha = (number: number): string => number.toString(16).padStart(40, '0');

/** One rule at many elements of one page, all of which look alike. */
const alike = (count: number, from = 0): object[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ title: 'x', ruleId: 'r', selector: `p:nth-child(${from + index})`, fingerprint: 'f', sourceUrl: `${AT}/` },
  }));

test('one rule five thousand times on one page, all alike and all moved, is matched one to one', async () => {
  const w = await world(service);
  expect((await onMain(w, alike(5_000)).expect(201)).body.delta).toMatchObject({ new: 5_000 });
  const { body } = await onPull(w, alike(5_000, 2_500)).expect(201);
  expect([body.delta.known, body.introduced.count, body.fixes]).toEqual([5_000, 0, 0]);
  // One more is one, wherever it stands; it is the last that nothing is left for.
  const more = await onPull(w, alike(5_001, 2_500)).expect(201);
  expect([more.body.delta.new, more.body.introduced.indexes]).toEqual([1, [5_000]]);
  expect((await onMain(w, alike(5_000, 2_500)).expect(201)).body.delta).toMatchObject({ new: 0, known: 5_000 });
});

test('the same finding several times in one report is one, with the fingerprint that came last', async () => {
  const w = await world(service);
  const said = (fingerprint: string) => finding({ ruleId: 'r', selector: 'a', fingerprint, sourceUrl: `${AT}/` });
  expect((await onMain(w, [said('one'), said('two')]).expect(201)).body).toMatchObject({ findingCount: 1 });
  const moved = (fingerprint: string) => ({ ...said(fingerprint), selector: 'b' });
  expect((await onPull(w, [moved('two')]).expect(201)).body.delta).toMatchObject({ known: 1, new: 0 });
  expect((await onPull(w, [moved('one')], { prNumber: 8 }).expect(201)).body.delta).toMatchObject({ known: 0, new: 1 });
});

test('commits that no main line has reported are no base, and more than 51 are refused', async () => {
  const w = await world(service);
  await onMain(w, [finding({ ruleId: 'r' })], { context: { trigger: 'push', commitSha: sha(1) } }).expect(201);
  const others = Array.from({ length: 51 }, (_, index) => sha(100 + index));
  const unknown = await onPull(w, [finding({ ruleId: 'r' })], { baseCommits: others }).expect(201);
  expect([unknown.body.base, unknown.body.delta.known]).toEqual([null, 1]);
  const last = await onPull(w, [], { baseCommits: [...others.slice(1), sha(1)] }).expect(201);
  expect(last.body.base).toMatchObject({ commitSha: sha(1) });
  for (const baseCommits of [[...others, sha(1)], [], ['not a commit\u0000'], [7], 'c0ffee'])
    expect((await onPull(w, [], { baseCommits })).status).toBe(400);
  // Those of another product's runs are no base either.
  const other = await w.newProduct('Other');
  const elsewhere = await scan(w, [], {
    productRef: other.slug,
    coverage: 'complete',
    context: { trigger: 'pull_request', prNumber: 7, baseCommits: [sha(1)] },
  }).expect(201);
  expect(elsewhere.body.base).toBeNull();
});

describe('page rules', () => {
  const rules = (w: World, pageRules: object[]) => service.as(w.admin.token).patch(w.product.url).send({ pageRules });
  const at = (...pages: string[]) => pages.map((page) => finding({ ruleId: 'r', sourceUrl: `${AT}${page}` }));
  const spreadTo = async (w: World, ...pages: string[]): Promise<string[]> =>
    (await onPull(w, at(...pages)).expect(201)).body.introduced.pages.flatMap((one: { pages: string[] }) => one.pages);

  test('that fit everything make one page of the whole site', async () => {
    const w = await world(service);
    await rules(w, [{ path: '/**' }]).expect(200);
    await onMain(w, at('/')).expect(201);
    expect(await spreadTo(w, '/', '/a', '/b/c?d=e', '/index.html')).toEqual([]);
  });

  test('that overlap hold in their order', async () => {
    const w = await world(service);
    await rules(w, [{ path: '/a/:id' }, { path: '/a/**' }, { path: '/**', query: ['q'] }]).expect(200);
    await onMain(w, at('/a/1', '/a/1/2', '/x?q=1')).expect(201);
    expect(await spreadTo(w, '/a/2', '/a/3/4/5', '/y?q=1&r=2')).toEqual([]);
    expect(await spreadTo(w, '/y?q=2')).toHaveLength(1);
  });

  test('that change between two runs hold for what was reported before', async () => {
    const w = await world(service);
    await onMain(w, at('/a/1')).expect(201);
    expect(await spreadTo(w, '/a/2')).toEqual(['/a/2']);
    await rules(w, [{ path: '/a/:id' }]).expect(200);
    expect(await spreadTo(w, '/a/2')).toEqual([]);
    await rules(w, []).expect(200);
    expect(await spreadTo(w, '/a/2')).toEqual(['/a/2']);
  });
});
