import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { runBuilt, startBuilt, stopAllBuilt, stopBuilt } from '../support/built-service.js';
import { embeddedFolder, stopEmbedded } from '../support/embedded.js';
import { freePort } from '../support/free-port.mjs';
import { eventually } from '../support/eventually.js';

jest.setTimeout(120_000);

const dataDir = embeddedFolder('held');
const isDatabaseThere = (): boolean => existsSync(join(dataDir, 'postgres/data/postmaster.pid'));

afterAll(async () => {
  await stopAllBuilt();
  await stopEmbedded(dataDir);
});

test('a second service on a folder is refused with the process that serves it, and stops nothing', async () => {
  const first = await startBuilt({ DATA_DIR: dataDir });
  const second = runBuilt('dist/service/main.js', { DATA_DIR: dataDir, PORT: '0' });
  await once(second.child, 'close');
  expect(second.child.exitCode).toBe(1);
  expect(second.output()).toContain(`process ${first.child.pid} already serves ${dataDir}`);
  expect((await fetch(`${first.base}/health/ready`)).status).toBe(200);
  const listed = runBuilt('dist/service/admin.js', { DATA_DIR: dataDir }, ['users', 'list']);
  await once(listed.child, 'close');
  expect(listed.child.exitCode).toBe(0);
  expect((await fetch(`${first.base}/health/ready`)).status).toBe(200);
  await stopBuilt(first, 'SIGKILL');
  expect(isDatabaseThere()).toBe(true);
});

test.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
  'the socket of a killed service is replaced, and %s ends the service with its database',
  async (signal) => {
    const service = await startBuilt({ DATA_DIR: dataDir });
    expect(await stopBuilt(service, signal)).toBe(0);
    expect(isDatabaseThere()).toBe(false);
    expect(existsSync(join(dataDir, 'service.sock'))).toBe(false);
  },
);

test('a service that cannot listen ends its database', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { child, output } = runBuilt('dist/service/main.js', {
    DATA_DIR: dataDir,
    PORT: '0',
    HEALTH_PORT: String(port),
  });
  await once(child, 'close');
  server.close();
  expect([child.exitCode, output()]).toEqual([1, expect.stringContaining('EADDRINUSE')]);
  expect(isDatabaseThere()).toBe(false);
});

test('a service whose port is taken says so before it starts its database', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { child, output } = runBuilt('dist/service/main.js', {
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'debug',
  });
  await once(child, 'close');
  server.close();
  expect([child.exitCode, output()]).toEqual([1, expect.stringContaining(`another program listens on ${port}`)]);
  expect(output()).not.toContain('PostgreSQL');
});

test('a service that is stopped while it starts ends its database', async () => {
  const { child, output } = runBuilt('dist/service/main.js', { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'debug' });
  while (!output().includes('PostgreSQL listens')) await once(child.stdout!, 'data');
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(isDatabaseThere()).toBe(false);
  expect(readFileSync(join(dataDir, 'postgres/postgres.log'), 'utf8')).toContain('database system is shut down');
});

test('a process that only works on jobs is asked at the port for health, and at no other', async () => {
  const port = await freePort();
  const process = runBuilt('dist/service/main.js', { DATA_DIR: dataDir, WORKER: 'only', HEALTH_PORT: String(port) });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then(({ status }) => status);
  await eventually(
    () => ask('/health/ready').catch(() => 0),
    (status) => status === 200,
  );
  expect([await ask('/health/live'), await ask('/version'), await ask('/docs')]).toEqual([200, 200, 404]);
  expect(await stopBuilt(process)).toBe(0);
});
