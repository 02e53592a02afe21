import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

test('conformance defaults are checked, and a new standard clears a level that is not in it', async () => {
  const { organization, admin, member } = await world(service);
  const { standards } = (await service.as(member.token).get(`${organization.url}/standards`)).body;
  const bySlug = (slug: string) => standards.find((standard: { slug: string }) => standard.slug === slug);
  const [wcag22, wcag21] = [bySlug('wcag-2-2'), bySlug('wcag-2-1')];
  const patch = (body: object) => service.as(admin.token).patch(`${organization.url}/settings/conformance`).send(body);
  const set = await patch({ standardId: wcag22.id, conformanceLevel: wcag22.levels[1].id, auditFrequency: 12 });
  expect(set.body.settings).toMatchObject({
    standardId: wcag22.id,
    conformanceLevel: wcag22.levels[1].id,
    auditFrequency: 12,
  });
  expect((await patch({ conformanceLevel: wcag21.levels[0].id })).body.errors[0].path).toBe('/conformanceLevel');
  expect((await patch({ auditFrequency: 0 })).body.errors[0]).toMatchObject({
    path: '/auditFrequency',
    code: 'not_allowed',
  });
  expect((await patch({ standardId: wcag21.id })).body.settings).toMatchObject({
    standardId: wcag21.id,
    conformanceLevel: null,
    auditFrequency: 12,
  });
  expect((await patch({ standardId: admin.id })).body.errors[0].path).toBe('/standardId');
  expect((await service.as(member.token).patch(`${organization.url}/settings/conformance`).send({})).body.code).toBe(
    'role_too_low',
  );
});

test('modules bring what they need and take what needs them; endpoints close and open', async () => {
  const { organization, product, owner, member } = await world(service);
  const patch = (module: string, enabled: boolean) =>
    service.as(owner.token).patch(`${organization.url}/settings/modules`).send({ module, enabled });
  const off = await patch('issues', false);
  expect(off.body.enabledModules).toEqual(['core', 'organizations', 'teams', 'products', 'audits', 'changes']);
  for (const path of ['issues', 'test-activity', 'testing-feed', 'findings']) {
    expect([path, (await service.as(member.token).get(`${product.url}/${path}`)).body.code]).toEqual([
      path,
      'module_disabled',
    ]);
  }
  expect((await patch('testing', true)).body.enabledModules).toEqual([
    'core',
    'organizations',
    'teams',
    'products',
    'issues',
    'audits',
    'testing',
    'changes',
  ]);
  expect((await service.as(member.token).get(`${product.url}/issues`)).status).toBe(200);
  expect((await patch('core', false)).body.errors[0]).toMatchObject({ path: '/module', code: 'module_required' });
  expect((await patch('nonsense', true)).body.errors[0]).toMatchObject({ path: '/module', code: 'not_allowed' });
});

test('standards show their levels, groups and requirements, narrowed by version and level', async () => {
  const { organization, member, keys } = await world(service);
  const url = `${organization.url}/standards`;
  const { standards } = (await service.as(keys.read).get(url)).body;
  expect(standards.map(({ slug, editable, source }: Record<string, unknown>) => [slug, editable, source])).toEqual(
    expect.arrayContaining([
      ['wcag-2-0', false, 'built_in'],
      ['wcag-2-1', false, 'built_in'],
      ['wcag-2-2', false, 'built_in'],
      ['en-301-549', false, 'built_in'],
      ['section-508', false, 'built_in'],
      ['rgaa', false, 'built_in'],
    ]),
  );
  const { standard } = (await service.as(member.token).get(`${url}/wcag-2-2`)).body;
  expect(standard.levels.map(({ name }: { name: string }) => name)).toEqual(['A', 'AA', 'AAA']);
  const requirements = async (query = '') =>
    (await service.as(member.token).get(`${url}/wcag-2-2/requirements${query}`)).body.requirements;
  expect(await requirements()).toHaveLength(86);
  expect(await requirements(`?level=${standard.levels[1].id}`)).toHaveLength(24);
  expect(await requirements('?version=2.0')).toHaveLength(60);
  const { groups } = (await service.as(member.token).get(`${url}/wcag-2-2/groups`)).body;
  expect(groups).toHaveLength(4 + 13);
  expect((await service.as(member.token).get(`${url}/unknown/requirements`)).status).toBe(404);
});
