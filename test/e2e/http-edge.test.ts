import type { Server } from 'node:http';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../support/receiver.js';
import { type Service, useService } from '../support/service.js';
import { world } from '../support/world.js';

const open = async (service: Service): Promise<{ socket: Socket; ended: Promise<void> }> => {
  const { hostname, port } = new URL(await service.app.getUrl());
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).resume();
  // A connection that is cut off while something is sent on it is reset.
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, ended };
};

/** How many of these connections the service has kept, once it has ended those beyond `most`. */
async function kept(sockets: readonly Socket[], most: number): Promise<number> {
  const open = () => sockets.filter((socket) => !socket.destroyed).length;
  await waitUntil(open, (count) => count <= most);
  // More than it should it would end now.
  await delay(300);
  return open();
}

describe('by itself', () => {
  const service = useService({ MAX_CONNECTIONS: '40' });

  test('one address holds a tenth of the connections, and gets a place again when one ends', async () => {
    const opened = await Promise.all(Array.from({ length: 7 }, () => open(service)));
    const sockets = opened.map(({ socket }) => socket);
    expect(await kept(sockets, 4)).toBe(4);
    for (const socket of sockets) socket.destroy();
    const live = () =>
      service
        .as()
        .get('/health/live')
        .then(
          ({ status }) => status,
          () => 0,
        );
    await waitUntil(live, (status) => status === 200);
  });

  test('who does not send the headers within ten seconds, or the whole within sixty, is cut off', async () => {
    const server = service.app.getHttpServer() as Server;
    expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 60_000]);
    // Without the wait: Node looks every second who is late.
    server.headersTimeout = 1_000;
    const { socket, ended } = await open(service);
    const began = performance.now();
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const drip = setInterval(() => socket.writable && socket.write('x'), 500);
    await ended;
    clearInterval(drip);
    server.headersTimeout = 10_000;
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(performance.now() - began).toBeLessThan(7_000);
  });

  test('nothing that a credential opened is stored; a single record must be asked for again', async () => {
    const { product, owner, stranger, keys } = await world(service);
    const cache = async (credential: string | undefined, path: string) => {
      const { headers } = await service.as(credential).get(path);
      return [headers['cache-control'], headers['etag'] !== undefined];
    };
    expect(await cache(owner.token, `${product.url}/issues`)).toEqual(['no-store', true]);
    expect(await cache(keys.read, `${product.url}/issues`)).toEqual(['no-store', true]);
    expect(await cache(owner.token, product.url)).toEqual(['private, no-cache', true]);
    expect((await cache(owner.token, `${product.url}/issues/999`))[0]).toBe('no-store');
    expect(await cache(owner.token, '/api/auth/get-session')).toEqual(['no-store', true]);
    expect((await cache(stranger.token, `${product.url}/issues`))[0]).toBe('no-store');
    const created = await service.as(owner.token).post(`${product.url}/issues`).send({ title: 'x' });
    expect([created.status, created.headers['cache-control']]).toEqual([201, 'no-store']);
    const signIn = { email: 'nobody@example.org', password: 'password' };
    expect((await service.as().post('/api/auth/sign-in/email').send(signIn)).headers['cache-control']).toBe('no-store');
  });

  test('`/` leads a browser to the documentation, which keeps no key', async () => {
    const browser = await service.as().get('/').set('Accept', 'text/html,application/xhtml+xml,*/*;q=0.8').redirects(0);
    expect([browser.status, browser.headers['location']]).toEqual([302, '/docs']);
    expect((await service.as().get('/').set('Accept', '*/*')).status).toBe(404);
    const { text } = await service.as().get('/docs/page.js');
    expect(text).toMatch(/persistAuthorization: false/);
  });

  test('a wrong verb on what is served beside the endpoints is 405 with Allow', async () => {
    for (const path of ['/metrics', '/docs', '/openapi.json']) {
      const { status, headers } = await service.as().post(path);
      expect([path, status, headers['allow']]).toEqual([path, 405, 'GET, HEAD, OPTIONS']);
    }
  });

  test('metrics without a token are for this machine only, and not through a proxy on it', async () => {
    const here = await service.as().get('/metrics');
    expect([here.status, here.text.includes('http_request_duration_seconds')]).toEqual([200, true]);
    for (const header of ['X-Forwarded-For', 'Forwarded']) {
      const refused = await service.as().get('/metrics').set(header, 'for=127.0.0.1');
      expect([refused.status, refused.body.code]).toEqual([403, 'metrics_closed']);
    }
  });
});

describe('behind a proxy', () => {
  const service = useService({ MAX_CONNECTIONS: '30', TRUST_PROXY: '1' });

  test('the proxy may hold all connections, and no more are open', async () => {
    const opened = await Promise.all(Array.from({ length: 33 }, () => open(service)));
    const sockets = opened.map(({ socket }) => socket);
    const held = await kept(sockets, 30);
    for (const socket of sockets) socket.destroy();
    await delay(300);
    expect(held).toBe(30);
  });
});

describe('for others', () => {
  const service = useService({ PUBLIC_URL: 'https://curbcut.example.org' });

  test('metrics without a token are closed where the service is for others', async () => {
    expect((await service.as().get('/metrics')).status).toBe(403);
  });
});

describe('with a token', () => {
  const token = 'the-token-that-Prometheus-has';
  const service = useService({
    METRICS_TOKEN: token,
    PUBLIC_URL: 'https://curbcut.example.org',
    ADDRESS_LIMIT_PER_MINUTE: '5',
  });

  test('metrics are for who shows it, and for no session or key; guesses count by address', async () => {
    const { owner, keys } = await world(service);
    const get = (credential?: string) => service.as(credential).get('/metrics');
    for (let i = 0; i < 8; i += 1) expect((await get(`${token}${i}`)).status).toBe(i < 5 ? 401 : 429);
    for (const credential of [owner.token, keys.read, undefined]) expect((await get(credential)).status).toBe(429);
  });
});

describe('with another token', () => {
  const token = 'a-token-that-Prometheus-knows';
  const service = useService({ METRICS_TOKEN: token, ADDRESS_LIMIT_PER_MINUTE: '5' });

  test('a scraper is never out of places', async () => {
    const { owner } = await world(service);
    for (let i = 0; i < 8; i += 1) expect((await service.as(token).get('/metrics')).status).toBe(200);
    for (const credential of [owner.token, undefined, `${token}x`])
      expect((await service.as(credential).get('/metrics')).status).toBe(401);
    expect((await service.as(token).get('/metrics')).status).toBe(200);
  });
});

describe('beside a good credential', () => {
  const service = useService({ METRICS_TOKEN: 'a-token-that-Prometheus-shows', ADDRESS_LIMIT_PER_MINUTE: '5' });

  test('guesses of the token count none the less', async () => {
    const { keys, product } = await world(service);
    expect((await service.as(keys.read).get(product.url)).status).toBe(200);
    const guess = (i: number) => service.as(`a-token-to-guess-${i}`).get('/metrics').set('X-Api-Key', keys.read);
    for (let i = 0; i < 8; i += 1) expect((await guess(i)).status).toBe(i < 5 ? 401 : 429);
  });
});
