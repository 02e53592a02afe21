import { earlier } from '../support/earlier.js';
import { linesAt, pullRequest } from '../support/lines.js';
import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const { scan, post } = scansAt(service);
const { discovered, onMain, onPull, report, shown, findings, triage, finding: read } = linesAt(service);

const delta = (counts: object) => ({
  new: 0,
  known: 0,
  regressed: 0,
  spread: 0,
  dismissed: 0,
  resolved: 0,
  review: 0,
  ...counts,
});
const introduced = (indexes: number[] = [], regressed: number[] = []) => ({
  count: indexes.length,
  indexes,
  regressed,
  spread: [],
  review: [],
  pages: [],
  pagesCut: false,
});
const undo = (w: World, number: number) =>
  service.as(w.admin.token).delete(`${w.product.url}/test-activity/${number}`).expect(204);
const closeIssue = (w: World, number: number) =>
  service.as(w.member.token).patch(`${w.product.url}/issues/${number}`).send({ state: 'closed' }).expect(200);

describe('a pull request', () => {
  test('stays red on each push until it is mended, and what is merged lands', async () => {
    const w = await world(service);
    await onMain(w, ['old']);
    for (let push = 1; push <= 3; push += 1) {
      const { body } = await onPull(w, 7, ['old', 'added']);
      expect(body).toMatchObject({ delta: delta({ new: 1, known: 1 }), introduced: introduced([1]), fixes: 0 });
    }
    expect(await shown(w)).toEqual({ old: 'pending', added: 'proposed pending' });

    const mended = await onPull(w, 7, ['old']);
    expect(mended.body).toMatchObject({ delta: delta({ known: 1 }), introduced: introduced(), fixes: 0 });
    expect(await shown(w)).toEqual({ old: 'pending', added: 'proposed resolved' });

    await onPull(w, 7, ['old', 'added']);
    const merged = await onMain(w, ['old', 'added']);
    expect(merged.body).toMatchObject({ delta: delta({ new: 1, known: 1 }), introduced: introduced([1]), fixes: null });
    expect(await shown(w)).toEqual({ old: 'pending', added: 'pending' });
    expect(await read(w, 'added')).toMatchObject({ proposed: false, regressionCount: 0 });
    expect((await onPull(w, 8, ['old', 'added'])).body.introduced).toEqual(introduced());
  });

  test('that mends what the product has says how much, and resolves nothing: that is for a main line', async () => {
    const w = await world(service);
    await onMain(w, ['a', 'b', 'c']);
    await triage(w, 'c', 'dismiss', { reason: 'accepted' });
    const { body } = await onPull(w, 7, ['a']);
    expect(body).toMatchObject({ resolvedCount: 0, delta: delta({ known: 1 }), fixes: 1 });
    expect((await onPull(w, 7, ['a'], { coverage: 'partial' })).body.fixes).toBeNull();
    expect(await shown(w)).toEqual({ a: 'pending', b: 'pending', c: 'dismissed' });
    expect((await onMain(w, ['a', 'c'])).body.delta).toEqual(delta({ known: 1, dismissed: 1, resolved: 1 }));
    expect((await onPull(w, 7, ['a'])).body.fixes).toBe(0);
  });

  test('does not mend what a main line has seen after it', async () => {
    const w = await world(service);
    await onMain(w, ['a'], undefined, { completedAt: '2026-03-02T00:00:00Z' });
    expect((await onPull(w, 7, [], { completedAt: '2026-03-01T00:00:00Z' })).body.fixes).toBe(0);
    expect((await onPull(w, 7, [], { completedAt: '2026-03-03T00:00:00Z' })).body.fixes).toBe(1);
  });

  test('rewords and re-dates nothing that has landed', async () => {
    const w = await world(service);
    const said = (title: string, month: number, over: object) =>
      scan(w, [finding({ title, sourceUrl: `https://shop.example/${month}` })], {
        completedAt: `2026-0${month}-01T00:00:00Z`,
        ...over,
      }).expect(201);
    await said('Landed', 2, {});
    const landed = await read(w, 'image-alt');
    await said('Before', 1, pullRequest(7));
    await said('After', 3, pullRequest(7));
    // Where it is now is told of proposals too.
    const { pages, pageCount, lines } = await read(w, 'image-alt');
    expect(pageCount).toBe(3);
    expect(await read(w, 'image-alt')).toEqual({ ...landed, pages, pageCount, lines });
    expect(landed).toMatchObject({
      title: 'Landed',
      firstSeenAt: '2026-02-01T00:00:00.000Z',
      lastSeenAt: '2026-02-01T00:00:00.000Z',
      occurrences: [{ sourceUrl: 'https://shop.example/2' }],
    });
  });

  test('that brings back what was resolved is red on each push; it is back with a main line', async () => {
    const w = await world(service);
    await onMain(w, ['a']);
    await onMain(w, []);
    for (let push = 1; push <= 2; push += 1) {
      const { body } = await onPull(w, 7, ['a']);
      expect(body).toMatchObject({ delta: delta({ regressed: 1 }), introduced: introduced([0], [0]) });
    }
    expect(await read(w, 'a')).toMatchObject({ status: 'resolved', proposed: false, regressionCount: 0 });
    expect((await onMain(w, ['a'])).body).toMatchObject({
      delta: delta({ regressed: 1 }),
      introduced: introduced([0], [0]),
    });
    expect(await read(w, 'a')).toMatchObject({ status: 'pending', regressionCount: 1 });
  });

  test('finds what a person has reopened known', async () => {
    const w = await world(service);
    await onMain(w, ['a']);
    await onMain(w, []);
    await triage(w, 'a', 'reopen');
    expect((await onPull(w, 7, ['a'])).body.delta).toEqual(delta({ known: 1 }));
  });

  test('names in the findings of its run what that brought, each time', async () => {
    const w = await world(service);
    await onMain(w, ['old']);
    await onPull(w, 7, ['old', 'added']);
    const second = await onPull(w, 7, ['old', 'added']);
    const changed = async (change: string) =>
      (
        await service
          .as(w.member.token)
          .get(`${w.product.url}/test-activity/${second.body.testActivity.number}/findings?change=${change}`)
      ).body.findings.map(({ ruleId }: { ruleId: string }) => ruleId);
    expect([await changed('new'), await changed('known'), await changed('resolved')]).toEqual([['added'], ['old'], []]);
  });

  test('is older than its last sighting of a finding and does not end that', async () => {
    const w = await world(service);
    await onPull(w, 7, ['a'], { completedAt: '2026-03-02T00:00:00Z' });
    await onPull(w, 7, [], { completedAt: '2026-03-01T00:00:00Z' });
    expect(await shown(w)).toEqual({ a: 'proposed pending' });
    await onPull(w, 7, [], { completedAt: '2026-03-02T00:00:00Z' });
    expect(await shown(w)).toEqual({ a: 'proposed resolved' });
  });

  test('shares what it proposes with others: it stays as long as one of them has it', async () => {
    const w = await world(service);
    await onPull(w, 7, ['a']);
    expect((await onPull(w, 8, ['a'])).body.delta).toEqual(delta({ new: 1 }));
    await onPull(w, 7, []);
    expect(await shown(w)).toEqual({ a: 'proposed pending' });
    await onPull(w, 8, []);
    expect(await shown(w)).toEqual({ a: 'proposed resolved' });
    expect((await onPull(w, 8, ['a'])).body.delta).toEqual(delta({ new: 1 }));
    expect(await read(w, 'a')).toMatchObject({ status: 'pending', regressionCount: 0 });
  });
});

describe('triage of what is proposed', () => {
  test('a dismissal holds after the merge', async () => {
    const w = await world(service);
    await onPull(w, 7, ['a']);
    await triage(w, 'a', 'dismiss', { reason: 'false_positive' });
    expect((await onPull(w, 7, ['a'])).body).toMatchObject({
      delta: delta({ dismissed: 1 }),
      introduced: introduced(),
    });
    expect((await onMain(w, ['a'])).body).toMatchObject({ delta: delta({ dismissed: 1 }), introduced: introduced() });
    expect(await shown(w)).toEqual({ a: 'dismissed' });
  });

  test('a confirmation opens its issue, and nobody counts it as new any more', async () => {
    const w = await world(service);
    await onPull(w, 7, ['a']);
    await triage(w, 'a', 'confirm');
    expect((await onPull(w, 7, ['a'])).body).toMatchObject({ delta: delta({ known: 1 }), introduced: introduced() });
    expect((await onMain(w, ['a'])).body).toMatchObject({ delta: delta({ known: 1 }), introduced: introduced() });
    expect(await shown(w)).toEqual({ a: 'confirmed' });
  });

  test('what is confirmed and in no line any more is resolved, and its issue says so', async () => {
    const w = await world(service);
    await onPull(w, 7, ['a']);
    await triage(w, 'a', 'confirm');
    await onPull(w, 7, []);
    expect(await shown(w)).toEqual({ a: 'proposed resolved' });
    const { body } = await service.as(w.member.token).get(`${w.product.url}/issues/1`);
    expect(body.issue).toMatchObject({ state: 'open', noLongerReported: true });
  });

  test('a closed issue is flagged by main lines only', async () => {
    const w = await world(service);
    await onPull(w, 7, ['a']);
    await triage(w, 'a', 'confirm');
    await closeIssue(w, 1);
    const regressed = async () =>
      (await service.as(w.member.token).get(`${w.product.url}/issues/1`)).body.issue.regressed;
    expect((await onPull(w, 7, ['a'])).body.delta).toEqual(delta({ known: 1 }));
    expect(await regressed()).toBe(false);
    expect((await onMain(w, ['a'])).body).toMatchObject({
      delta: delta({ regressed: 1 }),
      introduced: introduced([0], [0]),
    });
    expect(await regressed()).toBe(true);
  });
});

describe('a main line', () => {
  test('does not end what another one still has', async () => {
    const w = await world(service);
    await onMain(w, ['a'], 'production');
    for (let night = 1; night <= 2; night += 1) {
      expect((await onMain(w, [], 'staging')).body.delta).toEqual(delta({}));
      expect((await onMain(w, ['a'], 'production')).body.delta).toEqual(delta({ known: 1 }));
    }
    expect((await onMain(w, ['a'], 'staging')).body.delta).toEqual(delta({ known: 1 }));
    expect((await onMain(w, [], 'production')).body.delta).toEqual(delta({}));
    expect((await onMain(w, [], 'staging')).body.delta).toEqual(delta({ resolved: 1 }));
    expect(await shown(w)).toEqual({ a: 'resolved' });
  });

  test('of a name ends what the unnamed one left 35 days ago, and no ghost stays', async () => {
    const w = await world(service);
    await onMain(w, ['a', 'b']);
    expect((await onMain(w, ['a'], 'production')).body.delta).toEqual(delta({ known: 1 }));
    await service.database.query(
      `UPDATE lines SET arrived_at = ${earlier('arrived_at', "interval '35 days'")} WHERE product_id = $1 AND name IS NULL`,
      [w.product.id],
    );
    expect((await onMain(w, ['a'], 'production')).body.delta).toEqual(delta({ known: 1, resolved: 1 }));
    expect(await shown(w)).toEqual({ a: 'pending', b: 'resolved' });
  });

  test('is what a report says it is, whatever its trigger', async () => {
    const w = await world(service);
    expect((await report(w, ['a'], { ...pullRequest(7), line: 'main' })).body.fixes).toBeNull();
    await report(w, ['a', 'b'], { context: { trigger: 'push', ref: 'feature' }, line: 'proposal' });
    expect(await shown(w)).toEqual({ a: 'pending', b: 'proposed pending' });
  });
});

describe('an answer', () => {
  test('points to the first place of each finding that a run brings', async () => {
    const w = await world(service);
    await onMain(w, ['old', 'gone']);
    await onMain(w, ['old']);
    const { body } = await report(w, ['added', 'old', 'added', 'gone', 'other', 'gone'], pullRequest(7));
    expect(body).toMatchObject({
      findingCount: 4,
      delta: delta({ new: 2, known: 1, regressed: 1 }),
      introduced: introduced([0, 3, 4], [3]),
    });
  });

  test('names a thousand places at most, and counts all', async () => {
    const w = await world(service);
    const rules = Array.from({ length: 1_001 }, (_, index) => `rule-${index}`);
    const { introduced: news } = (await onPull(w, 7, rules)).body;
    expect([news.count, news.indexes.length, news.indexes.at(-1)]).toEqual([1_001, 1_000, 999]);
  });

  test('about what people found has every place, and nothing that came back', async () => {
    const w = await world(service);
    const body = { productRef: w.product.slug, type: 'manual_test', findings: [{ title: 'a' }, { title: 'a' }] };
    const answer = await post(w.keys.ingest, { ...body, ...pullRequest(7) }).expect(201);
    expect(answer.body).toMatchObject({ delta: delta({ new: 2 }), introduced: introduced([0, 1]), fixes: null });
  });

  test('of a dry run is that of the run', async () => {
    const w = await world(service);
    await onMain(w, ['old', 'gone']);
    const body = {
      productRef: w.product.slug,
      type: 'automated_scan',
      tool: 'axe-core',
      coverage: 'complete',
      ...pullRequest(7),
      findings: [finding({ ruleId: 'added' }), finding({ ruleId: 'old' })],
    };
    const dry = (await post(w.keys.ingest, body, '?dryRun=true').expect(200)).body;
    const run = (await post(w.keys.ingest, body).expect(201)).body;
    expect(dry).toMatchObject({ delta: delta({ new: 1, known: 1 }), introduced: introduced([0]), fixes: 1 });
    for (const field of ['delta', 'introduced', 'fixes']) expect(run[field]).toEqual(dry[field]);
  });

  test('to a repeated job is that of the first time, whatever has happened since', async () => {
    const w = await world(service);
    await onMain(w, ['old']);
    const job = { idempotencyKey: 'run 4711' };
    const first = (await onPull(w, 7, ['added'], job)).body;
    await onMain(w, ['added']);
    await triage(w, 'added', 'dismiss', { reason: 'accepted' });
    const again = (await onPull(w, 7, ['added'], job)).body;
    expect(again).toEqual({ ...first, created: false });
    expect(JSON.stringify(again)).toBe(JSON.stringify({ ...first, created: false }));
    expect(first).toMatchObject({ delta: delta({ new: 1 }), introduced: introduced([0]), fixes: 1 });
  });
});

test('the feed counts with each run what no run of any line had reported before', async () => {
  const w = await world(service);
  await onMain(w, ['a']);
  for (let push = 1; push <= 2; push += 1) await onPull(w, 7, ['a', 'b']);
  await onMain(w, ['a', 'b', 'c']);
  expect(await discovered(w)).toEqual({ 1: 1, 2: 1, 3: 0, 4: 1 });
});

describe('undoing', () => {
  test('the landing makes a finding proposed again, as its proposals saw it', async () => {
    const w = await world(service);
    const said = (title: string, month: number, over: object) =>
      scan(w, [finding({ title })], { completedAt: `2026-0${month}-01T00:00:00Z`, ...over }).expect(201);
    await said('Proposed', 1, pullRequest(7));
    const proposed = await read(w, 'image-alt');
    const landing = await said('Landed', 2, {});
    expect(await read(w, 'image-alt')).toMatchObject({
      title: 'Landed',
      proposed: false,
      firstSeenAt: '2026-02-01T00:00:00.000Z',
    });
    await undo(w, landing.body.testActivity.number);
    const { updatedAt: _, ...after } = await read(w, 'image-alt');
    expect(proposed).toMatchObject(after);
    expect(after).toMatchObject({ title: 'Proposed', proposed: true, firstSeenAt: '2026-01-01T00:00:00.000Z' });
  });

  test('the only run that proposed a finding removes it; the answers of other runs stay', async () => {
    const w = await world(service);
    const first = await onPull(w, 7, ['a'], { idempotencyKey: 'one' });
    const second = await onPull(w, 7, ['a', 'b'], { idempotencyKey: 'two' });
    await undo(w, second.body.testActivity.number);
    expect(await shown(w)).toEqual({ a: 'proposed pending' });
    expect((await onPull(w, 7, ['a'], { idempotencyKey: 'one' })).body).toEqual({ ...first.body, created: false });
  });
});

describe('lists of findings', () => {
  test('filter by what is proposed, and show both without that', async () => {
    const w = await world(service);
    await onMain(w, ['landed']);
    await onPull(w, 7, ['landed', 'proposed']);
    const rules = (body: { findings: { ruleId: string }[]; total: number }) => [
      body.findings.map(({ ruleId }) => ruleId).sort(),
      body.total,
    ];
    for (const url of [w.product.url, w.organization.url]) {
      const list = async (query: string) =>
        rules((await service.as(w.member.token).get(`${url}/findings${query}`)).body);
      expect(await list('')).toEqual([['landed', 'proposed'], 2]);
      expect(await list('?proposed=true')).toEqual([['proposed'], 1]);
      expect(await list('?proposed=false')).toEqual([['landed'], 1]);
      const refused = await service.as(w.member.token).get(`${url}/findings?proposed=maybe`);
      expect([refused.status, refused.body.errors[0].path]).toEqual([400, '/query/proposed']);
    }
    expect(await findings(w, '?status=pending&proposed=true')).toHaveLength(1);
  });
});

describe('the Grade', () => {
  const grade = async (w: World) => (await service.as(w.member.token).get(`${w.product.url}/grade`)).body.grade;

  test('takes runs of main lines as evidence, and proposals as none', async () => {
    const w = await world(service);
    await onPull(w, 7, []);
    expect(await grade(w)).toMatchObject({ letter: null, reasons: [{ code: 'not_evaluated' }] });
    await report(w, [], { ...pullRequest(7), line: 'main' });
    expect((await grade(w)).letter).toBe('C');
  });

  test('does not take a push to a branch as evidence where the report says that it is a proposal', async () => {
    const w = await world(service);
    await report(w, [], { context: { trigger: 'push', ref: 'feature' }, line: 'proposal' });
    expect((await grade(w)).letter).toBeNull();
  });

  test('supposes only what has landed to be confirmed', async () => {
    const w = await world(service);
    await service
      .as(w.member.token)
      .post(`${w.product.url}/audits`)
      .send({ status: 'completed', description: 'The checkout.' })
      .expect(201);
    const severe = [finding({ severity: 'high', wcag: ['1.1.1'] })];
    await scan(w, severe, pullRequest(7)).expect(201);
    expect(await grade(w)).toMatchObject({ letter: 'A', potentialLetter: 'A' });
    await scan(w, severe).expect(201);
    expect(await grade(w)).toMatchObject({ letter: 'A', potentialLetter: 'C' });
  });
});
