import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { type BuiltService, errorsOf, stopAllBuilt } from '../support/built-service.js';
import { comeBack, kill, type Machine, primary, replaced, startBothWays, switchOver } from '../support/cluster.js';
import { checkCounts } from '../support/counts.js';
import { isFull, printFigures } from '../support/figures.js';
import { eventually } from '../support/eventually.js';
import type { World } from '../support/world.js';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from '../support/paired-programs.js';

const PAUSE_MS = 20;

/**
 * An answer of one of the services: which, when it was asked and when it answered, in milliseconds; status 0 is none.
 */
interface Answered {
  service: number;
  status: number;
  askedAt: number;
  at: number;
  words?: string;
}

/** What is sent without end, and what came back. */
interface Traffic {
  /** Of reports, until each was taken: what was answered 503 is sent again. */
  reports: Answered[];
  /** The keys of the reports that were acknowledged. */
  acknowledged: Set<string>;
  lists: Answered[];
  /** Lists right after an own write, at the other service: how many had it, and how many not. */
  own: { read: number; missed: number };
  stop(): Promise<void>;
}

/** Sends reports to each of the services, reads lists of each, and at each what was just written at the other. */
async function startTraffic(services: readonly BuiltService[], w: World): Promise<Traffic> {
  const writers = await Promise.all(
    services.map(async (_, lane) => ({
      product: await w.newProduct(`Own ${lane}`),
      credential: await w.key({ scopes: ['read', 'write'] }),
    })),
  );
  let isOver = false;
  let sent = 0;
  const traffic: Traffic = {
    reports: [],
    acknowledged: new Set(),
    lists: [],
    own: { read: 0, missed: 0 },
    stop: async () => {
      isOver = true;
      await all;
    },
  };
  const asked = async (service: number, ...request: [string, string, Parameters<typeof send>[3]]) => {
    const askedAt = performance.now();
    const answer = await send(services[service]!, ...request).catch((error: unknown) => ({
      status: 0,
      body: { error: String((error as Error).cause ?? error) },
    }));
    const { status, body } = answer;
    return {
      body,
      answered: { service, status, askedAt, at: performance.now(), words: JSON.stringify(body)?.slice(0, 300) },
    };
  };

  const report = async (service: number, lane: number): Promise<void> => {
    while (!isOver) {
      const key = `report ${lane} ${(sent += 1)}`;
      const body = {
        productRef: w.product.slug,
        type: 'automated_scan',
        tool: 'axe',
        idempotencyKey: key,
        findings: [{ ruleId: `rule-${sent}`, title: key }],
      };
      for (let isTaken = false; !isTaken;) {
        const { answered } = await asked(service, 'POST', '/api/ingest/test-activity', {
          credential: w.keys.ingest,
          body,
        });
        traffic.reports.push(answered);
        isTaken = answered.status === 200 || answered.status === 201;
        if (isTaken) traffic.acknowledged.add(key);
        // Whether it was stored is known after the next try only; nobody else will send it.
        else if (isOver) break;
        await delay(isTaken ? PAUSE_MS : 250);
      }
    }
  };

  const read = async (service: number): Promise<void> => {
    while (!isOver) {
      const { answered } = await asked(service, 'GET', `${w.product.url}/findings?pageSize=5`, {
        credential: w.member.token,
      });
      traffic.lists.push(answered);
      await delay(PAUSE_MS);
    }
  };

  const writeAndRead = async (lane: number): Promise<void> => {
    const { product, credential } = writers[lane]!;
    for (let turn = lane, written = 0; !isOver; turn += 1) {
      const [here, there] = [turn % services.length, (turn + 1) % services.length];
      const path = `${product.url}/issues`;
      const { answered } = await asked(here, 'POST', path, { credential, body: { title: 'Own' } });
      if (answered.status === 201) {
        written += 1;
        const { answered: list, body } = await asked(there, 'GET', `${path}?pageSize=1`, { credential });
        // What was refused may have been stored.
        if (list.status === 200) traffic.own[body.total >= written ? 'read' : 'missed'] += 1;
      }
      await delay(answered.status === 201 ? PAUSE_MS : 250);
    }
  };

  const all = Promise.all(
    services.flatMap((_, service) => [
      report(service, 2 * service),
      report(service, 2 * service + 1),
      read(service),
      writeAndRead(service),
    ]),
  );
  return traffic;
}

/** How long a service took no report at most, in milliseconds, among those that were asked from a moment on. */
function longestSilence({ reports }: Pick<Traffic, 'reports'>, service: number, since: number): number {
  const taken = reports.filter(
    (one) => one.service === service && one.status < 300 && one.status > 0 && one.at > since,
  );
  return taken.reduce(({ longest, last }, { at }) => ({ longest: Math.max(longest, at - last), last: at }), {
    longest: 0,
    last: since,
  }).longest;
}

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

/**
 * Does something to the primary, and waits until the cluster is whole and both services take reports; how long each of
 * them took none, in milliseconds.
 */
async function silencesAfter(act: (former: Machine) => Promise<unknown>): Promise<number[]> {
  const former = await primary();
  const since = performance.now();
  await act(former);
  await primary();
  const whole = performance.now();
  expect([...traffic.reports, ...traffic.lists].filter(isFaulty)).toEqual([]);
  const isBack = (service: number): boolean =>
    traffic.reports.some((one) => one.service === service && one.status < 300 && one.askedAt > whole);
  await eventually(() => services.every((_, service) => isBack(service)), Boolean, AbortSignal.timeout(60_000));
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
