import { useService } from '../support/service.js';
import { type Person, world } from '../support/world.js';

const COOKIE = 'better-auth.session_token';
const cookieOf = ({ token }: Person, name = COOKIE) => `${name}=${token}`;

describe('over http', () => {
  const service = useService({ APP_URL: 'http://app.example.org', CORS_ORIGINS: 'http://other.example.org' });

  test('a request with one person’s bearer and another’s cookie is the bearer’s alone, and sets no cookie', async () => {
    const { owner, member } = await world(service);
    const both = (verb: 'get' | 'post', path: string) =>
      service.as(owner.token)[verb](`/api/auth/${path}`).set('Cookie', cookieOf(member));
    const updated = await both('post', 'update-user').send({ name: 'Renamed' });
    expect([updated.status, updated.headers['set-cookie'], updated.headers['set-auth-token']]).toEqual([
      200,
      undefined,
      owner.token,
    ]);
    const session = await both('get', 'get-session');
    expect([session.body.user.id, session.body.user.name, session.headers['set-cookie']]).toEqual([
      owner.id,
      'Renamed',
      undefined,
    ]);
    const names = await service.database.query('SELECT name FROM users WHERE id = $1', [member.id]);
    expect(names).toEqual([{ name: member.name }]);
  });

  test('a bearer that is nobody’s is not helped by a cookie', async () => {
    const { member, product } = await world(service);
    for (const authorization of ['Bearer nobody', 'nonsense'])
      expect(
        (await service.as().get(product.url).set('Authorization', authorization).set('Cookie', cookieOf(member)))
          .status,
      ).toBe(401);
    const key = await service.as().get(product.url).set('X-API-Key', 'svc_nobody').set('Cookie', cookieOf(member));
    expect(key.status).toBe(401);
  });

  test('two credentials at once are refused and told of, also where anyone may call; the same key in both headers is one', async () => {
    const { keys, owner, product } = await world(service);
    const both = (path: string, token: string) => service.as(token).get(path).set('X-API-Key', keys.read);
    for (const [path, token] of [
      [product.url, owner.token],
      [product.url, keys.write],
      ['/api/auth/get-session', owner.token],
    ] as const) {
      const answer = await both(path, token);
      expect([answer.status, answer.body.code]).toEqual([401, 'credentials_ambiguous']);
      expect(answer.body.message).toMatch(/`Authorization` or `X-API-Key`/);
    }
    expect((await both(product.url, keys.read)).status).toBe(200);
  });

  test('a key without the scope of a call is told which one it lacks', async () => {
    const { keys, product } = await world(service);
    const answer = await service.as(keys.read).post(`${product.url}/issues`).send({ title: 'x' });
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'key_scope_missing', scope: 'write' }]);
    expect(answer.body.message).toContain('`write`');
  });

  test('a token in the query or the body is no credential, nor a second one beside a header', async () => {
    const { owner, keys, product } = await world(service);
    const read = (token?: string) => service.as(token).get(product.url).query({ access_token: keys.read });
    expect([(await read()).status, (await read(owner.token)).status]).toEqual([401, 200]);
    const add = (token?: string) =>
      service.as(token).post(`${product.url}/issues`).send({ title: 'x', access_token: keys.write });
    expect((await add()).status).toBe(401);
    const both = await add(owner.token);
    expect([both.status, both.body.errors[0]]).toMatchObject([
      400,
      { path: '/access_token', code: 'unknown_property' },
    ]);
  });

  test('CORS tells one whole list of headers to every origin of ours, and how long a preflight is good', async () => {
    const { owner } = await world(service);
    const list = [
      ...['Location', 'Content-Location', 'ETag', 'Link', 'X-Request-Id', 'set-auth-token'],
      ...['Preference-Applied', 'Idempotency-Replayed', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
      ...['Retry-After', 'Deprecation', 'Sunset'],
    ].join();
    for (const origin of ['http://app.example.org', 'http://other.example.org']) {
      for (const answer of [
        await service.as(owner.token).post('/api/auth/update-user').set('Origin', origin).send({ name: 'x' }),
        await service.as().get('/api/auth/list-sessions').set('Origin', origin),
      ]) {
        expect(answer.headers['access-control-allow-origin']).toBe(origin);
        expect(answer.headers['access-control-expose-headers']).toBe(list);
      }
      const preflight = await service
        .as()
        .options('/api/auth/update-user')
        .set('Origin', origin)
        .set('Access-Control-Request-Method', 'POST');
      expect([preflight.status, preflight.headers['access-control-max-age']]).toEqual([204, '600']);
      expect(preflight.headers['access-control-allow-origin']).toBe(origin);
    }
    const foreign = await service.as().get('/api/auth/ok').set('Origin', 'http://evil.example.org');
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('over https', () => {
  const service = useService({ PUBLIC_URL: 'https://curbcut.example.org' });

  test('only the cookie counts that a plain connection cannot have set', async () => {
    const { member, product } = await world(service);
    const send = (cookie: string) => service.as().get(product.url).set('Cookie', cookie);
    expect((await send(cookieOf(member))).status).toBe(401);
    expect((await send(cookieOf(member, `__Secure-${COOKIE}`))).status).toBe(200);
  });
});
