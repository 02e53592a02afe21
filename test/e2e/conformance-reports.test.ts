import { newId } from '#libs/ids';
import { REPORT_LANGUAGES } from '../../apps/api/src/reporting/conformance/conformance-document.js';
import { REPORT, reporting } from '../support/conformance.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const reports = (w: World) => `${w.product.url}/conformance-reports`;
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;
const faults = ({ body }: { body: { errors?: { path: string; code: string }[] } }) =>
  body.errors?.map(({ path, code }) => `${path} ${code}`);

test('a draft takes the standard of the product, says what its authors say, and is numbered in its product', async () => {
  const w = await world(service);
  const member = service.as(w.member.token);
  const { standard } = (await member.get(`${w.organization.url}/standards/wcag-2-2`)).body;
  const created = await member.post(reports(w)).send({ title: 'First' }).expect(201);
  expect(created.headers['location']).toBe(`${reports(w)}/1`);
  expect(created.body.conformanceReport).toMatchObject({
    number: 1,
    title: 'First',
    status: 'draft',
    language: 'en',
    standardId: standard.id,
    conformanceLevel: standard.levels[1].id,
    auditId: null,
    sample: [],
    contact: null,
    superseded: false,
    publicToken: null,
    sha256: null,
  });
  const said = {
    ...REPORT,
    language: 'fr',
    productVersion: '4.2',
    productDescription: 'A shop.\nIt sells ‫שלום‬ <b>tools</b>.',
    scope: '\u202B\u05E9\u05DC\u05D5\u05DD\u202C <script>alert(1)</script>',
    notes: 'n'.repeat(10_000),
    sample: [{ name: 'Start', url: 'https://shop.example/' }],
    contact: { email: 'access@example.org', phone: '+32 2 000' },
    enforcement: { name: 'Ombud', url: 'https://ombud.example/' },
    technologies: ['HTML', 'ARIA'],
    preparedBy: 'self',
    conformanceLevel: standard.levels[0].id,
    validUntil: '2027-01-01T00:00:00.000Z',
  };
  const changed = await member
    .patch(`${reports(w)}/1`)
    .send(said)
    .expect(200);
  expect(changed.body.conformanceReport).toMatchObject(said);
  expect((await member.patch(`${reports(w)}/1`).send({ notes: null, contact: null })).body.conformanceReport).toEqual({
    ...changed.body.conformanceReport,
    notes: null,
    contact: null,
    updatedAt: expect.any(String),
  });
  await member.post(reports(w)).send({ title: 'Second' }).expect(201);
  const page = (await member.get(`${reports(w)}?status=draft&pageSize=1`)).body;
  expect(page).toMatchObject({ conformanceReports: [{ number: 2 }], total: 2, page: 1, pageSize: 1 });
  expect((await member.get(`${reports(w)}?status=published`)).body).toMatchObject({ total: 0, pageSize: 20 });
  await member.delete(`${reports(w)}/2`).expect(204);
  expect((await member.post(reports(w)).send({ title: 'Third' })).body.conformanceReport.number).toBe(3);
});

test('a draft is refused what it cannot have, each fault by its place', async () => {
  const w = await world(service);
  const member = service.as(w.member.token);
  const other = await w.newProduct('Other');
  const { audit } = (await member.post(`${other.url}/audits`).send({})).body;
  const unknown = newId();
  const refused = await member.post(reports(w)).send({ title: 'x', auditId: audit.id, standardId: unknown });
  expect([refused.status, faults(refused)]).toEqual([
    400,
    ['/standardId unknown_reference', '/auditId unknown_reference'],
  ]);
  const broken = {
    title: ' ',
    language: 'xx',
    notes: 'n'.repeat(10_001),
    sample: [{ name: 'Start', url: 'javascript:alert(1)' }],
    author: { name: 'Ada' },
    status: 'published',
  };
  const faulty = await member.post(reports(w)).send(broken);
  expect(faults(faulty)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('/title'),
      expect.stringContaining('/language'),
      expect.stringContaining('/notes'),
      expect.stringContaining('/sample/0/url'),
      expect.stringContaining('/author/email'),
      expect.stringContaining('/status'),
    ]),
  );
  expect(JSON.stringify(faulty.body)).toContain(REPORT_LANGUAGES.join(', '));
  expect(refusal(await member.get(`${reports(w)}/1`))).toBe('404 not_found');
  await member.post(reports(w)).send({ title: 'First' }).expect(201);
  const stale = await member
    .patch(`${reports(w)}/1`)
    .set('If-Match', '"7"')
    .send({ title: 'Other' });
  expect([refusal(stale), stale.body.conformanceReport.title]).toEqual(['412 changed_meanwhile', 'First']);
  await service.as(w.owner.token).post(`${w.product.url}/archive`);
  for (const request of [
    member.post(reports(w)).send({ title: 'x' }),
    member.patch(`${reports(w)}/1`).send({ title: 'x' }),
    member.delete(`${reports(w)}/1`),
    member.patch(`${reports(w)}/1/verdicts`).send({ verdicts: [] }),
  ])
    expect(refusal(await request)).toBe('409 product_archived');
  expect(refusal(await member.patch(`${reports(w)}/9`).send({ title: 'x' }))).toBe('404 not_found');
  await w.disable('conformance');
  expect((await member.get(reports(w))).body).toMatchObject({ code: 'module_disabled', module: 'conformance' });
});

test('verdicts are stated one by one, many at once and for a group, each with its author and moment', async () => {
  const w = await world(service);
  const r = await reporting(service, w);
  const member = service.as(w.member.token);
  const [first, second, third, fourth] = r.requirements.map(({ id }) => id);
  const remarks = '<b>bold</b> \u202Eright to left\u202C ' + 'x'.repeat(9_000);
  const stated = await member
    .put(`${r.url}/verdicts/${first}`)
    .send({ verdict: 'partially_supports', remarks, reason: 'disproportionate_burden', alternative: 'Call us' })
    .expect(200);
  expect(stated.body.verdict).toEqual({
    requirementId: first,
    component: 'web',
    verdict: 'partially_supports',
    remarks,
    reason: 'disproportionate_burden',
    alternative: 'Call us',
    plainDescription: null,
    burdenAssessment: null,
    evidence: [],
    fromGroup: false,
    statedBy: { userId: w.member.id, name: w.member.name },
    statedAt: expect.any(String),
    revision: 1,
  });
  const evidence = [{ kind: 'audit', number: r.audit.number }];
  await r.state(
    { requirementId: second, component: 'software', verdict: 'supports', evidence },
    { requirementId: first, verdict: 'does_not_support' },
  );
  const group = await member.put(`${r.url}/verdicts/groups/${r.group.id}`).send({ remarks: 'No hardware' }).expect(200);
  expect(group.body).toEqual({ updated: 1 });
  await service.as(w.keys.write).put(`${r.url}/verdicts/${third}`).send({ verdict: 'not_evaluated' }).expect(200);
  const shown = async () =>
    (await member.get(`${r.url}/verdicts`)).body.verdicts.map((v: Record<string, unknown>) => [
      r.requirements.findIndex(({ id }) => id === v['requirementId']),
      v['component'],
      v['verdict'],
      v['fromGroup'],
      (v['statedBy'] as { name: string } | null)?.name,
      v['revision'],
    ]);
  expect(await shown()).toEqual([
    [0, 'web', 'does_not_support', false, w.member.name, 2],
    [1, 'web', 'not_applicable', true, w.member.name, 1],
    [1, 'software', 'supports', false, w.member.name, 1],
    [2, 'web', 'not_evaluated', false, undefined, 1],
  ]);
  // What was not said stays as it was.
  expect((await member.get(`${r.url}/verdicts`)).body.verdicts[0]).toMatchObject({ remarks, alternative: 'Call us' });
  const taken = await member.patch(`${r.url}/verdicts`).send({
    verdicts: [
      { requirementId: first, verdict: null },
      { requirementId: fourth, verdict: null },
    ],
  });
  expect(taken.body).toEqual({ updated: 1 });
  // No revision comes twice, so that nobody overwrites what they have not seen.
  await r.state({ requirementId: first, verdict: 'not_applicable' });
  expect((await shown())[0]).toEqual([0, 'web', 'not_applicable', false, w.member.name, 3]);
  const types = (await member.get(`${w.organization.url}/changes?subjectKind=conformance_report`)).body.changes;
  expect(types.map(({ type }: { type: string }) => type)).toEqual([
    ...Array.from({ length: 6 }, () => 'conformance_report.verdicts_updated'),
    'conformance_report.created',
  ]);
});

test('one request states all 106 criteria of the RGAA', async () => {
  const w = await world(service);
  const member = service.as(w.member.token);
  const standards = `${w.organization.url}/standards`;
  const { standard } = (await member.get(`${standards}/rgaa`).expect(200)).body;
  const { requirements } = (await member.get(`${standards}/rgaa/requirements`).expect(200)).body;
  const made = await member
    .post(`${w.product.url}/conformance-reports`)
    .send({ title: 'RGAA', standardId: standard.id })
    .expect(201);
  const verdicts = requirements.map(({ id: requirementId }: { id: string }) => ({
    requirementId,
    verdict: 'does_not_support',
    remarks: 'x'.repeat(4_000),
  }));
  expect(verdicts).toHaveLength(106);
  const stated = await member.patch(`${made.headers['location']}/verdicts`).send({ verdicts }).expect(200);
  expect(stated.body).toEqual({ updated: 106 });
});

test('of two people who state one verdict at once, the second sees what the first has said', async () => {
  const w = await world(service);
  const r = await reporting(service, w);
  const url = `${r.url}/verdicts/${r.requirements[0]!.id}`;
  const put = (token: string, revision: number, verdict: string) =>
    service.as(token).put(url).set('If-Match', `"${revision}"`).send({ verdict });
  const answers = await Promise.all([put(w.member.token, 0, 'supports'), put(w.admin.token, 0, 'does_not_support')]);
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
  expect([won!.status, lost!.status, lost!.body.code]).toEqual([200, 412, 'changed_meanwhile']);
  expect(lost!.body.verdict).toEqual(won!.body.verdict);
  expect((await put(w.member.token, 1, 'supports')).body.verdict.revision).toBe(2);
  const none = await service
    .as(w.member.token)
    .put(`${r.url}/verdicts/${r.requirements[1]!.id}`)
    .set('If-Match', '"1"')
    .send({ verdict: 'supports' });
  expect([none.status, none.body.verdict]).toEqual([412, null]);
  // The report itself has not changed.
  await service.as(w.member.token).patch(r.url).set('If-Match', '"1"').send({ title: 'Renamed' }).expect(200);
});

test('verdicts on what is not in the standard, with evidence that is not there, are refused as a whole', async () => {
  const w = await world(service);
  const r = await reporting(service, w);
  const member = service.as(w.member.token);
  const other = await w.newProduct('Other');
  await service.as(w.member.token).post(`${other.url}/issues`).send({ title: 'Elsewhere' }).expect(201);
  const [{ id: foreign }] = await service.database.query<[{ id: string }]>(
    'SELECT id FROM requirements WHERE standard_id <> $1 LIMIT 1',
    [r.standard.id],
  );
  const [first, second] = r.requirements.map(({ id }) => id);
  const refused = await member.patch(`${r.url}/verdicts`).send({
    verdicts: [
      { requirementId: first, verdict: 'supports' },
      { requirementId: foreign, verdict: 'supports' },
      { requirementId: second, verdict: 'supports', evidence: [{ kind: 'issue', number: 1 }] },
      { requirementId: first, component: 'web', verdict: 'not_applicable' },
    ],
  });
  expect([refused.status, faults(refused)]).toEqual([
    400,
    [
      '/verdicts/1/requirementId unknown_reference',
      '/verdicts/3 duplicate',
      '/verdicts/2/evidence/0 unknown_reference',
    ],
  ]);
  expect((await member.get(`${r.url}/verdicts`)).body.verdicts).toEqual([]);
  const unknown = await member
    .put(`${r.url}/verdicts/${first}`)
    .send({ component: 'hardware', verdict: 'fine', evidence: [{ kind: 'rumour', number: 0 }] });
  expect(faults(unknown)?.map((fault) => fault.split(' ')[0])).toEqual([
    '/verdict',
    '/component',
    '/evidence/0/kind',
    '/evidence/0/number',
  ]);
  expect(refusal(await member.put(`${r.url}/verdicts/${foreign}`).send({ verdict: 'supports' }))).toBe('404 not_found');
  expect(refusal(await member.put(`${r.url}/verdicts/groups/${newId()}`).send({ remarks: 'x' }))).toBe('404 not_found');
  const many = Array.from({ length: 501 }, () => ({ requirementId: first, verdict: 'supports' }));
  expect((await member.patch(`${r.url}/verdicts`).send({ verdicts: many })).status).toBe(400);
});

test('a draft shows what was said of its present standard, and keeps the rest in case that this was changed by mistake', async () => {
  const w = await world(service);
  const r = await reporting(service, w);
  const member = service.as(w.member.token);
  await r.fill();
  const count = async () => (await member.get(`${r.url}/verdicts`)).body.verdicts.length;
  const { standard } = (await member.get(`${w.organization.url}/standards/wcag-2-2`)).body;
  const changed = await member.patch(r.url).send({ standardId: standard.id }).expect(200);
  expect([changed.body.conformanceReport.conformanceLevel, await count()]).toEqual([null, 0]);
  await member.patch(r.url).send({ standardId: r.standard.id }).expect(200);
  expect(await count()).toBe(4);
  const rules = `${w.organization.url}/standards/${r.standard.slug}`;
  await service.as(w.owner.token).delete(`${rules}/requirements/${r.requirements[0]!.id}`).expect(204);
  expect(await count()).toBe(3);
  await service.as(w.owner.token).delete(rules).expect(204);
  expect((await member.get(r.url)).body.conformanceReport).toMatchObject({ standardId: null, conformanceLevel: null });
  await member.delete(r.audit.url).expect(403);
  await service.as(w.owner.token).delete(r.audit.url).expect(204);
  expect((await member.get(r.url)).body.conformanceReport.auditId).toBeNull();
});

test('what a report says has an end, which is that of all its verdicts together; what is shorter is taken', async () => {
  const w = await world(service);
  const r = await reporting(service, w);
  const member = service.as(w.member.token);
  const [one, two, three] = r.requirements.map(({ id: requirementId }) => ({ requirementId }));
  // 60,000 bytes each.
  const long = '\u20AC'.repeat(10_000);
  const put = ({ requirementId }: { requirementId: string }, body: object) =>
    member
      .put(`${r.url}/verdicts/${requirementId}`)
      .send({ verdict: 'does_not_support', remarks: long, alternative: long, ...body });
  const components = ['web', 'electronic-docs', 'software', 'authoring-tool'];
  for (const place of [one!, two!]) for (const component of components) await put(place, { component }).expect(200);
  expect(refusal(await put(three!, {}))).toBe('409 report_too_long');
  const patch = (verdict: object) => member.patch(`${r.url}/verdicts`).send({ verdicts: [verdict] });
  expect(refusal(await patch({ ...three, verdict: 'supports', remarks: long, alternative: long }))).toBe(
    '409 report_too_long',
  );
  await patch({ ...one, verdict: null }).expect(200);
  const group = member.put(`${r.url}/verdicts/groups/${r.group.id}`).send({ remarks: long });
  expect((await group.expect(200)).body.updated).toBe(1);
  await put(three!, {}).expect(200);
  expect((await member.get(`${r.url}/verdicts`)).body.verdicts).toHaveLength(9);
});
