import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS } from '#libs/dates';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#libs/embedded-postgres';
import {
  type BuiltService,
  errorsOf,
  runBuilt,
  startBuilt,
  stopAllBuilt,
  stopBuilt,
} from '../support/built-service.js';
import { builtWorld, unlimited } from '../support/built-world.js';
import { embeddedFolder, postmasterOf } from '../support/embedded.js';
import { fillFormer, FORMER_SECRET_KEY } from '../support/former-database.js';
import { isFull, printFigures } from '../support/figures.js';
import { onConnection } from '../support/on-connection.js';
import { integrityFlaws } from '../support/reports.js';
import { rowHashes } from '../support/row-hashes.js';
import type { World } from '../support/world.js';

jest.setTimeout(isFull ? 3_600_000 : 300_000);

const [NIGHTS, PRODUCTS, FINDINGS] = isFull ? [365, 20, 200] : [60, 3, 20];
/** Findings change each twentieth night. */
const SAME_NIGHTS = 20;
const AT_ONCE = 4;
const KEPT_DAYS = 30;
/**
 * How much of their room the runs of a year keep; the short one has fewer nights that only repeat. What they say is
 * stored once anyway, and stays.
 */
const MOST_KEPT = isFull ? 0.25 : 0.9;
const NEXT_KEY = 'another key that only proofs are encrypted with';
const LAST_KEY = 'the last key that only proofs are encrypted with';

/** Where the service and its database run. */
interface Machine {
  folder: string;
  postgres: EmbeddedPostgres;
}

const machines: Machine[] = [];
afterAll(async () => {
  await stopAllBuilt();
  for (const { postgres, folder } of machines) {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

const postgresOf = (folder: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} });

async function newMachine(name: string): Promise<Machine> {
  const folder = embeddedFolder(`year-${name}`);
  const machine = { folder, postgres: await postgresOf(folder) };
  machines.push(machine);
  return machine;
}

const settings = ({ folder, postgres }: Machine, keys: Record<string, string>) => ({
  ...unlimited(postgres.url, folder),
  ...keys,
});

/** Runs a command of the operator; what it says. */
async function operate(machine: Machine, keys: Record<string, string>, ...args: string[]): Promise<string> {
  const { child, output } = runBuilt('dist/service/admin.js', settings(machine, keys), args);
  await once(child, 'close');
  if (/running processes do not have key/.test(output())) {
    // One of the dead machine is held to run until it has said nothing for a while.
    await delay(1_000);
    return operate(machine, keys, ...args);
  }
  expect([args[0], child.exitCode, child.exitCode === 0 ? '' : output()]).toEqual([args[0], 0, '']);
  return output();
}

/** The machine dies: service and database get no word of it. It starts again where it was. */
async function dies(machine: Machine, service: BuiltService): Promise<void> {
  process.kill(postmasterOf(machine.folder), 'SIGKILL');
  await stopBuilt(service, 'SIGKILL');
  machine.postgres = await postgresOf(machine.folder);
}

/** What is told of the findings of a product, of its lines and its Grade, and of the whole year. */
async function told({ base }: BuiltService, { member, organization }: World, slugs: readonly string[]) {
  const read = async (path: string): Promise<string> => {
    const answer = await fetch(`${base}${organization.url}${path}`, {
      headers: { authorization: `Bearer ${member.token}` },
    });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.text();
  };
  const all: Record<string, string> = { trends: await read('/insights/trends') };
  for (const slug of slugs)
    for (const path of ['findings?format=ndjson&sort=createdAt&order=asc', 'lines', 'grade', 'grade/history'])
      all[`${slug} ${path}`] = await read(`/products/${slug}/${path}`);
  return all;
}

/** Bytes of runs, sets and answers with their indexes, as they are stored; by table. */
const room = (url: string): Promise<Record<string, number>> =>
  onConnection(url, async (client) => {
    const tables = ['test_activities', 'finding_sets', 'finding_answers', 'thinned_runs'];
    await client.query(`VACUUM FULL ${tables.join(', ')}`);
    const { rows } = await client.query<{ name: string; bytes: string }>(
      'SELECT name, pg_total_relation_size(name::regclass) AS bytes FROM unnest($1::text[]) AS name',
      [tables],
    );
    return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]));
  });

const sum = (sizes: Record<string, number>): number => Object.values(sizes).reduce((all, bytes) => all + bytes, 0);

const seconds = (begun: number): number => Math.round((performance.now() - begun) / 100) / 10;

test('a year of nights with an upgrade, a rotation, a restore and a dead machine loses nothing, and thins', async () => {
  // The year begins with what the first release has left, which the service upgrades as it starts.
  let machine = await newMachine('first');
  await fillFormer(machine.postgres.url);
  let keys: Record<string, string> = { SECRET_KEY: FORMER_SECRET_KEY };
  let begun = performance.now();
  let service = await startBuilt(settings(machine, keys));
  const figures: Record<string, string | number> = { 'upgrade and start': `${seconds(begun)} s` };
  // The first release had activities that no event tells of.
  const former = await integrityFlaws(machine.postgres.url);
  const { w, slugs } = await builtWorld(machine.postgres.url, PRODUCTS);

  const acknowledged = new Set<string>();
  const errors: string[] = [];
  /** Reports of a night, each sent again until it is taken, whatever becomes of the service meanwhile. */
  const reportOf = async (night: number, slug: string): Promise<void> => {
    const news = Math.floor(night / SAME_NIGHTS);
    const body = JSON.stringify({
      productRef: slug,
      type: 'automated_scan',
      tool: 'axe-core',
      coverage: 'complete',
      idempotencyKey: `${slug} ${night}`,
      completedAt: new Date(Date.now() - (NIGHTS - night) * DAY_MS).toISOString(),
      findings: Array.from({ length: FINDINGS }, (_, index) => ({
        ruleId: `rule-${index % 9}`,
        title: 'Buttons must have discernible text',
        severity: 'high',
        selector: `#finding-${news + index}`,
        sourceUrl: `https://shop.example/${index % 30}`,
      })),
    });
    for (;;) {
      const answer = await fetch(`${service.base}/api/ingest/test-activity`, {
        method: 'POST',
        headers: { authorization: `Bearer ${w.keys.ingest}`, 'content-type': 'application/json' },
        body,
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => undefined);
      if (answer && (answer.status === 200 || answer.status === 201)) {
        acknowledged.add((JSON.parse(answer.text) as { testActivity: { id: string } }).testActivity.id);
        return;
      }
      if (answer && answer.status < 500) throw new Error(answer.text);
      await delay(50);
    }
  };
  const reportsOf = async (night: number): Promise<void> => {
    const left = slugs[Symbol.iterator]();
    const work = async () => {
      for (const slug of left) await reportOf(night, slug);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };
  const restart = async (next: Record<string, string>): Promise<void> => {
    await stopBuilt(service);
    errors.push(...errorsOf(service));
    keys = next;
    service = await startBuilt(settings(machine, keys));
  };

  const events = new Map<number, () => Promise<void>>([
    // Secrets are encrypted anew under reports; twice, since a year has more than one.
    ...[
      [0.2, FORMER_SECRET_KEY, NEXT_KEY],
      [0.7, NEXT_KEY, LAST_KEY],
    ].map(([part, former, next]): [number, () => Promise<void>] => [
      Math.floor(NIGHTS * (part as number)),
      async () => {
        await restart({ SECRET_KEY: next as string, SECRET_KEY_PREVIOUS: former as string });
        expect(await operate(machine, keys, 'secret-key', 'rotate')).toContain('re-encrypted with key');
        await restart({ SECRET_KEY: next as string });
      },
    ]),
    [
      Math.floor(NIGHTS * 0.4),
      async () => {
        const file = join(machine.folder, 'curbcut.tar');
        await stopBuilt(service);
        errors.push(...errorsOf(service));
        begun = performance.now();
        await operate(machine, keys, 'backup', file);
        const other = await newMachine('second');
        await operate(other, keys, 'restore', file);
        figures['backup and restore'] = `${seconds(begun)} s`;
        // What the service knows of its own starts is written anew.
        const rowsOf = async ({ postgres }: Machine) => ({ ...(await rowHashes(postgres.url)), service_state: '' });
        expect(await rowsOf(other)).toEqual(await rowsOf(machine));
        machine = other;
        service = await startBuilt(settings(machine, keys));
      },
    ],
    [
      Math.floor(NIGHTS * 0.6),
      async () => {
        const dead = service;
        await delay(20);
        await dies(machine, dead);
        service = await startBuilt(settings(machine, keys));
      },
    ],
  ]);

  begun = performance.now();
  for (let night = 0; night < NIGHTS; night += 1)
    await Promise.all([reportsOf(night), events.get(night)?.() ?? Promise.resolve()]);
  figures['reports'] = `${acknowledged.size} in ${seconds(begun)} s`;
  expect(acknowledged.size).toBe(NIGHTS * PRODUCTS);
  const { url } = machine.postgres;
  expect(await integrityFlaws(url, [...acknowledged])).toEqual(former);

  // As if each had come in its night.
  await onConnection(url, (client) =>
    client.query('UPDATE test_activities SET created_at = completed_at WHERE organization_id = $1', [
      w.organization.id,
    ]),
  );
  const [before, forEver] = [await told(service, w, slugs), await room(url)];
  begun = performance.now();
  const said = await operate(machine, { ...keys, RETAIN_RUNS: String(KEPT_DAYS) }, 'prune');
  figures['thinning'] = `${/Ended (\d+) runs/.exec(said)?.[1] ?? said} runs in ${seconds(begun)} s`;
  const left = await room(url);
  for (const [table, bytes] of Object.entries(left))
    figures[`room of ${table}`] = `${Math.round(bytes / 1_000)} of ${Math.round(forEver[table]! / 1_000)} kB`;
  figures['room kept'] = `${Math.round((sum(left) / sum(forEver)) * 100)} %`;
  printFigures('A year', figures);
  expect(await told(service, w, slugs)).toEqual(before);
  expect(left['test_activities']! / forEver['test_activities']!).toBeLessThanOrEqual(MOST_KEPT);
  await stopBuilt(service);
  expect([...errors, ...errorsOf(service)]).toEqual([]);
});
