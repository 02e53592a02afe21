import { gzipSync } from 'node:zlib';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const SCAN = { type: 'automated_scan', tool: 'axe-core', coverage: 'complete' };
const finding = (ruleId: string) => ({ ruleId, title: ruleId });
const report = (w: World, body: object, { token = w.member.token, query = '' } = {}) =>
  service.as(token).post(`${w.product.url}/reports${query}`).send(body);

test('a person reports as a pipeline does: counts, areas, a second report that resolves, and the person as its maker', async () => {
  const w = await world(service);
  await service.as(w.owner.token).post(`${w.product.url}/areas`).send({ name: 'Cart' });
  const first = await report(w, { ...SCAN, findings: ['a', 'b'].map(finding) });
  expect([first.status, first.headers['location']]).toEqual([
    201,
    expect.stringMatching(new RegExp(`${w.product.slug}/test-activity/1$`)),
  ]);
  expect(first.body).toMatchObject({ created: true, findingCount: 2, delta: { new: 2 } });
  const { changes } = (await service.as(w.member.token).get(`${w.product.url}/changes?type=test_activity.ingested`))
    .body;
  expect(changes[0].actor).toMatchObject({ kind: 'user', id: w.member.id });
  const made = 'SELECT created_by_user_id FROM test_activities WHERE organization_id = $1';
  expect(await service.database.query(made, [w.organization.id])).toEqual([{ created_by_user_id: w.member.id }]);
  const second = await report(w, { ...SCAN, findings: [finding('a')] });
  expect(second.body).toMatchObject({ resolvedCount: 1, delta: { known: 1 } });
  expect((await report(w, { ...SCAN, coverage: 'partial', areas: ['cart'], findings: [] })).status).toBe(201);
  const manual = await report(w, { type: 'manual_test', findings: [{ title: 'Trap' }] });
  expect(manual.body).toMatchObject({ issueCount: 1 });
});

test('a dry run keeps nothing, a known idempotency key answers what was made, and the body may be compressed', async () => {
  const w = await world(service);
  const dry = await report(w, { ...SCAN, findings: [finding('a')] }, { query: '?dryRun=true' });
  expect([dry.status, dry.body.testActivity, dry.body.delta.new]).toEqual([200, null, 1]);
  const named = { ...SCAN, idempotencyKey: 'one', findings: [finding('a')] };
  const packed = await service
    .as(w.member.token)
    .post(`${w.product.url}/reports`)
    .set({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
    .serialize((body: unknown) => body as string)
    .send(gzipSync(JSON.stringify(named)) as never);
  expect([packed.status, packed.body.testActivity.number]).toEqual([201, 1]);
  const again = await report(w, named);
  expect([again.status, again.body.created, again.body.testActivity.number]).toEqual([200, false, 1]);
});

test('parts of a sweep come together, from people too', async () => {
  const w = await world(service);
  const part = (number: number, rule: string) =>
    report(w, { ...SCAN, sweep: { key: 'files', part: number, of: 2 }, findings: [finding(rule)] });
  await report(w, { ...SCAN, findings: [finding('gone')] });
  expect((await part(1, 'a')).body.resolvedCount).toBe(0);
  expect((await part(2, 'b')).body.resolvedCount).toBe(1);
});

test('keys, strangers, another organization, an archived product and a body that names a product are refused', async () => {
  const [w, other] = [await world(service), await world(service)];
  const codeOf = async (answer: PromiseLike<{ status: number; body: { code: string } }>) => {
    const { status, body } = await answer;
    return `${status} ${body.code}`;
  };
  for (const token of [w.keys.write, w.keys.ingest])
    expect(await codeOf(report(w, SCAN, { token }))).toBe('403 session_required');
  expect(await codeOf(report(w, SCAN, { token: w.stranger.token }))).toBe('403 not_a_member');
  expect(await codeOf(report(other, SCAN, { token: w.owner.token }))).toBe('403 not_a_member');
  const elsewhere = service.as(w.owner.token).post(`${w.organization.url}/products/${other.product.slug}/reports`);
  expect(await codeOf(elsewhere.send(SCAN))).toBe('404 not_found');
  const faulty = await report(w, { ...SCAN, productRef: w.product.slug, findings: [{ title: 'x' }] });
  expect([faulty.status, faulty.body.errors.map(({ path }: { path: string }) => path).sort()]).toEqual([
    400,
    ['/findings/0/ruleId', '/productRef'],
  ]);
  await service.as(w.owner.token).post(`${w.product.url}/archive`).expect(200);
  expect(await codeOf(report(w, SCAN))).toBe('409 product_archived');
  await w.disable('testing');
  expect(await codeOf(report(w, SCAN))).toBe('403 module_disabled');
});
