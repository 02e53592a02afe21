import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { type World, world } from '../support/world.js';

const service = useService();
const { post, scan, findings } = scansAt(service);

const unsure = (more: object = {}) => finding({ needsReview: true, severity: 'high', wcag: ['1.1.1'], ...more });
const rulesIn = (all: { ruleId: string; needsReview: boolean }[]) =>
  all.map(({ ruleId, needsReview }) => (needsReview ? `${ruleId}?` : ruleId)).sort();
const gradeOf = async (w: World) => (await service.as(w.member.token).get(`${w.product.url}/grade`)).body.grade;

test('what a tool could not decide is a record of its own, beside a failure of the same rule and place', async () => {
  const w = await world(service);
  const { body } = await scan(w, [unsure(), finding(), unsure({ ruleId: 'label' }), unsure({ ruleId: 'label' })]);
  expect(body).toMatchObject({
    findingCount: 3,
    delta: { new: 1, known: 0, regressed: 0, dismissed: 0, resolved: 0, review: 2 },
    introduced: { count: 1, indexes: [1], regressed: [] },
  });
  expect(rulesIn(await findings(w, '?needsReview=any'))).toEqual(['image-alt', 'image-alt?', 'label?']);
  const again = await scan(w, [unsure(), finding()]);
  expect(again.body.delta).toMatchObject({ new: 0, known: 1, review: 1 });
  expect(rulesIn(await findings(w, '?needsReview=any'))).toEqual(['image-alt', 'image-alt?', 'label?']);
});

test('lists show it only where they are asked for it, with the right totals', async () => {
  const w = await world(service);
  await scan(w, [unsure(), finding(), finding({ ruleId: 'label' })]);
  const listed = async (path: string) => {
    const { body } = await service.as(w.member.token).get(path);
    return [body.total, rulesIn(body.findings)];
  };
  const activity = `${w.product.url}/test-activity/1/findings`;
  const organization = `/v1/organizations/${w.organization.id}/findings`;
  for (const list of [`${w.product.url}/findings`, organization, activity]) {
    expect(await listed(list)).toEqual([2, ['image-alt', 'label']]);
    expect(await listed(`${list}?needsReview=false`)).toEqual([2, ['image-alt', 'label']]);
    expect(await listed(`${list}?needsReview=true`)).toEqual([1, ['image-alt?']]);
    expect(await listed(`${list}?needsReview=any`)).toEqual([3, ['image-alt', 'image-alt?', 'label']]);
  }
  expect(await listed(`${activity}?change=new&needsReview=true`)).toEqual([1, ['image-alt?']]);
  const refused = await service.as(w.member.token).get(`${w.product.url}/findings?needsReview=maybe`);
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, '/query/needsReview']);
});

test('it is in no Grade and no count of what is pending, until a person confirms it as an issue', async () => {
  const w = await world(service);
  await scan(w, [unsure(), unsure({ ruleId: 'label' })]);
  const before = await gradeOf(w);
  expect(before.potentialLetter ?? before.letter).toBe(before.letter);
  const [known] = await findings(w, '?needsReview=true&ruleId=image-alt');
  const { status, body } = await service.as(w.member.token).post(`${w.product.url}/findings/${known.id}/confirm`);
  expect([status, body.finding.status, body.finding.needsReview]).toEqual([201, 'confirmed', true]);
  expect((await gradeOf(w)).score).toBeLessThan(before.score);
});

test('a complete run that no longer has it resolves it, as no failure that was resolved', async () => {
  const w = await world(service);
  await scan(w, [unsure(), finding()]);
  const { body } = await scan(w, [finding()], { coverage: 'complete' });
  expect(body).toMatchObject({ resolvedCount: 0, delta: { known: 1, resolved: 0, review: 0 } });
  const [known] = await findings(w, '?needsReview=true');
  expect(known.status).toBe('resolved');
  const back = await scan(w, [unsure(), finding()]);
  expect(back.body).toMatchObject({ delta: { regressed: 0, review: 1 }, introduced: { count: 0 } });
});

test('what a person has dismissed awaits no review', async () => {
  const w = await world(service);
  await scan(w, [unsure()]);
  const [known] = await findings(w, '?needsReview=true');
  const url = `${w.product.url}/findings/${known.id}/dismiss`;
  expect((await service.as(w.member.token).post(url).send({ reason: 'false_positive' })).status).toBe(200);
  expect((await scan(w, [unsure()])).body.delta).toMatchObject({ dismissed: 1, review: 0 });
});

test('a proposal that no longer has it mends nothing by that, and one that brings it is let through', async () => {
  const w = await world(service);
  await scan(w, [unsure(), finding()]);
  const context = { trigger: 'pull_request', prNumber: 7, prUrl: 'https://github.com/example/shop/pull/7' };
  const { body } = await scan(w, [unsure({ ruleId: 'label' })], { coverage: 'complete', context });
  expect(body).toMatchObject({ fixes: 1, delta: { new: 0, review: 1 }, introduced: { count: 0 } });
});

test('a run that is deleted takes it along', async () => {
  const w = await world(service);
  await scan(w, [unsure(), finding()]);
  expect((await service.as(w.owner.token).delete(`${w.product.url}/test-activity/1`)).status).toBe(204);
  expect(await findings(w, '?needsReview=any')).toEqual([]);
});

test('a person decides what is reported: of a manual test it is refused', async () => {
  const w = await world(service);
  const { status, body } = await post(w.keys.ingest, {
    productRef: w.product.slug,
    type: 'manual_test',
    findings: [{ title: 'No label' }, { title: 'Perhaps', needsReview: true }],
  });
  expect([status, body.errors]).toMatchObject([400, [{ path: '/findings/1/needsReview', code: 'not_allowed' }]]);
});
