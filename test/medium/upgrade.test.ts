import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readSettings } from '#libs/config';
import { migrationOptions, OlderSchema } from '#libs/database';
import { openStorage } from '#libs/storage';
import { DataSource } from 'typeorm';
import { backup } from '../../apps/api/src/service/admin/backup/commands.js';
import { BackupRefused } from '../../apps/api/src/service/admin/backup/format.js';
import { writeFileAtomically } from '../../apps/api/src/service/admin/backup/output.js';
import { restoreBackup } from '../../apps/api/src/service/admin/backup/restore-backup.js';
import { writeBackup } from '../../apps/api/src/service/admin/backup/write-backup.js';
import type { Call } from '../../apps/api/src/service/admin/command.js';
import { examineDatabase } from '../../apps/api/src/service/admin/doctor/database-checks.js';
import { FORMER_MIGRATIONS } from '../../apps/api/src/platform/migrations/former.js';
import { MIGRATIONS } from '../../apps/api/src/platform/migrations/migrations.js';
import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { emptyDatabase } from '../support/database.js';
import { FORMER_SECRET_KEY, fillFormer, keptOf, migrationsOf } from '../support/former-database.js';
import { onConnection } from '../support/on-connection.js';
import { printSchema } from '../support/print-schema.js';
import { rowHashes } from '../support/row-hashes.js';

const folder = mkdtempSync(join(tmpdir(), 'curbcut-upgrade-'));
const settings = readSettings({
  DATA_DIR: folder,
  DATABASE_URL: 'postgres://localhost/none',
  SECRET_KEY: FORMER_SECRET_KEY,
});
const OURS = MIGRATIONS.map(({ name }) => name);
let url: string;
let drop: () => Promise<void>;

beforeEach(async () => {
  ({ url, drop } = await emptyDatabase());
  await fillFormer(url);
});
afterEach(() => drop());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const forget = (name: string): Promise<unknown> =>
  onConnection(url, (client) => client.query('DELETE FROM migrations WHERE name = $1', [name]));

async function schemaOf(database: string): Promise<string> {
  const source = await new DataSource(
    migrationOptions({ url: database, poolSize: 1, entities: [], migrations: [] }),
  ).initialize();
  try {
    return await printSchema(source);
  } finally {
    await source.destroy();
  }
}

async function backUp(): Promise<string> {
  const file = join(folder, 'former.tar');
  const storage = await openStorage(settings);
  await writeFileAtomically(file, (output) => writeBackup({ url, storage }, output, false));
  return file;
}

/** Restores into a new database. */
async function restored(file: string, work: (url: string) => Promise<void> = async () => {}): Promise<void> {
  const empty = await emptyDatabase();
  try {
    const storage = await openStorage(settings);
    await restoreBackup(file, {
      settings,
      storage,
      origin: { takesUnsigned: true },
      withUrl: (load) => load(empty.url),
    });
    await work(empty.url);
  } finally {
    await empty.drop();
  }
}

test('a database of v0.1.0 is taken over by replicas that start at once: its rows and its list stay, and its schema is that of a new one', async () => {
  const former = await keptOf(url);
  const before = await rowHashes(url, former);
  const counts = await countsOf(url);
  expect(await migrationsOf(url)).toEqual(FORMER_MIGRATIONS);
  await Promise.all([prepareDatabase(url, settings), prepareDatabase(url, settings)]);
  await prepareDatabase(url, settings);
  expect(await migrationsOf(url)).toEqual([...FORMER_MIGRATIONS, ...OURS]);
  expect(await rowHashes(url, former)).toEqual(before);
  // Nothing that an issue or a verdict is linked to goes away.
  const { grades, linked, unlinked } = await countsOf(url);
  expect([grades, linked]).toEqual([counts.grades, counts.linked]);
  expect(unlinked).toBe('0');
  const printed = readFileSync(resolve(__dirname, '../../docs/sql/schema.sql'), 'utf8');
  // The dump names PostgreSQL's own now(), whatever the clock of tests is.
  expect(printed.slice(printed.indexOf('\n\n') + 2)).toBe((await schemaOf(url)).replaceAll('pg_catalog.', ''));
});

const countsOf = (database: string): Promise<Record<string, string>> =>
  onConnection(database, async (client) => {
    const { rows } = await client.query<Record<string, string>>(`
      SELECT (SELECT count(*) FROM current_grades) AS grades, (SELECT count(*) FROM issue_requirements) AS linked,
        (SELECT count(*) FROM issue_requirements l WHERE NOT EXISTS (SELECT FROM requirements r WHERE r.id = l.requirement_id)) AS unlinked`);
    return rows[0]!;
  });

test('a database of before v0.1.0 is refused, and left as it is', async () => {
  await forget(FORMER_MIGRATIONS.at(-1)!);
  const before = await migrationsOf(url);
  await expect(prepareDatabase(url, settings)).rejects.toThrow(OlderSchema);
  expect(await migrationsOf(url)).toEqual(before);
  expect(JSON.stringify(await examineDatabase(url, settings))).toContain('has a version before v0.1.0');
  const call = {
    settings: { ...settings, databaseUrl: url },
    values: [join(folder, 'before.tar')],
    flags: new Set(),
    options: new Map(),
  };
  await expect(backup(call as unknown as Call)).rejects.toThrow(/before v0\.1\.0/);
  expect(existsSync(join(folder, 'before.tar'))).toBe(false);
});

test('a backup of v0.1.0 is restored with equal rows; one of before is refused', async () => {
  const file = await backUp();
  const former = await keptOf(url);
  const before = await rowHashes(url, former);
  await restored(file, async (database) => {
    expect(await rowHashes(database, former)).toEqual(before);
    expect(await migrationsOf(database)).toEqual(OURS);
  });
  await prepareDatabase(url, settings);
  await restored(await backUp(), async (database) => expect(await rowHashes(database, former)).toEqual(before));
  await forget(OURS[0]!);
  await forget(FORMER_MIGRATIONS[0]!);
  const refused = restored(await backUp());
  await expect(refused).rejects.toThrow(BackupRefused);
  await expect(refused).rejects.toThrow(/restore it with v0\.1\.0/);
});
