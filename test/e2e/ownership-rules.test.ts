import { newId } from '#libs/ids';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const service = useService();
const as = (person: Pick<Person, 'token'>) => service.as(person.token);
const rulesUrl = (w: World) => `${w.product.url}/ownership-rules`;
const put = (w: World, rules: object[], by: Person = w.admin) => as(by).put(rulesUrl(w)).send({ rules });
const stored = async (w: World, ...rules: object[]) => (await put(w, rules).expect(200)).body.rules;
const shown = async (w: World) => (await as(w.member).get(rulesUrl(w)).expect(200)).body.rules;
const preview = async (w: World, body: object = {}) =>
  (
    await as(w.admin)
      .post(`${rulesUrl(w)}/preview`)
      .send(body)
      .expect(200)
  ).body;
const finding = (ruleId: string, over: object = {}) => ({ title: `About ${ruleId}`, ruleId, ...over });
const ingest = async (w: World, findings: object[], over: object = {}) =>
  service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: w.product.slug, type: 'automated_scan', tool: 'axe-core', findings, ...over })
    .expect(201);
async function confirm(w: World, ruleId: string, body: object = {}) {
  const { findings } = (await as(w.member).get(`${w.product.url}/findings?ruleId=${ruleId}`)).body;
  return (await as(w.member).post(`${w.product.url}/findings/${findings[0].id}/confirm`).send(body)).body.issue;
}
async function bulkConfirm(w: World, data: object = {}) {
  const { findings } = (await as(w.member).get(`${w.product.url}/findings?status=pending`)).body;
  const ids = findings.map(({ id }: { id: string }) => id);
  const body = { ids, data: { action: 'confirm', ...data } };
  await as(w.member).patch(`${w.organization.url}/findings/bulk`).send(body).expect(200);
  return (await as(w.member).get(`${w.product.url}/issues?order=asc`)).body.issues;
}
const auth = (w: World, path: string, body: object) =>
  as(w.owner)
    .post(`/api/auth/organization/${path}`)
    .send({ organizationId: w.organization.id, ...body })
    .expect(200);
async function team(w: World, ...people: Person[]): Promise<string> {
  const { id: teamId } = (await auth(w, 'create-team', { name: `Team ${newId()}` })).body;
  for (const { id: userId } of people) await auth(w, 'add-team-member', { teamId, userId });
  return teamId;
}
const NO_MATCH = { page: null, area: null, tool: null, ruleId: null, wcag: null, selector: null };
const NOBODY = { userId: null, teamId: null, roundRobin: null };

test('rules are read by members, and replaced by admins as a whole', async () => {
  const w = await world(service);
  expect(await shown(w)).toEqual([]);
  const teamId = await team(w);
  const rules = await stored(
    w,
    { match: { tool: 'axe-core', ruleId: null }, assign: { userId: w.member.id } },
    { match: {}, assign: { teamId } },
  );
  expect(rules).toEqual([
    { match: { ...NO_MATCH, tool: 'axe-core' }, assign: { ...NOBODY, userId: w.member.id }, broken: false },
    { match: NO_MATCH, assign: { ...NOBODY, teamId }, broken: false },
  ]);
  expect(await shown(w)).toEqual(rules);
  const [last] = (await as(w.owner).get(`${w.organization.url}/changes?pageSize=1`)).body.changes;
  expect(last).toMatchObject({
    type: 'product.ownership_rules_replaced',
    changes: [{ field: 'rules', from: 0, to: 2 }],
  });
  const refused = await put(w, [], w.member);
  expect([refused.status, refused.body.code]).toEqual([403, 'role_too_low']);
  expect(await stored(w)).toEqual([]);
});

test('whoever replaces rules that somebody else has replaced meanwhile is refused, and shown what there is', async () => {
  const w = await world(service);
  const before = (await as(w.admin).get(rulesUrl(w))).headers['etag']!;
  expect(before).toMatch(/^"1\./);
  const rule = { match: {}, assign: { userId: w.member.id } };
  const first = await put(w, [rule]).set('If-Match', before);
  expect([first.status, first.headers['etag']!.slice(0, 3)]).toEqual([200, '"2.']);
  const second = await put(w, []).set('If-Match', before);
  expect([second.status, second.body.code]).toEqual([412, 'changed_meanwhile']);
  expect(second.body.rules).toHaveLength(1);
  // The same rules again are no change.
  expect((await put(w, [rule])).headers['etag']).toBe(first.headers['etag']);
});

test('each of what is wrong in rules is named', async () => {
  const [w, other] = [await world(service), await world(service)];
  const theirs = await team(other);
  const unknown = await put(w, [
    { match: { area: 'none' }, assign: { userId: other.member.id } },
    { match: {}, assign: { teamId: theirs } },
    { match: {}, assign: { roundRobin: newId() } },
  ]);
  const faults = ({ body }: typeof unknown) =>
    body.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`).sort();
  expect([unknown.status, faults(unknown)]).toEqual([
    400,
    [
      '/rules/0/assign/userId unknown_reference',
      '/rules/0/match/area unknown_reference',
      '/rules/1/assign/teamId unknown_reference',
      '/rules/2/assign/roundRobin unknown_reference',
    ],
  ]);
  const shapeless = await put(w, [
    { match: { page: 'checkout' }, assign: { userId: w.member.id } },
    { match: {}, assign: {} },
    { match: {}, assign: { userId: w.member.id, teamId: newId() } },
  ]);
  expect(shapeless.status).toBe(400);
  expect(faults(shapeless)).toEqual(expect.arrayContaining([expect.stringMatching('/rules/0/match/page')]));
  const several = await put(w, [
    { match: {}, assign: {} },
    { match: {}, assign: { userId: w.member.id, teamId: newId() } },
  ]);
  expect(faults(several)).toEqual(['/rules/0/assign required', '/rules/1/assign required']);
  const many = Array.from({ length: 101 }, () => ({ match: {}, assign: { userId: w.member.id } }));
  expect((await put(w, many)).status).toBe(400);
  await as(w.admin).post(`${w.product.url}/archive`).expect(200);
  expect((await put(w, [])).body.code).toBe('product_archived');
});

test('the first rule decides of which all holds: page, tool, rule, criterion and selector', async () => {
  const w = await world(service);
  await stored(
    w,
    { match: { page: '/checkout/**', wcag: 'WCAG 1.4.3' }, assign: { userId: w.owner.id } },
    { match: { selector: 'main * a.*', tool: 'AXE-core' }, assign: { userId: w.admin.id } },
    { match: { ruleId: 'label' }, assign: { userId: w.member.id } },
  );
  const pay = 'https://shop.example/checkout/pay';
  await ingest(w, [
    finding('contrast', { wcag: '1.4.3', sourceUrl: pay }),
    finding('elsewhere', { wcag: '1.4.3', sourceUrl: 'https://shop.example/' }),
    finding('link', { selector: 'main > ul > a.more', sourceUrl: pay }),
    finding('label', { selector: 'form input' }),
  ]);
  const assigned = async (ruleId: string) => (await confirm(w, ruleId)).assigneeId;
  expect(await assigned('contrast')).toBe(w.owner.id);
  expect(await assigned('elsewhere')).toBeNull();
  expect(await assigned('link')).toBe(w.admin.id);
  const { number, assigneeId } = await confirm(w, 'label');
  expect(assigneeId).toBe(w.member.id);
  const { issue } = (await as(w.member).get(`${w.product.url}/issues/${number}`)).body;
  expect(issue.watching).toBe(true);
});

test('an area is that of the issue, or of the run, and a rule keeps it when it is renamed', async () => {
  const w = await world(service);
  const area = async (name: string) =>
    (await as(w.admin).post(`${w.product.url}/areas`).send({ name }).expect(201)).body.area;
  const [cart, search] = [await area('Cart'), await area('Search')];
  await stored(w, { match: { area: 'cart' }, assign: { userId: w.owner.id } });
  await ingest(w, [finding('tagged')], { areas: ['cart'] });
  await ingest(w, [finding('later'), finding('other')], { areas: ['search'], tool: 'other' });
  expect((await confirm(w, 'tagged')).assigneeId).toBe(w.owner.id);
  expect((await confirm(w, 'later', { areaIds: [cart.id] })).assigneeId).toBe(w.owner.id);
  expect((await confirm(w, 'other')).assigneeId).toBeNull();
  await as(w.admin).patch(`${w.product.url}/areas/cart`).send({ slug: 'basket' });
  const [renamed] = await shown(w);
  expect(renamed.broken).toBe(false);
  await ingest(w, [{ title: 'By hand' }], { type: 'manual_test', areas: [cart.id] });
  const [byHand] = (await as(w.member).get(`${w.product.url}/issues?q=By%20hand`)).body.issues;
  expect(byHand.assigneeId).toBe(w.owner.id);
  await as(w.admin).delete(`${w.product.url}/areas/${renamed.match.area}`).expect(204);
  const [gone] = await shown(w);
  expect(gone).toMatchObject({ match: { area: cart.id }, broken: true });
  expect(search.slug).toBe('search');
});

test('members of a team take turns, over requests and within one, and the team is that of the issue', async () => {
  const w = await world(service);
  const people = [w.owner, w.admin, w.member];
  const teamId = await team(w, ...people);
  await stored(w, { match: {}, assign: { roundRobin: teamId } });
  await ingest(w, [finding('one')]);
  const first = await confirm(w, 'one');
  expect(first.teamId).toBe(teamId);
  await ingest(
    w,
    ['a', 'b', 'c', 'd', 'e'].map((rule) => finding(rule)),
  );
  const issues: { assigneeId: string }[] = await bulkConfirm(w);
  const counts = people.map(({ id }) => issues.filter(({ assigneeId }) => assigneeId === id).length);
  expect(counts).toEqual([2, 2, 2]);
});

test('two who confirm at the same moment do not take the same turn', async () => {
  const w = await world(service);
  const people = [w.owner, w.admin, w.member];
  await stored(w, { match: {}, assign: { roundRobin: await team(w, ...people) } });
  const names = ['a', 'b', 'c'];
  await ingest(
    w,
    names.map((rule) => finding(rule)),
  );
  const issues = await Promise.all(names.map((rule) => confirm(w, rule)));
  expect(issues.map(({ assigneeId }) => assigneeId).sort()).toEqual(people.map(({ id }) => id).sort());
});

test('who has left is passed by, and the rule is shown as broken', async () => {
  const w = await world(service);
  const leaver = await w.person('member');
  const teamId = await team(w, leaver);
  const empty = await team(w);
  await stored(
    w,
    { match: {}, assign: { userId: leaver.id } },
    { match: {}, assign: { roundRobin: teamId } },
    { match: {}, assign: { teamId: empty } },
    { match: {}, assign: { userId: w.owner.id } },
  );
  await auth(w, 'remove-member', { memberIdOrEmail: leaver.memberId });
  await auth(w, 'remove-team', { teamId: empty });
  expect((await shown(w)).map(({ broken }: { broken: boolean }) => broken)).toEqual([true, true, true, false]);
  await ingest(w, [finding('a')]);
  expect((await confirm(w, 'a')).assigneeId).toBe(w.owner.id);
});

test('an issue that stands for many findings gets one owner, and one that is linked keeps its own', async () => {
  const w = await world(service);
  await stored(w, { match: {}, assign: { userId: w.owner.id } });
  const { issue } = (await as(w.member).post(`${w.product.url}/issues`).send({ title: 'Known' })).body;
  expect(issue.assigneeId).toBeNull();
  await ingest(w, [finding('a')]);
  expect((await confirm(w, 'a', { issueNumber: issue.number })).assigneeId).toBeNull();
  await ingest(w, [finding('b'), finding('c')], { tool: 'other' });
  const issues = await bulkConfirm(w, { asOne: true });
  expect(issues).toHaveLength(2);
  expect(issues.find(({ number }: { number: number }) => number !== issue.number).assigneeId).toBe(w.owner.id);
});

test('a preview says what rules would do to what is open, and keeps nothing', async () => {
  const w = await world(service);
  const teamId = await team(w, w.owner, w.member);
  await ingest(
    w,
    ['a', 'b', 'c', 'd'].map((rule) => finding(rule, { sourceUrl: 'https://shop.example/a' })),
  );
  await confirm(w, 'd');
  const rules = [
    { match: { page: '/a', ruleId: 'a' }, assign: { userId: w.admin.id } },
    { match: { ruleId: 'none' }, assign: { userId: w.admin.id } },
    { match: { tool: 'axe-core' }, assign: { roundRobin: teamId } },
  ];
  const expected = {
    findings: 4,
    more: false,
    unowned: 0,
    rules: [1, 0, 3].map((findings) => ({ findings, broken: false })),
  };
  const tried = await preview(w, { rules });
  expect(tried).toMatchObject(expected);
  const share = (person: Person) =>
    tried.shares.find(({ userId }: { userId: string }) => userId === person.id)?.findings as number;
  expect([share(w.admin), share(w.owner) + share(w.member)]).toEqual([1, 3]);
  expect(await shown(w)).toEqual([]);
  expect(await preview(w)).toEqual({ findings: 4, more: false, unowned: 4, rules: [], shares: [] });
  await stored(w, ...rules);
  expect(await preview(w)).toEqual(tried);
  // Whose turn it is has not changed by looking.
  expect(await preview(w)).toEqual(tried);
  const { status } = await as(w.member)
    .post(`${rulesUrl(w)}/preview`)
    .send({});
  expect(status).toBe(403);
});

test('whose account is gone is named in no rule any more', async () => {
  const w = await world(service);
  const leaver = await w.person('member');
  const teamId = await team(w, leaver, w.member);
  await stored(w, { match: {}, assign: { roundRobin: teamId } }, { match: {}, assign: { userId: leaver.id } });
  await ingest(w, [finding('a'), finding('b')]);
  await bulkConfirm(w);
  const [before] = await service.database.query('SELECT * FROM ownership_rules WHERE product_id = $1', [w.product.id]);
  expect(JSON.stringify(before)).toContain(leaver.id);
  await as(leaver).post('/api/auth/delete-user').send({}).expect(200);
  const [after] = await service.database.query('SELECT * FROM ownership_rules WHERE product_id = $1', [w.product.id]);
  expect(JSON.stringify(after)).not.toContain(leaver.id);
  expect((await shown(w))[1]).toMatchObject({ assign: NOBODY, broken: true });
});
