import { ModulesContainer } from '@nestjs/core';
import { listRoutes, operationIdOf, type Route } from '../../apps/api/src/platform/http/routes.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const read = (w: World, token: string, path = w.organization.url) => service.as(token).get(path);

test('an organization is read with its settings, the standard in force, the role of the caller and what they may do', async () => {
  const w = await world(service);
  const { body } = await read(w, w.member.token).expect(200);
  expect(body.organization).toMatchObject({
    id: w.organization.id,
    slug: w.organization.slug,
    settings: { standardId: null, conformanceLevel: null, auditFrequency: null },
    security: { requireTwoFactor: false, requireFreshProof: false },
    effectiveStandard: { slug: 'wcag-2-2', level: { name: 'AA' } },
    role: 'member',
  });
  expect(body.organization.modules).toContain('conformance');
  expect((await read(w, w.keys.read)).body.organization).toMatchObject({ role: 'owner' });
  const { standards } = (await read(w, w.member.token, `${w.organization.url}/standards`)).body;
  const own = standards.find(({ slug }: { slug: string }) => slug === 'en-301-549');
  await service.as(w.admin.token).patch(`${w.organization.url}/settings/conformance`).send({ standardId: own.id });
  const { effectiveStandard } = (await read(w, w.member.token)).body.organization;
  expect(effectiveStandard).toEqual({ id: own.id, slug: own.slug, name: own.name, level: null });
});

test('each setting can be read by who may change it, and by members but for that of GitHub', async () => {
  const w = await world(service);
  const settings = (name: string, token = w.member.token) => read(w, token, `${w.organization.url}/settings/${name}`);
  const patch = (name: string, body: object) =>
    service.as(w.owner.token).patch(`${w.organization.url}/settings/${name}`).send(body).expect(200);
  await patch('conformance', { auditFrequency: 6 });
  expect((await settings('conformance')).body.settings).toMatchObject({ standardId: null, auditFrequency: 6 });
  expect((await settings('security')).body.settings).toEqual({ requireTwoFactor: false, requireFreshProof: false });
  await patch('security', { requireFreshProof: true });
  expect((await settings('security', w.keys.read)).body.settings.requireFreshProof).toBe(true);
  const { enabledModules } = (await patch('modules', { module: 'risks', enabled: false })).body;
  expect((await settings('modules')).body).toEqual({ enabledModules });
  for (const name of ['conformance', 'security', 'modules'])
    expect([name, (await settings(name, w.stranger.token)).body.code]).toEqual([name, 'not_a_member']);
});

test('a key for one product does not read the organization', async () => {
  const w = await world(service);
  const key = await w.key({ scopes: ['read', 'write'], productId: w.product.id });
  expect((await read(w, key)).body.code).toBe('key_product_mismatch');
});

/** The codes with which admission refuses. */
const DOOR = ['role_too_low', 'module_disabled', 'key_scope_missing', 'key_product_mismatch', 'session_required'];

test.each<[string, (w: World) => Promise<string>]>([
  ['a member where two modules are off', async (w) => w.member.token],
  ['a key that reads', async (w) => w.keys.read],
])('%s is told beforehand of each operation what its answer says', async (_name, tokenOf) => {
  const w = await world(service);
  await w.disable('risks', 'conformance');
  const token = await tokenOf(w);
  const { can } = (await read(w, token)).body.organization as { can: Record<string, boolean> };
  const routes = listRoutes(service.app.get(ModulesContainer)).filter(({ path }) =>
    path.startsWith('/v1/organizations/:orgId'),
  );
  const pathOf = ({ path }: Route): string =>
    path
      .replace(':orgId', w.organization.slug)
      .replace(':productSlug', w.product.slug)
      .replace(/:(\w*[nN]umber)\b/g, '999999')
      .replace(/:\w+/g, '00000000-0000-7000-8000-000000000000');
  expect(Object.keys(can).sort()).toEqual(routes.map(operationIdOf).sort());
  const wrong: string[] = [];
  for (const route of routes) {
    const { body } = await service.as(token)[route.verb.toLowerCase() as 'get'](pathOf(route));
    const isRefused = DOOR.includes((body as { code?: string } | null)?.code ?? '');
    if (isRefused === can[operationIdOf(route)])
      wrong.push(`${operationIdOf(route)} ${(body as { code: string }).code}`);
  }
  expect(wrong).toEqual([]);
});

describe('the slug of an organization', () => {
  test('leads wherever its id does, for people and keys, with products and records', async () => {
    const w = await world(service);
    const url = `/v1/organizations/${w.organization.slug}`;
    const made = await service
      .as(w.keys.write)
      .post(`${url}/products/${w.product.slug}/issues`)
      .send({ title: 'Here' });
    expect([made.status, made.headers['location']]).toEqual([201, `${url}/products/${w.product.slug}/issues/1`]);
    const { body } = await read(w, w.member.token, made.headers['location']!).expect(200);
    expect(body.issue).toMatchObject({ title: 'Here', number: 1 });
    expect((await read(w, w.member.token, `${url}/issues`)).body.issues).toHaveLength(1);
  });

  test('says nothing of organizations that the caller is not in: unknown ones are refused alike', async () => {
    const [w, other] = [await world(service), await world(service)];
    for (const token of [w.owner.token, w.keys.read]) {
      const answers = [];
      for (const name of [
        other.organization.slug,
        other.organization.id,
        'nobody-s',
        w.product.id,
        '%00',
        '%E2%98%83',
      ]) {
        const { status, body } = await read(
          w,
          token,
          `/v1/organizations/${name}/products/${other.product.slug}/issues`,
        );
        const { requestId: _id, instance: _at, ...said } = body;
        answers.push({ status, ...said });
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]!.status).toBe(403);
    }
  });

  test('that looks like the id of another organization does not lead there, nor away from that id', async () => {
    const [w, other] = [await world(service), await world(service)];
    await service.database.query('UPDATE organizations SET slug = $2 WHERE id = $1', [
      w.organization.id,
      other.organization.id,
    ]);
    expect((await read(other, other.owner.token)).body.organization.id).toBe(other.organization.id);
    expect((await read(w, w.owner.token, `/v1/organizations/${other.organization.id}`)).status).toBe(403);
  });
});
