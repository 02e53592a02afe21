import { join } from 'node:path';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import { PASSWORD } from '../support/authenticator.js';
import { type BuiltService, startBuilt, stopAllBuilt, stopBuilt } from '../support/built-service.js';
import { embeddedFolder, stopEmbedded } from '../support/embedded.js';
import { nowMs } from '../support/moments.js';
import { onConnection } from '../support/on-connection.js';

// One start of the built program for all tests of this file.
jest.setTimeout(120_000);

const dataDir = embeddedFolder('start');
let service: BuiltService;
beforeAll(async () => void (service = await startBuilt({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })));
afterAll(async () => {
  await stopAllBuilt();
  await stopEmbedded(dataDir);
});

test('metrics, documentation and probes answer', async () => {
  expect(await (await fetch(`${service.base}/metrics`)).text()).toContain('http_request_duration_seconds');
  expect((await fetch(`${service.base}/docs`)).status).toBe(200);
  expect(await (await fetch(`${service.base}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' });
  expect((await fetch(`${service.base}/health/live`)).status).toBe(200);
});

describe('the console', () => {
  // Read to its end, since the service waits for answers under way when it stops.
  const asked = async (path: string, headers: Record<string, string>, method = 'GET') => {
    const answer = await fetch(service.base + path, { method, headers, redirect: 'manual' });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const open = (path: string, headers: Record<string, string> = {}) => asked(path, { accept: 'text/html', ...headers });
  const fileOf = (page: string) => /src="(\/assets\/[^"]+)"/.exec(page)![1]!;

  test('is the page at each of its addresses, is asked for anew each time, and says so where nothing has changed', async () => {
    for (const path of ['/', '/sign-in', '/o/acme/p/web-shop']) {
      const page = await open(path);
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(page.text).toContain('<div id="console">');
    }
    const etag = (await open('/')).headers.get('etag')!;
    expect((await open('/', { 'if-none-match': etag })).status).toBe(304);
  });

  test('runs nothing but its own scripts, and stands in no frame', async () => {
    const policy = (await open('/')).headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  test('an address that it does not have is 404, as a page to browsers and as a problem to programs', async () => {
    const page = await open('/nowhere');
    expect([page.status, page.text.includes('<div id="console">')]).toEqual([404, true]);
    for (const accept of ['application/json', '*/*']) {
      const problem = await open('/nowhere', { accept });
      expect([problem.status, problem.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ]);
    }
  });

  test.each([
    '/api/nothing',
    '/v1/nothing',
    '/docs/nothing',
    '/downloads/nothing',
    '/assets/nothing.js',
    '/version/nothing',
  ])('%s is no page of it', async (path) => {
    const answer = await open(path);
    expect([answer.status, answer.text.includes('<div id="console">')]).toEqual([404, false]);
  });

  test('its files are compressed as the browser takes them, and kept for good', async () => {
    const file = fileOf((await open('/')).text);
    for (const coding of ['br', 'gzip', 'identity']) {
      const { headers, status } = await asked(file, { 'accept-encoding': coding });
      expect([status, headers.get('content-encoding') ?? 'identity']).toEqual([200, coding]);
      expect(headers.get('cache-control')).toContain('immutable');
      expect(headers.get('vary')).toContain('Accept-Encoding');
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    }
    const head = await asked(file, {}, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test('is counted apart from what programs ask', async () => {
    const { headers } = await open('/');
    expect(headers.get('ratelimit-limit')).toBe('6000');
    expect((await asked('/nothing', {})).headers.get('ratelimit-limit')).toBe('120');
  });
});

// Other tests hash at less cost (test/support/quick-passwords.cjs).
test('a password is hashed by Argon2id at a cost that OWASP recommends', async () => {
  const email = `ada-${nowMs()}@example.org`;
  const signedUp = await fetch(`${service.base}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email, password: PASSWORD }),
  });
  expect(signedUp.status).toBe(200);
  const url = process.env['DATABASE_URL'] ?? (await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })).url;
  const { rows } = await onConnection(url, (client) =>
    client.query('SELECT a.password_hash FROM accounts a JOIN users u ON u.id = a.user_id WHERE u.email = $1', [email]),
  );
  expect(rows).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }]);
});

test('a stop ends it with exit code 0', async () => {
  expect(await stopBuilt(service)).toBe(0);
});
