import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BuiltService, errorsOf, startBuilt, stopAllBuilt } from '../support/built-service.js';
import { builtWorld, unlimited } from '../support/built-world.js';
import { draw } from '../support/dice.js';
import { printFigures, isFull } from '../support/figures.js';
import { RestartablePostgres } from '../support/restartable-postgres.js';
import { TestReceiver } from '../support/receiver.js';
import { acknowledgedActivities, integrityFlaws, reporter } from '../support/reports.js';
import { isSuccess, seconds, Traffic, waitFor } from '../support/traffic.js';
import type { World } from '../support/world.js';

jest.setTimeout(900_000);

const KILLS = isFull ? 20 : 2;
const RESTARTS = isFull ? 5 : 1;
/** No answer may take longer than this, whatever happens to the database. */
const LONGEST_MS = 8_000;
const RECOVERED_WITHIN_MS = 5_000;
/** A shared machine may be slow; the full form measures. */
const READY_WITHIN_MS = isFull ? 2_000 : 5_000;

const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-faults-'));
let postgres: RestartablePostgres;
let service: BuiltService;
let w: World;
let slugs: string[];
let receiver: TestReceiver;

beforeAll(async () => {
  postgres = await RestartablePostgres.start();
  receiver = await TestReceiver.start();
  service = await startBuilt({ ...unlimited(postgres.url, dataDir), WEBHOOKS_ALLOW_PRIVATE: 'true' });
  ({ w, slugs } = await builtWorld(postgres.url, 3));
  const traffic = new Traffic(service.base);
  const path = `${w.organization.url}/webhooks`;
  const body = { url: receiver.url('/hook'), types: ['test_activity.ingested'] };
  await traffic.ask({ kind: 'webhook', method: 'POST', path, credential: w.owner.token, body });
});

afterAll(async () => {
  await stopAllBuilt();
  await receiver?.stop();
  await postgres?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Reports, lists and probes, all at once. */
const everything = (): Traffic => {
  const traffic = new Traffic(service.base);
  for (const slug of slugs) traffic.add(reporter(w, slug, 20)).add(reporter(w, slug, 3));
  for (const list of ['issues', 'findings?status=pending', 'testing-feed', 'changes']) {
    traffic.add(() => ({ kind: 'list', path: `${w.organization.url}/${list}`, credential: w.keys.read }), 5);
  }
  traffic.add(() => ({ kind: 'live', path: '/health/live', credential: w.keys.read }), 20);
  traffic.add(() => ({ kind: 'ready', path: '/health/ready', credential: w.keys.read }), 20);
  return traffic;
};

/** Takes the database away in the middle of everything, brings it back, and times until each kind of work succeeds. */
async function outages(
  count: number,
  take: () => Promise<void>,
): Promise<{ traffic: Traffic; recovered: number[]; ready: number[] }> {
  const traffic = everything();
  const recovered: number[] = [];
  const ready: number[] = [];
  const one = async (): Promise<void> => {
    if (service.child.exitCode !== null || service.child.signalCode !== null)
      throw new Error(service.output().slice(-3_000));
    await delay(400 + draw() * 800);
    await take();
    const gone = Date.now();
    await waitFor(4, () =>
      traffic.answers.find(({ kind, status, at }) => kind === 'ready' && status === 503 && at >= gone - 50),
    ).catch((e) => {
      console.log(
        traffic.answers.slice(-20).map((a) => [a.kind, a.status, a.ms]),
        service.child.exitCode,
        service.output().slice(-3000),
      );
      throw e;
    });
    await delay(200 + draw() * 800);
    await postgres.start();
    const back = Date.now();
    const moments = await Promise.all(
      ['ingest', 'list', 'ready'].map((kind) => waitFor(20, () => traffic.successAfter(back - 25, kind))),
    );
    recovered.push(Math.max(...moments) - back);
    ready.push(moments[2]! - back);
  };
  try {
    for (let round = 0; round < count; round += 1) await one();
    await delay(300);
  } finally {
    await traffic.stop();
  }
  return { traffic, recovered, ready };
}

/** How many of these activities no webhook has been told of yet. */
const undelivered = (ids: readonly string[]): number => {
  const told = receiver.at('/hook').map(({ body }) => body);
  const all = told.join('\n');
  return ids.filter((id) => !all.includes(id)).length;
};

test('a PostgreSQL killed in the middle of reports and lists loses nothing that was acknowledged and leaves no halves', async () => {
  const { traffic, recovered, ready } = await outages(KILLS, () => postgres.kill());
  const ids = acknowledgedActivities(traffic);
  const flawed = await integrityFlaws(postgres.url, ids);
  const longest = Math.max(...traffic.answers.map(({ ms }) => ms));
  // What the outage made fail is tried again after seconds.
  await waitFor(90, () => (undelivered(ids) === 0 ? true : undefined)).catch(() => undefined);
  printFigures('PostgreSQL killed with kill -9', {
    kills: recovered.length,
    'reports acknowledged': ids.length,
    ...flawed,
    'answers while it was away (all 503 with Retry-After)': traffic.count((answer) => !isSuccess(answer)),
    'other failures': traffic.wrong.length,
    'acknowledged activities that the webhook was not told of': undelivered(ids),
    'longest answer': seconds(longest),
    'recovered after (median, longest)': `${seconds([...recovered].sort((a, b) => a - b)[recovered.length >> 1]!)}, ${seconds(Math.max(...recovered))}`,
    'ready again after (longest)': seconds(Math.max(...ready)),
  });
  expect(traffic.wrong.length ? [traffic.wrong, errorsOf(service)] : []).toEqual([]);
  expect(Object.entries(flawed).filter(([, count]) => count > 0)).toEqual([]);
  expect(undelivered(ids)).toBe(0);
  expect(ids.length).toBeGreaterThan(KILLS * 3);
  expect(traffic.answers.filter(({ kind, status }) => kind === 'live' && status !== 200)).toEqual([]);
  expect(Math.max(...recovered)).toBeLessThan(RECOVERED_WITHIN_MS);
  expect(Math.max(...ready)).toBeLessThan(READY_WITHIN_MS);
  expect(longest).toBeLessThan(LONGEST_MS);
  expect(service.child.exitCode).toBeNull();
});

test.each(['fast', 'immediate'] as const)(
  'a %s restart of PostgreSQL is answered with 503 and nothing else',
  async (how) => {
    const { traffic, recovered, ready } = await outages(RESTARTS, () => postgres.stop(how));
    const ids = acknowledgedActivities(traffic);
    const flawed = await integrityFlaws(postgres.url, ids);
    printFigures(`PostgreSQL restarted (${how})`, {
      restarts: recovered.length,
      'reports acknowledged': ids.length,
      'answers while it was away (all 503 with Retry-After)': traffic.count((answer) => !isSuccess(answer)),
      'other failures': traffic.wrong.length,
      'recovered after (longest)': seconds(Math.max(...recovered)),
      'ready again after (longest)': seconds(Math.max(...ready)),
    });
    expect(traffic.wrong.length ? [traffic.wrong, errorsOf(service)] : []).toEqual([]);
    expect(Object.entries(flawed).filter(([, count]) => count > 0)).toEqual([]);
    expect(traffic.answers.filter(({ kind, status }) => kind === 'live' && status !== 200)).toEqual([]);
    expect(Math.max(...recovered)).toBeLessThan(RECOVERED_WITHIN_MS);
    expect(Math.max(...ready)).toBeLessThan(READY_WITHIN_MS);
    expect(Math.max(...traffic.answers.map(({ ms }) => ms))).toBeLessThan(LONGEST_MS);
    expect(service.child.exitCode).toBeNull();
  },
);
