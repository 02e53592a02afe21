import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { citusNodes, freshCitusDatabase } from './citus/database.js';
import { onConnection } from './on-connection.js';

/** How far the clock of this process is behind that of the machine (test/support/clock.cjs). */
const behindMs = (Date as unknown as Record<symbol, number | undefined>)[Symbol.for('curbcut.clockBehindMs')] ?? 0;
const TEMPLATE = behindMs ? 'curbcut_template_put_back' : 'curbcut_template';
const TEMPLATE_LOCK = 77_001;

/** The server of the test run: `DATABASE_URL`, else the embedded one that `global-setup.mjs` has started. */
export const testServer = (): string => process.env['DATABASE_URL'] ?? process.env['CURBCUT_TEST_SERVER']!;

/** A database of its own for one test file: a copy of a migrated and seeded template. */
export async function freshDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  if (citusNodes().length > 0) return freshCitusDatabase();
  const server = testServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount === 0) await buildTemplate(client, server);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);
    await client.query(followClock(name));
  });
  return {
    url: databaseUrl(server, name),
    drop: () =>
      onServer(server, async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  };
}

/** An empty database, for tests of the migrations themselves. */
export async function emptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = testServer();
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await onServer(server, (client) => createEmpty(client, server, name));
  return {
    url: databaseUrl(server, name),
    drop: () =>
      onServer(server, async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  };
}

async function buildTemplate(client: Client, server: string): Promise<void> {
  const draft = `${TEMPLATE}_draft`;
  await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
  await createEmpty(client, server, draft);
  await prepareDatabase(databaseUrl(server, draft));
  await client.query(`ALTER DATABASE ${draft} RENAME TO ${TEMPLATE}`);
}

async function createEmpty(client: Client, server: string, name: string): Promise<void> {
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  if (behindMs === 0) return;
  await client.query(followClock(name));
  await onConnection(databaseUrl(server, name), (connection) => connection.query(CLOCK));
}

/**
 * PostgreSQL has one clock for all; but what is called `now()` is looked up in the schemas of a connection.
 * @param behind an interval, in SQL
 */
const clockOf = (behind: string): string =>
  `CREATE OR REPLACE FUNCTION tests.now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT pg_catalog.now() - ${behind} $$;
  CREATE OR REPLACE FUNCTION tests.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT pg_catalog.statement_timestamp() - ${behind} $$;
  CREATE OR REPLACE FUNCTION tests.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
    AS $$ SELECT pg_catalog.clock_timestamp() - ${behind} $$`;

const CLOCK = `CREATE SCHEMA tests; ${clockOf("pg_catalog.current_setting('tests.behind')::interval")}`;

/**
 * Moves the clock of one database, for its open connections too: PostgreSQL plans statements again if a function in them
 * changes.
 * @param aheadMs how far it is ahead of the clock of this process
 */
export async function setDatabaseClock(url: string, aheadMs: number): Promise<void> {
  if (behindMs === 0) throw new Error('This database has the clock of its machine, which a test cannot move');
  const behind = `interval '${behindMs - aheadMs} milliseconds'`;
  await onConnection(url, (connection) => connection.query(clockOf(behind)));
}

const followClock = (name: string): string =>
  behindMs === 0
    ? ''
    : `ALTER DATABASE ${name} SET search_path = public, tests, pg_catalog;
       ALTER DATABASE ${name} SET tests.behind = '${behindMs} milliseconds'`;

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const onServer = <T>(server: string, work: (client: Client) => Promise<T>): Promise<T> =>
  onConnection(databaseUrl(server, 'postgres'), work);
