import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltService, startBuilt, stopAllBuilt } from '../support/built-service.js';
import { builtWorld, unlimited } from '../support/built-world.js';
import {
  citusNodes,
  dropEverywhere,
  freshCitusDatabase,
  named,
  onEach,
  unrestricted,
} from '../support/citus/database.js';
import { machineOf } from '../support/citus/machine.js';
import { count, send } from '../support/paired-programs.js';
import { printFigures } from '../support/figures.js';
import type { World } from '../support/world.js';

jest.setTimeout(1_800_000);

const TURNS = count(12, 40);
const READS = 5;
const FINDINGS = 1_000;
const PLAIN = 'curbcut_plain';

interface Side {
  service: BuiltService;
  w: World;
  slugs: string[];
}
type Work = 'a single read' | 'a list' | 'a new issue' | 'ingest of 1,000, new' | 'ingest of 1,000, the same again';

const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-figures-'));
const sides = {} as Record<'citus' | 'plain', Side>;
let drop: () => Promise<void>;
/** The folders of the servers, the coordinator first. */
let folders: string[];

beforeAll(async () => {
  const fresh = await freshCitusDatabase();
  await dropEverywhere(PLAIN);
  await onEach(`CREATE DATABASE ${PLAIN} TEMPLATE template0`);
  drop = async () => {
    await fresh.drop();
    await dropEverywhere(PLAIN);
  };
  folders = (await Promise.all(citusNodes().map(machineOf))).map(({ data }) => data);
  for (const [name, url] of [
    ['citus', unrestricted(fresh.url)],
    ['plain', named(citusNodes()[0]!, PLAIN)],
  ] as const) {
    const service = await startBuilt({ ...unlimited(url, join(dataDir, name)), WORKER: 'off' });
    sides[name] = { service, ...(await builtWorld(url, TURNS + 4)) };
  }
});

afterAll(async () => {
  await stopAllBuilt();
  await drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Milliseconds of CPU that a server has taken with all its processes, those that have ended included. */
function cpuOf(folder: string): number {
  const postmaster = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]!;
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let stat: string;
    try {
      stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    } catch {
      continue;
    }
    const [parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 4).split(' ');
    const [user, system, endedUser, endedSystem] = rest.slice(9, 13).map(Number) as [number, number, number, number];
    if (pid === postmaster) ticks += user + system + endedUser + endedSystem;
    else if (parent === postmaster) ticks += user + system;
  }
  return ticks * 10;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

function workOf({ service, w, slugs }: Side, work: Work, turn: number): Promise<{ status: number; ms: number }> {
  const credential = w.member.token;
  const url = `${w.organization.url}/products/${slugs[0]}`;
  if (work === 'a single read') return send(service, 'GET', `${url}/issues/1`, { credential });
  if (work === 'a list') return send(service, 'GET', `${url}/issues?pageSize=25`, { credential });
  if (work === 'a new issue')
    return send(service, 'POST', `${url}/issues`, { credential, body: { title: randomUUID() } });
  const findings = Array.from({ length: FINDINGS }, (_, i) => ({
    ruleId: `rule-${i % 50}`,
    title: 'Buttons must have discernible text',
    severity: 'high',
    selector: `main > div:nth-child(${i}) > button`,
    sourceUrl: `https://shop.example/${i % 20}`,
  }));
  return send(service, 'POST', '/api/ingest/test-activity', {
    credential: w.keys.ingest,
    body: { productRef: slugs[turn], type: 'automated_scan', tool: 'axe-core', findings },
  });
}

test('what reads and reports cost over machines, by turns with one PostgreSQL', async () => {
  const works: Work[] = [
    'a single read',
    'a list',
    'a new issue',
    'ingest of 1,000, new',
    'ingest of 1,000, the same again',
  ];
  const taken = Object.fromEntries(
    works.map((unitOfWork) => [unitOfWork, { citus: [] as number[], plain: [] as number[] }]),
  );
  const cpu = Object.fromEntries(works.map((unitOfWork) => [unitOfWork, { coordinator: 0, workers: 0, plain: 0 }]));
  for (const side of Object.values(sides)) for (let i = 0; i < 30; i += 1) await workOf(side, 'a new issue', 0);
  for (let turn = 1; turn <= TURNS + 3; turn += 1) {
    for (const unitOfWork of works) {
      for (const name of turn % 2 ? (['citus', 'plain'] as const) : (['plain', 'citus'] as const)) {
        const before = folders.map(cpuOf);
        for (let i = 0; i < (unitOfWork.startsWith('ingest') ? 1 : READS); i += 1) {
          const { status, ms } = await workOf(sides[name], unitOfWork, turn);
          expect(status).toBeLessThan(300);
          // The first turns warm both up.
          if (turn > 3) taken[unitOfWork]![name].push(ms);
        }
        const [coordinator, ...workers] = folders.map((folder, i) => cpuOf(folder) - before[i]!);
        if (turn <= 3) continue;
        if (name === 'plain') cpu[unitOfWork]!.plain += coordinator!;
        else {
          cpu[unitOfWork]!.coordinator += coordinator!;
          cpu[unitOfWork]!.workers += workers.reduce((sum, ms) => sum + ms, 0);
        }
      }
    }
  }
  const figures: Record<string, string> = {};
  for (const unitOfWork of works) {
    const [citus, plain] = [median(taken[unitOfWork]!.citus), median(taken[unitOfWork]!.plain)];
    const [per, { coordinator, workers, plain: one }] = [taken[unitOfWork]!.citus.length, cpu[unitOfWork]!];
    figures[unitOfWork] =
      `${citus.toFixed(1)} ms over machines, ${plain.toFixed(1)} ms on one (${(citus - plain).toFixed(1)} ms more, ${(citus / plain).toFixed(2)} times); ` +
      `CPU of PostgreSQL ${(coordinator / per).toFixed(1)} ms of the coordinator and ${(workers / per).toFixed(1)} of the workers ` +
      `(${Math.round((100 * coordinator) / (coordinator + workers))} %), ${(one / per).toFixed(1)} on one`;
  }
  printFigures(`over machines against one PostgreSQL, ${TURNS} turns`, figures);
});
