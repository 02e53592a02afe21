import { REPORT, reporting } from '../support/conformance.js';
import { evaluating } from '../support/evaluation.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const get = async (w: World, url: string, token = w.member.token) =>
  (await service.as(token).get(url).expect(200)).body;

test('each requirement of a draft comes with group, verdicts, suggestion and problems, as the single answers have them', async () => {
  const w = await world(service);
  const report = await reporting(service, w);
  await report.fill({ 1: null });
  const { issue } = (await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'Barrier' })).body;
  await service
    .as(w.member.token)
    .put(`${w.product.url}/issues/${issue.number}/requirements`)
    .send({ requirementIds: [report.requirements[0]!.id] })
    .expect(200);
  const list = await get(w, `${report.url}/requirements`);
  expect(list.groups).toEqual([{ id: report.group.id, number: '1', name: 'Principle', parentId: null }]);
  expect(list.requirements.map(({ id }: { id: string }) => id)).toEqual(report.requirements.map(({ id }) => id));
  const [first, second] = list.requirements;
  expect(first).toMatchObject({ number: '1.1.1', groupId: report.group.id, inScope: true, why: null });
  expect([first.verdicts.length, second.verdicts.length]).toEqual([1, 0]);
  const all = <T>(of: (one: Record<string, T[]>) => T[]) => list.requirements.flatMap(of);
  const { problems } = await get(w, `${report.url}/problems`);
  expect([...list.problems, ...all(({ problems }) => problems!)]).toEqual(problems);
  const { verdicts } = await get(w, `${report.url}/verdicts`);
  expect(all(({ verdicts }) => verdicts!)).toEqual(verdicts);
  const { suggestions } = await get(w, `${report.url}/suggestions`);
  expect(list.requirements.map(({ suggestion }: { suggestion: unknown }) => suggestion)).toEqual(suggestions);
  expect(first.suggestion.issues).toEqual([issue.number]);
});

test('of a published report verdicts are shown, and neither suggestions nor problems', async () => {
  const w = await world(service);
  const report = await reporting(service, w);
  await report.fill();
  await service.as(w.admin.token).post(`${report.url}/publish`).expect(200);
  const list = await get(w, `${report.url}/requirements`);
  expect(list.problems).toEqual([]);
  for (const { verdicts, suggestion, problems } of list.requirements)
    expect([verdicts.length, suggestion, problems]).toEqual([1, null, []]);
});

test('reports of all active products are listed with their names, the latest first, and none of another organization', async () => {
  const [w, other] = [await world(service), await world(service)];
  const begin = (of: World, url: string, title: string) =>
    service.as(of.member.token).post(`${url}/conformance-reports`).send({ title }).expect(201);
  const second = await w.newProduct('Second');
  await begin(w, w.product.url, 'First');
  await begin(w, second.url, 'Second');
  await begin(other, other.product.url, 'Theirs');
  const list = async (query = '', token = w.keys.read) =>
    (await get(w, `${w.organization.url}/conformance-reports${query}`, token)).conformanceReports;
  expect(await list()).toMatchObject([
    { title: 'Second', productSlug: second.slug, productName: 'Second', publicToken: null },
    { title: 'First', productSlug: w.product.slug },
  ]);
  expect(await list(`?productId=${w.product.id}`)).toHaveLength(1);
  expect(await list(`?productId=${other.product.id}`)).toEqual([]);
  expect(await list('?status=published')).toEqual([]);
  await service.as(w.owner.token).post(`${second.url}/archive`).expect(200);
  expect((await list()).map(({ title }: { title: string }) => title)).toEqual(['First']);
  const url = `${other.organization.url}/conformance-reports`;
  expect((await service.as(w.owner.token).get(url)).body.code).toBe('not_a_member');
});

test('what the audit found is suggested, unless an open issue contradicts it', async () => {
  const w = await world(service);
  const member = service.as(w.member.token);
  const { audit, decide, requirements } = await evaluating(service, w, undefined, { type: 'full' });
  const at = (number: string) => requirements.find((one) => one.number === number)!.requirementId;
  await decide(
    { requirementId: at('1.1.1'), entry: 1, outcome: 'failed' },
    { requirementId: at('1.1.1'), entry: 2, outcome: 'passed' },
    { requirementId: at('1.4.3'), entry: 'all', outcome: 'failed' },
    { requirementId: at('2.4.2'), entry: 'all', outcome: 'passed' },
    { requirementId: at('3.1.1'), entry: 'all', outcome: 'passed' },
    { requirementId: at('1.2.1'), entry: 'all', outcome: 'inapplicable' },
    { requirementId: at('2.1.1'), entry: 1, outcome: 'cannot_tell' },
  );
  const issue = (await member.post(`${w.product.url}/issues`).send({ title: 'Barrier' }).expect(201)).headers[
    'location'
  ]!;
  await member
    .put(`${issue}/requirements`)
    .send({ requirementIds: [at('3.1.1')] })
    .expect(200);
  const body = { ...REPORT, auditId: audit.id };
  const url = (await member.post(`${w.product.url}/conformance-reports`).send(body).expect(201)).headers['location']!;
  const { suggestions } = (await member.get(`${url}/suggestions`).expect(200)).body;
  const of = (number: string) => {
    const { verdict, audits } = suggestions.find(
      ({ requirementId }: { requirementId: string }) => requirementId === at(number),
    );
    return [verdict, audits];
  };
  expect(
    Object.fromEntries(['1.1.1', '1.4.3', '2.4.2', '3.1.1', '1.2.1', '2.1.1', '4.1.2'].map((n) => [n, of(n)])),
  ).toEqual({
    '1.1.1': ['partially_supports', [audit.number]],
    '1.4.3': ['does_not_support', [audit.number]],
    '2.4.2': ['supports', [audit.number]],
    '3.1.1': ['partially_supports', []],
    '1.2.1': ['not_applicable', [audit.number]],
    '2.1.1': [null, []],
    '4.1.2': [null, []],
  });
  // Nothing of it is stated by itself.
  expect((await member.get(`${url}/verdicts`)).body.verdicts).toEqual([]);
});
