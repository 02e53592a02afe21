import { hashOf } from '#libs/secrets';
import { Session } from '../../apps/api/src/accounts/identity/sessions/session.entity.js';
import { nowMs } from '../support/moments.js';
import { type Service, useService } from '../support/service.js';
import { world } from '../support/world.js';

const INGEST = '/api/ingest/test-activity';
const ADDRESS = { ADDRESS_LIMIT_PER_MINUTE: '5', TRUST_PROXY: '1' };

let last = 0;
/** An address that no test has used yet. */
const newAddress = () => `198.51.${Math.floor(++last / 250)}.${(last % 250) + 1}`;

/** Sends as this credential from that address. */
const get = (service: Service, address: string, credential: string | undefined, path: string) =>
  service.as(credential).get(path).set('X-Forwarded-For', address);

async function useUp(service: Service, address: string, path: string): Promise<void> {
  for (let i = 0; i < 5; i += 1) expect((await get(service, address, undefined, path)).status).toBe(401);
  expect((await get(service, address, undefined, path)).status).toBe(429);
}

describe.each(['memory', 'postgres'])('limits kept in %s', (store) => {
  const service = useService({
    RATE_LIMIT_STORE: store,
    RATE_LIMIT_PER_MINUTE: '30',
    SIGN_IN_LIMIT_PER_MINUTE: '5',
    INGEST_LIMIT_PER_MINUTE: '10',
    ...ADDRESS,
  });
  const rows = async (like: string) =>
    (await service.database.query('SELECT key FROM rate_limits WHERE key LIKE $1', [like])) as { key: string }[];

  test('the limit of a caller counts the person whatever they send, each for themselves, and says what is left', async () => {
    const { product, owner, member } = await world(service);
    const second = `second-token-of-${owner.id}`;
    await service.database.query(
      `INSERT INTO sessions (id, user_id, token_hash, expires_at) SELECT gen_random_uuid(), $1, $2, now() + interval '1 day'`,
      [owner.id, hashOf(second)],
    );
    const first = await service.as(owner.token).get(product.url);
    expect([first.headers['ratelimit-limit'], first.headers['ratelimit-remaining']]).toEqual(['30', '29']);
    const spellings = [
      { authorization: `Bearer ${owner.token}` },
      { authorization: `bearer  ${owner.token} ` },
      { authorization: `BEARER ${second}` },
      { cookie: `better-auth.session_token=${owner.token}` },
      { cookie: `a=${'b'.repeat(20)}; better-auth.session_token=${owner.token}` },
    ];
    for (let i = 2; i <= 30; i += 1)
      expect(
        (
          await service
            .as()
            .get(product.url)
            .set(spellings[i % 5]!)
        ).status,
      ).toBe(200);
    for (const spelling of spellings) {
      const refused = await service.as().get(product.url).set(spelling);
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await service.as(member.token).get(product.url)).status).toBe(200);
  });

  test('who is refused again and again is heard no longer: a refusal costs as much as an answer', async () => {
    const { product, stranger, keys } = await world(service);
    for (const [credential, refused] of [
      [stranger.token, service.as(stranger.token).get(product.url)],
      [keys.read, service.as(keys.read).post(`${product.url}/issues`)],
    ] as const) {
      expect((await refused).status).toBe(403);
      const again = () => service.as(credential).delete(product.url);
      for (let i = 2; i <= 60; i += 1) expect((await again()).status).toBe(403);
      const last = await again();
      expect([last.status, last.body.code]).toEqual([429, 'rate_limited']);
      expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('the limit of a caller comes after 403 and before 404', async () => {
    const { organization, member, stranger } = await world(service);
    const gone = `${organization.url}/products/gone`;
    for (let i = 1; i <= 30; i += 1) expect((await service.as(member.token).get(gone)).status).toBe(404);
    expect((await service.as(member.token).get(gone)).status).toBe(429);
    for (let i = 1; i <= 31; i += 1) expect((await service.as(stranger.token).get(gone)).status).toBe(403);
  });

  test('who shows no credential, or one that is nobody’s, is counted by address', async () => {
    const { product } = await world(service);
    const address = newAddress();
    const guesses = [undefined, 'nobody', 'svc_nobody', 'another nobody', undefined];
    for (const [index, guess] of guesses.entries()) {
      const answer = await get(service, address, guess, product.url);
      expect([answer.status, answer.headers['ratelimit-remaining']]).toEqual([401, String(4 - index)]);
    }
    const refused = await get(service, address, 'yet another', product.url);
    expect([refused.status, refused.body.code, Number(refused.headers['retry-after']) > 0]).toEqual([
      429,
      'rate_limited',
      true,
    ]);
    expect((await get(service, address, undefined, '/v2/nothing')).status).toBe(429);
    expect((await get(service, newAddress(), undefined, product.url)).status).toBe(401);
  });

  test('tokens to be exchanged are counted by address, whatever they are', async () => {
    const address = newAddress();
    const exchange = (token: string) =>
      service.as().post('/api/ingest/token').set('X-Forwarded-For', address).send({ token });
    for (let i = 0; i < 5; i += 1) expect((await exchange(`guess ${i}`)).body.code).toBe('token_refused');
    expect((await exchange('another guess')).body.code).toBe('rate_limited');
  });

  test('guesses sent at once do not slip through', async () => {
    const { product } = await world(service);
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, i) => get(service, address, `guess${i}`, product.url)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('a valid credential costs no place, and passes where a neighbour has used them all up', async () => {
    const { product, owner, member } = await world(service);
    const address = newAddress();
    for (let i = 0; i < 12; i += 1) expect((await get(service, address, owner.token, product.url)).status).toBe(200);
    await useUp(service, address, product.url);
    expect((await get(service, address, owner.token, product.url)).status).toBe(200);
    // Not known from this address: it must sign in, or wait.
    expect((await get(service, address, member.token, product.url)).status).toBe(429);
    expect((await get(service, newAddress(), member.token, product.url)).status).toBe(200);
  });

  test('a credential that is valid no longer counts like a guess', async () => {
    const { product, owner } = await world(service);
    const address = newAddress();
    expect((await get(service, address, owner.token, product.url)).status).toBe(200);
    await service.database.getRepository(Session).delete({ userId: owner.id });
    for (let i = 0; i < 5; i += 1) expect((await get(service, address, owner.token, product.url)).status).toBe(401);
    expect((await get(service, address, owner.token, product.url)).status).toBe(429);
  });

  test('a valid credential lifts no limit where nobody verifies it, and none once it has signed out', async () => {
    const { product, owner, member } = await world(service);
    const send = (verb: 'get' | 'post' | 'put', path: string, address: string, credential = owner.token) =>
      service.as(credential)[verb](path).set('X-Forwarded-For', address);
    const unverified = [
      ['post', '/api/ingest/token', 400],
      ['get', '/v1/nothing', 404],
      ['put', product.url, 405],
    ] as const;
    const known = async (address: string) => expect((await send('get', product.url, address)).status).toBe(200);
    for (const [verb, path, status] of unverified) {
      const address = newAddress();
      await known(address);
      for (let i = 0; i < 5; i += 1) expect([path, (await send(verb, path, address)).status]).toEqual([path, status]);
      expect([path, (await send(verb, path, address)).status]).toEqual([path, 429]);
      // Where it is verified it is let pass as before.
      await known(address);
    }
    const address = newAddress();
    await known(address);
    expect((await send('get', product.url, address, member.token)).status).toBe(200);
    expect((await send('post', '/api/auth/sign-out', address)).status).toBe(200);
    expect(await rows(`valid:${address}:%`)).toHaveLength(store === 'postgres' ? 1 : 0);
    await useUp(service, address, product.url);
    for (const path of [product.url, '/api/auth/get-session'])
      expect([path, (await send('get', path, address)).status]).toEqual([path, 429]);
    for (const [verb, path] of unverified)
      expect([path, (await send(verb, path, address)).status]).toEqual([path, 429]);
    expect((await send('get', product.url, address, member.token)).status).toBe(200);
  });

  test('what is refused before a credential is verified takes it from nobody who is at work', async () => {
    const { product, owner } = await world(service);
    const address = newAddress();
    expect((await get(service, address, owner.token, product.url)).status).toBe(200);
    const wrongType = service
      .as(owner.token)
      .post(`${product.url}/issues`)
      .set('X-Forwarded-For', address)
      .type('text/plain')
      .send('x');
    expect((await wrongType).status).toBe(415);
    await useUp(service, address, product.url);
    expect((await get(service, address, owner.token, product.url)).status).toBe(200);
  });

  test('who is over the limit of the address may still sign in, and probes and documents go on', async () => {
    const { product } = await world(service);
    const address = newAddress();
    await useUp(service, address, product.url);
    const attempt = () =>
      service
        .as()
        .post('/api/auth/sign-in/email')
        .set('X-Forwarded-For', address)
        .send({ email: 'nobody@example.org', password: 'password' });
    for (let i = 1; i <= 5; i += 1) expect((await attempt()).status).toBe(401);
    expect((await attempt()).status).toBe(429);
    for (const path of ['/health/live', '/health/ready', '/openapi.json', '/docs', '/uploads/avatars/none.webp'])
      expect([path, (await get(service, address, undefined, path)).status === 429]).toEqual([path, false]);
    for (let i = 6; i <= 50; i += 1) expect((await get(service, address, undefined, '/health/live')).status).toBe(200);
    expect((await get(service, address, undefined, '/health/live')).status).toBe(429);
    const preflight = service.as().options('/api/auth/ok').set('X-Forwarded-For', address);
    expect((await preflight).status).toBe(429);
  });

  test('other spellings of a path are other paths or the same limit', async () => {
    const address = newAddress();
    const attempt = (path: string) =>
      service
        .as()
        .post(path)
        .set('X-Forwarded-For', address)
        .send({ email: 'nobody@example.org', password: 'password' });
    for (const path of ['sign-in/email', 'SIGN-IN/email', 'sign-in/email/', 'sign-in/email?a=b', 'sign-in/email'])
      expect((await attempt(`/api/auth/${path}`)).status).toBe(401);
    for (const path of ['sign-in/EMAIL', 'sign-in/email/', 'sign-in/email'])
      expect((await attempt(`/api/auth/${path}`)).status).toBe(429);
    expect((await attempt('/api/auth/sign%2Din/email')).status).toBe(404);
  });

  test('ingest has one counter only, by address: other keys do not help, nor does it count elsewhere', async () => {
    const w = await world(service);
    const address = newAddress();
    const body = { productRef: w.product.slug, type: 'manual_test' };
    const other = await w.key({ scopes: ['ingest', 'read'] });
    const post = (credential: string | undefined) =>
      service.as(credential).post(INGEST).set('X-Forwarded-For', address).send(body);
    for (let i = 1; i <= 10; i += 1)
      expect((await post([w.keys.ingest, other, undefined, 'nobody'][i % 4])).status).toBe(i % 4 < 2 ? 201 : 401);
    const refused = await post(other);
    expect([refused.status, refused.headers['retry-after'] !== undefined]).toEqual([429, true]);
    expect((await get(service, address, other, w.product.url)).headers['ratelimit-remaining']).toBe('29');
    for (let i = 0; i < 5; i += 1) expect((await get(service, address, undefined, w.product.url)).status).toBe(401);
    const elsewhere = service.as(other).post(INGEST).set('X-Forwarded-For', newAddress());
    for (let i = 2; i <= 30; i += 1) expect((await get(service, newAddress(), other, w.product.url)).status).toBe(200);
    expect((await get(service, newAddress(), other, w.product.url)).status).toBe(429);
    expect((await elsewhere.send(body)).status).toBe(201);
  });

  test('a random credential makes no row, and a valid one only its hash', async () => {
    const { product, owner } = await world(service);
    const address = newAddress();
    await get(service, address, 'a-random-credential', product.url);
    await get(service, address, owner.token, product.url);
    const keys = (await rows(`%${address}%`)).map(({ key }) => key);
    if (store === 'memory') return void expect(keys).toEqual([]);
    expect(keys).toHaveLength(2);
    expect(keys.filter((key) => key.startsWith('valid:'))).toHaveLength(1);
    for (const text of ['random', owner.token, 'a-random-credential'])
      expect(keys.filter((key) => key.includes(text))).toEqual([]);
  });
});

describe('two replicas on one database', () => {
  const service = useService({ RATE_LIMIT_STORE: 'postgres', ...ADDRESS });

  test('what one has found valid, the other lets pass', async () => {
    const { product, owner } = await world(service);
    const address = newAddress();
    await get(service, address, owner.token, product.url);
    await useUp(service, address, product.url);
    // Another process has this knowledge from the table only: drop what this one remembers by itself.
    const { KnownCredentials } = await import('../../apps/api/src/platform/limits/known-credentials.js');
    const own = service.app.get(KnownCredentials, { strict: false }) as unknown as { uses: Map<string, unknown> };
    own.uses.clear();
    expect((await get(service, address, owner.token, product.url)).status).toBe(200);
    own.uses.clear();
    expect((await get(service, address, 'nobody', product.url)).status).toBe(429);
  });

  test('what is valid no longer is soon refused by both, and the table forgets it', async () => {
    const { product, stranger } = await world(service);
    const address = newAddress();
    expect((await get(service, address, stranger.token, product.url)).status).toBe(403);
    await useUp(service, address, product.url);
    await service.database.query('DELETE FROM sessions WHERE token_hash = $1', [hashOf(stranger.token)]);
    const { KnownCredentials } = await import('../../apps/api/src/platform/limits/known-credentials.js');
    (service.app.get(KnownCredentials, { strict: false }) as unknown as { uses: Map<string, unknown> }).uses.clear();
    expect((await get(service, address, stranger.token, product.url)).status).toBe(429);
    const left = await service.database.query('SELECT 1 FROM rate_limits WHERE key LIKE $1', [`valid:%${address}%`]);
    expect(left).toEqual([]);
  });

  test('the table keeps the latest 1,000 of an address', async () => {
    const { product, owner } = await world(service);
    const address = newAddress();
    await service.database.query(
      `INSERT INTO rate_limits (key, points, expire, address)
       SELECT 'valid:' || $1 || ':' || n, 0, $2::bigint + n, $1 FROM generate_series(1, 1000) n`,
      [address, nowMs()],
    );
    await get(service, address, owner.token, product.url);
    const [{ count }] = await service.database.query('SELECT count(*)::int FROM rate_limits WHERE address = $1', [
      address,
    ]);
    expect(count).toBe(1000);
  });
});

describe('behind a proxy', () => {
  const service = useService({ TRUST_PROXY: '1', INGEST_LIMIT_PER_MINUTE: '2' });

  test('the address is what the trusted proxy says, and what lies before it is not believed', async () => {
    const post = (forwarded: string) => service.as('svc_x').post(INGEST).set('X-Forwarded-For', forwarded).send({});
    expect((await post('198.51.100.1')).status).toBe(401);
    expect((await post('203.0.113.1, 198.51.100.1')).status).toBe(401);
    expect((await post('203.0.113.2, 198.51.100.1')).status).toBe(429);
    expect((await post('198.51.100.2')).status).toBe(401);
  });

  test('a whole /64 of IPv6 counts as one', async () => {
    const post = (address: string) => service.as('svc_x').post(INGEST).set('X-Forwarded-For', address).send({});
    expect((await post('2001:db8:1:2::1')).status).toBe(401);
    expect((await post('2001:db8:1:2:ffff:ffff:ffff:ffff')).status).toBe(401);
    expect((await post('2001:db8:1:2:3::')).status).toBe(429);
    expect((await post('2001:db8:1:3::1')).status).toBe(401);
  });

  test('an address counts as one however the proxy writes it, and whatever is none as one too', async () => {
    const post = (address: string) => service.as('svc_x').post(INGEST).set('X-Forwarded-For', address).send({});
    expect((await post('198.51.100.7:50123')).status).toBe(401);
    expect((await post('198.51.100.7:50124')).status).toBe(401);
    expect((await post('198.51.100.7')).status).toBe(429);
    expect((await post('::ffff:c633:6407')).status).toBe(429);
    expect((await post('[2001:db8:1:4::1]:50123')).status).toBe(401);
    expect((await post('2001:DB8:1:4::2')).status).toBe(401);
    expect((await post('[2001:db8:1:4::3]:50125')).status).toBe(429);
    expect((await post('<script>')).status).toBe(401);
    expect((await post('_hidden')).status).toBe(401);
    expect((await post('x'.repeat(500))).status).toBe(429);
  });

  test('what is kept of a caller, and what keys are held to, is the address alone', async () => {
    const w = await world(service);
    const from = '198.51.100.8:50126';
    const name = { name: 'k', scopes: ['read'], allowedAddresses: ['198.51.100.8'] };
    const made = await service
      .as(w.owner.token)
      .post(`${w.organization.url}/api-keys`)
      .set('X-Forwarded-For', from)
      .send(name);
    const use = service.as(made.body.apiKey.key).get(`${w.organization.url}/products`);
    expect((await use.set('X-Forwarded-For', from)).status).toBe(200);
    const { body } = await service.as(w.owner.token).get('/v1/me/events');
    expect(body.events.map(({ address }: { address: string }) => address)).toEqual(['198.51.100.8']);
  });
});

describe('behind a proxy that nobody trusts', () => {
  const service = useService({ INGEST_LIMIT_PER_MINUTE: '2' });

  test('forwarded addresses do not count, and the log says so once', async () => {
    const post = (address: string) => service.as('svc_x').post(INGEST).set('X-Forwarded-For', address).send({});
    expect((await post('198.51.100.1')).status).toBe(401);
    expect((await post('198.51.100.2')).status).toBe(401);
    expect((await post('198.51.100.3')).status).toBe(429);
    expect(service.log.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1);
  });
});
