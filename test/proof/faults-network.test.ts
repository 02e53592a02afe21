import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type BuiltService,
  errorsOf,
  runBuilt,
  startBuilt,
  stopAllBuilt,
  stopBuilt,
} from '../support/built-service.js';
import { builtWorld, unlimited } from '../support/built-world.js';
import { draw } from '../support/dice.js';
import { printFigures, isFull } from '../support/figures.js';
import { freePort } from '../support/free-port.mjs';
import { RestartablePostgres } from '../support/restartable-postgres.js';
import { acknowledgedActivities, integrityFlaws, reporter } from '../support/reports.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { isSuccess, seconds, Traffic, waitFor } from '../support/traffic.js';
import type { World } from '../support/world.js';

jest.setTimeout(600_000);

const ROUNDS = isFull ? 5 : 1;
/** No answer may take longer than this while the database is away. */
const LONGEST_MS = 8_000;
/** A shared machine may be slow; the full form measures. */
const READY_WITHIN_MS = isFull ? 2_000 : 5_000;

const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-faults-'));
let postgres: RestartablePostgres;
let proxy: TcpProxy;
let service: BuiltService;
let w: World;
let slugs: string[];

beforeAll(async () => {
  postgres = await RestartablePostgres.start();
  proxy = await TcpProxy.to(Number(new URL(postgres.url).port));
  service = await startBuilt(unlimited(through(proxy), dataDir));
  ({ w, slugs } = await builtWorld(postgres.url, 3));
});

afterAll(async () => {
  await stopAllBuilt();
  await proxy?.stop();
  await postgres?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

const through = ({ port }: { port: number }): string => {
  const url = new URL(postgres.url);
  url.port = String(port);
  return url.href;
};

const everything = (): Traffic => {
  const traffic = new Traffic(service.base);
  for (const slug of slugs) traffic.add(reporter(w, slug, 20));
  for (const list of ['issues', 'findings', 'testing-feed']) {
    traffic.add(() => ({ kind: 'list', path: `${w.organization.url}/${list}`, credential: w.keys.read }), 5);
  }
  traffic.add(() => ({ kind: 'live', path: '/health/live', credential: w.keys.read }), 20);
  traffic.add(() => ({ kind: 'ready', path: '/health/ready', credential: w.keys.read }), 50);
  return traffic;
};

const isUnready = (traffic: Traffic, since: number): number | undefined =>
  traffic.answers.find(({ kind, status, at }) => kind === 'ready' && status === 503 && at >= since)?.at;

/** Does something to the network in the middle of everything, undoes it, and says how the service took it. */
async function disturbed(
  name: string,
  { rounds, lastsMs, ...network }: { rounds: number; lastsMs: number; begin: () => void; end: () => void },
) {
  const traffic = everything();
  const ready: number[] = [];
  const recovered: number[] = [];
  let unready = 0;
  for (let round = 0; round < rounds; round += 1) {
    await delay(300 + draw() * 500);
    const begun = Date.now();
    network.begin();
    await delay(lastsMs);
    network.end();
    const ended = Date.now();
    if (isUnready(traffic, begun)) unready += 1;
    const after = (kind: string) => waitFor(30, () => traffic.successAfter(ended, kind));
    ready.push((await after('ready')) - ended);
    recovered.push(Math.max(await after('ingest'), await after('list')) - ended);
  }
  await traffic.stop();
  const ids = acknowledgedActivities(traffic);
  const flawed = await integrityFlaws(postgres.url, ids);
  const longest = Math.max(...traffic.answers.map(({ ms }) => ms));
  printFigures(name, {
    rounds,
    'reports acknowledged': ids.length,
    'flaws in the database': Object.values(flawed).reduce((sum, count) => sum + count),
    'answers of 503 with Retry-After': traffic.count((answer) => !isSuccess(answer)),
    'other failures': traffic.wrong.length,
    'longest answer': seconds(longest),
    'rounds in which readiness went off': unready,
    'ready again after (longest)': seconds(Math.max(...ready)),
    'reports and lists again after (longest)': seconds(Math.max(...recovered)),
  });
  expect(traffic.wrong.length ? [traffic.wrong, errorsOf(service)] : []).toEqual([]);
  expect(Object.entries(flawed).filter(([, count]) => count > 0)).toEqual([]);
  expect(traffic.answers.filter(({ kind, status }) => kind === 'live' && status !== 200)).toEqual([]);
  expect(longest).toBeLessThan(LONGEST_MS);
  expect(Math.max(...ready)).toBeLessThan(READY_WITHIN_MS);
  expect(service.child.exitCode).toBeNull();
  return { unready, longest: Math.max(...recovered) };
}

test('connections that are reset in the middle of their work are answered with 503, and new ones are made', async () => {
  const { longest } = await disturbed('Connections reset (RST), some of them after a few bytes of their answer', {
    rounds: ROUNDS * 3,
    lastsMs: 300,
    begin: () => {
      proxy.resetAfter = Math.floor(draw() * 2_000);
      proxy.reset();
    },
    end: () => {
      proxy.resetAfter = undefined;
      proxy.reset();
    },
  });
  expect(longest).toBeLessThan(8_000);
});

test('a network that swallows everything is answered with 503 in bounded time, and left behind when it is over', async () => {
  const { unready, longest } = await disturbed('The database in a black hole', {
    rounds: ROUNDS,
    lastsMs: isFull ? 15_000 : 8_000,
    begin: () => (proxy.blackHole = true),
    end: () => (proxy.blackHole = false),
  });
  expect(unready).toBe(ROUNDS);
  expect(longest).toBeLessThan(8_000);
});

test('two seconds of latency are answered in bounded time', async () => {
  const { longest } = await disturbed('Two seconds there and back to the database', {
    rounds: Math.ceil(ROUNDS / 2),
    lastsMs: 10_000,
    begin: () => (proxy.latencyMs = 1_000),
    end: () => (proxy.latencyMs = 0),
  });
  expect(longest).toBeLessThan(8_000);
});

test('a service that starts before its database waits for it', async () => {
  await postgres.stop('fast');
  const port = String(await freePort());
  const run = runBuilt('dist/service/main.js', {
    ...unlimited(postgres.url, dataDir),
    LOG_LEVEL: 'info',
    PORT: port,
  });
  await waitFor(60, () => (run.output().includes('waiting for the database') ? true : undefined));
  await delay(1_000);
  expect(run.child.exitCode).toBeNull();
  expect(run.output()).not.toContain(new URL(postgres.url).password);
  await postgres.start();
  const back = Date.now();
  const base = `http://127.0.0.1:${port}`;
  const answered = await waitFor(60, async () =>
    (await fetch(`${base}/health/ready`).catch(() => undefined))?.ok ? Date.now() : undefined,
  );
  printFigures('The database comes after the service', { 'ready after': seconds(answered - back) });
  expect(answered - back).toBeLessThan(isFull ? 10_000 : 60_000);
  expect(await stopBuilt(run)).toBe(0);
});

test('a database that refuses us ends the start with a message and no secret', async () => {
  await postgres.start();
  const url = new URL(postgres.url);
  url.password = 'not-the-password';
  const run = runBuilt('dist/service/main.js', unlimited(url.href, dataDir));
  await once(run.child, 'close');
  expect(run.child.exitCode).toBe(1);
  expect(run.output()).toMatch(/password authentication failed/);
  expect(run.output()).not.toContain('not-the-password');
});
