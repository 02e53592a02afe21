import { evaluating, type Evaluating } from '../support/evaluation.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const as = (w: World) => service.as(w.member.token);
const insights = async (w: World, at: { url: string } = w.product) =>
  (await as(w).get(`${at.url}/insights/outcomes`).expect(200)).body;
const complete = (w: World, { audit }: Evaluating) =>
  as(w).patch(audit.url).send({ status: 'completed', acceptUntested: true }).expect(200);
const reopen = (w: World, { audit }: Evaluating) => as(w).patch(audit.url).send({ status: 'in_progress' }).expect(200);

const NONE = { failed: 0, cannot_tell: 0, untested: 0, passed: 0, inapplicable: 0 };

/** A completed audit of two pages in which the first requirement is `outcome` on the second page alone. */
async function completed(w: World, outcome: string): Promise<Evaluating> {
  const e = await evaluating(service, w);
  await e.decideAll('passed');
  await e.decide({ requirementId: e.requirements[0]!.requirementId, entry: 2, outcome });
  await complete(w, e);
  return e;
}

test('each requirement has its verdicts in the newest completed audits of a product', async () => {
  const w = await world(service);
  expect(await insights(w)).toEqual({ audits: 0, requirements: [] });
  const first = await completed(w, 'failed');
  await completed(w, 'cannot_tell');
  await (await evaluating(service, w)).decideAll('failed');
  const { audits, requirements } = await insights(w);
  expect([audits, requirements.length]).toEqual([2, first.requirements.length]);
  const { requirementId, number, name, level } = first.requirements[0]!;
  const standardId = first.conformance.standardId;
  expect(requirements[0]).toEqual({
    ...{ requirementId, standardId, number, name, level, audits: 2 },
    verdicts: { ...NONE, failed: 1, cannot_tell: 1 },
  });
  expect(requirements[1].verdicts).toEqual({ ...NONE, passed: 2 });
  expect(requirements.map((one: { requirementId: string }) => one.requirementId)).toEqual(
    first.requirements.map((one) => one.requirementId),
  );
});

test('an audit that is in progress again does not count until it is completed as it is then', async () => {
  const w = await world(service);
  const e = await completed(w, 'failed');
  await reopen(w, e);
  expect(await insights(w)).toEqual({ audits: 0, requirements: [] });
  await e.decide({ requirementId: e.requirements[0]!.requirementId, entry: 2, outcome: 'passed' });
  await complete(w, e);
  expect((await insights(w)).requirements[0].verdicts).toEqual({ ...NONE, passed: 1 });
});

test('of a product the ten newest count, of an organization the newest of each active product', async () => {
  const w = await world(service);
  await completed(w, 'failed');
  for (let count = 0; count < 10; count += 1) await completed(w, 'passed');
  const ten = await insights(w);
  expect([ten.audits, ten.requirements[0].verdicts]).toEqual([10, { ...NONE, passed: 10 }]);
  const other = await w.newProduct();
  await completed({ ...w, product: other }, 'failed');
  const all = await insights(w, w.organization);
  expect([all.audits, all.requirements[0].verdicts]).toEqual([2, { ...NONE, failed: 1, passed: 1 }]);
  await service.as(w.owner.token).post(`${other.url}/archive`).expect(200);
  expect(await insights(w, w.organization)).toMatchObject({ audits: 1 });
});

test('only members are told, where audits are on', async () => {
  const [w, stranger] = [await world(service), await world(service)];
  await service.as(stranger.owner.token).get(`${w.organization.url}/insights/outcomes`).expect(403);
  const off = { module: 'audits', enabled: false };
  await service.as(w.owner.token).patch(`${w.organization.url}/settings/modules`).send(off).expect(200);
  expect((await as(w).get(`${w.product.url}/insights/outcomes`)).status).toBe(403);
});
