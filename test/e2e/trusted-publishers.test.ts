import { useCiIssuers } from '../support/ci-issuer.js';
import { minutesAhead } from '../support/moments.js';
import { finding } from '../support/scans.js';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const { github, settings, audience } = useCiIssuers({ LIMIT_TRUSTED_PUBLISHERS: '3' });
const service = useService(settings);

const CLAIMS = { repository_id: '74', repository_owner_id: '65' };
const publishers = (product: World['product']) => `${product.url}/trusted-publishers`;
const trust = (w: World, credential = w.admin.token, claims: object = {}, product = w.product) =>
  service
    .as(credential)
    .post(publishers(product))
    .send({ issuer: github.issuer, claims: { ...CLAIMS, ...claims } });
const exchange = async (w: World) =>
  service
    .as()
    .post('/api/ingest/token')
    .send({ token: await github.token(audience), organizationId: w.organization.id });
const passOf = async (w: World): Promise<string> => (await exchange(w)).body.apiKey.key;
const reportWith = async (key: string) =>
  (
    await service
      .as(key)
      .post('/api/ingest/test-activity')
      .send({ type: 'automated_scan', tool: 'axe-core', findings: [finding()] })
  ).status;
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;

test('a publisher is made, listed and deleted by admins, and its keys end with it', async () => {
  const w = await world(service);
  const { trustedPublisher } = (await trust(w, w.admin.token, { environment: 'production' }).expect(201)).body;
  expect(trustedPublisher).toEqual({
    id: expect.any(String),
    issuer: github.issuer,
    state: 'active',
    repository: null,
    claims: { ...CLAIMS, environment: 'production' },
    presented: null,
    createdByUserId: w.admin.id,
    lastUsedAt: null,
    createdAt: expect.any(String),
  });
  await trust(w).expect(201);
  const pass = await passOf(w);
  const list = async () => (await service.as(w.owner.token).get(publishers(w.product))).body.trustedPublishers;
  expect((await list())[0]).toEqual(trustedPublisher);
  for (const { id } of await list())
    expect((await service.as(w.owner.token).delete(`${publishers(w.product)}/${id}`)).status).toBe(204);
  expect(await list()).toEqual([]);
  expect(await reportWith(pass)).toBe(401);
  const gone = `${publishers(w.product)}/${trustedPublisher.id}`;
  expect(refusal(await service.as(w.owner.token).delete(gone))).toBe('404 not_found');
  expect(refusal(await service.as(w.owner.token).delete(`${publishers(w.product)}/x`))).toBe('404 not_found');
  const { changes } = (await service.as(w.owner.token).get(`${w.product.url}/changes?subjectKind=trusted_publisher`))
    .body;
  expect(
    changes.map(({ type, subject }: { type: string; subject: { title: string } }) => `${type} ${subject.title}`),
  ).toEqual([
    'trusted_publisher.deleted GitHub repository 74',
    'trusted_publisher.deleted GitHub repository 74',
    'trusted_publisher.token_exchanged GitHub repository 74',
    'trusted_publisher.created GitHub repository 74',
    'trusted_publisher.created GitHub repository 74',
  ]);
});

test('issuer and claims are checked, every fault at once, and two alike are one too many', async () => {
  const w = await world(service);
  const paths = async (body: object) =>
    (await service.as(w.admin.token).post(publishers(w.product)).send(body)).body.errors.map(
      ({ path }: { path: string }) => path,
    );
  expect(await paths({})).toEqual(['/issuer']);
  expect(await paths({ issuer: github.issuer })).toEqual(['/claims']);
  expect(await paths({ issuer: 'https://evil.example' })).toEqual(['/issuer', '/claims']);
  for (const repository of ['shop', 'acme/', '/shop', 'acme shop', 'acme/shop/', 'https://github.com/acme/shop'])
    expect(await paths({ issuer: github.issuer, repository })).toEqual(['/repository']);
  expect(await paths({ issuer: github.issuer, claims: CLAIMS, repository: 'acme/shop' })).toEqual(['/repository']);
  expect(await paths({ issuer: 'https://evil.example', claims: CLAIMS })).toEqual(['/issuer']);
  expect(await paths({ issuer: `${github.issuer}/`, claims: CLAIMS })).toEqual(['/issuer']);
  expect(await paths({ issuer: github.issuer, claims: {} })).toEqual([
    '/claims/repository_id',
    '/claims/repository_owner_id',
  ]);
  expect(await paths({ issuer: github.issuer, claims: { ...CLAIMS, sub: 'repo:a/b' } })).toEqual(['/claims/sub']);
  expect(await paths({ issuer: github.issuer, claims: { ...CLAIMS, repository_id: 74 } })).toEqual([
    '/claims/repository_id',
  ]);
  expect(await paths({ issuer: github.issuer, claims: { ...CLAIMS, ref_protected: 'yes' } })).toEqual([
    '/claims/ref_protected',
  ]);
  expect(await paths({ issuer: github.issuer, claims: { ...CLAIMS, project_id: '1' } })).toEqual([
    '/claims/project_id',
  ]);
  const answers = await Promise.all([trust(w), trust(w), trust(w)]);
  expect(answers.map(refusal).sort()).toEqual(['201 undefined', '409 already_exists', '409 already_exists']);
});

test('a product may wait for several repositories, each once whatever the case of its name', async () => {
  const w = await world(service);
  const named = (repository: string) =>
    service.as(w.admin.token).post(publishers(w.product)).send({ issuer: github.issuer, repository });
  expect(refusal(await named('acme/shop'))).toBe('201 undefined');
  expect(refusal(await named('acme/blog'))).toBe('201 undefined');
  expect(refusal(await named('Acme/Shop'))).toBe('409 already_exists');
});

test('a product has as many publishers as are allowed, also when they are made at once', async () => {
  const w = await world(service);
  const environments = ['a', 'b', 'c', 'd', 'e'];
  const answers = await Promise.all(environments.map((environment) => trust(w, w.admin.token, { environment })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
  expect(refusal(await trust(w))).toBe('409 limit_reached');
});

test('a key makes a publisher only if it may report itself, within its product, and takes it along when it ends', async () => {
  const w = await world(service);
  expect(refusal(await trust(w, w.keys.write))).toBe('403 key_scope_exceeded');
  expect(refusal(await trust(w, w.keys.ingest))).toBe('403 key_scope_missing');
  expect(refusal(await trust(w, w.member.token))).toBe('403 role_too_low');
  const other = await w.newProduct('Other');
  const limited = await w.key({ scopes: ['read', 'write', 'ingest'], productId: w.product.id });
  expect(refusal(await trust(w, limited, {}, other))).toBe('403 key_product_mismatch');
  const expiresAt = minutesAhead(1).toISOString();
  const { key, id } = (
    await service
      .as(w.owner.token)
      .post(`${w.organization.url}/api-keys`)
      .send({
        name: 'CI',
        scopes: ['write', 'ingest'],
        expiresAt,
        allowedAddresses: ['192.0.2.0/24', '127.0.0.1', '::1'],
      })
  ).body.apiKey;
  await trust(w, key).expect(201);
  const { apiKey } = (await exchange(w)).body;
  expect(apiKey.expiresAt).toBe(expiresAt);
  expect(await reportWith(apiKey.key)).toBe(201);
  const [pass] = await service.database.query(
    'SELECT allowed_addresses FROM ingest_passes WHERE organization_id = $1',
    [w.organization.id],
  );
  expect(pass.allowed_addresses).toContain('192.0.2.0/24');
  await service.as(w.owner.token).delete(`${w.organization.url}/api-keys/${id}`).expect(204);
  expect(await reportWith(apiKey.key)).toBe(401);
  expect(refusal(await exchange(w))).toBe('401 token_refused');
  expect((await service.as(w.owner.token).get(publishers(w.product))).body.trustedPublishers).toEqual([]);
});

test('a publisher whose key has expired trusts nobody any more', async () => {
  const w = await world(service);
  await trust(w, await w.key({ scopes: ['read', 'write', 'ingest'] })).expect(201);
  await service.database.query(
    `UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = (SELECT parent_key_id FROM trusted_publishers WHERE organization_id = $1)`,
    [w.organization.id],
  );
  expect(refusal(await exchange(w))).toBe('401 token_refused');
});

test.each<[string, (w: World, maker: Person) => Promise<unknown>]>([
  [
    'the membership of its maker',
    (w, maker) =>
      service
        .as(w.owner.token)
        .post('/api/auth/organization/remove-member')
        .send({ organizationId: w.organization.id, memberIdOrEmail: maker.email })
        .expect(200),
  ],
  [
    'the account of its maker',
    (_w, maker) => service.as(maker.token).post('/api/auth/delete-user').send({}).expect(200),
  ],
  ['its product', (w) => service.as(w.owner.token).delete(w.product.url).expect(204)],
])('a publisher and its keys end with %s', async (_what, end) => {
  const w = await world(service);
  const maker = await w.person('admin');
  await trust(w, maker.token).expect(201);
  const pass = await passOf(w);
  expect(await reportWith(pass)).toBe(201);
  await end(w, maker);
  expect(await reportWith(pass)).toBe(401);
  expect(refusal(await exchange(w))).toBe('401 token_refused');
  const { changes } = (
    await service.as(w.owner.token).get(`${w.organization.url}/changes?type=trusted_publisher.deleted`)
  ).body;
  expect(changes).toHaveLength(1);
  const left = await service.database.query('SELECT id FROM trusted_publishers WHERE organization_id = $1', [
    w.organization.id,
  ]);
  expect(left).toEqual([]);
});

test('a demoted maker’s publisher goes on, as their keys do', async () => {
  const w = await world(service);
  await trust(w).expect(201);
  await service.database.query(`UPDATE members SET role = 'member' WHERE id = $1`, [w.admin.memberId]);
  expect(await reportWith(await passOf(w))).toBe(201);
});

describe('a publisher that is made by the name of a repository', () => {
  const byName = (w: World, repository = 'acme/shop', product = w.product) =>
    service.as(w.admin.token).post(publishers(product)).send({ issuer: github.issuer, repository });
  const shown = async (w: World) => (await service.as(w.owner.token).get(publishers(w.product))).body.trustedPublishers;
  const accept = (w: World, id: string, claims: object = CLAIMS, by = w.owner.token) =>
    service
      .as(by)
      .post(`${publishers(w.product)}/${id}/accept`)
      .send({ claims });
  const present = async (
    w: World,
    claims: Record<string, string> = {},
    body: object = { organizationId: w.organization.id },
  ) =>
    refusal(
      await service
        .as()
        .post('/api/ingest/token')
        .send({ token: await github.token(audience, claims), ...body }),
    );

  test('waits for a token that names the organization, which shows its ids and is refused; accepted, it is trusted', async () => {
    const w = await world(service);
    const { id, ...made } = (await byName(w, 'Acme/Shop').expect(201)).body.trustedPublisher;
    expect(made).toMatchObject({ state: 'waiting', repository: 'Acme/Shop', claims: {}, presented: null });
    // What names no organization, or is of another repository, shows nothing.
    expect(await present(w, { repository_id: '901' }, {})).toBe('401 token_refused');
    expect(await present(w, { repository: 'mallory/shop' })).toBe('401 token_refused');
    expect((await shown(w))[0].state).toBe('waiting');
    expect(refusal(await accept(w, id))).toBe('409 presented_differs');
    for (let again = 0; again < 2; again += 1) expect(await present(w)).toBe('401 token_refused');
    expect((await shown(w))[0]).toMatchObject({ state: 'presented', claims: {}, presented: CLAIMS });
    expect(await present(w)).toBe('401 token_refused');

    const { trustedPublisher } = (await accept(w, id).expect(200)).body;
    expect(trustedPublisher).toMatchObject({ id, state: 'active', claims: CLAIMS, presented: null });
    expect(await reportWith(await passOf(w))).toBe(201);
    // A repository of this name with other ids is another one.
    expect(await present(w, { repository_id: '75' })).toBe('401 token_refused');
    expect(refusal(await accept(w, id))).toBe('409 presented_differs');
    const { changes } = (await service.as(w.owner.token).get(`${w.product.url}/changes?subjectKind=trusted_publisher`))
      .body;
    expect(
      changes.map(({ type, subject, actor }: Record<string, { title: string; name: string }>) =>
        [type, subject!.title, actor!.name].join(', '),
      ),
    ).toEqual([
      'trusted_publisher.token_exchanged, GitHub repository 74, acme/shop',
      `trusted_publisher.accepted, GitHub repository 74, ${w.owner.name}`,
      'trusted_publisher.presented, Repository Acme/Shop, acme/shop',
      `trusted_publisher.created, Repository Acme/Shop, ${w.admin.name}`,
    ]);
  });

  test('is not accepted for ids that nobody has looked at: whoever takes the name over meanwhile is seen', async () => {
    const w = await world(service);
    const { id } = (await byName(w).expect(201)).body.trustedPublisher;
    await present(w);
    await present(w, { repository_id: '666', repository_owner_id: '667' });
    expect(refusal(await accept(w, id))).toBe('409 presented_differs');
    expect((await shown(w))[0].presented).toEqual({ repository_id: '666', repository_owner_id: '667' });
    await present(w);
    expect(refusal(await accept(w, id, { ...CLAIMS, ref: 'refs/heads/main' }))).toBe('409 presented_differs');
    await accept(w, id).expect(200);
  });

  test('shows its ids to the organization and the product that are named, and to those who may accept', async () => {
    const [w, stranger] = [await world(service), await world(service)];
    const other = await w.newProduct('Other');
    for (const product of [w.product, other]) await byName(w, 'acme/shop', product).expect(201);
    await byName(stranger).expect(201);
    await present(w, {}, { organizationId: w.organization.id, productRef: w.product.slug });
    const [publisher] = await shown(w);
    expect(publisher.state).toBe('presented');
    const states = async (at: World['product'], by: string) =>
      (await service.as(by).get(publishers(at))).body.trustedPublishers.map(({ state }: { state: string }) => state);
    expect([await states(other, w.owner.token), await states(stranger.product, stranger.owner.token)]).toEqual([
      ['waiting'],
      ['waiting'],
    ]);
    expect(refusal(await accept(w, publisher.id, CLAIMS, w.member.token))).toBe('403 role_too_low');
    expect((await accept(w, publisher.id, CLAIMS, w.keys.write)).status).toBe(403);
    expect(refusal(await accept(stranger, publisher.id))).toBe('404 not_found');
    expect(refusal(await accept(w, publisher.id, {}))).toBe('400 invalid_input');
  });

  test('is one for each name, and is no second one beside what is trusted by its ids', async () => {
    const w = await world(service);
    const { id } = (await byName(w).expect(201)).body.trustedPublisher;
    expect(refusal(await byName(w, 'ACME/shop'))).toBe('409 already_exists');
    // What another product trusts is no token for this one.
    const other = await w.newProduct('Other');
    await trust(w, w.admin.token, {}, other).expect(201);
    expect(await present(w, {}, { organizationId: w.organization.id, productRef: w.product.slug })).toBe(
      '401 token_refused',
    );
    await trust(w).expect(201);
    expect(refusal(await accept(w, id))).toBe('409 already_exists');
  });
});
