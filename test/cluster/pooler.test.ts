import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { settleRole } from '#libs/database';
import { faultOfPooler, faultOfServer } from '../../apps/api/src/service/app/check-database.js';
import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { type BuiltService, startBuilt, stopAllBuilt } from '../support/built-service.js';
import { builtWorld } from '../support/built-world.js';
import { addressesOf, ask, askPooler, settingsOf } from '../support/cluster.js';
import { isFull, printFigures } from '../support/figures.js';

jest.setTimeout(600_000);

const SERVICES = 4;
const CLIENTS = isFull ? 200 : 60;
/** Changes of one product wait for each other. */
const PRODUCTS = 40;
const ROUNDS = isFull ? 7 : 2;
const ROUND_MS = isFull ? 10_000 : 3_000;
/** One database for each way, so that the server tells their connections apart. */
const WAYS = ['straight', 'shared'] as const;
type Way = (typeof WAYS)[number];

const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-pooler-'));

afterAll(async () => {
  await stopAllBuilt();
  await ask(addressesOf('postgres').direct, 'ALTER ROLE curbcut IN DATABASE postgres RESET ALL');
  for (const way of WAYS) await ask(addressesOf('postgres').direct, `DROP DATABASE IF EXISTS ${way} WITH (FORCE)`);
  rmSync(dataDir, { recursive: true, force: true });
});

test('a pooler is told by its address, and one that does not keep named statements apart by trying', async () => {
  const { direct, pooled } = addressesOf('postgres');
  const settings = { databasePooler: { keepsStatements: true }, databaseDirectUrl: pooled };
  expect(await faultOfServer(direct, settings)).toBeUndefined();
  expect(await faultOfServer(pooled, settings)).toMatch(/^DATABASE_DIRECT_URL: leads to a pooler/);
  expect(await faultOfPooler(pooled, { keepsStatements: true })).toMatch(
    /^DATABASE_URL: connections of the pooler lack the settings of their role/,
  );
  await settleRole(pooled, direct);
  await askPooler('RECONNECT');
  expect(await faultOfPooler(pooled, { keepsStatements: true })).toBeUndefined();
  // As PgBouncer before 1.21.
  await askPooler('SET max_prepared_statements = 0');
  expect(await faultOfPooler(pooled, { keepsStatements: true })).toMatch(/^DATABASE_POOLED_STATEMENTS: /);
  expect(await faultOfPooler(pooled, { keepsStatements: false })).toBeUndefined();
  await askPooler('SET max_prepared_statements = 300');
});

/** Four services of one way, with 50 connections each, and one that runs jobs; with a world of theirs. */
async function start(way: Way): Promise<{ services: BuiltService[]; key: string; products: string[] }> {
  const { direct, pooled } = addressesOf(way);
  const isPooled = way === 'shared';
  await ask(addressesOf('postgres').direct, `CREATE DATABASE ${way} TEMPLATE template0`);
  await prepareDatabase(direct);
  if (isPooled) await settleRole(pooled, direct).then(() => askPooler('RECONNECT'));
  const { w, slugs } = await builtWorld(direct, PRODUCTS);
  const products = slugs.map((slug) => `${w.organization.url}/products/${slug}`);
  const services = await Promise.all(
    Array.from({ length: SERVICES }, (_, i) =>
      startBuilt({
        ...settingsOf(join(dataDir, `${way}-${i}`), { database: way, isPooled }),
        DATABASE_REPLICA_URLS: '',
        DATABASE_POOL_SIZE: String(CLIENTS / SERVICES),
        // One has the jobs.
        WORKER: i === 0 ? 'inline' : 'off',
      }),
    ),
  );
  return { services, key: w.keys.write, products };
}

/**
 * As many clients as there are connections, for a while: answers each second, and those that were none of a success.
 */
async function load({ services, key, products }: Awaited<ReturnType<typeof start>>): Promise<{
  rate: number;
  failed: number[];
}> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const until = performance.now() + ROUND_MS;
  let answered = 0;
  const failed: number[] = [];
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const { base } = services[client % SERVICES]!;
    for (let turn = client; performance.now() < until; turn += 1) {
      const isWrite = turn % 10 === 0;
      const path = `${products[client % PRODUCTS]}/issues`;
      const status = await statusOf(agent, base, isWrite ? 'POST' : 'GET', path, key);
      if (status < 300) answered += 1;
      else failed.push(status);
    }
  });
  await Promise.all(clients);
  agent.destroy();
  return { rate: answered / (ROUND_MS / 1_000), failed };
}

const statusOf = (agent: Agent, base: string, method: string, path: string, key: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const body = method === 'POST' ? '{"title":"Issue"}' : '';
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    request(`${base}${path}${body ? '' : '?pageSize=5'}`, { agent, method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    })
      .on('error', reject)
      .end(body);
  });

test('four services with many connections of the pooler use at most 25 of the server, at nine tenths of the throughput without it', async () => {
  const started = { straight: await start('straight'), shared: await start('shared') };
  const most = { straight: 0, shared: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const rows = await ask<{ way: Way; connections: number }>(
        addressesOf('postgres').direct,
        `SELECT datname AS way, count(*)::int AS connections FROM pg_stat_activity WHERE datname = ANY ('{${WAYS.join()}}') GROUP BY 1`,
      );
      for (const { way, connections } of rows) most[way] = Math.max(most[way], connections);
      await delay(100);
    }
  })();
  const rates: Record<Way, number[]> = { straight: [], shared: [] };
  const failed: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const way of round % 2 ? WAYS : WAYS.toReversed()) {
      const seen = await load(started[way]);
      // The first round warms up: connections are made in it.
      if (round === 0) continue;
      failed.push(...seen.failed);
      rates[way].push(seen.rate);
    }
  const clients = await askPooler('SHOW POOLS');
  isOver = true;
  await watching;

  const ratios = rates.shared.map((rate, round) => rate / rates.straight[round]!).sort((a, b) => a - b);
  const ratio = ratios[ratios.length >> 1]!;
  printFigures('cluster: the pooler', {
    'connections of the server at most, straight / through the pooler': `${most.straight} / ${most.shared}`,
    'connections of the pooler': clients
      .filter(({ database }) => database === 'shared')
      .map((pool) => Number(pool['cl_active']) + Number(pool['cl_waiting']))
      .join(),
    'answers a second, straight': rates.straight.map(Math.round).join(', '),
    'answers a second, through the pooler': rates.shared.map(Math.round).join(', '),
    'through the pooler beside straight, median': `${Math.round(ratio * 100)} %`,
    'requests answered 503': failed.length,
  });
  // A machine that is too busy to make connections within three seconds says so.
  expect(failed.filter((status) => status !== 503)).toEqual([]);
  expect(most.straight).toBeGreaterThan(25);
  expect(most.shared).toBeLessThanOrEqual(25);
  if (isFull) expect(ratio).toBeGreaterThanOrEqual(0.9);
});
