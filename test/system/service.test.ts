import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

jest.setTimeout(120_000);

const MAIN = 'dist/apps/api/src/main.js';
const started: ChildProcess[] = [];
const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-system-'));

function run(file: string, environment: Record<string, string>): { child: ChildProcess; output: () => string } {
  const { PATH = '', HOME = '', DATABASE_URL } = process.env;
  const child = spawn(process.execPath, [file], {
    env: { PATH, HOME, ...(DATABASE_URL ? { DATABASE_URL } : {}), ...environment },
  });
  started.push(child);
  let output = '';
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

async function start(
  environment: Record<string, string> = {},
): Promise<{ base: string; child: ChildProcess; output: () => string }> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const service = run(MAIN, { PORT: String(port), DATA_DIR: dataDir, ...environment });
  for (let tries = 0; tries < 600; tries += 1) {
    if (service.child.exitCode !== null) throw new Error(`the service ended: ${service.output()}`);
    if ((await fetch(`${base}/health/ready`).catch(() => undefined))?.ok) return { base, ...service };
    await delay(100);
  }
  throw new Error(`the service did not get ready: ${service.output()}`);
}

async function stop({ child }: { child: ChildProcess }): Promise<number | null> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

afterAll(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) await stop({ child });
  const pid = (() => {
    try {
      return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return 0;
    }
  })();
  if (pid) process.kill(pid, 'SIGQUIT');
  await delay(300);
  rmSync(dataDir, { recursive: true, force: true });
});

test('the main job: the demo goes from the first account to a Grade, also after the service was killed', async () => {
  const first = await start({ WEBHOOKS_ALLOW_PRIVATE: 'true' });
  const demo = async (base: string): Promise<string> => {
    const { child, output } = run('dist/apps/demo/src/main.js', { CURBCUT_URL: base });
    await once(child, 'close');
    expect([child.exitCode, output()]).toEqual([0, expect.stringContaining('The Grade of the Mobile App: A')]);
    return output();
  };
  expect(await demo(first.base)).toMatch(
    /axe-core\.json: 3 findings, 3 new[\s\S]*became issue 1[\s\S]*The Grade of the Web Shop: C[\s\S]*still dismissed[\s\S]*1 regression[\s\S]*findings are gone, "menu" is confirmed again[\s\S]*signature is verified/,
  );

  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = await start();
  expect(await demo(second.base)).toContain('created the organization example-agency-2');
  expect(await stop(second)).toBe(0);
});

test('a faulty configuration is named whole, and the service does not start', async () => {
  const { child, output } = run(MAIN, { PORT: 'eighty', SIGN_UP: 'maybe', DATA_DIR: dataDir });
  await once(child, 'close');
  expect(child.exitCode).toBe(1);
  expect(output()).toMatch(/PORT:[\s\S]*SIGN_UP:/);
});

test('requests under way are answered before a stop, and the exit code is 0', async () => {
  const service = await start({ LOG_LEVEL: 'warn' });
  const answers = Array.from({ length: 20 }, () =>
    fetch(`${service.base}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.org', password: 'password' }),
    }).then(({ status }) => status),
  );
  await delay(60);
  const code = stop(service);
  expect(new Set(await Promise.all(answers))).toEqual(new Set([401]));
  expect(await code).toBe(0);
});

test('the log has one line a request, with its id and without secrets', async () => {
  const service = await start();
  const response = await fetch(`${service.base}/v1/functional-needs?token=in-the-query`, {
    headers: { authorization: 'Bearer very-secret-token' },
  });
  expect(response.status).toBe(401);
  await delay(200);
  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.includes(response.headers.get('x-request-id')!));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    req: { method: 'GET', path: '/v1/functional-needs' },
    res: { status: 401 },
  });
  expect(service.output()).not.toMatch(/very-secret-token|in-the-query/);
  await stop(service);
});

test('metrics, documentation and probes answer', async () => {
  const service = await start();
  expect(await (await fetch(`${service.base}/metrics`)).text()).toContain('http_request_duration_seconds');
  expect((await fetch(`${service.base}/docs`)).status).toBe(200);
  expect(await (await fetch(`${service.base}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' });
  expect((await fetch(`${service.base}/health/live`)).status).toBe(200);
  await stop(service);
});
