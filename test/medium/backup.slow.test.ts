import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, type Settings } from '#libs/config';
import { openStorage, type Storage } from '#libs/storage';
import { LEFT_OUT } from '../../apps/api/src/service/admin/backup/catalogue.js';
import { BackupRefused, HEADER } from '../../apps/api/src/service/admin/backup/format.js';
import { writeFileAtomically } from '../../apps/api/src/service/admin/backup/output.js';
import { type Destination, restoreBackup } from '../../apps/api/src/service/admin/backup/restore-backup.js';
import { memberBytes, TAR_END } from '../../apps/api/src/service/admin/backup/tar-format.js';
import { verifyBackup } from '../../apps/api/src/service/admin/backup/verify-backup.js';
import { type Backup, writeBackup } from '../../apps/api/src/service/admin/backup/write-backup.js';
import { messageOf } from '../../apps/api/src/service/admin/message-of.js';
import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { emptyDatabase } from '../support/database.js';
import { onConnection } from '../support/on-connection.js';
import { asTest } from '../support/organization-check.js';
import { populate } from '../support/populated-world.js';
import { allTables, rowHashes } from '../support/row-hashes.js';
import { useService } from '../support/service.js';
import { png, uploadsTo } from '../support/uploads.js';

const service = useService();
const folder = mkdtempSync(join(tmpdir(), 'curbcut-backup-'));
const file = join(folder, 'whole.tar');
let backup: Backup;
let picture: string;

const backUp = async (
  path: string,
  url = service.databaseUrl,
  settings: Settings = service.settings,
): Promise<Backup> => {
  const storage = await openStorage(settings);
  return writeFileAtomically(path, (output) => writeBackup({ url, storage, key: settings.secretKey }, output, false));
};

const settingsOf = (dataDir: string, SECRET_KEY = service.settings.secretKey): Settings =>
  readSettings({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://localhost/none', SECRET_KEY });

/** The database and the storage of these settings. */
const into = async (url: string, settings: Settings): Promise<Destination> => ({
  settings,
  storage: await openStorage(settings),
  withUrl: (work) => work(url),
});

/** Restores into a new database and gives its address to the work. */
async function restored(path: string, work: (url: string, settings: Settings) => Promise<void>): Promise<void> {
  const { url, drop } = await emptyDatabase();
  const settings = settingsOf(join(folder, 'restored'));
  try {
    await restoreBackup(path, await into(url, settings));
    await work(url, settings);
  } finally {
    await drop();
  }
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BackupRefused);
  return (error as Error).message;
}

const rowsOf = (url: string, sql: string): Promise<Record<string, unknown>[]> =>
  onConnection(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);

beforeAll(async () => {
  await asTest(() => prepareDatabase(service.databaseUrl, service.settings));
  const w = await populate(service);
  const { body } = await uploadsTo(service).upload(w.owner.token, await png());
  picture = new URL(body.image).pathname.slice('/uploads/'.length);
  backup = await backUp(file);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every table of the catalogue is in a backup, or named with the reason why not', async () => {
  const tables = await allTables(service.databaseUrl);
  const copied = backup.header.tables.map(({ name }) => `public.${name}`);
  expect([...copied, ...Object.keys(LEFT_OUT)].toSorted()).toEqual(tables);
  // None of them is only copied because it is empty.
  const empty = backup.header.tables.filter(({ name }) => backup.parts[`tables/${name}`]!.rows === 0);
  expect(backup.header.tables.length - empty.length).toBeGreaterThan(40);
});

test('what is restored has equal rows in every table, the pictures, and the jobs that waited', async () => {
  const jobs = `SELECT task_identifier, key, run_at, priority, queue_name FROM graphile_worker.jobs ORDER BY 1, 2, 3`;
  await restored(file, async (url, settings) => {
    expect(await rowHashes(url)).toEqual(await rowHashes(service.databaseUrl));
    expect(await rowsOf(url, jobs)).toEqual(await rowsOf(service.databaseUrl, jobs));
    expect(backup.parts['jobs']!.rows).toBeGreaterThan(0);
    const storages = await Promise.all([service.settings, settings].map(openStorage));
    const [before, after] = await Promise.all(storages.map((storage) => storage.read(picture)));
    expect(after).toEqual(before);
    const schema = `SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid::regclass::text !~ '[.]'
      UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint ORDER BY 1`;
    expect(await rowsOf(url, schema)).toEqual(await rowsOf(service.databaseUrl, schema));
  });
});

test('a backup goes into an empty database only, and what is refused leaves it as it was', async () => {
  const { url, drop } = await emptyDatabase();
  await rowsOf(url, 'CREATE TABLE mine (id int)');
  expect(await refusalOf(restoreBackup(file, await into(url, settingsOf(folder))))).toContain(
    'The database is not empty (mine)',
  );
  expect(await allTables(url)).toEqual(['public.mine']);
  await drop();
});

test('a restoration that fails leaves no table of ours behind, so that it can be tried again', async () => {
  const { url, drop } = await emptyDatabase();
  const destination = await into(url, settingsOf(folder));
  const broken = Object.create(destination.storage, {
    put: { value: () => Promise.reject(new Error('the store is away')) },
  }) as Storage;
  await expect(restoreBackup(file, { ...destination, storage: broken })).rejects.toThrow('the store is away');
  expect(await allTables(url)).toEqual(['graphile_worker.*']);
  await drop();
});

test('a file that is cut off or altered anywhere is refused before anything is written', async () => {
  const whole = readFileSync(file);
  const draft = join(folder, 'altered.tar');
  const nowhere = await into('postgres://nobody@127.0.0.1:1/none', settingsOf(folder));
  const refuse = async (bytes: Buffer): Promise<void> => {
    writeFileSync(draft, bytes);
    expect(await refusalOf(restoreBackup(draft, nowhere))).toMatch(
      /truncated|altered|not a complete backup|not a Curbcut backup/,
    );
  };
  const step = Math.ceil(whole.length / 25);
  for (let at = 1; at < whole.length; at += step) {
    await refuse(whole.subarray(0, at));
    const altered = Buffer.from(whole);
    altered[at]! ^= 0x10;
    await refuse(altered);
  }
  await refuse(Buffer.concat([whole, Buffer.from('more')]));
  await refuse(Buffer.alloc(0));
  expect(await refusalOf(restoreBackup(join(folder, 'none.tar'), nowhere))).toContain('does not exist');
});

test('another key, or none, is refused, and the key itself is nowhere in the file', async () => {
  const refused = (key?: string): Promise<string> =>
    refusalOf(verifyBackup(file, readSettings({ DATA_DIR: folder, SECRET_KEY: key })));
  expect(await refused('another key of more than thirty-two characters')).toContain(
    'SECRET_KEY does not match this backup',
  );
  expect(await refused()).toContain('This backup contains secrets encrypted with a SECRET_KEY, which is not included');
  const { parts } = await verifyBackup(
    file,
    readSettings({
      DATA_DIR: folder,
      SECRET_KEY: 'a later key of more than thirty-two characters',
      SECRET_KEY_PREVIOUS: service.settings.secretKey,
    }),
  );
  expect(parts).toEqual(backup.parts);
  const unpacked = mkdtempSync(join(folder, 'unpacked-'));
  execFileSync('tar', ['-xf', file, '-C', unpacked]);
  expect(
    execFileSync('sh', ['-c', `find . -name '*.gz' -exec zcat {} +; cat *.json`], { cwd: unpacked }).toString(),
  ).not.toContain(service.settings.secretKey);
});

test('a backup of a newer schema is refused with both versions named', async () => {
  const newer = { ...backup.header, curbcut: '99.0.0', migrations: [...backup.header.migrations, 'Next9999'] };
  const path = join(folder, 'newer.tar');
  writeFileSync(path, Buffer.concat([...memberBytes(HEADER, Buffer.from(JSON.stringify(newer)), new Date()), TAR_END]));
  const words = await refusalOf(verifyBackup(path, service.settings));
  expect(words).toContain('Curbcut 99.0.0');
  expect(words).toContain('Next9999');
});

test('a backup of an older schema is brought up to date', async () => {
  const { url, drop } = await emptyDatabase();
  const older = join(folder, 'older.tar');
  await asTest(() => prepareDatabase(url));
  // A migration that changes no rows: what it makes is missing in the older schema.
  await rowsOf(url, `DROP TABLE organization_locks; DELETE FROM migrations WHERE name LIKE 'OrganizationLocks%'`);
  await backUp(older, url);
  await restored(older, async (restoredUrl) => {
    expect(await allTables(restoredUrl)).toEqual(await allTables(service.databaseUrl));
  });
  await drop();
});

test('a backup that fails leaves no file, and the former one in its place', async () => {
  const path = join(folder, 'kept.tar');
  copyFileSync(file, path);
  const before = readFileSync(path);
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  const failed = writeFileAtomically(path, async (output) => {
    await output.write(Buffer.from('half'));
    throw full;
  });
  expect(await refusalOf(failed)).toContain('there is no space left on the disk');
  expect(readFileSync(path)).toEqual(before);
  expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a role without rights is told what it needs, and nothing is written', async () => {
  const { url, drop } = await emptyDatabase();
  const role = `reader_${randomBytes(4).toString('hex')}`;
  await rowsOf(url, `CREATE ROLE ${role} LOGIN PASSWORD 'reader'`);
  const asReader = (address: string): string =>
    Object.assign(new URL(address), { username: role, password: 'reader' }).href;
  const path = join(folder, 'of-a-reader.tar');
  const failures = await Promise.allSettled([
    backUp(path, asReader(service.databaseUrl)),
    restoreBackup(file, await into(asReader(url), settingsOf(folder))),
  ]);
  for (const failure of failures)
    expect(failure.status === 'rejected' && messageOf(failure.reason)).toMatch(
      /permission denied .* must own the database/,
    );
  expect([existsSync(path), await allTables(url)]).toEqual([false, []]);
  await rowsOf(url, `DROP ROLE ${role}`);
  await drop();
});

test('a picture that the storage has lost is named, and the rest is written', async () => {
  const storage = await openStorage(service.settings);
  const bytes = (await storage.read(picture))!;
  await storage.remove(picture);
  const path = join(folder, 'without-picture.tar');
  const { missingPictures } = await backUp(path);
  await storage.put(picture, bytes, 'image/webp');
  expect(missingPictures).toEqual([picture]);
  const { parts } = await verifyBackup(path, service.settings);
  expect(parts['pictures']!.rows).toBe(backup.parts['pictures']!.rows - 1);
});

test('a database that dies while it is restored fails the command, and not its process', async () => {
  const { url, drop } = await emptyDatabase();
  const dying = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  const destination = await into(url, settingsOf(folder));
  const storage = Object.create(destination.storage, { put: { value: () => rowsOf(url, dying) } }) as Storage;
  const failure = await restoreBackup(file, { ...destination, storage }).catch((error: unknown) => error);
  expect(messageOf(failure)).toMatch(/terminating connection|closed the connection/);
  await drop();
});

test('a database without Curbcut, and one that is spread over machines, are refused', async () => {
  const { url, drop } = await emptyDatabase();
  const path = join(folder, 'refused.tar');
  expect(await refusalOf(backUp(path, url))).toContain('This database does not contain Curbcut');
  await asTest(() => prepareDatabase(url));
  await rowsOf(
    url,
    `CREATE TABLE public.pg_extension (extname text); INSERT INTO public.pg_extension VALUES ('citus');
     DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$;`,
  );
  expect(await refusalOf(backUp(path, url))).toContain('--offline');
  expect(existsSync(path)).toBe(false);
  await drop();
});
