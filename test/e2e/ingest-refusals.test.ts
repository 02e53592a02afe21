import request from 'supertest';
import { INGEST, finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();
const { post, scan, counts } = scansAt(service);

describe('a report is refused', () => {
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

  test('with pages that it is not complete for, and with findings elsewhere', async () => {
    const w = await world(service);
    await service
      .as(w.owner.token)
      .patch(w.product.url)
      .send({ pageRules: [{ path: '/products/:id' }] });
    const body = {
      productRef: w.product.slug,
      type: 'automated_scan',
      tool: 'axe',
      pages: ['https://a.example/products/1'],
    };
    const faultsOf = async (more: object) =>
      (await post(w.keys.ingest, { ...body, ...more })).body.errors?.map(({ path }: { path: string }) => path);
    const area = await service.as(w.owner.token).post(`${w.product.url}/areas`).send({ name: 'Checkout' });
    const areas = [area.body.area.slug];
    expect(await faultsOf({})).toEqual(['/coverage']);
    expect(await faultsOf({ coverage: 'complete', areas, sweep: { key: 'k', part: 1, of: 1 } })).toEqual([
      '/areas',
      '/sweep',
    ]);
    expect(await faultsOf({ type: 'manual_test', coverage: 'complete' })).toEqual(['/pages']);
    expect(await faultsOf({ coverage: 'complete', pages: [] })).toEqual(['/pages']);
    expect(await faultsOf({ coverage: 'complete', pages: ['ftp://a.example'] })).toEqual(['/pages/0']);
    const pages = Array.from({ length: 2001 }, (_, index) => `https://a.example/${index}`);
    expect(await faultsOf({ coverage: 'complete', pages })).toEqual(['/pages']);
    expect(await faultsOf({ context: { trigger: 'push', baseCommits: [] } })).toContain('/context/baseCommits');
    const findings = ['https://b.example/products/2/', 'https://b.example/', undefined].map((sourceUrl) =>
      finding({ sourceUrl }),
    );
    expect(await faultsOf({ coverage: 'complete', findings })).toEqual(['/findings/1/sourceUrl']);
    findings.splice(1, 1);
    const context = { trigger: 'push', baseCommits: ['a'.repeat(40)] };
    expect((await post(w.keys.ingest, { ...body, coverage: 'complete', findings, context })).status).toBe(201);
  });

  test('naming every fault at once, and nothing is kept', async () => {
    const w = await world(service);
    const before = await counts();
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
    expect(await counts()).toEqual(before);
  });

  test('in the middle: a failure leaves nothing behind', async () => {
    const w = await world(service);
    const before = await counts();
    await service.database.query(
      `ALTER TABLE events ADD CONSTRAINT disk_on_fire CHECK (type <> 'test_activity.ingested') NOT VALID`,
    );
    const response = await request(await service.app.getUrl())
      .post(INGEST)
      .set('Authorization', `Bearer ${w.keys.ingest}`)
      .send({ productRef: w.product.slug, type: 'automated_scan', tool: 'axe-core', findings: [finding()] });
    await service.database.query('ALTER TABLE events DROP CONSTRAINT disk_on_fire');
    expect([response.status, response.body.code]).toEqual([500, 'internal_error']);
    expect(response.text).not.toContain('fire');
    expect(service.log.some((line) => line.includes(response.body.requestId) && line.includes('disk_on_fire'))).toBe(
      true,
    );
    expect(await counts()).toEqual(before);
    expect((await scan(w, [finding()])).body.testActivity.number).toBe(1);
  });
});

describe('the body of a report', () => {
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
    const before = await counts();
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
    expect(await counts()).toEqual(before);
  });
});
