import { type Reporting, reporting } from '../support/conformance.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const admin = (w: World) => service.as(w.admin.token);

/** A filled report on an audit that was completed with 1.1.1 failed, 1.4.3 not told, 2.1 passed and 2.2 untested. */
async function contradicted(w: World): Promise<Reporting> {
  const r = await reporting(service, w);
  const member = service.as(w.member.token);
  await member.patch(r.audit.url).send({ status: 'in_progress' }).expect(200);
  const outcomes = ['failed', 'cannot_tell', 'passed'].map((outcome, at) => ({
    requirementId: r.requirements[at]!.id,
    entry: 'all',
    outcome,
  }));
  await member.patch(`${r.audit.url}/outcomes`).send({ outcomes }).expect(200);
  await member.patch(r.audit.url).send({ status: 'completed', acceptUntested: true }).expect(200);
  await r.fill();
  return r;
}

const AGAINST = ['outcome_failed 1.1.1', 'outcome_undecided 1.4.3', 'outcome_undecided 2.2'];

test('a report never says "supports" of what its audit has as failed or undecided', async () => {
  const w = await world(service);
  const r = await contradicted(w);
  expect(await r.problems()).toEqual(AGAINST);
  const refused = await admin(w).post(`${r.url}/publish`).expect(409);
  expect(refused.body.code).toBe('report_incomplete');
  const none = { verdict: 'not_applicable', remarks: 'There are no pictures.' };
  await r.fill({ 0: none });
  expect(await r.problems()).toEqual(AGAINST);
  const failing = { verdict: 'does_not_support', remarks: 'No picture has a text.' };
  await r.fill({ 0: failing, 1: failing, 3: none });
  expect(await r.problems()).toEqual([]);
});

test('suggestions follow the outcomes of the audit', async () => {
  const w = await world(service);
  const r = await contradicted(w);
  const { suggestions } = (await admin(w).get(`${r.url}/suggestions`).expect(200)).body;
  expect(suggestions.map(({ verdict }: { verdict: string | null }) => verdict)).toEqual([
    'does_not_support',
    null,
    'supports',
    null,
  ]);
});

test('a report may say why it differs from its audit, which every export and the public page print', async () => {
  const w = await world(service);
  const r = await contradicted(w);
  for (const outcomesReason of ['', ' ', 'x'.repeat(2_001)])
    expect((await admin(w).patch(r.url).send({ outcomesReason }).expect(400)).body.code).toBe('invalid_input');
  const outcomesReason = 'It was mended and tested again in May.';
  await admin(w).patch(r.url).send({ outcomesReason }).expect(200);
  expect(await r.problems()).toEqual([]);
  const { publicToken } = (await admin(w).post(`${r.url}/publish`).expect(200)).body.conformanceReport;
  const exported = async (format: string) =>
    (await admin(w).get(`${r.url}/export?format=${format}`).buffer(true).expect(200)).text.replaceAll('\\', '');
  const texts = await Promise.all(['html', 'markdown', 'earl', 'csv'].map(exported));
  texts.push((await service.as().get(`/public/conformance/${publicToken}`).expect(200)).text);
  for (const text of texts) {
    expect(text).toContain(outcomesReason);
    expect(text).toContain('1.1.1, 1.4.3, 2.2');
    expect(text).toContain('Requirements that audit 1 left untested: 1.');
  }
  const { document } = (await service.as().get(`/public/conformance/${publicToken}.json`).expect(200)).body;
  expect(document).toMatchObject({
    againstOutcomes: { requirements: ['1.1.1', '1.4.3', '2.2'], reason: outcomesReason },
    audit: { number: 1, untested: 1 },
  });
  // Who publishes anew has to say it anew.
  const revised = await admin(w).post(`${r.url}/revise`).expect(201);
  expect(revised.body.conformanceReport.outcomesReason).toBeNull();
});
