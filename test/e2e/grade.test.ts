import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const get = (w: World, path: string) => service.as(w.member.token).get(path);
const log = (w: World, body: object, url = w.product.url) =>
  service.as(w.member.token).post(`${url}/test-activity`).send(body);
const run = (w: World, context: object | undefined, over: object = {}) =>
  service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: w.product.slug, type: 'automated_scan', tool: 'axe', context, ...over });

describe('the Grade', () => {
  test('is not evaluated without evidence, ignores pull requests, keeps its history, and can be simulated', async () => {
    const w = await world(service);
    const grade = async () => (await get(w, `${w.product.url}/grade`)).body.grade;
    expect(await grade()).toMatchObject({
      letter: null,
      score: null,
      validUntil: null,
      reasons: [{ code: 'not_evaluated' }],
      next: { todo: [{ code: 'add_evidence' }] },
    });
    await run(w, { trigger: 'pull_request' });
    expect((await grade()).letter).toBeNull();
    await run(w, undefined);
    expect(await grade()).toMatchObject({ letter: 'C', next: { letter: 'B', todo: [{ code: 'add_human_test' }] } });
    await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'x', priority: 'critical' });
    expect(await grade()).toMatchObject({ letter: 'D', potentialLetter: 'D' });
    expect((await get(w, w.product.url)).body.product.grade).toMatchObject({ letter: 'D' });
    const simulate = (query: string) => service.as(w.keys.read).get(`${w.product.url}/grade/simulate${query}`);
    const simulated = await simulate('?closeIssues=1');
    expect([simulated.status, simulated.body.grade.letter]).toEqual([200, 'C']);
    expect((await simulate('')).body.grade.letter).toBe('D');
    expect((await simulate('?closeIssues=1,2')).body.errors[0].path).toBe('/query/closeIssues/1');
    for (const faulty of ['0', 'x', '1,,2', '1&closeIssues=2'])
      expect((await simulate(`?closeIssues=${faulty}`)).body.errors[0].path).toBe('/query/closeIssues');
    expect((await service.as(w.keys.read).post(`${w.product.url}/grade/simulate`).send({})).status).toBe(405);
    const history = (await get(w, `${w.product.url}/grade/history`)).body;
    expect(history.grades.map(({ letter }: { letter: string }) => letter)).toEqual(['D', 'C', null]);
    await service.as(w.admin.token).delete(`${w.product.url}/test-activity/2`);
    expect((await grade()).letter).toBeNull();
  });

  test('counts a requirement of another standard through its WCAG number, and ignores what is out of scope', async () => {
    const w = await world(service);
    await log(w, { type: 'manual_test' });
    const requirement = async (slug: string, number: string) => {
      const { requirements } = (await get(w, `${w.organization.url}/standards/${slug}/requirements`)).body;
      return requirements.find(({ name }: { name: string }) => name.startsWith(`${number} `)).id;
    };
    await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'x', severity: 'high' });
    const link = async (id: string) =>
      service
        .as(w.member.token)
        .put(`${w.product.url}/issues/1/requirements`)
        .send({ requirementIds: [id] });
    const grade = async () => (await get(w, `${w.product.url}/grade`)).body.grade;
    await link(await requirement('wcag-2-0', '1.1.1'));
    expect(await grade()).toMatchObject({ letter: 'C', score: 98 });
    await link(await requirement('en-301-549', '10.1.1.1'));
    expect(await grade()).toMatchObject({ letter: 'C', score: 98 });
    // RGAA 1.2 refers to 1.1.1 and 4.1.2: which of them it is nobody knows, so it is linked to nothing.
    await link(await requirement('rgaa', '1.2'));
    expect(await grade()).toMatchObject({
      letter: 'C',
      score: 100,
      reasons: [
        { code: 'high_severity_issues', count: 1 },
        { code: 'unlinked_issues', count: 1, refs: [{ kind: 'issue', number: 1 }] },
        { code: 'no_recent_full_audit' },
      ],
    });
    await link(await requirement('wcag-2-2', '1.4.6'));
    expect(await grade()).toMatchObject({ letter: 'B', score: 100, reasons: [{ code: 'no_recent_full_audit' }] });
  });
});
