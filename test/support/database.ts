import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import type { Client } from 'pg';
import { prepareDatabase } from '../../apps/api/src/app/prepare-database.js';
import { citusNodes, freshCitusDatabase } from './citus/database.js';
import { onConnection } from './on-connection.js';

const TEMPLATE = 'curbcut_template';
const TEMPLATE_LOCK = 77_001;

// A test's data need not survive a power cut, and may lie in memory, which the log of writes must not fill.
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '128MB',
  max_connections: '400',
};

let server: Promise<string> | undefined;

/** The server of the test run: `DATABASE_URL`, else an embedded one that the first test starts. */
export const testServer = (): Promise<string> => (server ??= findServer());

async function findServer(): Promise<string> {
  if (process.env['DATABASE_URL']) return process.env['DATABASE_URL'];
  const { url } = await startEmbeddedPostgres({
    dataDir: join(process.env['CURBCUT_TEST_DIR']!, 'postgres'),
    settings: FAST,
    asSuperuser: true,
  });
  return url;
}

/** A database of its own for one test file: a copy of a migrated and seeded template. */
export async function freshDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  if (citusNodes().length > 0) return freshCitusDatabase();
  const server = await testServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount === 0) await buildTemplate(client, server);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);
  });
  return {
    url: databaseUrl(server, name),
    drop: () =>
      onServer(server, async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  };
}

/** An empty database, for tests of the migrations themselves. */
export async function emptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = await testServer();
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await onServer(server, async (client) => void (await client.query(`CREATE DATABASE ${name} TEMPLATE template0`)));
  return {
    url: databaseUrl(server, name),
    drop: () =>
      onServer(server, async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  };
}

async function buildTemplate(client: Client, server: string): Promise<void> {
  const draft = `${TEMPLATE}_draft`;
  await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${draft} TEMPLATE template0`);
  await prepareDatabase(databaseUrl(server, draft));
  await client.query(`ALTER DATABASE ${draft} RENAME TO ${TEMPLATE}`);
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const onServer = <T>(server: string, work: (client: Client) => Promise<T>): Promise<T> =>
  onConnection(databaseUrl(server, 'postgres'), work);
