import { scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const { scan, post, findings: listed } = scansAt(service);

/** Pictures without a text, as `selector fingerprint`, on one page. */
const pictures = (named: readonly string[], over: object = {}) =>
  named.map((one) => {
    const [selector, fingerprint] = one.split(' ');
    const told = fingerprint ? { fingerprint } : {};
    return { title: 'No text', ruleId: 'alt', selector, sourceUrl: 'https://shop.example/', ...told, ...over };
  });
const send = async (w: World, named: readonly string[], context: object, over: object = {}) =>
  (await scan(w, pictures(named), { coverage: 'complete', context, ...over }).expect(201)).body;
const onMain = (w: World, named: readonly string[], over: object = {}) => send(w, named, { trigger: 'push' }, over);
const onPull = (w: World, prNumber: number, named: readonly string[], over: object = {}) =>
  send(w, named, { trigger: 'pull_request', prNumber }, over);

/** All findings as `selector status`, with former selectors. */
async function shown(w: World): Promise<string[]> {
  const all = (await listed(w, '?sortField=createdAt&sortDirection=asc')) as Record<string, string>[];
  return all.map(({ selector, status, aliases }) => [selector, status, ...aliases!].join(' '));
}
const triage = async (w: World, selector: string, action: string, body: object = {}) => {
  const [found] = await listed(w, `?selector=${encodeURIComponent(selector)}`);
  return service.as(w.member.token).post(`${w.product.url}/findings/${found.id}/${action}`).send(body);
};

describe('a finding with another selector', () => {
  test('is the same where its fingerprint is: a pull request that mends its neighbour brings nothing', async () => {
    const w = await world(service);
    await onMain(w, ['img:nth-child(1) red', 'img:nth-child(2) blue', 'img:nth-child(3) green']);
    const { delta, introduced, fixes } = await onPull(w, 7, ['img:nth-child(1) blue', 'img:nth-child(2) green']);
    expect(delta).toMatchObject({ new: 0, known: 2 });
    expect(introduced.count).toBe(0);
    expect(fixes).toBe(1);
    expect(await shown(w)).toEqual([
      'img:nth-child(1) pending',
      'img:nth-child(2) pending',
      'img:nth-child(3) pending',
    ]);
  });

  test('keeps triage and issue, shows the newest selector of a main line, and has the former ones', async () => {
    const w = await world(service);
    await onMain(w, ['a red', 'b blue', 'c green']);
    expect((await triage(w, 'b', 'dismiss', { reason: 'accepted' })).status).toBe(200);
    expect((await triage(w, 'c', 'confirm')).status).toBe(201);
    const { delta } = await onMain(w, ['a blue', 'b green']);
    expect(delta).toMatchObject({ new: 0, known: 1, dismissed: 1, resolved: 1 });
    expect(await shown(w)).toEqual(['a resolved', 'a dismissed b', 'b confirmed c']);
    await onMain(w, ['c blue', 'b green']);
    expect(await shown(w)).toEqual(['a resolved', 'c dismissed a b', 'b confirmed c']);
  });

  test('is known by its former selectors where all runs that reported it are undone', async () => {
    const w = await world(service);
    await onMain(w, ['a red', 'b blue']);
    await onMain(w, ['a red', 'c blue']);
    for (const number of [1, 2])
      await service.as(w.admin.token).delete(`${w.product.url}/test-activity/${number}`).expect(204);
    // Of one selector and of the other, both without a fingerprint, on two pages: one finding.
    const report = [...pictures(['b']), ...pictures(['c'], { sourceUrl: 'https://shop.example/other' })];
    const { body } = await scan(w, report, { coverage: 'complete', context: { trigger: 'push' } }).expect(201);
    expect([body.delta.new, body.introduced.count]).toEqual([1, 1]);
  });

  test('is known by twenty former selectors', async () => {
    const w = await world(service);
    const selectors = Array.from({ length: 25 }, (_, index) => `s${index}`);
    for (const selector of selectors) await onMain(w, [`${selector} red`]);
    const [found] = await listed(w);
    expect(found.aliases).toEqual(selectors.slice(4, 24).reverse());
    const [{ count }] = await service.database.query(
      'SELECT count(*)::int AS count FROM finding_spellings WHERE product_id = $1',
      [w.product.id],
    );
    expect(count).toBe(21);
    // Mended, and back as it was called long ago.
    await onMain(w, []);
    expect((await onMain(w, ['s5'])).delta).toMatchObject({ regressed: 1, new: 0 });
    await onMain(w, []);
    expect((await onMain(w, ['s1'])).delta).toMatchObject({ regressed: 0, new: 1 });
  });

  test('is another one where the fingerprint differs, or where its selector is that of an equal one', async () => {
    const w = await world(service);
    await onMain(w, ['a red', 'b red']);
    expect((await onMain(w, ['a red', 'c blue'])).delta).toMatchObject({ new: 1, known: 1, resolved: 1 });
    expect(await shown(w)).toEqual(['a pending', 'b resolved', 'c pending']);
  });

  test('leaves its selector to a new one', async () => {
    const w = await world(service);
    await onMain(w, ['a red']);
    for (let push = 1; push <= 2; push += 1) {
      const { delta, introduced } = await onPull(w, 7, ['b red', 'a blue']);
      expect(delta).toMatchObject({ new: 1, known: 1 });
      expect(introduced.indexes).toEqual([1]);
    }
    expect((await onMain(w, ['b red', 'a blue'])).delta).toMatchObject({ new: 1, known: 1 });
    expect(await shown(w)).toEqual(['b pending a', 'a pending']);
    expect((await onMain(w, ['b red', 'a blue'])).delta).toMatchObject({ new: 0, known: 2 });
  });

  test('is told apart by the page', async () => {
    const w = await world(service);
    const on = (page: string, named: string[]) => pictures(named, { sourceUrl: `https://shop.example${page}` });
    const both = (first: string[], second: string[]) =>
      scan(w, [...on('/1', first), ...on('/2', second)], { coverage: 'complete' }).expect(201);
    await both(['a red'], ['b red']);
    const { body } = await both(['b red'], ['a red']);
    expect(body.delta).toMatchObject({ new: 0, known: 2, resolved: 0 });
    expect(await shown(w)).toEqual(['b pending a', 'a pending b']);
  });
});

describe('the spelling of a proposal', () => {
  test('holds in its line alone, so that it hides nothing behind what is dismissed', async () => {
    const w = await world(service);
    await onMain(w, ['a red']);
    await triage(w, 'a', 'dismiss', { reason: 'accepted' });
    expect((await onPull(w, 7, ['b red'])).delta).toMatchObject({ dismissed: 1, new: 0 });
    expect((await onPull(w, 7, ['b blue'])).delta).toMatchObject({ dismissed: 1, new: 0 });
    expect((await onPull(w, 8, ['b blue'])).delta).toMatchObject({ dismissed: 0, new: 1 });
    expect((await onMain(w, ['a red', 'b blue'])).delta).toMatchObject({ dismissed: 1, new: 1 });
    expect(await shown(w)).toEqual(['a dismissed', 'b pending']);
  });

  test('is forgotten when it ends', async () => {
    const w = await world(service);
    await onMain(w, ['a red']);
    await onPull(w, 7, ['b red']);
    const spellings = () =>
      service.database.query('SELECT line FROM finding_spellings WHERE product_id = $1', [w.product.id]);
    expect(await spellings()).toHaveLength(1);
    const { body } = await service.as(w.member.token).get(`${w.product.url}/lines`);
    const { id } = body.lines.find(({ kind }: { kind: string }) => kind === 'proposal');
    await service.as(w.admin.token).post(`${w.product.url}/lines/${id}/end`).expect(200);
    expect(await spellings()).toEqual([]);
  });

  test('lands with the triage of what was proposed under another selector', async () => {
    const w = await world(service);
    await onMain(w, ['a red']);
    await onPull(w, 7, ['a red', 'b blue']);
    await triage(w, 'b', 'confirm');
    expect((await onMain(w, ['a red', 'c blue'])).delta).toMatchObject({ known: 2, new: 0 });
    expect(await shown(w)).toEqual(['a pending', 'c confirmed b']);
  });
});

test('what was learnt of spellings stays when the run is undone, and findings are as they were', async () => {
  const w = await world(service);
  await onMain(w, ['a red', 'b blue']);
  const { testActivity } = await onMain(w, ['a blue']);
  expect(await shown(w)).toEqual(['a resolved', 'a pending b']);
  await service.as(w.admin.token).delete(`${w.product.url}/test-activity/${testActivity.number}`).expect(204);
  expect(await shown(w)).toEqual(['a pending', 'a pending b']);
  expect((await onMain(w, ['a red', 'b blue'])).delta).toMatchObject({ new: 0, known: 2 });
  expect(await shown(w)).toEqual(['a pending', 'b pending a']);
});

test('a report without fingerprints goes on with the selectors that findings had last', async () => {
  const w = await world(service);
  await onMain(w, ['a red', 'b blue']);
  await onMain(w, ['a blue', 'b red']);
  await triage(w, 'a', 'dismiss', { reason: 'accepted' });
  expect((await onMain(w, ['a', 'b'])).delta).toMatchObject({ new: 0, known: 1, dismissed: 1 });
  expect(await shown(w)).toEqual(['b pending a', 'a dismissed b']);
});

test('parts of a sweep are matched one after the other', async () => {
  const w = await world(service);
  await onMain(w, ['a red', 'b blue']);
  const part = (number: number) => ({ sweep: { key: 'nightly', part: number, of: 2 } });
  const first = await onMain(w, ['c red'], part(1));
  const second = await onMain(w, ['d blue'], part(2));
  expect([first.delta, second.delta]).toMatchObject([
    { new: 0, known: 1 },
    { new: 0, known: 1, resolved: 0 },
  ]);
  expect(await shown(w)).toEqual(['c pending a', 'd pending b']);
});

test('what needs review is matched beside the failures of its rule', async () => {
  const w = await world(service);
  const review = (selector: string) => pictures([`${selector} red`], { needsReview: true });
  await scan(w, [...pictures(['a red']), ...review('a')], { coverage: 'complete' }).expect(201);
  const { body } = await scan(w, review('b'), { coverage: 'complete' }).expect(201);
  expect(body.delta).toMatchObject({ new: 0, resolved: 1, review: 1 });
  const [found, ...others] = await listed(w, '?needsReview=true');
  expect([found.selector, found.aliases, others]).toEqual(['b', ['a'], []]);
});

test.each([
  ['empty', { fingerprint: '' }],
  ['too long', { fingerprint: 'x'.repeat(201) }],
  ['no text', { fingerprint: 7 }],
])('a fingerprint that is %s is refused', async (_, said) => {
  const w = await world(service);
  const { body } = await scan(w, pictures(['a'], said)).expect(400);
  expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['/findings/0/fingerprint']);
});

test('what people report has no fingerprint', async () => {
  const w = await world(service);
  const manual = { productRef: w.product.slug, type: 'manual_test', findings: [{ title: 'x', fingerprint: 'red' }] };
  const { body } = await post(w.keys.ingest, manual).expect(400);
  expect(body.errors).toMatchObject([{ path: '/findings/0/fingerprint', code: 'not_allowed' }]);
});

test('thousands of findings that all look alike are taken, also when all of them move', async () => {
  const w = await world(service);
  const alike = (from: number) => Array.from({ length: 2000 }, (_, index) => `s${from + index} same`);
  expect((await onMain(w, alike(0))).delta).toMatchObject({ new: 2000 });
  expect((await onMain(w, alike(1000))).delta).toMatchObject({ new: 0, known: 2000, resolved: 0 });
  expect((await onMain(w, alike(1000))).delta).toMatchObject({ new: 0, known: 2000, resolved: 0 });
});
