import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
type Verb = 'get' | 'post' | 'patch' | 'delete';
const call = (w: World, verb: Verb, path: string, body?: object, token = w.admin.token) =>
  service.as(token)[verb](`${w.organization.url}/standards${path}`).send(body);

async function house(w: World): Promise<{ slug: string; id: string; levels: { id: string; name: string }[] }> {
  const created = await call(w, 'post', '', {
    name: 'House rules',
    levels: [{ name: 'Basic' }, { name: 'Full', description: 'All of it' }],
    cumulative: true,
  });
  return created.body.standard;
}

test('an own standard is made, changed and deleted by admins', async () => {
  const w = await world(service);
  const created = await call(w, 'post', '', {
    name: 'House rules',
    levels: [{ name: 'Basic' }, { name: 'Full' }],
    cumulative: true,
  });
  expect([created.status, created.headers['location']]).toEqual([201, `${w.organization.url}/standards/house-rules`]);
  expect(created.body.standard).toMatchObject({
    source: 'custom',
    editable: true,
    cumulative: true,
    organizationId: w.organization.id,
    levels: [
      { name: 'Basic', sortOrder: 0 },
      { name: 'Full', sortOrder: 1 },
    ],
  });
  expect((await call(w, 'get', '/house-rules', undefined, w.member.token)).body).toEqual(created.body);
  const renamed = await call(w, 'patch', '/house-rules', { name: 'Home rules', description: 'x' });
  expect(renamed.body.standard).toMatchObject({ slug: 'home-rules', description: 'x' });
  expect((await call(w, 'post', '', { name: 'x' }, w.member.token)).body.code).toBe('role_too_low');
  expect((await call(w, 'post', '', { name: 'x' }, w.keys.read)).body.code).toBe('key_scope_missing');
  expect(
    (await call(w, 'post', '', { levels: [{}], cumulative: 'yes' })).body.errors
      .map(({ path }: { path: string }) => path)
      .sort(),
  ).toEqual(['/cumulative', '/levels/0/name', '/name']);
  for (const levels of [[[]], [[{ name: 'x' }]], [null], [1]])
    expect((await call(w, 'post', '', { name: 'x', levels })).body.errors[0]).toMatchObject({ code: 'wrong_type' });
  expect((await call(w, 'delete', '/home-rules')).status).toBe(204);
  expect((await call(w, 'delete', '/home-rules')).status).toBe(404);
  expect((await call(w, 'post', '', { name: 'WCAG 2.2' })).body.standard.slug).toBe('wcag-2-2-2');
});

test('standards answer to their ids wherever their slugs stand, but to those of their organization alone', async () => {
  const w = await world(service);
  const { id, slug } = await house(w);
  const bySlug = await call(w, 'get', `/${slug}`, undefined, w.member.token);
  const byId = await call(w, 'get', `/${id.toUpperCase()}`, undefined, w.member.token);
  expect(byId.body).toEqual(bySlug.body);
  const url = `${w.organization.url}/standards`;
  expect([bySlug, byId].map(({ headers }) => headers['content-location'])).toEqual([undefined, `${url}/${slug}`]);
  const made = await call(w, 'post', `/${id}/requirements`, { name: 'One' });
  expect(made.status).toBe(201);
  const requirement = `requirements/${made.body.requirement.id}`;
  expect((await call(w, 'patch', `/${id}/${requirement}`, { name: '' })).status).toBe(400);
  expect((await call(w, 'patch', `/${id}/${requirement}`, { name: 'Two' })).body.requirement.name).toBe('Two');
  expect((await call(w, 'get', `/${slug}/${requirement}`)).body.requirement.name).toBe('Two');
  expect((await call(w, 'get', `/${id}/requirements`)).body.requirements).toHaveLength(1);
  const renamed = await call(w, 'patch', `/${id}`, { name: 'Other rules' });
  expect([renamed.body.standard.slug, renamed.headers['content-location']]).toEqual([
    'other-rules',
    `${url}/other-rules`,
  ]);
  const builtIn = (await call(w, 'get', '/wcag-2-2')).body.standard.id;
  expect((await call(w, 'get', `/${builtIn}/groups`)).body.groups.length).toBeGreaterThan(0);
  expect((await call(w, 'patch', `/${builtIn}`, { name: 'x' })).body.code).toBe('standard_read_only');
  const other = await world(service);
  for (const [verb, path] of [
    ['get', `/${id}`],
    ['get', `/${id}/requirements`],
    ['patch', `/${id}`],
    ['post', `/${id}/requirements`],
    ['post', `/${id}/duplicate`],
    ['delete', `/${id}`],
  ] as const)
    expect([path, (await call(other, verb, path, {})).status]).toEqual([path, 404]);
  expect((await call(w, 'delete', `/${id}`)).status).toBe(204);
});

test('a built-in standard refuses every change', async () => {
  const w = await world(service);
  const [requirement] = (await call(w, 'get', '/wcag-2-2/requirements')).body.requirements;
  const [group] = (await call(w, 'get', '/wcag-2-2/groups')).body.groups;
  for (const [verb, path, body] of [
    ['patch', '', { name: 'x' }],
    ['delete', '', undefined],
    ['post', '/requirements', { name: 'x' }],
    ['patch', `/requirements/${requirement.id}`, { name: 'x' }],
    ['delete', `/requirements/${requirement.id}`, undefined],
    ['post', '/groups', { name: 'x' }],
    ['patch', `/groups/${group.id}`, { name: 'x' }],
    ['delete', `/groups/${group.id}`, undefined],
  ] as const) {
    const response = await call(w, verb, `/wcag-2-2${path}`, body);
    expect([verb, path, response.status, response.body.code]).toEqual([verb, path, 403, 'standard_read_only']);
  }
  expect(
    (await call(w, 'get', `/wcag-2-2/requirements/${requirement.id}`, undefined, w.member.token)).body.requirement.id,
  ).toBe(requirement.id);
  expect((await call(w, 'get', `/wcag-2-2/groups/${group.id}`, undefined, w.member.token)).body.group.id).toBe(
    group.id,
  );
});

test('levels keep their identity by id or by name, and references to removed ones are cleared', async () => {
  const w = await world(service);
  const { id, slug, levels } = await house(w);
  const [basic, full] = levels;
  await service
    .as(w.admin.token)
    .patch(`${w.organization.url}/settings/conformance`)
    .send({ standardId: id, conformanceLevel: full!.id });
  await service.as(w.admin.token).patch(w.product.url).send({ standardId: id, conformanceLevel: full!.id });
  await service.as(w.member.token).post(`${w.product.url}/audits`).send({});
  const kept = await call(w, 'patch', `/${slug}`, {
    levels: [{ name: 'New' }, { id: full!.id, name: 'Complete' }, { name: 'Basic' }],
  });
  expect(kept.body.standard.levels.map((level: { id: string; name: string }) => [level.id, level.name])).toEqual([
    [expect.any(String), 'New'],
    [full!.id, 'Complete'],
    [basic!.id, 'Basic'],
  ]);
  expect((await service.as(w.member.token).get(w.product.url)).body.product.conformanceLevel).toBe(full!.id);
  expect((await call(w, 'patch', `/${slug}`, { levels: [{ id: w.owner.id, name: 'x' }] })).body.errors[0].path).toBe(
    '/levels/0/id',
  );
  await call(w, 'patch', `/${slug}`, { levels: [{ name: 'Basic' }] });
  expect((await service.as(w.member.token).get(w.product.url)).body.product).toMatchObject({
    standardId: id,
    conformanceLevel: null,
  });
  expect((await service.as(w.member.token).get(`${w.product.url}/audits/1`)).body.audit).toMatchObject({
    standardId: id,
    conformanceLevel: null,
  });
  const settings = await service.as(w.admin.token).patch(`${w.organization.url}/settings/conformance`).send({});
  expect(settings.body.settings).toMatchObject({ standardId: id, conformanceLevel: null });
  await call(w, 'delete', `/${slug}`);
  expect((await service.as(w.member.token).get(w.product.url)).body.product.standardId).toBeNull();
  expect((await service.as(w.member.token).get(`${w.product.url}/audits/1`)).body.audit.standardId).toBeNull();
  expect(
    (await service.as(w.admin.token).patch(`${w.organization.url}/settings/conformance`).send({})).body.settings
      .standardId,
  ).toBeNull();
});

test('a copy has all groups and requirements, nested alike, and is free to change', async () => {
  const w = await world(service);
  const copied = await call(w, 'post', '/wcag-2-2/duplicate');
  expect([copied.status, copied.headers['location']]).toEqual([201, `${w.organization.url}/standards/wcag-2-2-copy`]);
  expect(copied.body.standard).toMatchObject({ name: 'WCAG 2.2 (copy)', editable: true, cumulative: true });
  const both = async (path: string) =>
    Promise.all(['wcag-2-2', 'wcag-2-2-copy'].map(async (slug) => (await call(w, 'get', `/${slug}${path}`)).body));
  const [original, copy] = await both('/requirements');
  expect(copy.requirements.map(({ name }: { name: string }) => name)).toEqual(
    original.requirements.map(({ name }: { name: string }) => name),
  );
  const [groups, copiedGroups] = await both('/groups');
  const tree = (list: { id: string; parentId: string | null; name: string }[]) =>
    list.map(({ name, parentId }) => [name, list.find(({ id }) => id === parentId)?.name]);
  expect(tree(copiedGroups.groups)).toEqual(tree(groups.groups));
  expect(new Set([...original.requirements, ...copy.requirements].map(({ id }: { id: string }) => id)).size).toBe(172);
  expect(
    (await call(w, 'patch', `/wcag-2-2-copy/requirements/${copy.requirements[0].id}`, { name: 'Mine' })).body
      .requirement.name,
  ).toBe('Mine');
  expect((await call(w, 'post', '/wcag-2-2/duplicate')).body.standard.slug).toBe('wcag-2-2-copy-2');
});

test('requirements are added, changed and deleted, and the Grade follows', async () => {
  const w = await world(service);
  const { id, slug, levels } = await house(w);
  const group = (await call(w, 'post', `/${slug}/groups`, { name: 'Forms' })).body.group;
  const created = await call(w, 'post', `/${slug}/requirements`, {
    name: 'Labels',
    level: levels[0]!.id,
    groupId: group.id,
    versions: ['1'],
    aiTestable: true,
    metadata: { wcag: '3.3.2' },
    url: 'https://x.example/',
  });
  expect([created.status, created.headers['location']]).toEqual([
    201,
    `${w.organization.url}/standards/${slug}/requirements/${created.body.requirement.id}`,
  ]);
  expect(created.body.requirement).toMatchObject({
    level: levels[0]!.id,
    groupId: group.id,
    versions: ['1'],
    aiTestable: true,
    metadata: { wcag: '3.3.2' },
  });
  const refused = await call(w, 'post', `/${slug}/requirements`, { name: 'x', level: id });
  expect(refused.body.errors[0].path).toBe('/level');
  expect((await call(w, 'post', `/${slug}/requirements`, { name: 'x', groupId: id })).body.errors[0].path).toBe(
    '/groupId',
  );
  await service.as(w.admin.token).patch(w.product.url).send({ standardId: id });
  await service
    .as(w.member.token)
    .post(`${w.product.url}/test-activity`)
    .send({ type: 'manual_test', target: 'https://shop.example/' });
  await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'x' });
  await service
    .as(w.member.token)
    .put(`${w.product.url}/issues/1/requirements`)
    .send({ requirementIds: [created.body.requirement.id] });
  const grade = async () => (await service.as(w.member.token).get(`${w.product.url}/grade`)).body.grade;
  expect(await grade()).toMatchObject({ letter: 'E', score: 50 });
  await call(w, 'post', `/${slug}/requirements`, { name: 'Another' });
  expect(await grade()).toMatchObject({ score: 75 });
  const cleared = await call(w, 'patch', `/${slug}/requirements/${created.body.requirement.id}`, {
    level: null,
    groupId: null,
    url: null,
  });
  expect(cleared.body.requirement).toMatchObject({ level: null, groupId: null, url: null, name: 'Labels' });
  expect((await call(w, 'delete', `/${slug}/requirements/${created.body.requirement.id}`)).status).toBe(204);
  expect(await grade()).toMatchObject({
    score: 100,
    reasons: expect.arrayContaining([expect.objectContaining({ code: 'unlinked_issues' })]),
  });
});

test('an issue that failed a deleted standard alone fails nothing, also in a product that answers to another one', async () => {
  const w = await world(service);
  const { slug } = await house(w);
  const { requirement } = (await call(w, 'post', `/${slug}/requirements`, { name: 'Ours alone' })).body;
  const member = service.as(w.member.token);
  await member
    .post(`${w.product.url}/test-activity`)
    .send({ type: 'manual_test', target: 'https://shop.example/' })
    .expect(201);
  await member.post(`${w.product.url}/issues`).send({ title: 'x' }).expect(201);
  await member
    .put(`${w.product.url}/issues/1/requirements`)
    .send({ requirementIds: [requirement.id] })
    .expect(200);
  const unlinked = async () =>
    (await member.get(`${w.product.url}/grade`)).body.grade.reasons.find(
      ({ code }: { code: string }) => code === 'unlinked_issues',
    );
  expect(await unlinked()).toBeUndefined();
  expect((await call(w, 'delete', `/${slug}`)).status).toBe(204);
  expect(await unlinked()).toMatchObject({ count: 1, refs: [{ kind: 'issue', number: 1 }] });
});

test('a requirement says how it is examined: as an organization says, else as the criteria are that it stands for', async () => {
  const w = await world(service);
  const { slug } = await house(w);
  const proceduresOf = async (of: string) =>
    new Map<string, string | null>(
      (await call(w, 'get', `/${of}/requirements`)).body.requirements.map(
        ({ name, procedure }: { name: string; procedure: string | null }) => [name.split(' ')[0]!, procedure],
      ),
    );
  const contrast = /^Measure text .*\[W3C on 1\.4\.3\]\(https:\/\/www\.w3\.org\/WAI\/WCAG22\//s;
  expect((await proceduresOf('wcag-2-1')).get('1.4.3')).toMatch(contrast);
  const en = await proceduresOf('en-301-549');
  expect([en.get('9.1.4.3'), en.get('5.2')]).toEqual([expect.stringMatching(contrast), null]);
  expect((await proceduresOf('rgaa')).get('3.2')).toContain('Measure text');
  const add = async (body: object) => (await call(w, 'post', `/${slug}/requirements`, body)).body.requirement;
  const silent = await add({ name: 'Plain words' });
  const cited = await add({ name: 'Contrast', metadata: { wcag: '1.4.3' } });
  const said = await add({ name: 'Our type', metadata: { wcag: '1.4.3' }, procedure: 'Ask *Ada*.' });
  expect([silent, cited, said].map(({ procedure }) => procedure)).toEqual([
    ...[null, expect.stringMatching(contrast), 'Ask *Ada*.'],
  ]);
  const change = (id: string, procedure: string | null) =>
    call(w, 'patch', `/${slug}/requirements/${id}`, { procedure });
  expect((await change(silent.id, 'Read it aloud.')).body.requirement.procedure).toBe('Read it aloud.');
  expect((await change(said.id, null)).body.requirement.procedure).toMatch(contrast);
  expect((await change(cited.id, 'x'.repeat(10_001))).body.errors).toMatchObject([
    { path: '/procedure', code: 'too_long', params: { max: 10_000 } },
  ]);
  const { standard } = (await call(w, 'post', `/${slug}/duplicate`)).body;
  expect((await proceduresOf(standard.slug)).get('Plain')).toBe('Read it aloud.');
  const { changes } = (await service.as(w.admin.token).get(`${w.organization.url}/changes?type=requirement.updated`))
    .body;
  expect(changes.at(-1).changes).toEqual([{ field: 'procedure', from: null, to: 'Read it aloud.' }]);
});

test('groups nest without circles, not even from both ends at once; deleting one moves what is in it up', async () => {
  const [w, other] = [await world(service), await world(service)];
  const { slug } = await house(w);
  const foreign = (await call(other, 'post', `/${(await house(other)).slug}/groups`, { name: 'Theirs' })).body.group;
  const add = async (name: string, parentId?: string) =>
    (await call(w, 'post', `/${slug}/groups`, { name, parentId })).body.group;
  const [a, b] = [await add('a'), await add('b')];
  const c = await add('c', b.id);
  const move = (id: string, parentId: string | null) => call(w, 'patch', `/${slug}/groups/${id}`, { parentId });
  expect((await move(b.id, c.id)).body.errors[0]).toMatchObject({ path: '/parentId', code: 'circular' });
  expect((await move(b.id, b.id)).body.errors[0].code).toBe('circular');
  expect((await move(b.id, foreign.id)).body.errors[0].code).toBe('unknown_reference');
  expect((await call(w, 'post', `/${slug}/groups`, { name: 'x', parentId: foreign.id })).status).toBe(400);
  const both = await Promise.all([move(a.id, b.id), move(b.id, a.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  await Promise.all([move(a.id, null), move(b.id, null)]);
  const requirement = (await call(w, 'post', `/${slug}/requirements`, { name: 'r', groupId: c.id })).body.requirement;
  expect((await call(w, 'delete', `/${slug}/groups/${c.id}`)).status).toBe(204);
  expect((await call(w, 'get', `/${slug}/requirements/${requirement.id}`)).body.requirement.groupId).toBe(b.id);
  expect((await call(w, 'delete', `/${slug}/groups/${b.id}`)).status).toBe(204);
  expect((await call(w, 'get', `/${slug}/requirements/${requirement.id}`)).body.requirement.groupId).toBeNull();
});

test('a standard of another organization is out of reach', async () => {
  const [w, other] = [await world(service), await world(service)];
  const { slug, id } = await house(other);
  for (const verb of ['get', 'patch', 'delete'] as const)
    expect([verb, (await call(w, verb, `/${slug}`, {})).status]).toEqual([verb, 404]);
  expect((await call(w, 'post', `/${slug}/duplicate`)).status).toBe(404);
  expect((await service.as(w.owner.token).patch(w.product.url).send({ standardId: id })).body.errors[0].path).toBe(
    '/standardId',
  );
});

test.each([
  ['en-301-549', 296, 94],
  ['section-508', 133, 51],
  ['rgaa', 106, 13],
])('%s can be copied whole, with what its requirements refer to', async (slug, requirements, groups) => {
  const w = await world(service);
  const { standard } = (await call(w, 'post', `/${slug}/duplicate`)).body;
  expect(standard).toMatchObject({ source: 'custom', editable: true });
  const facts = async (of: string) =>
    (await call(w, 'get', `/${of}/requirements`)).body.requirements.map(
      ({ name, url, metadata }: Record<string, unknown>) => ({ name, url, metadata }),
    );
  const copied = await facts(standard.slug);
  expect(copied).toHaveLength(requirements);
  expect(copied).toEqual(await facts(slug));
  expect((await call(w, 'get', `/${standard.slug}/groups`)).body.groups).toHaveLength(groups);
});
