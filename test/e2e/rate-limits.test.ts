import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const INGEST = '/api/ingest/test-activity';

describe.each(['memory', 'postgres'])('limits kept in %s', (store) => {
  const service = useService({
    RATE_LIMIT_STORE: store,
    RATE_LIMIT_PER_MINUTE: '30',
    SIGN_IN_LIMIT_PER_MINUTE: '5',
    INGEST_LIMIT_PER_MINUTE: '10',
  });

  test('the global limit counts each credential for itself, and says what is left', async () => {
    const { product, owner, member } = await world(service);
    const first = await service.as(owner.token).get(product.url);
    expect([first.headers['ratelimit-limit'], first.headers['ratelimit-remaining']]).toEqual(['30', '29']);
    for (let i = 2; i <= 30; i += 1) expect((await service.as(owner.token).get(product.url)).status).toBe(200);
    const refused = await service.as(owner.token).get(product.url);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await service.as(member.token).get(product.url)).status).toBe(200);
  });

  test('ingest has a limit of its own by address: another key does not help, and the global one does not count', async () => {
    const w = await world(service);
    const body = { productRef: w.product.slug, type: 'manual_test' };
    const other = await w.key({ scopes: ['ingest'] });
    for (let i = 1; i <= 10; i += 1)
      expect(
        (
          await service
            .as(i % 2 ? w.keys.ingest : other)
            .post(INGEST)
            .send(body)
        ).status,
      ).toBe(201);
    const refused = await service.as(other).post(INGEST).set('X-Forwarded-For', '203.0.113.9').send(body);
    expect([refused.status, refused.headers['retry-after'] !== undefined]).toEqual([429, true]);
    expect((await service.as(w.keys.read).get(w.product.url)).status).toBe(200);
  });

  test('sign-in attempts are limited by address', async () => {
    const attempt = () =>
      service.as().post('/api/auth/sign-in/email').send({ email: 'nobody@example.org', password: 'password' });
    for (let i = 1; i <= 5; i += 1) expect((await attempt()).status).toBe(401);
    expect((await attempt()).status).toBe(429);
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
});
