import type { Test } from 'supertest';
import { evaluating } from '../support/evaluation.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

/** There are no more of a kind than its limit says, whoever asks at once. */
const service = useService({
  LIMIT_PRODUCTS: '4',
  LIMIT_AREAS: '3',
  LIMIT_STANDARDS: '3',
  LIMIT_REQUIREMENTS: '5',
  // Those of WCAG 2.2 AA on two entries.
  LIMIT_OUTCOMES: '110',
});

type Make = (token: string, i: number) => Test;

const add =
  (url: string, body: object = {}): Make =>
  (token, i) =>
    service
      .as(token)
      .post(url)
      .send({ name: `Name ${i}`, ...body });
const standard = async (w: World): Promise<string> => {
  const { headers } = await add(`${w.organization.url}/standards`)(w.owner.token, 0).expect(201);
  return headers['location']!;
};

test.each<[string, number, string, (w: World) => Promise<Make> | Make]>([
  ['products', 3, 'LIMIT_PRODUCTS', (w) => add(`${w.organization.url}/products`, { type: 'website' })],
  ['areas', 3, 'LIMIT_AREAS', (w) => add(`${w.product.url}/areas`)],
  ['standards', 3, 'LIMIT_STANDARDS', (w) => add(`${w.organization.url}/standards`)],
  ['groups', 5, 'LIMIT_REQUIREMENTS', async (w) => add(`${await standard(w)}/groups`)],
  ['requirements', 5, 'LIMIT_REQUIREMENTS', async (w) => add(`${await standard(w)}/requirements`)],
  [
    'groups and requirements together',
    5,
    'LIMIT_REQUIREMENTS',
    async (w) => {
      const url = await standard(w);
      const [group, requirement] = [add(`${url}/groups`), add(`${url}/requirements`)];
      return (token, i) => (i % 2 ? group : requirement)(token, i);
    },
  ],
])('%s: %i more, and then %s is named', async (_name, room, variable, prepare) => {
  const w = await world(service);
  const make = await prepare(w);
  const answers = await Promise.all(
    Array.from({ length: room + 4 }, (_, i) => make([w.owner.token, w.admin.token, w.keys.write][i % 3]!, i)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(room);
  for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
    expect([status, body.code]).toEqual([409, 'limit_reached']);
    expect(body.message).toContain(variable);
  }
});

test('a copy of a standard counts as a standard, and what is in it as much as anything', async () => {
  const w = await world(service);
  const duplicate = (url: string) => service.as(w.owner.token).post(`${url}/duplicate`);
  const large = await duplicate(`${w.organization.url}/standards/wcag-2-2`);
  expect([large.status, large.body.code]).toEqual([409, 'limit_reached']);
  expect(large.body.message).toContain('LIMIT_REQUIREMENTS');
  const url = await standard(w);
  for (let i = 0; i < 5; i += 1) await add(`${url}/groups`)(w.owner.token, i).expect(201);
  await duplicate(url).expect(201);
  await duplicate(url).expect(201);
  const fourth = await duplicate(url);
  expect([fourth.status, fourth.body.code]).toEqual([409, 'limit_reached']);
  expect(fourth.body.message).toContain('LIMIT_STANDARDS');
});

test('deleting a record makes room for another under its limit', async () => {
  const w = await world(service);
  for (let i = 0; i < 3; i += 1) await add(`${w.product.url}/areas`)(w.owner.token, i).expect(201);
  await add(`${w.product.url}/areas`)(w.owner.token, 4).expect(409);
  await service.as(w.owner.token).delete(`${w.product.url}/areas/name-1`).expect(204);
  await add(`${w.product.url}/areas`)(w.owner.token, 4).expect(201);
});

test('an audit has no more requirements on entries than may have outcomes, whichever of the two grows', async () => {
  const w = await world(service);
  const member = service.as(w.member.token);
  const { audit, conformance, requirements } = await evaluating(service, w);
  expect(requirements).toHaveLength(55);
  const refused = async (sent: Test) => {
    const { status, body } = await sent;
    expect([status, body.code]).toEqual([409, 'limit_reached']);
    expect(body.message).toContain('LIMIT_OUTCOMES');
  };
  const page = { name: 'Third', url: 'https://shop.example/third' };
  await refused(member.post(`${audit.url}/sample`).send(page));
  await refused(member.post(`${audit.url}/sample/draw`).send({ seed: 'x', count: 1, addresses: [page.url] }));
  const wide = await evaluating(service, w, []);
  const standard = (await member.get(`${w.organization.url}/standards/${conformance.standardId}`)).body.standard;
  const level = standard.levels.find(({ name }: { name: string }) => name === 'A').id;
  await member.patch(wide.audit.url).send({ conformanceLevel: level }).expect(200);
  for (const name of ['One', 'Two', 'Three'])
    await member.post(`${wide.audit.url}/sample`).send({ name, description: 'A page.' }).expect(201);
  await refused(member.post(`${audit.url}/sample/copy`).send({ fromAudit: wide.audit.number }));
  await member.patch(wide.audit.url).send(conformance).expect(200);
  const outcomes = [{ requirementId: requirements[0]!.requirementId, entry: 1, outcome: 'passed' }];
  await refused(member.patch(`${wide.audit.url}/outcomes`).send({ outcomes }));
  await member.delete(`${wide.audit.url}/sample/3`).expect(204);
  await member.patch(`${wide.audit.url}/outcomes`).send({ outcomes }).expect(200);
}, 120_000);

describe('0', () => {
  const endless = useService({ LIMIT_AREAS: '0' });

  test('is no limit', async () => {
    const w = await world(endless);
    const answer = await endless.as(w.owner.token).post(`${w.product.url}/areas`).send({ name: 'x' });
    expect(answer.status).toBe(201);
  });
});

describe('what a product may have', () => {
  const small = useService({ LIMIT_FINDINGS: '3', LIMIT_ISSUES: '2' });
  const report = (w: World, type: string, from: number, count: number) =>
    small
      .as(w.keys.ingest)
      .post('/api/ingest/test-activity')
      .send({
        productRef: w.product.slug,
        type,
        ...(type === 'automated_scan' ? { tool: 'axe-core' } : {}),
        findings: Array.from({ length: count }, (_, i) => ({
          title: 'A barrier',
          ...(type === 'automated_scan' ? { ruleId: `rule-${from + i}` } : {}),
        })),
      });
  const totals = async (w: World) => {
    const read = async (kind: string) => (await small.as(w.owner.token).get(`${w.product.url}/${kind}`)).body;
    const [findings, issues, runs] = await Promise.all(['findings', 'issues', 'test-activity'].map(read));
    return [findings.total, issues.total, runs.testActivities.length];
  };

  test('a report of more findings than a product may have is refused as a whole, and what is known may come again', async () => {
    const w = await world(small);
    await report(w, 'automated_scan', 0, 2).expect(201);
    const refused = await report(w, 'automated_scan', 1, 3);
    expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
    expect(refused.body.message).toContain('The limit of 3 findings of a product is reached');
    expect(await totals(w)).toEqual([2, 0, 1]);
    await report(w, 'automated_scan', 0, 3).expect(201);
    await report(w, 'automated_scan', 0, 3).expect(201);
    expect(await totals(w)).toEqual([3, 0, 3]);
  });

  test('a product that had more before the limit was lowered takes what is known, and nothing new', async () => {
    const w = await world(small);
    await report(w, 'automated_scan', 0, 3).expect(201);
    await small.database.query(`UPDATE record_totals SET value = 9 WHERE kind = 'findings' AND product_id = $1`, [
      w.product.id,
    ]);
    await report(w, 'automated_scan', 0, 3).expect(201);
    await report(w, 'automated_scan', 3, 1).expect(409);
    await small.database.query(`UPDATE record_totals SET value = 3 WHERE kind = 'findings' AND product_id = $1`, [
      w.product.id,
    ]);
  });

  test('what needs review counts as any finding', async () => {
    const w = await world(small);
    const toReview = (count: number) => {
      const findings = Array.from({ length: count }, (_, i) => ({
        title: 'x',
        ruleId: `rule-${i}`,
        needsReview: true,
      }));
      const body = { productRef: w.product.slug, type: 'automated_scan', tool: 'axe-core', findings };
      return small.as(w.keys.ingest).post('/api/ingest/test-activity').send(body);
    };
    await toReview(3).expect(201);
    await toReview(4).expect(409);
    await report(w, 'automated_scan', 0, 1).expect(409);
    await toReview(3).expect(201);
  });

  test('reports that come at once do not pass the limit together', async () => {
    const w = await world(small);
    const answers = await Promise.all([0, 10, 20, 30].map((from) => report(w, 'automated_scan', from, 2)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect((await totals(w))[0]).toBe(2);
  });

  test('issues are as few, whoever opens them at once, and a deleted one makes room', async () => {
    const w = await world(small);
    const issue = () => small.as(w.owner.token).post(`${w.product.url}/issues`).send({ title: 'A barrier' });
    const answers = await Promise.all([issue(), issue(), issue(), issue()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    const refused = await report(w, 'manual_test', 0, 1);
    expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
    expect(refused.body.message).toContain('The limit of 2 issues of a product is reached');
    expect(await totals(w)).toEqual([0, 2, 0]);
    const [opened] = answers.filter(({ status }) => status === 201);
    await small.as(w.owner.token).delete(opened!.headers['location']!).expect(204);
    await issue().expect(201);
    await issue().expect(409);
  });
});
