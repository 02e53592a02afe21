import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BuiltService, startBuilt, stopAllBuilt } from '../support/built-service.js';
import { builtWorld, unlimited } from '../support/built-world.js';
import { emptyDatabase } from '../support/database.js';
import { printFigures } from '../support/figures.js';
import { freePort } from '../support/free-port.mjs';
import { PICTURE, png } from '../support/uploads.js';
import type { World } from '../support/world.js';

jest.setTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), 'curbcut-proxies-'));
const LIMIT = 20;
const MEGABYTE = 1_048_576;
let database: Awaited<ReturnType<typeof emptyDatabase>>;
let service: BuiltService;
let world: World;
const proxies: ChildProcess[] = [];

beforeAll(async () => {
  database = await emptyDatabase();
  const environment = { ...unlimited(database.url, join(folder, 'data')), ADDRESS_LIMIT_PER_MINUTE: String(LIMIT) };
  service = await startBuilt({ ...environment, TRUST_PROXY: '1', PUBLIC_URL: 'https://curbcut.example.org' });
  world = (await builtWorld(database.url, 1)).w;
  chmodSync(folder, 0o755);
  copyFileSync('test/fixtures/tls/certificate.pem', join(folder, 'fullchain.pem'));
  copyFileSync('test/fixtures/tls/key.pem', join(folder, 'privkey.pem'));
  const both = ['fullchain.pem', 'privkey.pem'].map((name) => readFileSync(join(folder, name), 'utf8'));
  writeFileSync(join(folder, 'curbcut.pem'), both.join(''));
});

afterAll(async () => {
  for (const proxy of proxies) proxy.kill('SIGKILL');
  await stopAllBuilt();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** A configuration of deploy/, with the ports and the certificate of this test. */
function written(path: string, changes: readonly [from: string | RegExp, to: string][]): string {
  const changed = changes.reduce(
    (text, [from, to]) => {
      const next = text.replaceAll(from as string, to);
      if (next === text) throw new Error(`${path} has no ${String(from)}`);
      return next;
    },
    readFileSync(resolve('deploy', path), 'utf8'),
  );
  const file = join(folder, path.replace('/', '-'));
  writeFileSync(file, changed);
  return file;
}

const target = (): string => new URL(service.base).host;

/** How each is started on a port, with its configuration. */
const STARTS: Record<string, (port: number, plainPort: number) => string[]> = {
  nginx: (port, plainPort) => {
    const site = written('nginx/curbcut.conf', [
      [/ *listen \[::\].*\n/g, ''],
      ['listen 443 ssl http2', `listen 127.0.0.1:${port} ssl http2`],
      ['listen 80', `listen 127.0.0.1:${plainPort}`],
      ['127.0.0.1:3000', target()],
      ['/etc/ssl/curbcut', folder],
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/nginx-${name};`,
    );
    const main = join(folder, 'nginx.conf');
    writeFileSync(
      main,
      `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')} include ${site}; }`,
    );
    return ['-c', main, '-e', 'stderr'];
  },
  haproxy: (port, plainPort) => [
    '-f',
    written('haproxy/haproxy.cfg', [
      ['bind :443', `bind 127.0.0.1:${port}`],
      ['bind :80', `bind 127.0.0.1:${plainPort}`],
      ['127.0.0.1:3000', target()],
      ['/etc/haproxy', folder],
    ]),
  ],
  caddy: (port, plainPort) => [
    'run',
    '--adapter',
    'caddyfile',
    '--config',
    written('caddy/Caddyfile', [
      [
        'curbcut.example.org {',
        `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n}\nhttps://localhost {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`,
      ],
      ['127.0.0.1:3000', target()],
    ]),
  ],
};

interface Answer {
  status: number;
  type: string;
  text: string;
}

function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Answer> {
  return new Promise((answered, failed) => {
    const options = {
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path,
      method,
      rejectUnauthorized: false,
      agent: false as const,
    };
    const sent = request(
      {
        ...options,
        headers: { host: `localhost:${port}`, ...headers, ...(body ? { 'content-length': body.length } : {}) },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          answered({
            status: response.statusCode!,
            type: String(response.headers['content-type'] ?? ''),
            text: Buffer.concat(parts).toString('utf8'),
          }),
        );
      },
    );
    sent.on('error', failed);
    sent.end(body);
  });
}

/** A report of about so many bytes. */
function report(bytes: number): { method: string; headers: Record<string, string>; body: Buffer } {
  const finding = { title: 'Images must have alternate text', severity: 'high' };
  const count = Math.floor(bytes / 4_200);
  const findings = Array.from({ length: count }, (_, i) => ({
    ...finding,
    ruleId: `rule-${i}`,
    description: 'x'.repeat(4_000),
  }));
  const body = {
    productRef: world.product.slug,
    type: 'automated_scan',
    tool: 'axe-core',
    idempotencyKey: randomUUID(),
    findings,
  };
  return {
    method: 'POST',
    headers: { authorization: `Bearer ${world.keys.ingest}`, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  };
}

async function picture(): Promise<{ method: string; headers: Record<string, string>; body: Buffer }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await png())], { type: 'image/png' }), 'me.png');
  const encoded = new Response(form);
  return {
    method: 'POST',
    headers: { authorization: `Bearer ${world.owner.token}`, 'content-type': encoded.headers.get('content-type')! },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0;

test.each(Object.keys(STARTS))(
  'behind %s with TLS, bodies, refusals and addresses of callers are what they are without it',
  async (program) => {
    if (!isInstalled(program)) return printFigures(program, { 'not run': 'it is not installed' });
    const [port, plainPort] = [await freePort(), await freePort()];
    const proxy = spawn(program, STARTS[program]!(port, plainPort), {
      env: { PATH: process.env['PATH'], HOME: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    proxies.push(proxy);
    let said = '';
    proxy.stderr.on('data', (part: Buffer) => (said += part.toString()));
    for (let tries = 0; (await ask(port, '/health/live').catch(() => undefined))?.status !== 200; tries += 1) {
      if (tries > 100) throw new Error(said);
      await delay(100);
    }
    expect((await ask(port, '/metrics')).status).toBe(404);
    const redirect = await fetch(`http://localhost:${plainPort}/docs`, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      308,
      expect.stringMatching(/^https:.*\/docs$/),
    ]);

    const [whole, large] = [
      await ask(port, '/api/ingest/test-activity', report(0.95 * MEGABYTE)),
      await ask(port, '/api/ingest/test-activity', report(1.5 * MEGABYTE)),
    ];
    expect([whole.status, whole.text.slice(0, 200)]).toEqual([201, expect.any(String)]);
    expect([large.status, large.type]).toEqual([413, expect.stringContaining('application/problem+json')]);
    expect((await ask(port, PICTURE, await picture())).status).toBe(200);

    // Who says that they call for others is one caller still.
    const answers = [];
    for (let i = 0; i <= LIMIT; i += 1)
      answers.push(
        await ask(port, '/v1/functional-needs', {
          headers: { 'x-forwarded-for': `203.0.113.${i}`, authorization: 'Bearer none' },
        }),
      );
    expect(answers.map(({ status }) => status)).toContain(429);
    proxy.kill('SIGTERM');
  },
);
