import request from 'supertest';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const INGEST = '/api/ingest/test-activity';

const finding = (over: object = {}) => ({
  title: 'Images must have alternative text',
  ruleId: 'image-alt',
  selector: 'main > img',
  ...over,
});
const post = (credential: string | undefined, body: object, query = '') =>
  service.as(credential).post(`${INGEST}${query}`).send(body);
const scan = (w: World, findings: object[], over: object = {}) =>
  post(w.keys.ingest, { productRef: w.product.slug, type: 'automated_scan', tool: 'axe-core', findings, ...over });
const findings = async (w: World, query = '') =>
  (await service.as(w.member.token).get(`${w.product.url}/findings${query}`)).body.findings;
const counts = (database: typeof service.database) =>
  database.query(`SELECT (SELECT count(*) FROM test_activities)::int a, (SELECT count(*) FROM findings)::int f, (SELECT count(*) FROM issues)::int i,
    (SELECT count(*) FROM events)::int e, (SELECT count(*) FROM finding_reports)::int r, (SELECT coalesce(sum(value), 0) FROM product_counters)::int n`);

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
      testActivity: { id: expect.any(String), number: 1 },
      issueCount: 0,
      findingCount: 2,
      resolvedCount: 0,
      delta: { new: 2, known: 0, regressed: 0, dismissed: 0, resolved: 0 },
      created: true,
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
    await scan(w, [finding()], { completedAt: '2026-05-02T00:00:00Z' });
    const late = await scan(w, [], { coverage: 'complete', completedAt: '2026-05-01T00:00:00Z' });
    expect(late.body.resolvedCount).toBe(0);
  });

  test('with the same idempotency key answers 200 with the first activity and applies nothing', async () => {
    const w = await world(service);
    const body = { idempotencyKey: 'build-1', completedAt: '2026-05-02T00:00:00Z' };
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
    const before = await counts(service.database);
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
    expect(await counts(service.database)).toEqual(before);
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

  test('links to every requirement of the effective standard that refers to a criterion, one of several included', async () => {
    const w = await world(service);
    const { standard } = (await service.as(w.member.token).get(`${w.organization.url}/standards/rgaa`)).body;
    await service
      .as(w.owner.token)
      .patch(`${w.organization.url}/settings/conformance`)
      .send({ standardId: standard.id, conformanceLevel: standard.levels[1].id });
    await post(w.keys.ingest, {
      productRef: w.product.slug,
      type: 'manual_test',
      findings: [{ title: 'The skip link jumps about', wcag: ['2.4.3', '3.2.3'] }],
    });
    const linked = await service.as(w.member.token).get(`${w.product.url}/issues/1/requirements`);
    const numbers = linked.body.requirements.map(({ name }: { name: string }) => name.split(' ')[0]);
    expect(numbers.sort()).toEqual(['10.3', '12.2', '12.4', '12.5', '12.7', '12.8', '13.3', '13.4']);
  });
});

describe('confirming', () => {
  test('makes an issue once, and the Grade knows it', async () => {
    const w = await world(service);
    await scan(w, [finding({ severity: 'high', wcag: ['wcag111'], sourceUrl: 'https://shop.example/' })]);
    const [known] = await findings(w);
    const url = `${w.product.url}/findings/${known.id}/confirm`;
    expect((await service.as(w.member.token).get(`${w.product.url}/grade`)).body.grade).toMatchObject({
      letter: 'C',
      score: 100,
    });
    const first = await service.as(w.member.token).post(url);
    expect([first.status, first.headers['location']]).toEqual([201, `${w.product.url}/issues/1`]);
    expect(first.body.issue).toMatchObject({
      number: 1,
      severity: 'high',
      sourceUrl: 'https://shop.example/',
      wcag: ['wcag111'],
      source: 'internal',
    });
    expect(first.body.finding).toMatchObject({ status: 'confirmed', issue: { number: 1 }, actions: [] });
    const again = await service.as(w.member.token).post(url).send({});
    expect([again.status, again.body.issue.number]).toEqual([200, 1]);
    const { grade } = (await service.as(w.member.token).get(`${w.product.url}/grade`)).body;
    expect(grade).toMatchObject({ letter: 'C', score: 98 });
    expect(grade.reasons.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['requirements_lost', 'high_severity_issues', 'automated_only']),
    );
    expect(
      (await service.as(w.member.token).get(`${w.product.url}/test-activity/1`)).body.testActivity.issueCount,
    ).toBe(1);
  });

  test('links an existing issue, refuses a resolved finding and an archived product', async () => {
    const w = await world(service);
    await scan(w, [finding(), finding({ ruleId: 'label' }), finding({ ruleId: 'gone' })]);
    await scan(w, [finding(), finding({ ruleId: 'label' })], { coverage: 'complete' });
    await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'Known already' });
    const confirm = async (ruleId: string, body: object = {}) => {
      const [known] = await findings(w, `?ruleId=${ruleId}`);
      return service.as(w.member.token).post(`${w.product.url}/findings/${known.id}/confirm`).send(body);
    };
    expect((await confirm('gone')).body.code).toBe('finding_resolved');
    expect((await confirm('label', { issueNumber: 9 })).body.errors[0].path).toBe('/issueNumber');
    const linked = await confirm('label', { issueNumber: 1 });
    expect([linked.status, linked.body.issue.title]).toEqual([200, 'Known already']);
    await service.as(w.owner.token).post(`${w.product.url}/archive`);
    expect((await confirm('image-alt')).body.code).toBe('product_archived');
  });

  test('flags the issue when a scan contradicts it, and never moves its state', async () => {
    const w = await world(service);
    await scan(w, [finding()]);
    const [known] = await findings(w);
    await service.as(w.member.token).post(`${w.product.url}/findings/${known.id}/confirm`);
    const issue = async () => (await service.as(w.member.token).get(`${w.product.url}/issues/1`)).body.issue;
    await scan(w, [], { coverage: 'complete' });
    expect(await issue()).toMatchObject({ state: 'open', noLongerReported: true, regressed: false });
    await service.as(w.member.token).patch(`${w.product.url}/issues/1`).send({ state: 'closed' });
    expect(await issue()).toMatchObject({ state: 'closed', noLongerReported: false, closedAt: expect.any(String) });
    expect((await scan(w, [finding()])).body.delta.regressed).toBe(1);
    expect(await issue()).toMatchObject({ state: 'closed', regressed: true });
    await service.as(w.member.token).patch(`${w.product.url}/issues/1`).send({ state: 'open' });
    expect(await issue()).toMatchObject({ state: 'open', regressed: false, closedAt: null });
  });
});

describe('deleting an activity', () => {
  test('takes back what only it said, and keeps what people made of it', async () => {
    const w = await world(service);
    await scan(w, [finding(), finding({ ruleId: 'label' })]);
    await scan(w, [finding({ ruleId: 'new' }), finding({ ruleId: 'kept' }), finding()], { coverage: 'complete' });
    const [kept] = await findings(w, '?ruleId=kept');
    await service.as(w.member.token).post(`${w.product.url}/findings/${kept.id}/confirm`);
    expect((await findings(w, '?status=resolved')).map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['label']);
    expect((await service.as(w.admin.token).delete(`${w.product.url}/test-activity/2`)).status).toBe(204);
    const left = (await findings(w))
      .map(({ ruleId, status }: { ruleId: string; status: string }) => [ruleId, status])
      .sort();
    expect(left).toEqual([
      ['image-alt', 'pending'],
      ['kept', 'confirmed'],
      ['label', 'pending'],
    ]);
    expect((await service.as(w.member.token).get(`${w.product.url}/issues/1`)).body.issue.testActivityId).toBeNull();
    expect((await service.as(w.member.token).delete(`${w.product.url}/test-activity/1`)).body.code).toBe(
      'role_too_low',
    );
    expect((await scan(w, [])).body.testActivity.number).toBe(3);
  });
});

describe('is refused', () => {
  test('without a key, with a session, with a dead key, without the scope', async () => {
    const w = await world(service);
    const body = { productRef: w.product.slug, type: 'manual_test' };
    expect((await post(undefined, body)).status).toBe(401);
    expect((await post(w.owner.token, body)).status).toBe(401);
    expect((await post(`svc_${'x'.repeat(49)}`, body)).status).toBe(401);
    const both = await post(w.keys.write, body);
    expect([both.status, both.body.code]).toEqual([403, 'key_scope_missing']);
    const header = await service.as().post(INGEST).set('X-API-Key', w.keys.ingest).send(body);
    expect(header.status).toBe(201);
    expect((await post(undefined, { ...body, access_token: w.keys.ingest })).status).toBe(401);
    expect((await post(undefined, body, `?access_token=${w.keys.ingest}`)).status).toBe(401);
  });

  test('a key made before scopes existed ingests', async () => {
    const w = await world(service);
    const legacy = await w.key({ scopes: ['ingest'], owner: null });
    expect((await post(legacy, { productRef: w.product.slug, type: 'manual_test' })).status).toBe(201);
    expect((await service.as(legacy).get(w.product.url)).body.code).toBe('key_scope_missing');
  });

  test('a product that the key or the organization does not have', async () => {
    const w = await world(service);
    const other = await w.newProduct('Other');
    const foreign = await world(service);
    const scoped = await w.key({ scopes: ['ingest'], productId: w.product.id });
    const body = { type: 'manual_test' };
    expect((await post(scoped, body)).status).toBe(201);
    expect((await post(scoped, { ...body, productRef: w.product.slug })).status).toBe(201);
    for (const productRef of [other.slug, 'unknown'])
      expect((await post(scoped, { ...body, productRef })).body.code).toBe('key_product_mismatch');
    expect((await post(w.keys.ingest, body)).body.errors).toMatchObject([{ path: '/productRef', code: 'required' }]);
    for (const productRef of ['unknown', foreign.product.slug])
      expect((await post(w.keys.ingest, { ...body, productRef })).status).toBe(404);
    expect((await post(scoped, { ...body, productRef: other.slug, nonsense: 1 })).status).toBe(400);
  });

  test('with the testing module off', async () => {
    const w = await world(service);
    await w.disable('testing');
    expect((await scan(w, [])).body.code).toBe('module_disabled');
  });

  test('naming every fault at once, and nothing is kept', async () => {
    const w = await world(service);
    const before = await counts(service.database);
    const response = await post(w.keys.ingest, {
      productRef: w.product.slug,
      type: 'automated_scan',
      completedAt: 'yesterday',
      externalUrl: 'javascript:alert(1)',
      context: { trigger: 'robot', prNumber: 1.5 },
      findings: [
        { title: '' },
        { title: 'ok', ruleId: 'r', wcag: [], severty: 'high' },
        { title: 'ok', ruleId: 'r', wcag: ['x'.repeat(51)], sourceUrl: 'ftp://x' },
      ],
    });
    expect(response.status).toBe(400);
    const faults = response.body.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
    expect(faults).toEqual(
      expect.arrayContaining([
        '/tool required',
        '/completedAt malformed',
        '/externalUrl malformed',
        '/context/trigger not_allowed',
        '/findings/0/title too_short',
        '/findings/0/ruleId required',
        '/findings/1/severty unknown_property',
      ]),
    );
    for (const path of ['/findings/1/wcag', '/findings/2/wcag', '/findings/2/sourceUrl', '/context/prNumber']) {
      expect(faults.some((fault: string) => fault.startsWith(path))).toBe(true);
    }
    expect((await scan(w, [], { areas: ['nowhere'] })).body.errors).toMatchObject([
      { path: '/areas/0', code: 'unknown_reference' },
    ]);
    expect(await counts(service.database)).toEqual(before);
  });

  test('in the middle: a failure leaves nothing behind', async () => {
    const w = await world(service);
    const before = await counts(service.database);
    await service.database.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disk on fire'; END $$`,
    );
    await service.database.query(`CREATE TRIGGER fail BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION fail()`);
    const response = await request(await service.app.getUrl())
      .post(INGEST)
      .set('Authorization', `Bearer ${w.keys.ingest}`)
      .send({ productRef: w.product.slug, type: 'automated_scan', tool: 'axe-core', findings: [finding()] });
    await service.database.query('DROP TRIGGER fail ON events');
    expect([response.status, response.body.code]).toEqual([500, 'internal_error']);
    expect(response.text).not.toContain('fire');
    expect(service.log.some((line) => line.includes(response.body.requestId) && line.includes('disk on fire'))).toBe(
      true,
    );
    expect(await counts(service.database)).toEqual(before);
    expect((await scan(w, [finding()])).body.testActivity.number).toBe(1);
  });
});

describe('the text of a body', () => {
  const raw = (key: string | undefined, body: string | Buffer, type = 'application/json', encoding?: string) => {
    const request = service.as(key).post(INGEST).set('Content-Type', type);
    if (encoding) void request.set('Content-Encoding', encoding);
    return request.send(body);
  };

  test('of exactly 1 MB is taken, one byte more is 413', async () => {
    const w = await world(service);
    const sized = (bytes: number): string => {
      const body = { productRef: w.product.slug, type: 'manual_test', target: '', findings: [] as object[] };
      const pad = (length: number) => ({ title: 'x', selector: 'y'.repeat(length) });
      while (JSON.stringify(body).length < bytes - 60_000) body.findings.push(pad(50_000));
      const rest = bytes - JSON.stringify({ ...body, findings: [...body.findings, pad(0)] }).length;
      return JSON.stringify({ ...body, findings: [...body.findings, pad(rest)] });
    };
    expect(sized(1_048_576)).toHaveLength(1_048_576);
    expect((await raw(w.keys.ingest, sized(1_048_576))).status).toBe(201);
    const tooLarge = await raw(w.keys.ingest, sized(1_048_577));
    expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'payload_too_large']);
  });

  test('is hostile: each gets its 4xx and leaves no trace', async () => {
    const w = await world(service);
    const before = await counts(service.database);
    const body = (title: string) =>
      `{"productRef":"${w.product.slug}","type":"manual_test","findings":[{"title":"${title}"}]}`;
    const cases: [string, Promise<{ status: number }>, number][] = [
      ['broken JSON', raw(w.keys.ingest, '{"type":'), 400],
      ['a primitive', raw(w.keys.ingest, '"text"'), 400],
      ['an array', raw(w.keys.ingest, '[]'), 400],
      ['nothing', raw(w.keys.ingest, ''), 400],
      ['text/plain', raw(w.keys.ingest, body('x'), 'text/plain'), 415],
      ['a form', raw(w.keys.ingest, 'type=manual_test', 'application/x-www-form-urlencoded'), 415],
      ['utf-16', raw(w.keys.ingest, body('x'), 'application/json; charset=utf-16'), 415],
      ['an unknown encoding', raw(w.keys.ingest, body('x'), 'application/json', 'foo'), 415],
      ['not gzip', raw(w.keys.ingest, body('x'), 'application/json', 'gzip'), 400],
      ['a NUL byte', raw(w.keys.ingest, body('a\\u0000b')), 400],
      ['a raw NUL byte', raw(w.keys.ingest, body('a\u0000b')), 400],
      ['a lone surrogate', raw(w.keys.ingest, body('a\\ud800b')), 400],
      [
        'invalid UTF-8',
        raw(w.keys.ingest, Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])),
        400,
      ],
      ['10,000 nested arrays', raw(w.keys.ingest, `{"findings":${'['.repeat(10_000)}${']'.repeat(10_000)}}`), 400],
      [
        '__proto__',
        raw(w.keys.ingest, `{"__proto__":{"x":1},"productRef":"${w.product.slug}","type":"manual_test"}`),
        400,
      ],
      ['broken JSON of a stranger', raw('nobody', '{"type":'), 401],
    ];
    for (const [name, sent, status] of cases) expect([name, (await sent).status]).toEqual([name, status]);
    expect(await counts(service.database)).toEqual(before);
  });
});
