import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../dist/libs/database/src/index.js';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** A PostgreSQL for the run: that of `DATABASE_URL`, or an embedded one with everything that keeps data safe switched on. */
export async function startDatabase() {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, stop: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-bench-'));
  const { url, stop } = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  return {
    url,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(script, env, ready) {
  const begun = performance.now();
  const child = spawn(process.execPath, [path(script)], { env: { ...process.env, ...env }, stdio: 'inherit' });
  for (;;) {
    try {
      if ((await fetch(ready)).ok) break;
    } catch {
      // Not listening yet.
    }
    if (child.exitCode !== null) throw new Error(`${script} ended before it answered`);
    await delay(20);
  }
  return {
    startedInMs: performance.now() - begun,
    /** Resident memory in MB. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The built service, without limits. */
export async function startService(databaseUrl, env = {}) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-bench-data-'));
  const base = `http://127.0.0.1:${port}`;
  const limits = { RATE_LIMIT_PER_MINUTE: '0', SIGN_IN_LIMIT_PER_MINUTE: '0', INGEST_LIMIT_PER_MINUTE: '0' };
  const child = await start(
    '../dist/apps/api/src/main.js',
    {
      ...{ DATABASE_URL: databaseUrl, PORT: String(port), DATA_DIR: folder, WORKER: 'off', LOG_LEVEL: 'warn' },
      ...{ NODE_ENV: 'production', ...limits, ...env },
    },
    `${base}/health/ready`,
  );
  return { base, ...child };
}

/** The baseline on the same database. */
export async function startBaseline(databaseUrl) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const child = await start('./baseline.mjs', { DATABASE_URL: databaseUrl, PORT: String(port) }, `${base}/hello`);
  return { base, ...child };
}
