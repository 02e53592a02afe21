import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { type BuiltService, errorsOf, stopAllBuilt } from '../support/built-service.js';
import { comeBack, kill, type Machine, primary, replaced, startBothWays, switchOver } from '../support/cluster.js';
import { checkCounts } from '../support/counts.js';
import { isFull, printFigures } from '../support/figures.js';
import { waitUntil } from '../support/receiver.js';
import { longestSilence, startTraffic, type Traffic } from '../support/steady-traffic.js';
import type { World } from '../support/world.js';

jest.setTimeout(3_600_000);

const KILLS = isFull ? 10 : 1;
const SWITCHOVERS = isFull ? 20 : 1;

const WAYS = ['direct', 'pooled'];

const measured: Record<string, string | number> = {};
const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-cluster-'));
let database: DataSource;
/** One finds the primary itself, the other is behind the pooler. */
let services: BuiltService[];
let w: World;
let traffic: Traffic;

beforeAll(async () => {
  ({ services, database, w } = await startBothWays(dataDir));
  traffic = await startTraffic(services, w);
});

afterAll(async () => {
  await traffic?.stop();
  await stopAllBuilt();
  await database?.destroy();
  rmSync(dataDir, { recursive: true, force: true });
  printFigures('cluster: failover', measured);
});

const nameOf = ({ service, status }: Traffic['reports'][number]): string => `${WAYS[service]} ${status}`;
const isFaulty = ({ status }: { status: number }): boolean => ![200, 201, 503].includes(status);

/** Does something to the primary, and waits until the cluster is whole and both services take reports; how long each of them took none, in milliseconds. */
async function silencesAfter(act: (former: Machine) => Promise<unknown>): Promise<number[]> {
  const former = await primary();
  const since = performance.now();
  await act(former);
  await primary();
  const whole = performance.now();
  expect([...traffic.reports, ...traffic.lists].filter(isFaulty)).toEqual([]);
  const isBack = (service: number): boolean =>
    traffic.reports.some((one) => one.service === service && one.status < 300 && one.askedAt > whole);
  await waitUntil(() => services.every((_, service) => isBack(service)), Boolean, 60_000);
  return services.map((_, service) => longestSilence(traffic, service, since));
}

const seconds = (ms: readonly number[]): string =>
  `median ${(ms.toSorted((a, b) => a - b)[ms.length >> 1]! / 1_000).toFixed(1)} s, at most ${(Math.max(...ms) / 1_000).toFixed(1)} s`;

/** Does it so many times, and notes how long no report was taken; the longest time, in milliseconds. */
async function measure(what: string, times: number, act: (former: Machine) => Promise<unknown>): Promise<number> {
  const silences: number[][] = [];
  for (let time = 0; time < times; time += 1) {
    silences.push(await silencesAfter(act));
  }
  for (const [service, way] of WAYS.entries())
    measured[`${times} x ${what}, ${way}: no report taken for`] = seconds(silences.map((each) => each[service]!));
  return Math.max(...silences.flat());
}

test('reports are taken again within 30 s after kill -9 of PostgreSQL', async () => {
  const longest = await measure('PostgreSQL killed', KILLS, async (former) => kill(former, { withPatroni: false }));
  expect(longest).toBeLessThan(30_000);
});

test('reports are taken again within 30 s after kill -9 of PostgreSQL and Patroni', async () => {
  const longest = await measure('PostgreSQL and Patroni killed', KILLS, async (former) => {
    kill(former, { withPatroni: true });
    await replaced(former);
    comeBack(former);
  });
  expect(longest).toBeLessThan(30_000);
});

test('reports are taken again within 10 s after a switchover', async () => {
  expect(await measure('switchover', SWITCHOVERS, switchOver)).toBeLessThan(10_000);
});

test('nothing that was acknowledged is lost or doubled, and no answer was another than success or 503', async () => {
  await primary();
  await traffic.stop();
  const { acknowledged, reports, lists, own } = traffic;
  const rows: { key: string; times: number }[] = await database.query(
    `SELECT idempotency_key AS key, count(*)::int AS times FROM test_activities WHERE organization_id = $1 AND product_id = $2 GROUP BY 1`,
    [w.organization.id, w.product.id],
  );
  const stored = new Map(rows.map(({ key, times }) => [key, times]));
  const lost = [...acknowledged].filter((key) => !stored.has(key));
  const doubled = rows.filter(({ times }) => times > 1);
  const tally = (of: Traffic['reports']): string =>
    [...new Set(of.map(nameOf))]
      .map((name) => `${name}: ${of.filter((one) => nameOf(one) === name).length}`)
      .join(', ');
  Object.assign(measured, {
    'reports acknowledged / lost / doubled': `${acknowledged.size} / ${lost.length} / ${doubled.length}`,
    'answers to reports': tally(reports),
    'answers to lists': tally(lists),
    'own writes read / missed, at the other service': `${own.read} / ${own.missed}`,
  });
  expect([...reports, ...lists].filter(isFaulty)).toEqual([]);
  expect([lost, doubled]).toEqual([[], []]);
  expect(own.missed).toBe(0);
  await checkCounts({ database });
  for (const service of services) expect(errorsOf(service)).toEqual([]);
});
