import { daysAgo } from '../support/moments.js';
import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ RUN_URL: 'https://app.example/{organization}/{product}/runs/{number}' });
const { post, scan, findings, counts } = scansAt(service);

test('lengths are counted in characters, of which an emoji is one', async () => {
  const w = await world(service);
  const titles = (count: number) =>
    scan(w, [finding({ title: '🦽'.repeat(count) })], { title: '🦽'.repeat(count - 100) });
  expect((await titles(300)).status).toBe(201);
  expect((await titles(301)).body.errors).toMatchObject([
    { path: '/title', code: 'too_long' },
    { path: '/findings/0/title', code: 'too_long' },
  ]);
});

test('entries of wcag are trimmed before they are measured', async () => {
  const w = await world(service);
  const entry = (text: string) => scan(w, [finding({ wcag: [text] })]);
  expect((await entry(`${' '.repeat(60)}WCAG 1.4.3${' '.repeat(60)}`)).status).toBe(201);
  expect((await findings(w))[0].wcag).toEqual(['WCAG 1.4.3']);
  expect((await scan(w, [finding({ wcag: ` ${'x'.repeat(50)} ` })])).status).toBe(201);
  for (const faulty of ['x'.repeat(51), ' '.repeat(60), ''])
    expect((await entry(faulty)).body.errors[0].path).toMatch(/^\/findings\/0\/wcag/);
});

describe('a scan', () => {
  test('becomes findings that await triage, and says where it can be read', async () => {
    const w = await world(service);
    const response = await scan(w, [
      finding({ severity: 'high', wcag: ['1.1.1'], sourceUrl: 'https://shop.example/' }),
      finding({ ruleId: 'label' }),
    ]);
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      testActivity: {
        id: expect.any(String),
        number: 1,
        url: `https://app.example/${w.organization.id}/${w.product.slug}/runs/1`,
      },
      issueCount: 0,
      findingCount: 2,
      resolvedCount: 0,
      delta: { new: 2, known: 0, regressed: 0, spread: 0, dismissed: 0, resolved: 0, review: 0 },
      introduced: { count: 2, indexes: [0, 1], regressed: [], spread: [], review: [], pages: [], pagesCut: false },
      behind: null,
      base: null,
      fixes: null,
      created: true,
      warnings: [],
    });
    expect(response.headers['location']).toBe(`${w.product.url}/test-activity/1`);
    const activity = await service.as(w.member.token).get(response.headers['location']!);
    expect(activity.body.testActivity).toMatchObject({
      number: 1,
      tool: 'axe-core',
      findingCount: 2,
      title: 'Automated scan of Web Shop',
      context: null,
    });
    expect(await findings(w, '?status=pending&sortField=severity')).toMatchObject([
      { ruleId: 'image-alt', tool: 'axe-core', severity: 'high', wcag: ['1.1.1'], status: 'pending' },
      { ruleId: 'label', severity: null },
    ]);
  });

  test('sees one finding on many pages, and each page is an occurrence', async () => {
    const w = await world(service);
    const first = await scan(
      w,
      [finding({ sourceUrl: 'https://shop.example/a' }), finding({ sourceUrl: 'https://shop.example/b' })],
      { completedAt: '2026-01-01T00:00:00Z' },
    );
    expect(first.body.findingCount).toBe(1);
    await scan(w, [finding({ sourceUrl: 'https://shop.example/b' })], {
      completedAt: '2026-02-01T00:00:00Z',
      tool: ' AXE-core ',
    });
    const [known] = await findings(w);
    const read = await service.as(w.member.token).get(`${w.product.url}/findings/${known.id}`);
    expect(read.body.finding).toMatchObject({
      issue: null,
      actions: ['confirm', 'dismiss'],
      firstSeenAt: '2026-01-01T00:00:00.000Z',
      lastSeenAt: '2026-02-01T00:00:00.000Z',
      occurrences: [
        {
          sourceUrl: 'https://shop.example/a',
          firstSeenAt: '2026-01-01T00:00:00.000Z',
          lastSeenAt: '2026-01-01T00:00:00.000Z',
        },
        {
          sourceUrl: 'https://shop.example/b',
          firstSeenAt: '2026-01-01T00:00:00.000Z',
          lastSeenAt: '2026-02-01T00:00:00.000Z',
        },
      ],
    });
  });

  test('that is complete resolves what its tool no longer reports, and nothing else', async () => {
    const w = await world(service);
    await scan(w, [finding(), finding({ ruleId: 'label' })]);
    await scan(w, [finding()], { tool: 'pa11y' });
    await service.as(w.owner.token).post(`${w.product.url}/areas`).send({ name: 'Checkout' });
    const within = await scan(w, [], { coverage: 'complete', areas: ['checkout'] });
    expect(within.body.resolvedCount).toBe(0);
    expect((await scan(w, [])).body.resolvedCount).toBe(0);
    const complete = await scan(w, [finding()], { coverage: 'complete' });
    expect(complete.body).toMatchObject({
      resolvedCount: 1,
      findingCount: 1,
      delta: { new: 0, known: 1, resolved: 1 },
    });
    expect(
      (await findings(w, '?status=resolved')).map(({ ruleId, tool }: { ruleId: string; tool: string }) => [
        ruleId,
        tool,
      ]),
    ).toEqual([['label', 'axe-core']]);
    const back = await scan(w, [finding({ ruleId: 'label' })]);
    expect(back.body.delta).toMatchObject({ regressed: 1, new: 0 });
    expect((await findings(w, '?ruleId=label'))[0]).toMatchObject({
      status: 'pending',
      regressionCount: 1,
      resolvedAt: null,
    });
  });

  test('older than the last sighting resolves nothing', async () => {
    const w = await world(service);
    await scan(w, [finding()], { completedAt: daysAgo(1) });
    const late = await scan(w, [], { coverage: 'complete', completedAt: daysAgo(2) });
    expect(late.body.resolvedCount).toBe(0);
  });

  test('with the same idempotency key answers 200 with the first activity and applies nothing', async () => {
    const w = await world(service);
    const body = { idempotencyKey: 'build-1', completedAt: daysAgo(1) };
    const first = await scan(w, [finding()], body);
    const again = await scan(w, [finding({ ruleId: 'other' })], body);
    expect([again.status, again.body.created, again.body.testActivity, again.body.findingCount]).toEqual([
      200,
      false,
      first.body.testActivity,
      1,
    ]);
    expect(await findings(w)).toHaveLength(1);
    await service.as(w.owner.token).post(`${w.product.url}/archive`);
    expect((await scan(w, [], body)).status).toBe(200);
    expect((await scan(w, [])).body.code).toBe('product_archived');
  });

  test('posted by forty racing requests with one key is one activity', async () => {
    const w = await world(service);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => scan(w, [finding()], { idempotencyKey: 'race' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(39);
    expect(new Set(answers.map(({ body }) => body.testActivity.number))).toEqual(new Set([1]));
  });

  test('of the same findings in another order, forty at once, deadlocks nobody', async () => {
    const w = await world(service);
    const many = Array.from({ length: 30 }, (_, i) => finding({ ruleId: `rule-${i}` }));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => scan(w, i % 2 ? many : [...many].reverse())),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(201));
    expect(answers.map(({ body }) => body.testActivity.number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, i) => i + 1),
    );
    expect(answers.reduce((sum, { body }) => sum + body.delta.new, 0)).toBe(30);
  });

  test('as a dry run counts the same and keeps nothing', async () => {
    const w = await world(service);
    await scan(w, [finding()]);
    const before = await counts();
    const body = {
      productRef: w.product.slug,
      type: 'automated_scan',
      tool: 'axe-core',
      coverage: 'complete',
      findings: [finding({ ruleId: 'new' })],
    };
    const dry = await post(w.keys.ingest, body, '?dryRun=true');
    expect([dry.status, dry.headers['location']]).toEqual([200, undefined]);
    expect(dry.body).toMatchObject({
      testActivity: null,
      created: false,
      findingCount: 1,
      resolvedCount: 1,
      delta: { new: 1, resolved: 1 },
    });
    expect(await counts()).toEqual(before);
    expect((await post(w.keys.ingest, body)).body).toMatchObject({
      testActivity: { number: 2 },
      delta: dry.body.delta,
    });
  });
});

describe('a report by people', () => {
  test('becomes issues at once, linked to the criteria it names', async () => {
    const w = await world(service);
    const response = await post(w.keys.ingest, {
      productRef: w.product.slug,
      type: 'manual_test',
      findings: [
        {
          title: 'x'.repeat(300),
          description: 'Detail',
          severity: 'high',
          wcag: 'WCAG 1.4.3',
          sourceUrl: 'https://shop.example/',
        },
        { title: 'Same', wcag: ['wcag143', 'nonsense'] },
        { title: 'Same' },
      ],
    });
    expect(response.body).toMatchObject({ issueCount: 3, findingCount: 3, resolvedCount: 0, delta: { new: 3 } });
    const { body } = await service.as(w.member.token).get(`${w.product.url}/test-activity/1/issues`);
    expect(body.issues.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3]);
    expect(body.issues[0]).toMatchObject({
      state: 'open',
      severity: 'high',
      sourceUrl: 'https://shop.example/',
      wcag: ['WCAG 1.4.3'],
    });
    expect(body.issues[0].title).toBe(`${'x'.repeat(199)}…`);
    expect(body.issues[0].description).toBe(`${'x'.repeat(300)}\n\nDetail`);
    expect(body.issues[1].wcag).toEqual(['wcag143', 'nonsense']);
    const linked = await service.as(w.member.token).get(`${w.product.url}/issues/2/requirements`);
    expect(linked.body.requirements.map(({ name }: { name: string }) => name)).toEqual(['1.4.3 Contrast (Minimum)']);
  });

  test('links to the one criterion of the RGAA that cites its criterion of WCAG, and to none where several do', async () => {
    const w = await world(service);
    const { standard } = (await service.as(w.member.token).get(`${w.organization.url}/standards/rgaa`)).body;
    await service
      .as(w.owner.token)
      .patch(`${w.organization.url}/settings/conformance`)
      .send({ standardId: standard.id, conformanceLevel: standard.levels[1].id });
    await post(w.keys.ingest, {
      productRef: w.product.slug,
      type: 'manual_test',
      findings: [{ title: 'The skip link jumps about', wcag: ['1.4.10', '2.4.3'] }],
    });
    const linked = await service.as(w.member.token).get(`${w.product.url}/issues/1/requirements`);
    const numbers = linked.body.requirements.map(({ name }: { name: string }) => name.split(' ')[0]);
    expect(numbers).toEqual(['10.11']);
  });

  test('links to the clause of EN 301 549 for the kind of product, and to the latest WCAG what the standard lacks', async () => {
    const w = await world(service);
    const owner = service.as(w.owner.token);
    const { standard } = (await owner.get(`${w.organization.url}/standards/en-301-549`)).body;
    await owner.patch(w.product.url).send({ type: 'mobile-app', standardId: standard.id });
    await post(w.keys.ingest, {
      productRef: w.product.slug,
      type: 'manual_test',
      findings: [{ title: 'A picture without words', wcag: ['1.1.1', '2.5.8'] }],
    });
    const linked = await service.as(w.member.token).get(`${w.product.url}/issues/1/requirements`);
    expect(linked.body.requirements.map(({ name }: { name: string }) => name).sort()).toEqual([
      '11.1.1.1.1 Non-text Content (open functionality)',
      '2.5.8 Target Size (Minimum)',
    ]);
    // What the standard lacks weighs nothing, and is no less linked.
    const { grade } = (await service.as(w.member.token).get(`${w.product.url}/grade`)).body;
    expect(grade.reasons.map(({ code }: { code: string }) => code)).not.toContain('unlinked_issues');
  });
});
