import { newId } from '#libs/ids';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const service = useService();
const PAST = '2020-01-01T00:00:00.000Z';
const FUTURE = '2100-01-01T00:00:00.000Z';
const as = (person: Person) => service.as(person.token);

async function issueOf(w: World, body: object) {
  const answer = await as(w.member)
    .post(`${w.product.url}/issues`)
    .send({ title: 'Barrier', ...body });
  expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
  return answer.body.issue;
}
const listed = async (w: World, query: string, { by = w.member.token, url = w.product.url } = {}) =>
  (await service.as(by).get(`${url}/issues?${query}`).expect(200)).body.issues.map(
    ({ title }: { title: string }) => title,
  );
const newTeam = async (w: World, name = 'Checkout'): Promise<string> =>
  (
    await as(w.owner)
      .post('/api/auth/organization/create-team')
      .send({ organizationId: w.organization.id, name })
      .expect(200)
  ).body.id;
const removeTeam = (w: World, teamId: string) =>
  as(w.owner)
    .post('/api/auth/organization/remove-team')
    .send({ organizationId: w.organization.id, teamId })
    .expect(200);
const pathsOf = ({ body }: { body: { errors: { path: string; code: string }[] } }) =>
  body.errors.map(({ path, code }) => [path, code]);
const lastEvent = async (w: World) =>
  (await as(w.owner).get(`${w.organization.url}/changes?pageSize=1`).expect(200)).body.changes[0];

test('an issue has somebody to do it, a team and a date, which absent means unchanged and null means clear', async () => {
  const w = await world(service);
  const teamId = await newTeam(w);
  const issue = await issueOf(w, { assigneeId: w.admin.id, teamId, dueAt: '2020-01-01T02:00:00+02:00' });
  expect(issue).toMatchObject({ assigneeId: w.admin.id, teamId, dueAt: PAST, dueSetBy: 'person', overdue: true });
  const url = `${w.product.url}/issues/${issue.number}`;
  const later = await as(w.member).patch(url).send({ dueAt: FUTURE });
  expect(later.body.issue).toMatchObject({ assigneeId: w.admin.id, teamId, dueAt: FUTURE, overdue: false });
  const cleared = await as(w.member).patch(url).send({ assigneeId: null, teamId: null, dueAt: null });
  expect(cleared.body.issue).toMatchObject({ assigneeId: null, teamId: null, dueAt: null, dueSetBy: null });
  const late = await as(w.member).patch(url).send({ dueAt: PAST, state: 'closed' });
  expect(late.body.issue).toMatchObject({ dueAt: PAST, overdue: false });
});

test('the change log says who does an issue since when, and by when', async () => {
  const w = await world(service);
  const { number } = await issueOf(w, {});
  await as(w.member).patch(`${w.product.url}/issues/${number}`).send({ assigneeId: w.admin.id, dueAt: FUTURE });
  expect(await lastEvent(w)).toMatchObject({
    type: 'issue.updated',
    changes: [
      { field: 'assigneeId', from: null, to: w.admin.id },
      { field: 'dueAt', from: null, to: FUTURE },
      { field: 'dueSetBy', from: null, to: 'person' },
    ],
  });
});

test('only members and teams of the organization are taken, and each that is none is named', async () => {
  const [w, other] = [await world(service), await world(service)];
  const theirs = await newTeam(other);
  const wrong = { assigneeId: other.member.id, teamId: theirs };
  const reference = (path: string) => [path, 'unknown_reference'];
  const refused = await as(w.member)
    .post(`${w.product.url}/issues`)
    .send({ title: 'x', ...wrong });
  expect([refused.status, pathsOf(refused)]).toEqual([400, [reference('/assigneeId'), reference('/teamId')]]);
  const { id, number } = await issueOf(w, {});
  const url = `${w.product.url}/issues/${number}`;
  expect(pathsOf(await as(w.member).patch(url).send(wrong))).toEqual([reference('/assigneeId'), reference('/teamId')]);
  const bulk = as(w.member)
    .patch(`${w.organization.url}/issues/bulk`)
    .send({ ids: [id], data: wrong });
  expect(pathsOf(await bulk)).toEqual([reference('/data/assigneeId'), reference('/data/teamId')]);
  const stranger = await as(w.member).patch(url).send({ assigneeId: w.stranger.id });
  expect(pathsOf(stranger)).toEqual([reference('/assigneeId')]);
  const malformed = await as(w.member).patch(url).send({ assigneeId: 'me', dueAt: 'tomorrow' });
  expect(
    pathsOf(malformed)
      .map(([path]) => path)
      .sort(),
  ).toEqual(['/assigneeId', '/dueAt']);
  const ofProduct = await as(w.owner).patch(w.product.url).send({ teamId: theirs });
  expect([ofProduct.status, pathsOf(ofProduct)]).toEqual([400, [reference('/teamId')]]);
  const untouched = (await as(w.member).get(url)).body.issue;
  expect(untouched).toMatchObject({ assigneeId: null, teamId: null, dueAt: null });
});

test('many issues are given to one at once; who has them already is not changed', async () => {
  const w = await world(service);
  const [a, b] = [await issueOf(w, {}), await issueOf(w, { assigneeId: w.member.id, dueAt: FUTURE })];
  const bulk = (data: object) =>
    as(w.member)
      .patch(`${w.organization.url}/issues/bulk`)
      .send({ ids: [a.id, b.id], data });
  expect((await bulk({ assigneeId: w.member.id, dueAt: FUTURE })).body).toEqual({ updated: 2, notFound: [] });
  expect((await lastEvent(w)).changes.at(-1)).toEqual({ field: 'ids', from: null, to: [a.id] });
  const [first, second] = (await as(w.member).get(`${w.product.url}/issues?sortField=number`)).body.issues;
  expect(first).toMatchObject({ assigneeId: w.member.id, dueAt: FUTURE, dueSetBy: 'person' });
  expect(second).toMatchObject({ assigneeId: w.member.id, dueAt: FUTURE });
  await bulk({ assigneeId: null, dueAt: null });
  expect(await listed(w, 'assigneeId=none')).toHaveLength(2);
});

test('a key without write gives no issue to anybody', async () => {
  const w = await world(service);
  const { number } = await issueOf(w, {});
  const url = `${w.product.url}/issues/${number}`;
  expect((await service.as(w.keys.read).patch(url).send({ assigneeId: w.owner.id })).status).toBe(403);
  expect((await service.as(w.stranger.token).patch(url).send({ assigneeId: w.owner.id })).status).toBe(403);
  const changed = await service.as(w.keys.write).patch(url).send({ assigneeId: w.owner.id });
  expect(changed.body.issue.assigneeId).toBe(w.owner.id);
});

test('lists are narrowed by who does issues: ids, oneself, nobody; with a key, its owner', async () => {
  const w = await world(service);
  await issueOf(w, { title: 'mine', assigneeId: w.member.id });
  await issueOf(w, { title: 'admin', assigneeId: w.admin.id });
  await issueOf(w, { title: 'owner', assigneeId: w.owner.id });
  await issueOf(w, { title: 'nobody' });
  for (const url of [w.product.url, w.organization.url]) {
    expect(await listed(w, 'assigneeId=me', { url })).toEqual(['mine']);
    expect(await listed(w, 'assigneeId=none', { url })).toEqual(['nobody']);
    expect(await listed(w, `assigneeId=me,none,${w.admin.id}`, { url })).toEqual(['nobody', 'admin', 'mine']);
    expect(await listed(w, 'assigneeId=me', { by: w.keys.read, url })).toEqual(['owner']);
    expect(await listed(w, `assigneeId=${newId()}`, { url })).toEqual([]);
  }
  const refused = await as(w.member).get(`${w.product.url}/issues?assigneeId=you`);
  expect([refused.status, pathsOf(refused)[0]![0]]).toEqual([400, '/query/assigneeId']);
});

test('lists are narrowed and ordered by dates, and what is overdue is open', async () => {
  const w = await world(service);
  await issueOf(w, { title: 'undated' });
  await issueOf(w, { title: 'late', dueAt: PAST });
  await issueOf(w, { title: 'soon', dueAt: FUTURE });
  const { number } = await issueOf(w, { title: 'done', dueAt: '2019-01-01T00:00:00Z' });
  await as(w.member).patch(`${w.product.url}/issues/${number}`).send({ state: 'closed' });
  for (const url of [w.product.url, w.organization.url]) {
    const order = 'sortField=dueAt&sortDirection=';
    expect(await listed(w, `${order}asc`, { url })).toEqual(['done', 'late', 'soon', 'undated']);
    expect(await listed(w, `${order}desc`, { url })).toEqual(['soon', 'late', 'done', 'undated']);
    expect(await listed(w, 'overdue=true', { url })).toEqual(['late']);
    expect(await listed(w, `overdue=false&${order}asc`, { url })).toEqual(['done', 'soon', 'undated']);
    expect(await listed(w, `dueBefore=${FUTURE}&${order}asc`, { url })).toEqual(['done', 'late']);
    expect(await listed(w, `dueBefore=${FUTURE}&state=open`, { url })).toEqual(['late']);
  }
  const refused = await as(w.member).get(`${w.product.url}/issues?dueBefore=now&overdue=yes`);
  expect(pathsOf(refused).map(([path]) => path)).toEqual(['/query/dueBefore', '/query/overdue']);
});

test('a page by date goes on behind the last one, through those without a date too', async () => {
  const w = await world(service);
  for (const [index, dueAt] of [PAST, FUTURE, null, null, PAST].entries())
    await issueOf(w, { title: String(index), dueAt });
  for (const direction of ['asc', 'desc']) {
    const seen: string[] = [];
    let next: string | undefined = `${w.product.url}/issues?pageSize=2&sortField=dueAt&sortDirection=${direction}`;
    while (next) {
      const page: { body: { issues: { title: string }[] }; headers: Record<string, string> } = await as(w.member).get(
        next,
      );
      seen.push(...page.body.issues.map(({ title }) => title));
      next = /<([^>]*)>; rel="next"/.exec(page.headers['link'] ?? '')?.[1];
    }
    expect(seen.toSorted()).toEqual(['0', '1', '2', '3', '4']);
  }
});

test('an issue is of its own team, else of that of its product', async () => {
  const w = await world(service);
  const [ofProduct, own] = [await newTeam(w, 'Shop'), await newTeam(w, 'Payment')];
  const product = await as(w.owner).patch(w.product.url).send({ teamId: ofProduct });
  expect(product.body.product.teamId).toBe(ofProduct);
  await w.newProduct('Other');
  await issueOf(w, { title: 'inherited' });
  await issueOf(w, { title: 'own', teamId: own });
  for (const url of [w.product.url, w.organization.url]) {
    expect(await listed(w, `team=${ofProduct}`, { url })).toEqual(['inherited']);
    expect(await listed(w, `team=${own}`, { url })).toEqual(['own']);
    expect(await listed(w, `team=${own},${ofProduct}`, { url })).toEqual(['own', 'inherited']);
  }
  const products = await as(w.member).get(`${w.organization.url}/products?team=${ofProduct}`);
  expect(products.body.products.map(({ slug }: { slug: string }) => slug)).toEqual([w.product.slug]);
  expect((await as(w.member).get(`${w.organization.url}/products?team=${own}`)).body.products).toEqual([]);
  expect((await as(w.member).get(`${w.organization.url}/products?team=shop`)).status).toBe(400);
});

test('products and issues stay without a team that goes', async () => {
  const w = await world(service);
  const teamId = await newTeam(w);
  await as(w.owner).patch(w.product.url).send({ teamId });
  const { number } = await issueOf(w, { teamId });
  await removeTeam(w, teamId);
  expect((await as(w.member).get(w.product.url)).body.product.teamId).toBeNull();
  expect((await as(w.member).get(`${w.product.url}/issues/${number}`)).body.issue.teamId).toBeNull();
});

test('who leaves loses what they had to do, told once for each product with how many; dates stay', async () => {
  const w = await world(service);
  const leaver = await w.person('member');
  const second = await w.newProduct('Second');
  const ids: string[] = [];
  for (let index = 0; index < 3; index += 1)
    ids.push((await issueOf(w, { assigneeId: leaver.id, dueAt: FUTURE, title: `first ${index}` })).id);
  await as(w.member).post(`${second.url}/issues`).send({ title: 'second', assigneeId: leaver.id }).expect(201);
  await issueOf(w, { assigneeId: w.member.id, title: 'of another' });
  await as(w.owner)
    .post('/api/auth/organization/remove-member')
    .send({ organizationId: w.organization.id, memberIdOrEmail: leaver.memberId })
    .expect(200);
  const { changes } = (await as(w.owner).get(`${w.organization.url}/changes?type=issue.bulk_updated`)).body;
  expect(changes).toHaveLength(2);
  const [ofFirst] = changes.filter(({ productId }: { productId: string }) => productId === w.product.id);
  expect(ofFirst.changes).toEqual([
    { field: 'assigneeId', from: leaver.id, to: null },
    { field: 'count', from: null, to: 3 },
    { field: 'ids', from: null, to: ids },
  ]);
  expect(await listed(w, 'assigneeId=none', { url: w.organization.url })).toHaveLength(4);
  const kept = (await as(w.member).get(`${w.product.url}/issues?q=first`)).body.issues;
  expect(kept.map(({ dueAt }: { dueAt: string }) => dueAt)).toEqual([FUTURE, FUTURE, FUTURE]);
});

test('who is given an issue watches it; others do when they ask, each for themselves, and neither is a change of it', async () => {
  const w = await world(service);
  const { number } = await issueOf(w, { assigneeId: w.admin.id });
  const url = `${w.product.url}/issues/${number}`;
  const seen = async (token: string) => {
    const { body, headers } = await service.as(token).get(url).expect(200);
    return [body.issue.watching, body.issue.watcherCount, body.issue.updatedAt, /"(\d+)/.exec(headers['etag']!)![1]];
  };
  const [watching, count, updatedAt, revision] = await seen(w.admin.token);
  expect([watching, count]).toEqual([true, 1]);
  expect((await as(w.member).post(`${url}/watch`)).body.issue).toMatchObject({ watching: true, watcherCount: 2 });
  expect((await as(w.member).post(`${url}/watch`)).body.issue.watcherCount).toBe(2);
  expect(await seen(w.member.token)).toEqual([true, 2, updatedAt, revision]);
  expect(await seen(w.keys.read)).toEqual([false, 2, updatedAt, revision]);
  expect(await listed(w, 'watching=true')).toEqual(['Barrier']);
  expect(await listed(w, 'watching=false', { url: w.organization.url })).toEqual([]);
  expect(await listed(w, 'watching=true', { by: w.owner.token })).toEqual([]);
  expect((await as(w.member).post(`${url}/unwatch`)).body.issue).toMatchObject({ watching: false, watcherCount: 1 });
  expect((await as(w.member).post(`${url}/unwatch`)).status).toBe(200);
  // With a key its owner watches.
  expect((await service.as(w.keys.write).post(`${url}/watch`)).body.issue).toMatchObject({ watching: true });
  expect(await listed(w, 'watching=true', { by: w.owner.token })).toEqual(['Barrier']);
});

test('nobody watches what they cannot read, and who leaves watches nothing', async () => {
  const [w, other] = [await world(service), await world(service)];
  const { number } = await issueOf(w, {});
  const url = `${w.product.url}/issues/${number}`;
  expect((await as(w.stranger).post(`${url}/watch`)).status).toBe(403);
  expect((await as(other.owner).post(`${url}/watch`)).status).toBe(403);
  expect((await service.as(w.keys.read).post(`${url}/watch`)).status).toBe(403);
  expect((await as(w.member).post(`${w.product.url}/issues/99/watch`)).status).toBe(404);
  expect((await as(w.member).post(`${w.product.url}/issues/99/unwatch`)).status).toBe(404);
  const leaver = await w.person('member');
  await as(leaver).post(`${url}/watch`).expect(200);
  await as(leaver).post('/api/auth/organization/leave').send({ organizationId: w.organization.id }).expect(200);
  expect((await as(w.member).get(url)).body.issue.watcherCount).toBe(0);
});

test('the personal export has what somebody has to do and what they watch', async () => {
  const w = await world(service);
  await issueOf(w, { title: 'To do', assigneeId: w.member.id, dueAt: FUTURE });
  const { body } = await as(w.member).get('/v1/me/export').expect(200);
  const one = { organizationId: w.organization.id, productSlug: w.product.slug, number: 1, title: 'To do' };
  expect(body.assignedIssues).toMatchObject([one]);
  expect(body.watchedIssues).toMatchObject([one]);
});
