import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { type BuiltService, stopAllBuilt } from '../support/built-service.js';
import { addressesOf, ask, startBothWays } from '../support/cluster.js';
import { isFull, printFigures } from '../support/figures.js';
import { send } from '../support/paired-programs.js';
import { eventually } from '../support/eventually.js';
import type { World } from '../support/world.js';

jest.setTimeout(900_000);

const TRIES = isFull ? 10_000 : 400;
const LANES = 8;

const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-own-writes-'));
let database: DataSource;
let services: BuiltService[];
let w: World;

beforeAll(async () => {
  ({ services, database, w } = await startBothWays(dataDir));
});

afterAll(async () => {
  await stopAllBuilt();
  await database?.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The lists that each server has read so far. */
const listsRead = (): Promise<number[]> =>
  Promise.all(
    addressesOf().each.map(async (url) => {
      const [row] = await ask<{ scans: number }>(
        url,
        `SELECT coalesce(sum(idx_scan + seq_scan), 0)::int AS scans FROM pg_stat_user_tables WHERE relname = 'issues'`,
      );
      return row!.scans;
    }),
  );

test('whoever has written reads it in the next list, at the other service, whichever server is asked', async () => {
  const before = await listsRead();
  let missed = 0;
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    const product = await w.newProduct(`Own ${lane}`);
    const credential = lane % 2 ? await w.key({ scopes: ['read', 'write'] }) : (await w.person('admin')).token;
    for (let written = 1; written <= TRIES / LANES; written += 1) {
      const [here, there] = [services[written % 2]!, services[(written + 1) % 2]!];
      const wrote = await send(here, 'POST', `${product.url}/issues`, { credential, body: { title: 'Own' } });
      const read = await send(there, 'GET', `${product.url}/issues?pageSize=1`, { credential });
      if (wrote.status !== 201 || read.status !== 200 || read.body.total !== written) missed += 1;
    }
  });
  await Promise.all(lanes);
  // What is counted of a server is told after a moment.
  const after = await eventually(listsRead, (now) => now.every((scans, server) => scans > before[server]!));
  printFigures('cluster: own writes', {
    'read in the next list, at the other service': `${TRIES - missed} of ${TRIES}`,
    'looks at the table, by server': after.map((scans, server) => scans - before[server]!).join(' / '),
  });
  expect(missed).toBe(0);
});
