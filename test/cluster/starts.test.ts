import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settleRole } from '#libs/database';
import { MIGRATIONS } from '../../apps/api/src/platform/migrations/migrations.js';
import { runBuilt, stopAllBuilt, stopBuilt } from '../support/built-service.js';
import { addressesOf, ask, askPooler, settingsOf } from '../support/cluster.js';
import { isFull, printFigures } from '../support/figures.js';
import { freePort } from '../support/free-port.mjs';
import { waitUntil } from '../support/receiver.js';

jest.setTimeout(600_000);

const STARTS = isFull ? 50 : 6;
const READY_WITHIN_MS = 300_000;
const DATABASE = 'starts';
const ADVISORY = `SELECT granted, count(*)::int AS sessions FROM pg_locks
  WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) GROUP BY 1`;

const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-starts-'));
const { direct, pooled } = addressesOf(DATABASE);

beforeAll(async () => {
  await ask(addressesOf('postgres').direct, `CREATE DATABASE ${DATABASE} TEMPLATE template0`);
  await settleRole(pooled, direct);
  await askPooler('RECONNECT');
});

afterAll(async () => {
  await stopAllBuilt();
  await ask(addressesOf('postgres').direct, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  rmSync(dataDir, { recursive: true, force: true });
});

test('of services that start at once behind the pooler one migrates, the others wait, and no lock is left', async () => {
  const begun = performance.now();
  const runs = await Promise.all(
    Array.from({ length: STARTS }, async (_, start) => {
      const settings = settingsOf(join(dataDir, String(start)), { database: DATABASE, isPooled: true });
      return runBuilt('dist/service/main.js', {
        ...settings,
        WORKER: 'off',
        DATABASE_REPLICA_URLS: '',
        PORT: String(await freePort()),
        LOG_LEVEL: 'info',
      });
    }),
  );
  const seen = { granted: 0, waiting: 0 };
  await waitUntil(
    async () => {
      for (const { child, output } of runs) if (child.exitCode !== null) throw new Error(output());
      for (const { granted, sessions } of await ask<{ granted: boolean; sessions: number }>(direct, ADVISORY))
        seen[granted ? 'granted' : 'waiting'] = Math.max(seen[granted ? 'granted' : 'waiting'], sessions);
      return runs.every(({ output }) => output().includes('Curbcut is running at'));
    },
    Boolean,
    READY_WITHIN_MS,
  );
  const readyMs = performance.now() - begun;

  const names = await ask<{ name: string }>(direct, 'SELECT name FROM migrations ORDER BY id');
  expect(names.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
  expect(seen.granted).toBe(1);
  expect(seen.waiting).toBeGreaterThan(0);
  expect(await Promise.all(runs.map((run) => stopBuilt(run)))).toEqual(runs.map(() => 0));
  expect(await ask(direct, ADVISORY)).toEqual([]);
  printFigures('cluster: starts at once behind the pooler, with all migrations pending', {
    'services / ready after': `${STARTS} / ${(readyMs / 1_000).toFixed(1)} s`,
    'held the lock at once / waited for it at once, at most': `${seen.granted} / ${seen.waiting}`,
    'locks left behind': 0,
  });
});
