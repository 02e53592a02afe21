import { reporting } from '../support/conformance.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;
const admin = (w: World) => service.as(w.admin.token);

/** Reports failures of 1.1.1 and of a rule that names no criterion. */
async function scanned(w: World, over: object = {}): Promise<void> {
  const findings = [
    { title: 'Fault', ruleId: 'image-alt', wcag: ['1.1.1'] },
    { title: 'Fault', ruleId: 'landmark' },
  ];
  const body = { productRef: w.product.slug, type: 'automated_scan', tool: 'axe', ...over, findings };
  await service.as(w.keys.ingest).post('/api/ingest/test-activity').send(body).expect(201);
}

test('what nobody has triaged keeps a report from saying that it is supported, until it is triaged', async () => {
  const w = await world(service);
  const r = await reporting(service, w);
  await r.fill();
  await scanned(w);
  expect(await r.problems()).toEqual(['findings_untriaged 1.1.1']);
  expect(refusal(await admin(w).post(`${r.url}/publish`))).toBe('409 report_incomplete');
  const member = service.as(w.member.token);
  const { findings } = (await member.get(`${w.product.url}/findings`).expect(200)).body;
  await member
    .post(
      `${w.product.url}/findings/${findings.find(({ ruleId }: { ruleId: string }) => ruleId === 'image-alt').id}/dismiss`,
    )
    .send({ reason: 'false_positive' })
    .expect(200);
  expect(await r.problems()).toEqual([]);
});

test('a verdict that admits the failure needs no triage', async () => {
  const w = await world(service);
  const r = await reporting(service, w);
  await r.fill({ 0: { verdict: 'does_not_support', remarks: 'Pictures have no text.' } });
  await scanned(w);
  expect(await r.problems()).toEqual([]);
});

test('what has not landed hinders nothing', async () => {
  const w = await world(service);
  const r = await reporting(service, w);
  await r.fill();
  await scanned(w, { context: { environment: 'preview', trigger: 'pull_request' } });
  expect(await r.problems()).toEqual([]);
});

test('a report may say why findings are not triaged, which every export prints and the document keeps', async () => {
  const w = await world(service);
  const r = await reporting(service, w);
  await r.fill();
  await scanned(w);
  const untriagedReason = 'The scanner is new; its results are being examined.';
  for (const wrong of ['', ' ', 'x'.repeat(2_001)])
    expect(refusal(await admin(w).patch(r.url).send({ untriagedReason: wrong }))).toBe('400 invalid_input');
  const { body } = await admin(w).patch(r.url).send({ untriagedReason }).expect(200);
  expect(body.conformanceReport.untriagedReason).toBe(untriagedReason);
  expect(await r.problems()).toEqual([]);
  const { publicToken } = (await admin(w).post(`${r.url}/publish`).expect(200)).body.conformanceReport;
  for (const format of ['html', 'markdown', 'earl', 'csv'])
    expect((await admin(w).get(`${r.url}/export?format=${format}`).buffer(true).expect(200)).text).toContain(
      'its results are being examined',
    );
  expect((await service.as().get(`/public/conformance/${publicToken}`)).text).toContain(untriagedReason);
  const { document } = (await service.as().get(`/public/conformance/${publicToken}.json`)).body;
  expect(document.untriagedReason).toBe(untriagedReason);
});

test('verdicts of a published report keep the order of its day, whatever becomes of the standard', async () => {
  const w = await world(service);
  const r = await reporting(service, w);
  await r.fill();
  const order = async () =>
    (await admin(w).get(`${r.url}/verdicts`).expect(200)).body.verdicts.map(
      ({ requirementId }: { requirementId: string }) => requirementId,
    );
  const before = await order();
  await admin(w).post(`${r.url}/publish`).expect(200);
  await service.database.query('UPDATE requirements SET sort_order = -sort_order WHERE standard_id = $1', [
    r.standard.id,
  ]);
  expect(await order()).toEqual(before);
  const draft = (await admin(w).post(`${r.url}/revise`).expect(201)).headers['location'];
  const drafted = (await admin(w).get(`${draft}/verdicts`).expect(200)).body.verdicts;
  expect(drafted.map(({ requirementId }: { requirementId: string }) => requirementId)).toEqual(before.toReversed());
});
