import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { prepareDatabase } from '../../../apps/api/src/service/app/prepare-database.js';
import { distribute } from '../../../apps/api/src/platform/distribution/distribute.js';
import { onConnection } from '../on-connection.js';

const TEMPLATE = 'curbcut_distributed';
const TEMPLATE_LOCK = 77_002;
/**
 * The account of the service, with the password of the nodes: a statement of it that asks more than one part of a table
 * fails.
 */
const STRICT = 'curbcut_strict';

/** The servers of a Citus that tests run on, the coordinator first; none where they run on an ordinary PostgreSQL. */
export const citusNodes = (): string[] => (process.env['CITUS_NODES'] ?? '').split(',').filter(Boolean);

/**
 * The same database with the account that may ask all parts: that of tests, migrations and sweeps. The same on a plain
 * PostgreSQL.
 */
export function unrestricted(url: string): string {
  if (citusNodes().length === 0) return url;
  const found = new URL(url);
  found.username = new URL(citusNodes()[0]!).username;
  return found.href;
}

/**
 * A distributed database of its own for one test file: each server copies its part of a template, because the catalogue
 * of Citus is in the database itself.
 */
export async function freshCitusDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(citusNodes()[0]!, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount === 0) await buildTemplate();
    await onEach(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  });
  const url = new URL(named(citusNodes()[0]!, name));
  url.username = STRICT;
  return { url: url.href, drop: () => dropEverywhere(name) };
}

/** Drops a database from each server. */
export const dropEverywhere = (name: string): Promise<void> => onEach(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

/**
 * A database of this name on each server, joined to a cluster: what an operator does before distributing.
 * @param joined how many of the workers are in it from the beginning
 */
export async function joinedDatabase(name: string, joined = Infinity): Promise<string> {
  const [coordinator, ...workers] = citusNodes().map((server) => named(server, name));
  await dropEverywhere(name);
  await onEach(`CREATE DATABASE ${name} TEMPLATE template0`);
  for (const server of [coordinator!, ...workers])
    await onConnection(server, (client) => client.query('CREATE EXTENSION citus'));
  await onConnection(coordinator!, (client) =>
    client.query('SELECT citus_set_coordinator_host($1, $2)', addressOf(coordinator!)),
  );
  for (const worker of workers.slice(0, joined)) await join(coordinator!, worker);
  return coordinator!;
}

/** Adds a worker to the cluster of a database. */
export const join = (coordinator: string, worker: string): Promise<unknown> =>
  onConnection(coordinator, (client) => client.query('SELECT citus_add_node($1, $2)', addressOf(worker)));

async function buildTemplate(): Promise<void> {
  const draft = `${TEMPLATE}_draft`;
  const url = await joinedDatabase(draft);
  await distribute(url, () => prepareDatabase(url));
  await onEach(
    `ALTER DATABASE ${draft} ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${draft}'`,
    `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${STRICT}') THEN CREATE ROLE ${STRICT} LOGIN SUPERUSER PASSWORD '${new URL(url).password}'; END IF; END $$`,
    `ALTER ROLE ${STRICT} SET citus.multi_task_query_log_level = 'error'`,
    `ALTER DATABASE ${draft} RENAME TO ${TEMPLATE}`,
  );
}

const addressOf = (url: string): [string, number] => [new URL(url).hostname, Number(new URL(url).port)];

export function named(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

export const onEach = async (...statements: string[]): Promise<void> =>
  void (await Promise.all(
    citusNodes().map((server) =>
      onServer(server, async (client) => {
        for (const statement of statements) await client.query(statement);
      }),
    ),
  ));

const onServer = <T>(server: string, work: (client: Client) => Promise<T>): Promise<T> =>
  onConnection(named(server, 'postgres'), work);
