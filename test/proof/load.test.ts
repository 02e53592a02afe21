import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { type BuiltService, errorsOf, startBuilt, stopAllBuilt, stopBuilt } from '../support/built-service.js';
import { builtWorld, unlimited } from '../support/built-world.js';
import { draw } from '../support/dice.js';
import { printFigures, isFull } from '../support/figures.js';
import { RestartablePostgres } from '../support/restartable-postgres.js';
import { acknowledgedActivities, integrityFlaws, report } from '../support/reports.js';
import { type TrafficResponse, type Call, isSuccess, percentile, Traffic } from '../support/traffic.js';
import type { World } from '../support/world.js';

jest.setTimeout(900_000);

const SECONDS = isFull ? 600 : 90;
const PER_SECOND = Number(process.env['LOAD_PER_SECOND'] ?? (isFull ? 20 : 15));
const SAMPLE_EVERY_MS = isFull ? 5_000 : 1_000;
// A process grows until its caches and its heap have found their size; what comes after must not grow.
const WARM_UP = 1 / 3;
// Between two collections a process grows by dozens of megabytes, which passes for a trend if it lasts less than some
// minutes.
const GROWTH_MB_PER_MINUTE = isFull ? 2 : Infinity;
const GROWTH_MB = 120;
const GROWTH_IN_USE_MB = 10;
const LOOP_DELAY_P99_MS = 500;
const PASSWORD = 'correct horse battery';
const COLLECT_GARBAGE = pathToFileURL('test/support/collect-garbage.mjs').href;

const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-load-'));
let postgres: RestartablePostgres;
let service: BuiltService;
let w: World;
let slugs: string[];

beforeAll(async () => {
  postgres = await RestartablePostgres.start();
  service = await startBuilt({ ...unlimited(postgres.url, dataDir), NODE_OPTIONS: `--import=${COLLECT_GARBAGE}` });
  ({ w, slugs } = await builtWorld(postgres.url, 5));
});

afterAll(async () => {
  await stopAllBuilt();
  await postgres?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What the process and its database show of themselves at one moment. */
interface Sample {
  minute: number;
  rssMb: number;
  loopDelayMs: number;
  connections: number;
  descriptors: number;
}

async function readMetrics(): Promise<(name: string) => number> {
  const metrics = await (await fetch(`${service.base}/metrics`)).text();
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)![1]);
}

/** The memory that the service still uses after a collection, in MB. */
async function memoryInUse(): Promise<number> {
  const readings: number[] = [];
  // A busy machine may not have collected by the first reading.
  for (let i = 0; i < 3; i += 1) {
    service.child.kill('SIGUSR2');
    await delay(500);
    const metric = await readMetrics();
    readings.push((metric('nodejs_heap_size_used_bytes') + metric('nodejs_external_memory_bytes')) / 1_048_576);
  }
  return Math.min(...readings);
}

/** A tick in which Linux counts the time of processors, in milliseconds. */
const TICK_MS = 10;

/** How long the thread of the event loop has computed so far, in milliseconds. */
function computedMs(): number {
  const { pid } = service.child;
  // The name in brackets may hold blanks.
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ').pop()!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

let computedBefore = 0;

async function sample(begun: number, database: Client): Promise<Sample> {
  const metric = await readMetrics();
  const computed = computedMs() - computedBefore;
  computedBefore += computed;
  const { rows } = await database.query<{ n: string }>(
    `SELECT count(*) AS n FROM pg_stat_activity WHERE application_name LIKE 'curbcut%'`,
  );
  return {
    minute: (Date.now() - begun) / 60_000,
    rssMb: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))![1]) / 1_024,
    // What holds up the loop computes meanwhile; else it was the machine that gave it no processor.
    loopDelayMs: Math.min(metric('nodejs_eventloop_lag_p99_seconds') * 1_000, computed),
    connections: Number(rows[0]!.n),
    descriptors: readdirSync(`/proc/${service.child.pid}/fd`).length,
  };
}

/** By how much a minute a value grows, by least squares. */
function slope(samples: readonly Sample[], value: (sample: Sample) => number): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const minute = mean((one) => one.minute);
  const level = mean(value);
  const above = samples.reduce((sum, one) => sum + (one.minute - minute) * (value(one) - level), 0);
  return above / samples.reduce((sum, one) => sum + (one.minute - minute) ** 2, 0);
}

const oneOf = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)]!;

/** What people, pipelines and frontends do all day, each as often as they do it. */
function mix(traffic: Traffic): () => Promise<TrafficResponse> {
  const issues: string[] = [];
  const org = w.organization.url;
  const product = (): string => `${org}/products/${oneOf(slugs)}`;
  const read = (kind: string, path: string): Call => ({ kind, path, credential: w.keys.read });
  const write = (kind: string, method: string, path: string, body: unknown): Call => ({
    kind,
    method,
    path,
    body,
    credential: w.owner.token,
  });
  const kinds: [share: number, ask: () => Promise<TrafficResponse>][] = [
    [20, () => traffic.ask({ ...report(w, oneOf(slugs), 5) })],
    [3, () => traffic.ask({ ...report(w, oneOf(slugs), 200), kind: 'large ingest' })],
    [10, () => traffic.ask(read('feed of the organization', `${org}/testing-feed?page=${1 + Math.floor(draw() * 3)}`))],
    [10, () => traffic.ask(read('feed of a product', `${product()}/testing-feed`))],
    [10, () => traffic.ask(read('list of issues', `${org}/issues?state=open`))],
    [10, () => traffic.ask(read('list of findings', `${product()}/findings?status=pending`))],
    [5, () => traffic.ask(read('list of products', `${org}/products`))],
    [10, () => traffic.ask(read('grade', `${product()}/grade`))],
    [10, () => traffic.ask(read('single product', product()))],
    [
      5,
      async () => {
        const url = product();
        const answer = await traffic.ask(
          write('create issue', 'POST', `${url}/issues`, { title: 'No alternative text' }),
        );
        const { issue } = (answer.body ?? {}) as { issue?: { number: number } };
        if (issue) issues.push(`${url}/issues/${issue.number}`);
        if (issues.length > 200) issues.shift();
        return answer;
      },
    ],
    [
      4,
      () =>
        issues.length > 0
          ? traffic.ask(write('change issue', 'PATCH', oneOf(issues), { state: oneOf(['open', 'closed']) }))
          : traffic.ask(read('grade', `${product()}/grade`)),
    ],
    [4, () => traffic.ask(read('single issue', issues.length > 0 ? oneOf(issues) : product()))],
    [
      2,
      async () => {
        const { body } = await traffic.ask(read('list of findings', `${product()}/findings?status=pending`));
        const ids = ((body as { findings?: { id: string }[] })?.findings ?? []).slice(0, 10).map(({ id }) => id);
        if (ids.length === 0) return traffic.ask(read('grade', `${product()}/grade`));
        const data = { action: 'dismiss', reason: 'third_party' };
        return traffic.ask(write('triage of ten findings', 'PATCH', `${org}/findings/bulk`, { ids, data }));
      },
    ],
    [
      1,
      () => {
        const body = { email: 'load@example.org', password: PASSWORD };
        return traffic.ask({ kind: 'sign-in', method: 'POST', path: '/api/auth/sign-in/email', body });
      },
    ],
  ];
  const wheel = kinds.flatMap(([share, ask]) => Array<() => Promise<TrafficResponse>>(share).fill(ask));
  return () => oneOf(wheel)();
}

test(`${SECONDS} seconds of mixed traffic: no errors, flat memory, a prompt event loop, no connection kept too many`, async () => {
  const database = new Client({ connectionString: postgres.url });
  await database.connect();
  const traffic = new Traffic(service.base);
  const account = { name: 'Load', email: 'load@example.org', password: PASSWORD };
  expect(
    (await traffic.ask({ kind: 'sign-up', method: 'POST', path: '/api/auth/sign-up/email', body: account })).status,
  ).toBe(200);
  const any = mix(traffic);
  const samples: Sample[] = [];
  const underWay = new Set<Promise<unknown>>();
  const begun = Date.now();
  let due = 0;
  let sampled = 0;
  let inUse: Promise<number> | undefined;
  // An open loop: a slow answer does not slow the callers down.
  while (Date.now() - begun < SECONDS * 1_000) {
    for (; due <= ((Date.now() - begun) * PER_SECOND) / 1_000; due += 1) {
      const asked = any().finally(() => underWay.delete(asked));
      underWay.add(asked);
    }
    if (Date.now() - begun >= sampled * SAMPLE_EVERY_MS) {
      sampled += 1;
      samples.push(await sample(begun, database));
    }
    if (!inUse && Date.now() - begun >= SECONDS * 1_000 * WARM_UP) inUse = memoryInUse();
    await delay(5);
  }
  await Promise.all(underWay);
  const seconds = (Date.now() - begun) / 1_000;
  await database.end();
  const inUseAfterWarmUp = await inUse!;
  const inUseAtTheEnd = await memoryInUse();

  const warm = samples.filter(({ minute }) => minute * 60 >= SECONDS * WARM_UP);
  const growth = slope(warm, ({ rssMb }) => rssMb);
  const rss = warm.map(({ rssMb }) => rssMb);
  // A scan may resolve a finding between the list and the triage; that is told, and no error.
  const isOvertaken = ({ kind, code }: TrafficResponse): boolean =>
    kind.startsWith('triage') && code === 'finding_resolved';
  const failed = traffic.answers.filter((answer) => !isSuccess(answer) && !isOvertaken(answer));
  const byKind = new Map<string, number[]>();
  for (const { kind, ms } of traffic.answers) byKind.set(kind, [...(byKind.get(kind) ?? []), ms]);
  const flawed = await integrityFlaws(postgres.url, acknowledgedActivities(traffic));
  const most = (value: (sample: Sample) => number): number => Math.max(...warm.map(value));
  const least = (value: (sample: Sample) => number): number => Math.min(...warm.map(value));
  const loopDelay = percentile(
    warm.map(({ loopDelayMs }) => loopDelayMs),
    0.99,
  );
  printFigures(`${SECONDS} seconds of mixed traffic`, {
    requests: traffic.answers.length,
    'requests a second': Math.round(traffic.answers.length / seconds),
    errors: failed.length,
    'triage that a scan overtook (409)': traffic.count(isOvertaken),
    'flaws in the database': Object.values(flawed).reduce((sum, count) => sum + count),
    'memory at the start, after a third, at the end (MB)': `${Math.round(samples[0]!.rssMb)}, ${Math.round(warm[0]!.rssMb)}, ${Math.round(warm.at(-1)!.rssMb)}`,
    'memory in use after a collection, after a third, at the end (MB)': `${Math.round(inUseAfterWarmUp)}, ${Math.round(inUseAtTheEnd)}`,
    'growth of memory in the last two thirds (MB a minute)': growth.toFixed(2),
    'event loop delay, 99th percentile (ms)': Math.round(loopDelay),
    'connections to the database (least, most)': `${least(({ connections }) => connections)}, ${most(({ connections }) => connections)}`,
    'file descriptors (least, most)': `${least(({ descriptors }) => descriptors)}, ${most(({ descriptors }) => descriptors)}`,
    ...Object.fromEntries(
      [...byKind]
        .sort()
        .map(([kind, times]) => [
          `${kind}: times, p50, p99 (ms)`,
          `${times.length}, ${percentile(times, 0.5)}, ${percentile(times, 0.99)}`,
        ]),
    ),
  });
  expect(failed.length ? [failed.slice(0, 5).map(({ body: _, ...answer }) => answer), errorsOf(service)] : []).toEqual(
    [],
  );
  expect(Object.entries(flawed).filter(([, count]) => count > 0)).toEqual([]);
  expect(traffic.answers.length).toBeGreaterThan(SECONDS * PER_SECOND * 0.9);
  expect(inUseAtTheEnd - inUseAfterWarmUp).toBeLessThan(GROWTH_IN_USE_MB);
  expect(growth).toBeLessThan(GROWTH_MB_PER_MINUTE);
  expect(Math.max(...rss) - rss[0]!).toBeLessThan(GROWTH_MB);
  expect(loopDelay).toBeLessThan(LOOP_DELAY_P99_MS);
  // The pool of ten, the five of the workers, and the one that looks whether a slow server is there.
  expect(most(({ connections }) => connections)).toBeLessThanOrEqual(16);
  expect(slope(warm, ({ descriptors }) => descriptors)).toBeLessThan(isFull ? 1 : 30);
  expect(await stopBuilt(service)).toBe(0);
});
