import { newId } from '#libs/ids';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const service = useService({ LIMIT_SAVED_VIEWS: '3' });

const VIEW = {
  name: 'Urgent',
  kind: 'issues',
  filters: { state: ['open'], severity: ['high', 'medium'], q: 'keyboard' },
};
const views = (w: World) => `${w.organization.url}/saved-views`;
const keep = (w: World, who: Person, body: object = {}) =>
  service
    .as(who.token)
    .post(views(w))
    .send({ ...VIEW, ...body });
const names = async (w: World, who: Person) =>
  (await service.as(who.token).get(views(w))).body.savedViews.map(({ name }: { name: string }) => name);
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;

test('a view is its maker’s until it is shared, and then its maker’s and the admins’ to change', async () => {
  const w = await world(service);
  const { savedView } = (await keep(w, w.member).expect(201)).body;
  expect(savedView).toEqual({
    ...VIEW,
    id: expect.any(String),
    sort: null,
    shared: false,
    ownerUserId: w.member.id,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const url = `${views(w)}/${savedView.id}`;
  expect([await names(w, w.member), await names(w, w.admin)]).toEqual([['Urgent'], []]);
  expect(refusal(await service.as(w.owner.token).patch(url).send({ name: 'x' }))).toBe('404 not_found');
  expect(refusal(await service.as(w.owner.token).delete(url))).toBe('404 not_found');

  const sort = { field: 'severity', direction: 'desc' };
  const shared = await service.as(w.member.token).patch(url).send({ shared: true, sort });
  expect(shared.body.savedView).toMatchObject({ ...VIEW, shared: true, sort });
  const other = await w.person('member');
  expect(await names(w, other)).toEqual(['Urgent']);
  expect(refusal(await service.as(other.token).patch(url).send({ name: 'x' }))).toBe('403 role_too_low');
  expect(refusal(await service.as(other.token).delete(url))).toBe('403 role_too_low');
  const renamed = await service.as(w.admin.token).patch(url).send({ name: 'Most urgent', sort: null });
  expect(renamed.body.savedView).toMatchObject({ name: 'Most urgent', sort: null, ownerUserId: w.member.id });
  expect((await service.as(w.admin.token).delete(url)).status).toBe(204);
  expect(refusal(await service.as(w.member.token).delete(url))).toBe('404 not_found');
  // What was nobody else's business is not in the log of all.
  const { changes } = (await service.as(other.token).get(`${w.organization.url}/changes?subjectKind=saved_view`)).body;
  expect(
    changes.map(({ type, subject }: { type: string; subject: { title: string } }) => [type, subject.title]),
  ).toEqual([
    ['saved_view.deleted', 'Most urgent'],
    ['saved_view.updated', 'Most urgent'],
    ['saved_view.updated', 'Urgent'],
    ['saved_view.created', null],
  ]);
});

test('it keeps what its list takes, and nothing else', async () => {
  const w = await world(service);
  const paths = async (body: object) => {
    const answer = await keep(w, w.member, body);
    return answer.status === 201 ? [] : answer.body.errors.map(({ path }: { path: string }) => path);
  };
  expect(await paths({ kind: 'products' })).toEqual(['/kind']);
  expect(await paths({ filters: { page: '1', total: false, colour: 'red' } })).toEqual(
    expect.arrayContaining(['/filters/page', '/filters/total', '/filters/colour']),
  );
  expect(
    await paths({ filters: { state: 7, severity: [], impact: [7], effort: { a: 1 }, q: '', priority: ['a,b'] } }),
  ).toEqual(['state', 'severity', 'impact', 'effort', 'q', 'priority'].map((name) => `/filters/${name}`));
  expect(await paths({ filters: { state: ['ajar'], q: 'x'.repeat(201), productId: 'x' } })).toEqual(
    expect.arrayContaining(['/filters/state', '/filters/q', '/filters/productId']),
  );
  expect(await paths({ sort: { field: 'colour', direction: 'desc' } })).toEqual(['/sort/field']);
  expect(await paths({ sort: { field: 'title', direction: 'up' } })).toEqual(['/sort/direction']);
  expect(await paths({ kind: 'risks', filters: { severity: ['high'] } })).toEqual(['/filters/severity']);
  expect(await paths({ name: 'a\nb' })).toEqual(['/name']);
  expect(
    await paths({
      kind: 'risks',
      filters: { likelihood: ['high'], q: 'x' },
      sort: { field: 'number', direction: 'asc' },
    }),
  ).toEqual([]);
  expect(await paths({ kind: 'findings', filters: { proposed: true, wcag: ['1.4.3'], tool: 'axe-core' } })).toEqual([]);
  const { savedView } = (await keep(w, w.member, { filters: {} })).body;
  const patch = (body: object) =>
    service
      .as(w.member.token)
      .patch(`${views(w)}/${savedView.id}`)
      .send(body);
  expect((await patch({ filters: { severity: ['low'] }, sort: { field: 'effort', direction: 'asc' } })).status).toBe(
    200,
  );
  expect((await patch({ kind: 'risks' })).body.errors[0].path).toBe('/kind');
  expect((await patch({ filters: { likelihood: 'high' } })).body.errors[0].path).toBe('/filters/likelihood');
  expect(
    refusal(
      await service
        .as(w.member.token)
        .patch(`${views(w)}/${newId()}`)
        .send({ name: 7 }),
    ),
  ).toBe('404 not_found');
});

test('everybody has as many as are allowed, also when they are made at once', async () => {
  const w = await world(service);
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => keep(w, w.member)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
  expect((await keep(w, w.admin)).status).toBe(201);
});

test('one’s own views go with the membership; what was shared stays, and belongs to nobody', async () => {
  const [w, elsewhere] = [await world(service), await world(service)];
  const leaver = await w.person('member');
  await keep(w, leaver, { name: 'Mine' }).expect(201);
  const { savedView } = (await keep(w, leaver, { name: 'Ours', shared: true }).expect(201)).body;
  await service
    .as(w.owner.token)
    .post('/api/auth/organization/remove-member')
    .send({ organizationId: w.organization.id, memberIdOrEmail: leaver.email })
    .expect(200);
  const { savedViews } = (await service.as(w.owner.token).get(views(w))).body;
  expect(savedViews).toMatchObject([{ name: 'Ours', ownerUserId: null }]);
  const kept = await service.database.query('SELECT name FROM saved_views WHERE organization_id = $1', [
    w.organization.id,
  ]);
  expect(kept).toEqual([{ name: 'Ours' }]);
  expect(await names(elsewhere, elsewhere.owner)).toEqual([]);
  const url = `${views(w)}/${savedView.id}`;
  expect(refusal(await service.as(w.member.token).patch(url).send({ name: 'x' }))).toBe('403 role_too_low');
  const taken = await service.as(w.admin.token).patch(url).send({ shared: false });
  expect(taken.body.savedView).toMatchObject({ shared: false, ownerUserId: w.admin.id });
  expect(await names(w, w.owner)).toEqual([]);
});

test('a key keeps views for its owner, with the scope to write', async () => {
  const w = await world(service);
  expect((await service.as(w.keys.write).post(views(w)).send(VIEW)).body.savedView.ownerUserId).toBe(w.owner.id);
  expect(refusal(await service.as(w.keys.read).post(views(w)).send(VIEW))).toBe('403 key_scope_missing');
  expect((await service.as(w.keys.read).get(views(w))).body.savedViews).toHaveLength(1);
});

test('of changes that are made for the same revision of a view one wins, and the others see it', async () => {
  const w = await world(service);
  const made = await keep(w, w.member).expect(201);
  const url = `${views(w)}/${made.body.savedView.id}`;
  const change = (name: string) =>
    service.as(w.member.token).patch(url).set('If-Match', made.headers['etag']!).send({ name });
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => change(name)));
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  for (const { body } of answers.filter(({ status }) => status !== 200))
    expect([body.code, body.savedView]).toEqual(['changed_meanwhile', won[0]!.body.savedView]);
  const stale = service.as(w.member.token).delete(url).set('If-Match', made.headers['etag']!);
  expect(refusal(await stale)).toBe('412 changed_meanwhile');
});

test('that somebody keeps a view for themselves shows in no refusal', async () => {
  const w = await world(service);
  const { savedView } = (await keep(w, w.member).expect(201)).body;
  for (const id of [savedView.id, newId()])
    expect(
      refusal(
        await service
          .as(w.owner.token)
          .patch(`${views(w)}/${id}`)
          .send({ name: 7 }),
      ),
    ).toBe('404 not_found');
});
