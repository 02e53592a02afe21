import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseOptions, ServerClient } from '#libs/database';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../apps/api/src/service/app/entities.js';
import { type BuiltService, runBuilt, startBuilt } from './built-service.js';
import { unlimited } from './built-world.js';
import { waitUntil } from './receiver.js';
import type { Service } from './service.js';
import { world, type World } from './world.js';

/** One machine with PostgreSQL: its port, and that of Patroni's interface. */
export interface Machine {
  name: string;
  port: number;
  api: number;
}

/** The cluster that `npm run proof:cluster` has started, as scripts/cluster/machines.mjs tells it. */
const cluster: { pid: number; folder: string; password: string; machines: Machine[]; pooler: number } = JSON.parse(
  process.env['CLUSTER'] ?? '{}',
);

/** How long the cluster may take until it is whole again. */
const BACK_WITHIN_MS = 90_000;

/** What Patroni tells of one machine. */
interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
  lag?: number | string;
}

/** The address of a database on one machine, or at the pooler. */
const at = (port: number, database: string): string =>
  `postgres://curbcut:${cluster.password}@127.0.0.1:${port}/${database}`;

/**
 * The addresses of a database: of the one server that takes writes, whichever it is, of each server, and of the pooler.
 */
export function addressesOf(database = 'curbcut') {
  const each = cluster.machines.map(({ port }) => at(port, database));
  const hosts = cluster.machines.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    direct: `postgres://curbcut:${cluster.password}@${hosts}/${database}?target_session_attrs=read-write`,
    each,
    pooled: at(cluster.pooler, database),
  };
}

/**
 * The settings of a service that finds the primary itself, and of one behind the pooler. Both read lists from all
 * servers by turns.
 */
export function settingsOf(
  dataDir: string,
  { database, isPooled }: { database?: string; isPooled: boolean },
): Record<string, string> {
  const { direct, each, pooled } = addressesOf(database);
  return {
    ...unlimited(isPooled ? pooled : direct, dataDir),
    ...(isPooled && { DATABASE_POOLED: 'true', DATABASE_POOLED_STATEMENTS: 'true', DATABASE_DIRECT_URL: direct }),
    DATABASE_REPLICA_URLS: each.join(','),
    RATE_LIMIT_STORE: 'postgres',
  };
}

/** A service that finds the primary itself, and one behind the pooler, with a world in their database. */
export async function startBothWays(
  dataDir: string,
): Promise<{ services: BuiltService[]; database: DataSource; w: World }> {
  await prepareBehindPooler(join(dataDir, 'pooled'));
  const services = [
    await startBuilt(settingsOf(join(dataDir, 'direct'), { isPooled: false })),
    await startBuilt(settingsOf(join(dataDir, 'pooled'), { isPooled: true })),
  ];
  const database = await new DataSource(
    databaseOptions({ url: addressesOf().direct, poolSize: 2, entities: ENTITIES, migrations: [] }),
  ).initialize();
  return { services, database, w: await world({ database } as Service) };
}

/** What Patroni tells of all machines, by the first of them that answers. */
async function members(): Promise<Member[]> {
  const states = cluster.machines.map(async ({ api }) => {
    const answer = await fetch(`http://127.0.0.1:${api}/cluster`, { signal: AbortSignal.timeout(2_000) });
    return ((await answer.json()) as { members: Member[] }).members;
  });
  return Promise.any(states).catch(() => []);
}

/** The primary, once it takes connections, all machines run, and one of them copies synchronously. */
export async function primary(): Promise<Machine> {
  const all = await waitUntil(members, isHealthy, BACK_WITHIN_MS);
  const leader = machineOf(all.find(({ role }) => role === 'leader')!.name);
  // Patroni tells what it saw when it looked last.
  const [state] = await ask<{ copies: number }>(
    at(leader.port, 'postgres').replace('curbcut', 'postgres'),
    `SELECT count(*)::int AS copies FROM pg_stat_replication WHERE state = 'streaming' AND NOT pg_is_in_recovery()`,
  ).catch(() => []);
  return state?.copies === cluster.machines.length - 1 ? leader : delay(250).then(primary);
}

/** Waits until another machine than this one takes writes. */
export const replaced = ({ name }: Machine): Promise<unknown> =>
  waitUntil(
    members,
    (all) => all.some((one) => one.role === 'leader' && one.name !== name && one.state === 'running'),
    BACK_WITHIN_MS,
  );

const isHealthy = (all: Member[]): boolean =>
  all.length === cluster.machines.length &&
  all.some(({ role, state }) => role === 'leader' && state === 'running') &&
  all.some(({ role }) => role === 'sync_standby') &&
  all.filter(({ state }) => state === 'streaming').length === all.length - 1;

const machineOf = (name: string): Machine => cluster.machines.find((machine) => machine.name === name)!;

/**
 * Kills PostgreSQL of a machine, and Patroni with it if asked, as a machine does that vanishes: Patroni then waits for
 * `comeBack`.
 */
export function kill({ name }: Machine, { withPatroni }: { withPatroni: boolean }): void {
  if (withPatroni) {
    writeFileSync(join(cluster.folder, `${name}.off`), '');
    process.kill(processOf(`patroni\0/mnt/${name}.yml`), 'SIGKILL');
  }
  process.kill(processOf(`postgres\0-D\0/mnt/${name}/data`), 'SIGKILL');
}

/** Lets Patroni of a machine be started again. */
export const comeBack = ({ name }: Machine): void => rmSync(join(cluster.folder, `${name}.off`), { force: true });

/** Hands the place of the primary to another machine. */
export async function switchOver(from: Machine): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${from.api}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: from.name }),
  });
  if (!answer.ok) throw new Error(`no switchover: ${answer.status} ${await answer.text()}`);
}

/** The process of the cluster whose command line has these words. */
function processOf(words: string): number {
  const own = `/proc/${cluster.pid}/ns/pid_for_children`;
  const space = readlinkSync(own);
  const found = readdirSync('/proc').find((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(words) &&
        readlinkSync(`/proc/${pid}/ns/pid`) === space
      );
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
  if (!found) throw new Error(`nothing runs as ${words.replaceAll('\0', ' ')}`);
  return Number(found);
}

/** Asks one of the databases. */
export async function ask<T extends object>(connectionString: string, statement: string): Promise<T[]> {
  const client = new ServerClient({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<T>(statement);
    return rows;
  } finally {
    await client.end();
  }
}

/** Does what an operator does before a service behind the pooler starts: `admin migrate`, then `RECONNECT`. */
async function prepareBehindPooler(dataDir: string): Promise<void> {
  const migrated = runBuilt('dist/service/admin.js', settingsOf(dataDir, { isPooled: true }), ['migrate']);
  const [code] = await once(migrated.child, 'exit');
  if (code !== 0) throw new Error(`admin migrate ended with ${code}: ${migrated.output()}`);
  await askPooler('RECONNECT');
}

/** Puts a command to the console of the pooler. */
export const askPooler = (command: string): Promise<Record<string, unknown>[]> =>
  ask(at(cluster.pooler, 'pgbouncer'), command);
