import { newId } from '#libs/ids';
import { reporting } from '../support/conformance.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const read = async (w: World, token = w.member.token) =>
  (await service.as(token).get(`${w.organization.url}/overview`).expect(200)).body;
const post = (w: World, path: string, body: object, url = w.product.url) =>
  service.as(w.owner.token).post(`${url}/${path}`).send(body).expect(201);
const scan = (w: World, ...rules: string[]) =>
  service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({
      productRef: w.product.slug,
      type: 'automated_scan',
      tool: 'axe',
      findings: rules.map((ruleId) => ({ ruleId, title: ruleId })),
    })
    .expect(201);

test('what waits is counted over active products, and one is own whose product the caller answers for', async () => {
  const w = await world(service);
  const other = await w.newProduct('Other');
  await scan(w, 'one', 'two', 'three');
  await post(w, 'issues', { title: 'Here' });
  await post(w, 'issues', { title: 'There' }, other.url);
  await service.as(w.owner.token).patch(other.url).send({ responsiblePersonId: w.member.id }).expect(200);
  const overview = await read(w);
  expect(overview).toMatchObject({ pendingFindings: 3, openIssues: { total: 2, own: 1 } });
  expect((await read(w, w.owner.token)).openIssues).toEqual({ total: 2, own: 0 });
  await service.as(w.owner.token).post(`${w.product.url}/archive`).expect(200);
  expect(await read(w)).toMatchObject({ pendingFindings: 0, openIssues: { total: 1, own: 1 } });
});

test('products are counted by letter, and those that changed it are named with both letters', async () => {
  const w = await world(service);
  const before = await read(w);
  expect(before.products).toEqual([{ letter: null, count: 1, withLowerPotential: 0 }]);
  expect(before.gradeChanges).toEqual([]);
  await scan(w, 'one');
  const [{ letter: first }] = (await read(w)).products;
  expect(first).not.toBeNull();
  await post(w, 'issues', { title: 'Blocks', severity: 'high', priority: 'critical' });
  const { products, gradeChanges } = await read(w);
  expect(products).toEqual([{ letter: gradeChanges[0].to, count: 1, withLowerPotential: 0 }]);
  expect(gradeChanges).toEqual([
    {
      productName: 'Web Shop',
      productSlug: w.product.slug,
      from: first,
      to: expect.stringMatching(/^[A-E]$/),
      potentialLetter: gradeChanges[0].to,
      at: expect.any(String),
    },
  ]);
});

test('beside letters it is told what they would be if all that is pending were confirmed', async () => {
  const w = await world(service);
  await post(w, 'issues', { title: 'Blocks', severity: 'high', priority: 'critical' });
  await scan(w);
  await service.as(w.member.token).patch(`${w.product.url}/issues/1`).send({ state: 'closed' }).expect(200);
  await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({
      productRef: w.product.slug,
      type: 'automated_scan',
      tool: 'axe',
      findings: [{ ruleId: 'trap', title: 'Trap', severity: 'high', impact: 'high', wcag: ['2.1.2'] }],
    })
    .expect(201);
  const { letter, potentialLetter } = (await service.as(w.member.token).get(`${w.product.url}/grade`)).body.grade;
  expect(potentialLetter > letter).toBe(true);
  const { products, gradeChanges } = await read(w);
  expect(products).toEqual([{ letter, count: 1, withLowerPotential: 1 }]);
  expect(gradeChanges).toMatchObject([{ to: letter, potentialLetter }]);
});

test('audits whose date has passed, and reports whose review or end comes within thirty days, are named', async () => {
  const w = await world(service);
  await service.as(w.admin.token).patch(`${w.organization.url}/settings/conformance`).send({ auditFrequency: 3 });
  const report = await reporting(service, w);
  await report.fill();
  await service.as(w.admin.token).post(`${report.url}/publish`).expect(200);
  expect(await read(w)).toMatchObject({
    overdueAudits: { total: 0, audits: [] },
    dueReports: { total: 0, reports: [] },
  });
  const other = await w.newProduct('Never audited');
  await service.database.query(
    `UPDATE conformance_reports SET valid_until = now() + interval '29 days' WHERE organization_id = $1`,
    [w.organization.id],
  );
  const { overdueAudits, dueReports } = await read(w);
  expect(overdueAudits).toMatchObject({ total: 1, audits: [{ productSlug: other.slug, isOverdue: true }] });
  expect(dueReports).toMatchObject({ total: 1, reports: [{ number: 1, productSlug: w.product.slug }] });
});

test('what belongs to a module that is off is null', async () => {
  const w = await world(service);
  await w.disable('testing', 'issues', 'audits', 'conformance');
  expect(await read(w, w.keys.read)).toMatchObject({
    pendingFindings: null,
    openIssues: null,
    overdueAudits: null,
    dueReports: null,
    products: [{ letter: null, count: 1 }],
  });
});

test('nothing of another organization is counted, and strangers are refused', async () => {
  const [w, other] = [await world(service), await world(service)];
  await scan(other, 'one');
  await post(other, 'issues', { title: 'Theirs' });
  expect(await read(w)).toMatchObject({
    pendingFindings: 0,
    openIssues: { total: 0, own: 0 },
    products: [{ count: 1 }],
  });
  for (const id of [other.organization.id, other.organization.slug, newId()]) {
    const refused = await service.as(w.owner.token).get(`/v1/organizations/${id}/overview`);
    expect([refused.status, refused.body.code]).toEqual([403, 'not_a_member']);
  }
});
