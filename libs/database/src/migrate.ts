import type { DataSource } from 'typeorm';
import { NewerSchema, OlderSchema, schemaStateOf } from './schema-state.js';
import { ServerClient } from './server-client.js';
import { PATIENT } from './session-settings.js';

/** The advisory lock of whoever prepares a database: an arbitrary constant that all replicas share. */
export const MIGRATION_LOCK = 4_208_190_301;

/**
 * Brings the schema up to date and seeds it, one replica at a time: the others wait for the advisory lock and then
 * find nothing left to do.
 * @throws NewerSchema when a later version was here before
 * @throws OlderSchema when the last one here was before v0.1.0
 */
export const migrate = (
  database: DataSource,
  url: string,
  seed: () => Promise<void>,
  log: (line: string) => void,
): Promise<void> =>
  withMigrationLock(url, async () => {
    const state = await schemaStateOf(database);
    if (state.unknown.length > 0) throw new NewerSchema(state);
    if (state.former === 'some') throw new OlderSchema();
    if (state.pending.length > 0) {
      log(`schema: ${state.present ?? 'none'} -> ${state.newest}`);
      tellTimes(database, log);
    }
    await database.runMigrations();
    await seed();
  });

/** Has each migration tell how long it took. */
function tellTimes(database: DataSource, log: (line: string) => void): void {
  for (const migration of database.migrations) {
    const up = migration.up.bind(migration);
    migration.up = async (runner) => {
      const began = performance.now();
      await up(runner);
      log(`migration ${migration.constructor.name}: ${((performance.now() - began) / 1_000).toFixed(2)} s`);
    };
  }
}

/** Does something while nobody migrates this database. */
export async function withMigrationLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const guard = new ServerClient({
    connectionString: url,
    options: PATIENT,
    connectionTimeoutMillis: 3_000,
    application_name: 'curbcut-migrate',
  });
  // Whoever works under the lock meets a server that has died on a connection of its own.
  guard.on('error', () => {});
  await guard.connect();
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await guard.end().catch(() => {});
  }
}
