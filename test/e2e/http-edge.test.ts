import type { Server } from 'node:http';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { listenForHealth } from '../../apps/api/src/service/app/health-listener.js';
import { freePort } from '../support/free-port.mjs';
import { eventually } from '../support/eventually.js';
import { type Service, useService } from '../support/service.js';
import { world } from '../support/world.js';

const open = async (service: Service, from?: string): Promise<{ socket: Socket; ended: Promise<void> }> => {
  const { hostname, port } = new URL(await service.app.getUrl());
  const socket = connect({ port: Number(port), host: hostname, localAddress: from });
  socket.on('error', () => undefined).resume();
  // A connection that is cut off while something is sent on it is reset.
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, ended };
};

/** How many of these connections the service has kept, once it has ended those beyond `most`. */
async function kept(sockets: readonly Socket[], most: number): Promise<number> {
  const open = () => sockets.filter((socket) => !socket.destroyed).length;
  await eventually(open, (count) => count <= most);
  // What it has answered it has kept.
  const answers = await Promise.all(sockets.filter((socket) => !socket.destroyed).map((socket) => ask(socket)));
  return answers.filter((status) => status === '200').length;
}

/** The status that is answered on a connection, or that it is closed. */
async function ask(socket: Socket, head = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  if (socket.destroyed) return 'closed';
  socket.write(head);
  return eventually(() => /HTTP\/1\.1 (?!100)(\d{3})/.exec(text)?.[1] ?? (socket.destroyed ? 'closed' : ''), Boolean);
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
    await eventually(live, (status) => status === 200);
  });

  test('who does not send the headers within ten seconds, or the whole within sixty, is cut off', async () => {
    const server = service.app.getHttpServer() as Server;
    expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 60_000]);
    // Without the wait: Node looks every second who is late.
    server.headersTimeout = 1_000;
    const { socket, ended } = await open(service);
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const drip = setInterval(() => socket.writable && socket.write('x'), 500);
    await ended;
    clearInterval(drip);
    server.headersTimeout = 10_000;
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

  test('without the console `/` names the documentation to a browser, which keeps no key, and is nothing to programs', async () => {
    const browser = await service.as().get('/').set('Accept', 'text/html,application/xhtml+xml,*/*;q=0.8').redirects(0);
    expect([browser.status, browser.text.includes('href="docs"')]).toEqual([200, true]);
    expect((await service.as().get('/').set('Accept', '*/*')).status).toBe(404);
    expect((await service.as().get('/sign-in').set('Accept', 'text/html')).status).toBe(404);
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

describe('when all connections are taken', () => {
  const service = useService({ MAX_CONNECTIONS: '40' });
  const sockets: Socket[] = [];
  let health: Server | undefined;
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    health?.closeAllConnections();
    health?.close();
    const server = service.app.getHttpServer() as Server;
    const count = () => new Promise<number>((resolve) => server.getConnections((_error, open) => resolve(open)));
    await eventually(count, (open) => open === 0);
  });

  const from = (host: number) => `127.0.0.${host}`;
  const openFrom = async (host: number): Promise<Socket> => {
    const { socket } = await open(service, from(host));
    sockets.push(socket);
    return socket;
  };
  /** Ten addresses with four connections each, in this order: the first of each, the second of each, … */
  const takeAll = async (): Promise<Socket[]> => {
    const taken = [];
    for (let i = 0; i < 40; i += 1) taken.push(await openFrom(2 + (i % 10)));
    return taken;
  };
  /** Waits until those are closed that shall be; the others must be open then. */
  const expectClosed = async (some: readonly Socket[], closed: readonly number[] = []): Promise<void> => {
    await eventually(() => closed.every((index) => some[index]!.destroyed));
    expect(some.flatMap((socket, index) => (socket.destroyed ? [index] : []))).toEqual(closed);
  };

  test('ten addresses that hold them idle keep nobody out: the longest idle one gives way', async () => {
    const taken = await takeAll();
    expect(await ask(taken[0]!)).toBe('200');
    const eleventh = await openFrom(12);
    expect(await ask(eleventh)).toBe('200');
    // The first was used since.
    await expectClosed(taken, [1]);
    // An address of three loses none while others have four.
    expect(await ask(await openFrom(12))).toBe('200');
    await expectClosed(taken, [1, 2]);
  });

  test('what asks on the machine itself has places beyond them', async () => {
    const taken = await takeAll();
    for (let i = 0; i < 4; i += 1) expect(await ask(await openFrom(1))).toBe('200');
    await expectClosed(taken);
  });

  test('a request under way is never cut: who comes then is refused, until one of them is idle', async () => {
    const { product, owner } = await world(service);
    const body = JSON.stringify({ title: 'slow' });
    const head = `POST ${product.url}/issues HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const taken = await takeAll();
    let underWay = 0;
    const count = () => void (underWay += 1);
    (service.app.getHttpServer() as Server).on('request', count);
    for (const socket of taken) socket.write(head + body.slice(0, 5));
    await eventually(() => underWay === taken.length);
    (service.app.getHttpServer() as Server).off('request', count);
    expect(await ask(await openFrom(12))).toBe('closed');
    await expectClosed(taken);
    expect(await ask(taken[7]!, body.slice(5))).toBe('201');
    expect(await ask(await openFrom(12))).toBe('200');
    await expectClosed(taken, [7]);
    for (const socket of taken.filter((_, index) => index !== 7).slice(0, 5))
      expect(await ask(socket, body.slice(5))).toBe('201');
  });

  test('probes and metrics have a listener of their own, which serves nothing else', async () => {
    const port = await freePort();
    health = await listenForHealth(service.app, { healthPort: port, host: '127.0.0.1' });
    const get = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
      return [path, answer.status, ((await answer.json().catch(() => ({}))) as { code?: string }).code];
    };
    await takeAll();
    for (const path of ['/health/live', '/health/ready', '/metrics'])
      expect(await get(path)).toEqual([path, 200, undefined]);
    for (const path of [
      '/',
      '/docs',
      '/openapi.json',
      '/v1/functional-needs',
      '/api/auth/get-session',
      '/health/other',
    ])
      expect(await get(path)).toEqual([path, 404, 'not_found']);
    expect((await service.as().get('/openapi.json')).status).toBe(200);
  });
});

describe('behind a proxy', () => {
  const service = useService({ MAX_CONNECTIONS: '30', TRUST_PROXY: '1' });

  test('the proxy may hold all connections, and no more are open', async () => {
    const opened = await Promise.all(Array.from({ length: 33 }, () => open(service)));
    const sockets = opened.map(({ socket }) => socket);
    const held = await kept(sockets, 30);
    for (const socket of sockets) socket.destroy();
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
