import { pipeline } from 'node:stream/promises';
import type { Settings } from '#libs/config';
import { migrationOptions, PATIENT, query, withMigrationLock } from '#libs/database';
import { migrateJobs } from '#libs/jobs';
import type { Storage } from '#libs/storage';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { OLDEST_POSTGRES } from '../../app/check-database.js';
import { ENTITIES } from '../../app/entities.js';
import { prepareDatabase } from '../../app/prepare-database.js';
import { readSecretKey } from '../../app/secret-key.js';
import { MIGRATIONS } from '../../../platform/migrations/migrations.js';
import { MAJOR_VERSION, PRESENT, SET_ASIDE } from './backup.sql.js';
import { SAME_TEXT, tablesOf } from './catalogue.js';
import { BackupRefused, folderOf, JOBS } from './format.js';
import { copyTargets } from './known-tables.js';
import { ADD_RESTORED_JOBS, RESTORED_JOBS, RESTORED_JOBS_TABLE } from './queued-jobs.js';
import { type OpenBackup, openBackup } from './read-backup.js';
import { type Origin, type Verified, verifyBackup } from './verify-backup.js';

/** The database that a backup goes to, and the storage for its pictures. */
export interface Destination {
  settings: Settings;
  storage: Storage;
  /** Whose backup is taken: without it, one that this SECRET_KEY has signed. */
  origin?: Origin;
  /** Gives the address of the database to the work; called once nothing speaks against the backup. */
  withUrl(work: (url: string) => Promise<void>): Promise<void>;
}

/**
 * Restores a backup into an empty database: makes the schema of its version, loads it, all in one transaction, then
 * brings the schema up to date. The backup is read whole before anything is written.
 * @throws BackupRefused
 */
export async function restoreBackup(
  path: string,
  { settings, storage, origin, withUrl }: Destination,
): Promise<Verified> {
  const verified = await verifyBackup(path, settings, origin);
  await withUrl(async (url) => {
    await withMigrationLock(url, () => loadBackup(path, verified, url, storage));
    await prepareDatabase(url, { ...settings, secretKey: await readSecretKey(settings) });
  });
  return verified;
}

async function loadBackup(path: string, { header, trust }: Verified, url: string, storage: Storage): Promise<void> {
  const { migrations, tables } = header;
  // Every backup has what the first one makes, under its name or under those that it replaces.
  const known = MIGRATIONS.filter(({ name }, index) => index === 0 || migrations.includes(name));
  const options = migrationOptions({ url, poolSize: 1, entities: ENTITIES, migrations: known });
  const extra = {
    ...(options.extra as object),
    pipeline: false,
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    options: PATIENT,
  };
  const database = await new DataSource({ ...options, extra } as typeof options).initialize();
  const runner = database.createQueryRunner();
  try {
    await requireEmpty(runner);
    await migrateJobs(url);
    await runner.startTransaction();
    const executor = new MigrationExecutor(database, runner);
    executor.transaction = 'none';
    await executor.executePendingMigrations();
    const targets = copyTargets(tables, await tablesOf((await runner.connect()) as Client));
    const remade = await setAside(runner);
    await runner.query(`TRUNCATE ${[...targets.values()].map(({ table }) => table).join(', ')}`);
    await runner.query(`${SAME_TEXT}; ${RESTORED_JOBS_TABLE}`);
    await loadPieces(await openBackup(path, trust), runner, targets, storage);
    for (const make of remade) await runner.query(make);
    await runner.query(ADD_RESTORED_JOBS);
    await runner.commitTransaction();
    await runner.query('ANALYZE');
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => {});
    await runner.release();
    await database.destroy();
  }
}

/** @throws BackupRefused where it has tables already, or is too old */
async function requireEmpty(runner: QueryRunner): Promise<void> {
  const [server] = await query(runner, MAJOR_VERSION, []);
  const { version } = server!;
  if (version < OLDEST_POSTGRES)
    throw new BackupRefused(
      `This is PostgreSQL ${version}; restoring requires PostgreSQL ${OLDEST_POSTGRES} or later.`,
    );
  const [present] = await query(runner, PRESENT, []);
  const { names } = present!;
  if (names)
    throw new BackupRefused(
      `The database is not empty (${names.length > 100 ? `${names.slice(0, 100)}…` : names}): nothing is written. Use a new database in DATABASE_URL, or a new DATA_DIR for the embedded one.`,
    );
}

/**
 * What is made again when all rows are there: indexes are built at once, references are checked once, and tables may be
 * loaded in any order.
 */
async function setAside(runner: QueryRunner): Promise<string[]> {
  const dropped = await query(runner, SET_ASIDE, []);
  for (const { drop } of dropped) await runner.query(drop);
  return dropped.toReversed().map(({ make }) => make);
}

async function loadPieces(
  { pieces }: OpenBackup,
  runner: QueryRunner,
  tables: ReturnType<typeof copyTargets>,
  storage: Storage,
): Promise<void> {
  const client = (await runner.connect()) as Client;
  const targets = new Map([
    [JOBS, RESTORED_JOBS],
    ...[...tables].map(([name, { target }]) => [folderOf(name), target] as const),
  ]);
  let next = await pieces.next();
  async function* rowsOf(part: string): AsyncGenerator<Buffer> {
    while (!next.done && 'part' in next.value && next.value.part === part) {
      yield next.value.rows;
      next = await pieces.next();
    }
  }
  while (!next.done) {
    if ('picture' in next.value) {
      await storage.put(next.value.picture, next.value.bytes, 'image/webp');
      next = await pieces.next();
      continue;
    }
    const { part } = next.value;
    const target = targets.get(part);
    if (!target) throw new BackupRefused(`This backup contains rows of ${part}, which is missing in its header.`);
    await pipeline(rowsOf(part), client.query(copyFrom(`COPY ${target} FROM STDIN`)));
  }
}
