import { ReportRuns } from '../../apps/api/src/integrations/monitors/runs/report-runs.service.js';
import { agentOf } from '../support/agent.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const SITE = 'https://shop.example';
const insights = async (w: World) =>
  (await service.as(w.member.token).get(`${w.product.url}/insights/pages`).expect(200)).body;

/** Runs the monitor of a product once: on these pages one fault is found, on all others none. */
async function runOnce(w: World, faulty: readonly string[], template = 'a'): Promise<string> {
  const monitors = `${w.product.url}/monitors`;
  const asked = service.as(w.admin.token);
  if ((await asked.get(monitors)).body.monitors.length === 0) {
    const list = ['/', '/cart', '/help'].map((path) => `${SITE}${path}`);
    await asked.post(monitors).send({ name: 'Shop', source: { list } }).expect(201);
  }
  const agent = await agentOf(service, w);
  await asked.post(`${monitors}/1/runs`).expect(201);
  const run = (await agent.claim())!;
  await agent.work(run, (url) => ({
    template,
    findings: faulty.includes(new URL(url).pathname)
      ? [{ ruleId: 'image-alt', title: 'No alternative', selector: 'main img', tool: 'axe-core' }]
      : [],
  }));
  await service.app.get(ReportRuns).report({ organizationId: w.organization.id, runId: run.id });
  return run.id;
}

test('a product without pages says so', async () => {
  const w = await world(service);
  expect(await insights(w)).toEqual({
    total: { pages: 0, withFindings: 0, withoutFindings: 0, notLookedAt: 0 },
    ...{ neverAudited: 0, areas: [], templates: [], weeks: [], lastRuns: [] },
  });
});

test('it is told on which pages something is found, by area and template, in the last run of each week', async () => {
  const w = await world(service);
  const owner = service.as(w.owner.token);
  await runOnce(w, ['/', '/cart']);
  const runId = await runOnce(w, ['/cart', '/help'], 'b');
  const { area } = (await owner.post(`${w.product.url}/areas`).send({ name: 'Checkout' }).expect(201)).body;
  const { pages } = (await owner.get(`${w.product.url}/pages`).expect(200)).body;
  const cart = pages.find(({ url }: { url: string }) => url.endsWith('/cart'));
  await owner.patch(`${w.product.url}/pages/${cart.id}`).send({ areaId: area.id }).expect(200);
  await owner
    .post(`${w.product.url}/pages`)
    .send({ url: `${SITE}/new` })
    .expect(201);
  const ignored = await owner
    .post(`${w.product.url}/pages`)
    .send({ url: `${SITE}/old` })
    .expect(201);
  await owner.patch(`${w.product.url}/pages/${ignored.body.page.id}`).send({ state: 'ignored' }).expect(200);
  expect(await insights(w)).toEqual({
    total: { pages: 4, withFindings: 2, withoutFindings: 1, notLookedAt: 1 },
    neverAudited: 4,
    areas: [
      { areaId: area.id, pages: 1, withFindings: 1, withoutFindings: 0, notLookedAt: 0 },
      { areaId: null, pages: 3, withFindings: 1, withoutFindings: 1, notLookedAt: 1 },
    ],
    templates: [{ template: 'b', example: `${SITE}/`, pages: 3, withFindings: 2, withoutFindings: 1, notLookedAt: 0 }],
    weeks: [{ week: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), lookedAt: 3, withFindings: 2 }],
    lastRuns: [{ monitorNumber: 1, name: 'Shop', runId, endedAt: expect.any(String), newFindings: 0 }],
  });
});

test('a finding that no run has brought before is new', async () => {
  const w = await world(service);
  await runOnce(w, ['/']);
  expect((await insights(w)).lastRuns).toMatchObject([{ newFindings: 1 }]);
  await runOnce(w, ['/']);
  expect((await insights(w)).lastRuns).toMatchObject([{ newFindings: 0 }]);
});

test('a page counts as audited once a person has decided a requirement at its address', async () => {
  const w = await world(service);
  await runOnce(w, []);
  const owner = service.as(w.owner.token);
  const { audit } = (await owner.post(`${w.product.url}/audits`).send({ type: 'full' }).expect(201)).body;
  const url = `${w.product.url}/audits/${audit.number}`;
  for (const path of ['/cart', '/help'])
    await owner
      .post(`${url}/sample`)
      .send({ name: path, url: `${SITE}${path}#main` })
      .expect(201);
  expect((await insights(w)).neverAudited).toBe(3);
  const { requirements } = (await owner.get(`${w.organization.url}/standards/wcag-2-2/requirements`).expect(200)).body;
  const outcomes = [{ requirementId: requirements[0].id, entry: 1, outcome: 'passed' }];
  await owner.patch(`${url}/outcomes`).send({ outcomes }).expect(200);
  expect((await insights(w)).neverAudited).toBe(2);
});

test('pages of another organization are not told, and who is no member is refused', async () => {
  const [w, other] = [await world(service), await world(service)];
  await runOnce(other, ['/']);
  expect((await insights(w)).total.pages).toBe(0);
  await service.as(w.owner.token).get(`${other.product.url}/insights/pages`).expect(403);
});
