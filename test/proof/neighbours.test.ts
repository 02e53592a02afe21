import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { type BuiltService, startBuilt, stopAllBuilt, stopBuilt } from '../support/built-service.js';
import { unlimited } from '../support/built-world.js';
import { isFull } from '../support/figures.js';
import { type Account, fillLargely, signUp } from '../support/neighbours/accounts.js';
import { again, Beside, faultsOf } from '../support/neighbours/beside.js';
import { chosenOf, DEAREST } from '../support/neighbours/dearest.js';
import { type Load } from '../support/neighbours/loads.js';
import { noisyLoads } from '../support/neighbours/noisy-account.js';
import { printSeen } from '../support/neighbours/print.js';
import { refusals } from '../support/neighbours/refusals.js';
import { publish } from '../support/neighbours/published.js';
import { startTarpit } from '../support/neighbours/tarpit.js';
import { UNDRIVEN } from '../support/neighbours/undriven.js';
import { UsualWork } from '../support/neighbours/usual-work.js';
import { RestartablePostgres } from '../support/restartable-postgres.js';

jest.setTimeout(7_200_000);

const ORGANIZATIONS = 20;
/** As many as a standard may have: a report on it has 8,000 claims, for four components. */
const REQUIREMENTS = 2_000;
const [LOOP_HOLDS, WITHOUT_PLACES] = ['loop-holds', 'without-places'].map(
  (name) => pathToFileURL(`test/support/neighbours/${name}.mjs`).href,
);

const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-neighbours-'));
const holdsFile = join(dataDir, 'holds');
let postgres: RestartablePostgres;
let database: Client;
let tarpit: Awaited<ReturnType<typeof startTarpit>>;
let usual: UsualWork;
let service: BuiltService;
let other: Account;
let badge: string;
let beside: Beside;
let loads: Load[];
let unnamed: string[];

/** Starts the service on the database, and the usual work on it. */
async function start(settings: Record<string, string> = {}): Promise<BuiltService> {
  // What the address alone limits stays limited: an account cannot have it otherwise.
  const { SIGN_IN_LIMIT_PER_MINUTE: _, ADDRESS_LIMIT_PER_MINUTE: __, ...usualOnes } = unlimited(postgres.url, dataDir);
  return startBuilt({
    ...usualOnes,
    WEBHOOKS_ALLOW_PRIVATE: 'true',
    NODE_OPTIONS: `--import=${LOOP_HOLDS} --import=${WITHOUT_PLACES}`,
    LOOP_HOLDS: holdsFile,
    ...settings,
  });
}

beforeAll(async () => {
  writeFileSync(holdsFile, '');
  postgres = await RestartablePostgres.start();
  service = await start();
  const { base } = service;
  database = new Client({ connectionString: postgres.url });
  await database.connect();
  tarpit = await startTarpit();
  const noisy = await signUp(base, database, 'Noisy', ORGANIZATIONS);
  await fillLargely(base, database, noisy);
  const large = await publish(database, noisy, REQUIREMENTS);
  other = await signUp(base, database, 'Usual', 1);
  badge = (await publish(database, other, 50)).token;
  usual = await UsualWork.start(base, other, badge);
  // The first answers of a process take longest.
  await usual.during(3_000);
  ({ loads, unnamed } = await noisyLoads(noisy, large, tarpit.url));
  beside = new Beside({ base, pid: service.child.pid!, holdsFile }, database, usual);
});

afterAll(async () => {
  await usual?.stop();
  await tarpit?.stop();
  await database?.end();
  await stopAllBuilt();
  await postgres?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

test('every operation of the document is driven by its worst, or cannot be dear for a reason', () => {
  const driven = new Set(loads.map(({ operation }) => operation));
  expect(unnamed).toEqual([]);
  expect([...UNDRIVEN.keys()].filter((id) => driven.has(id))).toEqual([]);
  expect(DEAREST.filter((name) => !loads.some((load) => load.name === name))).toEqual([]);
});

test('no load is refused for what it asks', async () => {
  expect(await refusals(service.base, loads)).toEqual([]);
});

test('whatever one account does, the work of another goes on, in bounded memory and with a prompt event loop', async () => {
  const faults: string[] = [];
  for (const load of chosenOf(loads, isFull, process.env['NEIGHBOURS'])) {
    let seen = await beside.drive(load);
    if (faultsOf(seen).length > 0) seen = again(seen, await beside.driveInDoubt(load));
    printSeen(seen);
    faults.push(...faultsOf(seen));
  }
  expect(faults).toEqual([]);
});

test('a resource that is not shared lets one account slow the other', async () => {
  await usual.stop();
  await stopBuilt(service);
  service = await start({ PORT: new URL(service.base).port, WITHOUT_PLACES: 'lists' });
  usual = await UsualWork.start(service.base, other, badge);
  await usual.during(3_000);
  const unshared = new Beside({ base: service.base, pid: service.child.pid!, holdsFile }, database, usual);
  const [load] = loads.filter(({ name }) => name === 'findings_listInOrganization: every order');
  const seen = await unshared.drive(load!);
  printSeen(seen);
  expect(faultsOf(seen)).not.toEqual([]);
});
