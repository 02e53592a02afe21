import { linesAt } from '../support/lines.js';
import { minutesAhead } from '../support/moments.js';
import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const { scan } = scansAt(service);
const { finding: read, shown, triage } = linesAt(service);

/** One finding of each rule on each page. */
const on = (pages: Record<string, string[]>, host = 'shop.example') =>
  Object.entries(pages).flatMap(([ruleId, all]) =>
    all.map((page) => finding({ ruleId, sourceUrl: `https://${host}${page}` })),
  );
const onMain = (w: World, findings: object[], over: object = {}, context: object = {}) =>
  scan(w, findings, { coverage: 'complete', context: { trigger: 'push', ...context }, ...over }).expect(201);
const onPull = (w: World, findings: object[], over: object = {}, context: object = {}) =>
  scan(w, findings, {
    coverage: 'complete',
    context: { trigger: 'pull_request', prNumber: 7, ...context },
    ...over,
  }).expect(201);

const answer = async (w: World, ruleId: string, body: object, token = w.member.token) => {
  const { id } = await read(w, ruleId);
  return service.as(token).post(`${w.product.url}/findings/${id}/pages`).send(body);
};

describe('a barrier on one more page', () => {
  test('is brought on each push until it is mended there, also where the preview has another host', async () => {
    const w = await world(service);
    await onMain(w, on({ a: ['/'], b: ['/'] }));
    const preview = () => onPull(w, on({ a: ['/', '/new.html'], b: ['/'] }, 'preview-7.shop.example'));
    for (let push = 1; push <= 2; push += 1) {
      const { body } = await preview();
      expect(body).toMatchObject({
        delta: { new: 0, known: 1, spread: 1 },
        introduced: {
          count: 1,
          indexes: [0],
          spread: [0],
          pages: [{ index: 0, pages: ['/new.html'] }],
          pagesCut: false,
        },
        behind: 0,
        base: null,
      });
    }
    expect(await shown(w)).toEqual({ a: 'pending', b: 'pending' });
    expect((await onPull(w, on({ a: ['/'], b: ['/'] }))).body.introduced.count).toBe(0);
    await preview();
    expect((await onMain(w, on({ a: ['/', '/new.html'], b: ['/'] }))).body.delta).toMatchObject({
      known: 2,
      spread: 0,
    });
    expect((await preview()).body.introduced.count).toBe(0);
  });

  test('is told in the findings of its run, and again for the same idempotency key', async () => {
    const w = await world(service);
    await onMain(w, on({ a: ['/'], b: ['/'] }));
    const over = { idempotencyKey: 'push 1' };
    const pages = on({ a: ['/', '/x'], b: ['/'] });
    const first = await onPull(w, pages, over);
    await onMain(w, on({ a: ['/', '/x'], b: ['/'] }));
    const again = await scan(w, pages, { ...over, coverage: 'complete' }).expect(200);
    expect({ ...again.body, created: true }).toEqual(first.body);
    const { number } = first.body.testActivity;
    const { body } = await service
      .as(w.member.token)
      .get(`${w.product.url}/test-activity/${number}/findings?change=spread`);
    expect(body.findings.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['a']);
  });

  test('is not told apart by what rules make one page, nor where one side names no page', async () => {
    const w = await world(service);
    await service
      .as(w.admin.token)
      .patch(w.product.url)
      .send({ pageRules: [{ path: '/products/:id' }] })
      .expect(200);
    await onMain(w, [...on({ a: ['/products/1'], b: ['/'] }), finding({ ruleId: 'c' })]);
    const { body } = await onPull(w, [...on({ a: ['/products/2'], c: ['/x'] }), finding({ ruleId: 'b' })]);
    expect(body.delta).toMatchObject({ known: 3, spread: 0 });
  });

  test('can be dismissed or accepted there, until a moment and until it is reopened', async () => {
    const w = await world(service);
    await onMain(w, on({ a: ['/'] }));
    const spread = async () => (await onPull(w, on({ a: ['/', '/x', '/y'] }))).body.introduced.pages[0]?.pages ?? [];
    expect(await spread()).toEqual(['/x', '/y']);
    const before = (await read(w, 'a')).status;
    const { body } = await answer(w, 'a', {
      pages: ['/x'],
      action: 'dismiss',
      reason: 'third_party',
      comment: 'A map.',
    });
    expect(body.finding).toMatchObject({
      status: before,
      pageCount: 3,
      pagesToldApart: true,
      pages: expect.arrayContaining([
        { page: '/', lines: [expect.anything(), expect.anything()], answer: null },
        {
          page: '/x',
          lines: [expect.objectContaining({ kind: 'proposal', name: '7' })],
          answer: expect.objectContaining({ action: 'dismiss', reason: 'third_party', comment: 'A map.', until: null }),
        },
      ]),
    });
    expect(await spread()).toEqual(['/y']);
    await triage(w, 'a', 'confirm');
    expect((await answer(w, 'a', { pages: ['/y'], action: 'accept' })).status).toBe(200);
    expect(await spread()).toEqual([]);
    expect((await answer(w, 'a', { pages: ['/x', '/y'], action: 'reopen' })).status).toBe(200);
    expect(await spread()).toEqual(['/x', '/y']);
    const until = minutesAhead(1).toISOString();
    await answer(w, 'a', { pages: ['/x'], action: 'dismiss', reason: 'accepted', until });
    expect(await spread()).toEqual(['/y']);
    await service.database.query(`UPDATE finding_page_answers SET until = now() - interval '1 second'`);
    expect(await spread()).toEqual(['/x', '/y']);
    expect((await read(w, 'a')).pages.map((page: { answer: unknown }) => page.answer)).toEqual([null, null, null]);
  });

  test('an answer counts as a change of the finding, and is in the change log', async () => {
    const w = await world(service);
    await onMain(w, on({ a: ['/'] }));
    const { id } = await read(w, 'a');
    const url = `${w.product.url}/findings/${id}`;
    const { etag } = (await service.as(w.member.token).get(url)).headers;
    await answer(w, 'a', { pages: ['/'], action: 'dismiss', reason: 'accepted' });
    expect((await service.as(w.member.token).patch(url).set('If-Match', etag!).send({ title: 'x' })).status).toBe(412);
    const { body } = await service.as(w.admin.token).get(`${w.organization.url}/changes?type=finding.pages_answered`);
    expect(JSON.stringify(body)).toContain('finding.pages_answered');
  });

  test('an answer is refused for pages of others, without a reason, and before there is an issue', async () => {
    const w = await world(service);
    await onMain(w, on({ a: ['/'] }));
    const faults = async (body: object) => {
      const response = await answer(w, 'a', body);
      return response.body.errors?.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
    };
    expect(await faults({ pages: ['/', '/x'], action: 'dismiss', reason: 'accepted' })).toEqual([
      '/pages/1 unknown_reference',
    ]);
    expect(await faults({ pages: ['/'], action: 'dismiss' })).toEqual(['/reason required']);
    expect(await faults({ pages: ['/'], action: 'reopen', reason: 'accepted' })).toEqual(['/reason not_applicable']);
    const past = { pages: ['/'], action: 'dismiss', reason: 'accepted', until: '2020-01-01T00:00:00Z' };
    expect(await faults(past)).toHaveLength(1);
    expect(await faults({ pages: [], action: 'reopen' })).toHaveLength(1);
    expect((await answer(w, 'a', { pages: ['/'], action: 'accept' })).body.code).toBe('finding_not_confirmed');
    const foreign = await world(service);
    expect((await answer(w, 'a', { pages: ['/'], action: 'reopen' }, foreign.owner.token)).status).toBe(403);
  });
});

describe('a scan that is complete for some pages', () => {
  test('ends what it does not have there, and nothing elsewhere', async () => {
    const w = await world(service);
    await onMain(w, [...on({ a: ['/', '/x'], b: ['/x'], c: ['/'] }), finding({ ruleId: 'd' })]);
    const { body } = await onMain(w, on({ c: ['/'] }), { pages: ['https://shop.example/', 'https://shop.example/x'] });
    expect(body.delta).toMatchObject({ known: 1, resolved: 2 });
    expect(await shown(w)).toEqual({ a: 'resolved', b: 'resolved', c: 'pending', d: 'pending' });
  });

  test('leaves what other pages have, and an undo brings back what it ended', async () => {
    const w = await world(service);
    await onMain(w, on({ a: ['/', '/x'], b: ['/x'] }));
    const half = await onMain(w, [], { pages: ['https://shop.example/x'] });
    expect(half.body.delta.resolved).toBe(1);
    expect((await read(w, 'a')).pages.map(({ page }: { page: string }) => page)).toEqual(['/']);
    expect((await onMain(w, [], { pages: ['https://shop.example/'] })).body.delta.resolved).toBe(1);
    const { number } = half.body.testActivity;
    await service.as(w.admin.token).delete(`${w.product.url}/test-activity/${number}`).expect(204);
    expect(await shown(w)).toEqual({ a: 'pending', b: 'pending' });
    expect((await read(w, 'a')).pages.map(({ page }: { page: string }) => page)).toEqual(['/x']);
  });

  test('of a proposal says what it mends there alone', async () => {
    const w = await world(service);
    await onMain(w, on({ a: ['/'], b: ['/', '/x'], c: ['/x'] }));
    expect((await onPull(w, [], { pages: ['https://shop.example/'] })).body.fixes).toBe(1);
    expect((await onPull(w, [])).body.fixes).toBe(3);
  });
});

describe('what a proposal is based on', () => {
  const [old, mended] = ['a'.repeat(40), 'b'.repeat(40)];

  test('was there: what main lines have mended since is behind, and no regression', async () => {
    const w = await world(service);
    await onMain(w, on({ a: ['/'], b: ['/'] }), {}, { commitSha: old });
    await onMain(w, on({ b: ['/'] }), {}, { commitSha: mended });
    expect((await onPull(w, on({ a: ['/'], b: ['/'] }))).body).toMatchObject({
      delta: { regressed: 1, known: 1 },
      behind: 0,
      base: null,
    });
    const based = await onPull(w, on({ a: ['/'], b: ['/'] }), {}, { baseCommits: ['c'.repeat(40), old] });
    expect(based.body).toMatchObject({
      delta: { regressed: 0, known: 2 },
      introduced: { count: 0 },
      behind: 1,
      base: { commitSha: old, number: 1, completedAt: expect.any(String) },
    });
    const rebased = await onPull(w, on({ a: ['/'], b: ['/'] }), {}, { baseCommits: [mended, old] });
    expect(rebased.body).toMatchObject({ delta: { regressed: 1 }, base: { commitSha: mended, number: 2 } });
    const { number } = rebased.body.testActivity;
    const run = (await service.as(w.member.token).get(`${w.product.url}/test-activity/${number}`)).body.testActivity;
    expect(run.context).not.toHaveProperty('baseCommits');
  });

  test('also on a page alone', async () => {
    const w = await world(service);
    await onMain(w, on({ a: ['/', '/x'] }), {}, { commitSha: old });
    await onMain(w, on({ a: ['/'] }), {}, { commitSha: mended });
    const pages = on({ a: ['/', '/x'] });
    expect((await onPull(w, pages, {}, { baseCommits: [old] })).body).toMatchObject({ delta: { known: 1 }, behind: 1 });
    expect((await onPull(w, pages, {}, { baseCommits: [mended] })).body).toMatchObject({
      delta: { spread: 1 },
      behind: 0,
    });
  });

  test('counts in fixes what was there', async () => {
    const w = await world(service);
    await onMain(w, on({ a: ['/'] }), {}, { commitSha: old });
    await onMain(w, on({ a: ['/'], b: ['/'] }));
    expect((await onPull(w, [])).body.fixes).toBe(2);
    expect((await onPull(w, [], {}, { baseCommits: [old] })).body.fixes).toBe(1);
  });

  test('what a proposal shows can be answered, though main lines have mended it', async () => {
    const w = await world(service);
    await onMain(w, on({ a: ['/'], b: ['/'] }));
    await onMain(w, []);
    expect((await read(w, 'a')).actions).toEqual(['reopen']);
    const push = () => onPull(w, on({ a: ['/'], b: ['/'] }));
    expect((await push()).body.delta).toMatchObject({ regressed: 2 });
    expect((await read(w, 'a')).actions).toEqual(['confirm', 'dismiss', 'reopen']);
    await triage(w, 'a', 'dismiss', { reason: 'accepted' });
    await triage(w, 'b', 'confirm');
    expect(await shown(w)).toEqual({ a: 'dismissed', b: 'confirmed' });
    expect((await push()).body.delta).toMatchObject({ dismissed: 1, known: 1 });
    await onMain(w, []);
    expect(await shown(w)).toEqual({ a: 'dismissed', b: 'resolved' });
  });
});
