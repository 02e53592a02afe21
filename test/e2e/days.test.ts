import { filledReport } from '../support/conformance.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const admin = (w: World) => service.as(w.admin.token);

/** An organization whose days begin and end in this zone. */
async function worldIn(timeZone: string): Promise<World> {
  const w = await world(service);
  const { body } = await admin(w).patch(`${w.organization.url}/settings/conformance`).send({ timeZone }).expect(200);
  expect(body.settings.timeZone).toBe(timeZone);
  return w;
}

/** A day of a year that is to come, and its last millisecond in Auckland (UTC+13 then). */
const DAY = '2037-03-28';
const END_IN_AUCKLAND = '2037-03-28T10:59:59.999Z';

test('a day lasts until its end in the time zone of the organization, wherever it is said', async () => {
  const w = await worldIn('Pacific/Auckland');
  const as = admin(w);
  await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({
      productRef: w.product.slug,
      type: 'automated_scan',
      tool: 'axe-core',
      findings: [{ title: 'Fault', ruleId: 'a', sourceUrl: 'https://shop.example/a' }],
    })
    .expect(201);
  const [{ id }] = (await as.get(`${w.product.url}/findings`).expect(200)).body.findings;
  const dismissal = { reason: 'accepted', until: DAY };
  const dismissed = await as.post(`${w.product.url}/findings/${id}/dismiss`).send(dismissal).expect(200);
  expect(dismissed.body.finding.dismissedUntil).toBe(END_IN_AUCKLAND);
  const data = { action: 'dismiss', ...dismissal };
  await as
    .patch(`${w.organization.url}/findings/bulk`)
    .send({ ids: [id], data })
    .expect(200);
  expect((await as.get(`${w.product.url}/findings`)).body.findings[0].dismissedUntil).toBe(END_IN_AUCKLAND);
  const { issue } = (await as.post(`${w.product.url}/issues`).send({ title: 'Late', dueAt: DAY }).expect(201)).body;
  expect(issue.dueAt).toBe(END_IN_AUCKLAND);
  const audits = `${w.product.url}/audits`;
  const { audit } = (await as.post(audits).send({ type: 'full' }).expect(201)).body;
  const changed = await as.patch(`${audits}/${audit.number}`).send({ dueAt: DAY }).expect(200);
  expect(changed.body.audit.dueAt).toBe(END_IN_AUCKLAND);
  const report = { title: 'Report', validUntil: DAY };
  const drafted = await as.post(`${w.product.url}/conformance-reports`).send(report).expect(201);
  expect(drafted.body.conformanceReport.validUntil).toBe(END_IN_AUCKLAND);
  const key = await as
    .post(`${w.organization.url}/api-keys`)
    .send({ name: 'Key', scopes: ['read'], expiresAt: DAY })
    .expect(201);
  expect(key.body.apiKey.expiresAt).toBe(END_IN_AUCKLAND);
});

test('timestamps are taken as before, and days of an organization that says nothing end in UTC', async () => {
  const w = await world(service);
  const due = async (dueAt: string) =>
    (await admin(w).post(`${w.product.url}/issues`).send({ title: 'Late', dueAt }).expect(201)).body.issue.dueAt;
  expect(await due('2037-03-28T12:00:00+02:00')).toBe('2037-03-28T10:00:00.000Z');
  expect(await due(DAY)).toBe('2037-03-28T23:59:59.999Z');
  for (const dueAt of ['2037-02-30', '28.03.2037', '2037-3-8', '2037-03-28T12:00:00', 7]) {
    const { body } = await admin(w).post(`${w.product.url}/issues`).send({ title: 'Late', dueAt }).expect(400);
    expect(body.errors[0].path).toBe('/dueAt');
  }
});

test('a zone is named as the IANA names it', async () => {
  const w = await world(service);
  for (const timeZone of ['+02:00', 'Mars/Olympus', '', null])
    await admin(w).patch(`${w.organization.url}/settings/conformance`).send({ timeZone }).expect(400);
  expect((await admin(w).get(`${w.organization.url}/settings/conformance`)).body.settings.timeZone).toBe('UTC');
});

test('statements and reports tell days where the organization is, and keep them when it moves', async () => {
  const w = await worldIn('Pacific/Auckland');
  const url = await filledReport(service, w, 'rgaa', {
    schemaUrl: 'https://shop.example/schema',
    actionPlanUrl: 'https://shop.example/plan',
  });
  const published = (await admin(w).post(`${url}/publish`).expect(200)).body.conformanceReport;
  const words = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(
      new Date(published.publishedAt),
    );
  const shown = async () => {
    const page = (path: string) => service.as().get(`/public/${path}/${published.publicToken}`).expect(200);
    return [(await page('statement')).text, (await page('conformance')).text];
  };
  for (const text of await shown()) expect(text).toContain(words('Pacific/Auckland'));
  await admin(w)
    .patch(`${w.organization.url}/settings/conformance`)
    .send({ timeZone: 'America/Los_Angeles' })
    .expect(200);
  for (const text of await shown()) expect(text).toContain(words('Pacific/Auckland'));
});
