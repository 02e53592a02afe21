import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

test('a wrong verb on a known path is 405 with Allow, before anyone asks who calls', async () => {
  const { organization } = await world(service);
  for (const [path, allow] of [
    [`${organization.url}/products`, 'GET, HEAD, OPTIONS, POST'],
    ['/api/auth/sign-in/email', 'OPTIONS, POST'],
    ['/api/ingest/test-activity', 'OPTIONS, POST'],
  ] as const) {
    const response = await service.as().delete(path);
    expect([path, response.status, response.headers['allow'], response.body.code]).toEqual([
      path,
      405,
      allow,
      'method_not_allowed',
    ]);
    const options = await service.as().options(path);
    expect([path, options.status, options.headers['allow'], options.text]).toEqual([path, 204, allow, '']);
  }
});

test('an unknown path is 404 with the one body, and HEAD is GET without a body', async () => {
  const unknown = await service.as().get('/v2/nothing');
  expect([unknown.status, unknown.headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
  expect(unknown.body).toEqual({
    type: 'urn:curbcut:problem:not_found',
    title: 'Not Found',
    status: 404,
    code: 'not_found',
    message: expect.any(String),
    detail: unknown.body.message,
    requestId: unknown.headers['x-request-id'],
  });
  const { product, keys } = await world(service);
  const head = await service.as(keys.read).head(product.url);
  expect([head.status, head.text]).toEqual([200, undefined]);
});

test('a body over 256 kB is 413 anywhere but ingest, whoever sends it', async () => {
  const { product, member } = await world(service);
  const body = (bytes: number) => `{"title":"x","description":"${'y'.repeat(bytes - 30)}"}`;
  const send = (credential: string | undefined, bytes: number) =>
    service.as(credential).post(`${product.url}/issues`).set('Content-Type', 'application/json').send(body(bytes));
  expect(body(262_144)).toHaveLength(262_144);
  expect((await send(member.token, 262_144)).status).toBe(400);
  expect((await send(member.token, 262_145)).status).toBe(413);
  expect((await send(undefined, 262_145)).status).toBe(413);
});

test('order of answers: who calls, then whether they may, then what is there, then what was sent', async () => {
  const { organization, product, stranger, member } = await world(service);
  const broken = (credential: string | undefined, path: string) =>
    service.as(credential).post(path).set('Content-Type', 'application/json').send('{');
  expect((await broken(undefined, `${product.url}/issues`)).status).toBe(401);
  expect((await broken(stranger.token, `${product.url}/issues`)).status).toBe(403);
  expect((await broken(undefined, `${organization.url}/products/%00/issues`)).status).toBe(401);
  expect((await broken(member.token, `${organization.url}/products/unknown/issues`)).status).toBe(404);
  expect((await broken(member.token, `${product.url}/issues`)).body.errors).toMatchObject([
    { path: '', code: 'invalid_json' },
  ]);
});

test('names that every object has are unknown properties like any other, at any depth', async () => {
  const { organization, product, owner, member } = await world(service);
  const send = (path: string, body: string) =>
    service.as(owner.token).post(path).set('Content-Type', 'application/json').send(body);
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  for (const name of names) {
    const top = await send(`${product.url}/issues`, `{"title":"x","${name}":{"isAdmin":true}}`);
    expect(top.body.errors).toMatchObject([{ path: `/${name}`, code: 'unknown_property' }]);
    const { slug } = (await send(`${organization.url}/standards`, '{"name":"Own"}')).body.standard;
    const requirements = `${organization.url}/standards/${slug}/requirements`;
    const deep = await send(requirements, `{"name":"x","metadata":{"a":[{"${name}":{}}]}}`);
    expect(deep.body.errors).toMatchObject([{ path: `/metadata/a/0/${name}`, code: 'unknown_property' }]);
    // The identity endpoints look past what they do not know.
    const teamId = `{"${name}":{"constructor":{"prototype":{}}}}`;
    const wrong = await send('/api/auth/organization/add-team-member', `{"userId":"${member.id}","teamId":${teamId}}`);
    expect(wrong.body.errors).toMatchObject([{ path: '/teamId' }]);
    expect((await send('/api/auth/organization/check-slug', `{"slug":"free","${name}":${teamId}}`)).status).toBe(200);
  }
});

test('a variation selector counts against the length of a text', async () => {
  const { product, member } = await world(service);
  const create = (title: string) => service.as(member.token).post(`${product.url}/issues`).send({ title });
  expect((await create('x\ufe0f'.repeat(100))).body.issue.title).toBe('x\ufe0f'.repeat(100));
  expect((await create('🦽'.repeat(200))).body.issue.title).toBe('🦽'.repeat(200));
  for (const title of ['x\ufe0f'.repeat(101), '🦽'.repeat(201)])
    expect((await create(title)).body.errors).toMatchObject([{ path: '/title', code: 'too_long' }]);
});

test('headers that are no credential are 401, and never 400', async () => {
  const { product } = await world(service);
  for (const authorization of ['Bearer', 'Bearer a b', 'Basic YTpi', 'nonsense', 'Bearer svc_']) {
    const response = await service.as().get(product.url).set('Authorization', authorization);
    expect([authorization, response.status, response.headers['www-authenticate']]).toEqual([
      authorization,
      401,
      'Bearer',
    ]);
  }
});

test('hostile paths and queries get their 4xx', async () => {
  const { organization, product, member } = await world(service);
  const long = 'x'.repeat(5000);
  for (const [path, status] of [
    [`${organization.url}/products/%00`, 404],
    [`${organization.url}/products/%ff`, 400],
    [`${organization.url}/products/..%2f..%2fetc`, 404],
    [`${organization.url}/products/${long}`, 404],
    ['/v1/organizations/not-an-id/products', 403],
    ['/v1/organizations/%00/products', 403],
    [`${product.url}/areas/%00`, 404],
    [`${product.url}/findings/not-an-id`, 404],
    [`${product.url}/issues/99999999999999999999`, 404],
    [`${product.url}/issues?page=999999999999`, 400],
    [`${product.url}/issues?page=1000000000&pageSize=100`, 200],
    [`${product.url}/findings?q=%00`, 400],
    [`${product.url}/findings?q=%25_%5C`, 200],
    [`${product.url}/findings?tool=${'a,'.repeat(101)}`, 400],
    [`${organization.url}/issues?productId=nonsense`, 400],
    [`${organization.url}/products?owner=nonsense`, 200],
    [`${product.url}/testing-feed?contextEnvironment=%00`, 400],
  ] as const) {
    expect([path.slice(-60), (await service.as(member.token).get(path)).status]).toEqual([path.slice(-60), status]);
  }
});
