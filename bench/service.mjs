import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import pg from 'pg';
import { onEnd } from './lifetime.mjs';
import { send, target } from './load.mjs';
import { freePort } from '../test/support/free-port.mjs';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const MAIN = 'dist/service/main.js';
const BASELINE = fileURLToPath(new URL('./baseline.mjs', import.meta.url));
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 20;

/** A database of its own for this run: on the server of `DATABASE_URL`, or on an embedded one in a temporary folder. */
export async function openDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-bench-'));
  const embedded = process.env.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), asSuperuser: true });
  const server = embedded?.url ?? process.env.DATABASE_URL ?? '';
  const name = `curbcut_bench_${randomBytes(6).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const others = [];
  onEnd(async () => {
    if (embedded) await embedded.stop();
    else for (const made of [...others, name]) await onServer(server, `DROP DATABASE IF EXISTS ${made} WITH (FORCE)`);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url: url.href,
    folder,
    /** A further database on the same server, dropped with the first: empty, or a copy of one that nobody uses. */
    another: async (purpose, original = '') => {
      const further = new URL(url);
      further.pathname = `/${name}_${purpose}`;
      const copied = original && `TEMPLATE ${new URL(original).pathname.slice(1)} STRATEGY file_copy`;
      await onServer(server, `CREATE DATABASE ${name}_${purpose} ${copied}`);
      others.push(`${name}_${purpose}`);
      return further.href;
    },
  };
}

async function onServer(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Starts the built service of a tree without limits and jobs; answers once it is ready, with how long that took.
 * @param {{ url: string, folder: string }} database
 * @param {string} tree
 * @param {Record<string, string>} more environment
 */
export async function startService({ url, folder }, tree = HERE, more = {}) {
  const port = await freePort();
  const started = performance.now();
  // In a folder of its own, so that no .env of the developer changes what is measured.
  const child = spawn(process.execPath, [join(tree, MAIN)], {
    cwd: folder,
    // What it logs is no part of the report.
    stdio: ['ignore', process.stderr, 'inherit'],
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: '' },
      ...{ DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'warn', WORKER: 'off' },
      ...{
        RATE_LIMIT_PER_MINUTE: '0',
        ADDRESS_LIMIT_PER_MINUTE: '0',
        SIGN_IN_LIMIT_PER_MINUTE: '0',
        INGEST_LIMIT_PER_MINUTE: '0',
        PUBLISHED_LIMIT_PER_MINUTE: '0',
        AGENT_LIMIT_PER_MINUTE: '0',
        // A published report has a secret.
        SECRET_KEY: 'the secret of a bench, which is none',
      },
      ...more,
    },
  });
  const service = { port, ...processOf(child) };
  for (const probe = target(port); ; await delay(10)) {
    try {
      await send({ to: probe, path: '/health/ready' });
      return { ...service, readyMs: performance.now() - started };
    } catch (error) {
      if (child.exitCode !== null) throw new Error('The service ended before it was ready.', { cause: error });
      if (performance.now() - started > READY_WITHIN_MS) {
        await service.stop();
        throw new Error('The service was not ready in time.', { cause: error });
      }
    }
  }
}

/** Starts the baseline on the same database, in a process of its own. */
export const startBaseline = ({ url }) => startServer(BASELINE, { DATABASE_URL: url });

/** Starts a server in a child process, which reports its port when it listens. */
export async function startServer(script, env) {
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  const started = processOf(child);
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}.`)));
  });
  return { port, ...started };
}

function processOf(child) {
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  onEnd(stop);
  const rssMb = () => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      // It has ended.
      return 0;
    }
  };
  return {
    /** Resident memory. */
    rssMb,
    /** Processor time since its start, of all its threads, in hundredths of a second as Linux counts them. */
    cpuTicks() {
      // The name, which may hold anything, ends with the last bracket; utime and stime are the fields 14 and 15.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return Number(fields[11]) + Number(fields[12]);
    },
    /** Samples the memory; `end` returns its largest growth in MB. */
    watchMemory() {
      const before = rssMb();
      let peak = before;
      const timer = setInterval(() => (peak = Math.max(peak, rssMb())), LOOK_EVERY_MS);
      return {
        end() {
          clearInterval(timer);
          return Math.max(peak, rssMb()) - before;
        },
      };
    },
    stop,
  };
}
