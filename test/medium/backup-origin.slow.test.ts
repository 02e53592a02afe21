import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readSettings, type Settings } from '#libs/config';
import { openStorage } from '#libs/storage';
import {
  BackupRefused,
  type End,
  END,
  HEADER,
  type Header,
  SIGNATURE,
} from '../../apps/api/src/service/admin/backup/format.js';
import { writeFileAtomically } from '../../apps/api/src/service/admin/backup/output.js';
import { readTar } from '../../apps/api/src/service/admin/backup/read-tar.js';
import { restoreBackup } from '../../apps/api/src/service/admin/backup/restore-backup.js';
import { signer } from '../../apps/api/src/service/admin/backup/signature.js';
import { memberBytes, TAR_END } from '../../apps/api/src/service/admin/backup/tar-format.js';
import { type Origin, verifyBackup } from '../../apps/api/src/service/admin/backup/verify-backup.js';
import { writeBackup } from '../../apps/api/src/service/admin/backup/write-backup.js';
import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { emptyDatabase } from '../support/database.js';
import { allTables } from '../support/row-hashes.js';

const OURS = 'a key of backups of more than thirty-two characters';
const OTHER = 'another key of more than thirty-two characters';
const folder = mkdtempSync(join(tmpdir(), 'curbcut-origin-'));
const keyFile = join(folder, 'key');
const file = join(folder, 'signed.tar');
const unsigned = join(folder, 'unsigned.tar');
let source: { url: string; drop: () => Promise<void> };

const settingsOf = (SECRET_KEY?: string, more: Record<string, string> = {}): Settings =>
  readSettings({ DATA_DIR: folder, DATABASE_URL: 'postgres://localhost/none', SECRET_KEY, ...more });

async function backUp(path: string, key?: string): Promise<void> {
  const storage = await openStorage(settingsOf());
  await writeFileAtomically(path, (output) => writeBackup({ url: source.url, storage, key }, output, false));
}

const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BackupRefused);
  return (error as Error).message;
};

type Members = Map<string, Buffer>;

async function membersOf(path: string): Promise<Members> {
  const members: Members = new Map();
  for await (const { name, content } of readTar(createReadStream(path), 2 ** 26))
    members.set(name, Buffer.from(content));
  return members;
}

/**
 * An archive of these files that is whole, as a stranger who knows the format writes it; signed where there is a key.
 */
function archiveOf(members: Members, key?: string): string {
  const now = new Date();
  const files = [...members].filter(([name]) => name !== END && name !== SIGNATURE);
  const bytes = files.flatMap(([name, content]) => memberBytes(name, content, now));
  const { parts } = JSON.parse(members.get(END)!.toString()) as End;
  const end = { parts, sha256: createHash('sha256').update(Buffer.concat(bytes)).digest('hex') };
  bytes.push(...memberBytes(END, Buffer.from(JSON.stringify(end)), now));
  if (key !== undefined) {
    const hmacSha256 = signer(key).update(Buffer.concat(bytes)).digest('hex');
    bytes.push(...memberBytes(SIGNATURE, Buffer.from(JSON.stringify({ hmacSha256 })), now));
  }
  const path = join(folder, 'crafted.tar');
  writeFileSync(path, Buffer.concat([...bytes, TAR_END]));
  return path;
}

/** An archive whose header is changed so, with rows of other parts beside its own. */
async function crafted(change: (header: Header) => unknown, rows: Record<string, string> = {}): Promise<string> {
  const members = await membersOf(unsigned);
  const header = JSON.parse(members.get(HEADER)!.toString()) as Header;
  members.set(HEADER, Buffer.from(JSON.stringify(change(header) ?? header)));
  const end = JSON.parse(members.get(END)!.toString()) as End;
  for (const [part, text] of Object.entries(rows)) {
    const content = gzipSync(text);
    members.set(`${part}/000001.copy.gz`, content);
    end.parts[part] = { rows: text.split('\n').length - 1, sha256: createHash('sha256').update(content).digest('hex') };
  }
  return archiveOf(members.set(END, Buffer.from(JSON.stringify(end))));
}

async function restoreInto(url: string, path: string, origin: Origin, settings = settingsOf()): Promise<unknown> {
  const storage = await openStorage(settings);
  return restoreBackup(path, { settings, storage, origin, withUrl: (work) => work(url) });
}

/** An archive of these files alone. */
function archiveWith(...files: [name: string, content: string][]): string {
  const path = join(folder, 'odd.tar');
  const bytes = files.flatMap(([name, content]) => memberBytes(name, Buffer.from(content), new Date()));
  writeFileSync(path, Buffer.concat([...bytes, TAR_END]));
  return path;
}

beforeAll(async () => {
  writeFileSync(keyFile, `${OURS}\n`);
  source = await emptyDatabase();
  await prepareDatabase(source.url, settingsOf());
  await backUp(file, OURS);
  await backUp(unsigned);
});

afterAll(async () => {
  await source.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('a backup that this key has signed, or the previous one, or that of a file, is ours', async () => {
  for (const [settings, origin] of [
    [settingsOf(OURS), {}],
    [settingsOf(OTHER, { SECRET_KEY_PREVIOUS: OURS }), {}],
    [settingsOf(), { keyFile }],
    [settingsOf(OTHER), { keyFile }],
    [settingsOf(OURS), { takesUnsigned: true }],
  ] as const)
    expect((await verifyBackup(file, settings, origin)).isSigned).toBe(true);
});

test.each([
  ['another key', settingsOf(OTHER), {}, /was altered, or signed with another key/],
  ['another key, though unsigned ones are taken', settingsOf(OTHER), { takesUnsigned: true }, /another key/],
  ['no key', settingsOf(), {}, /is signed, but there is no key/],
  ['no key, though unsigned ones are taken', settingsOf(), { takesUnsigned: true }, /is signed, but there is no key/],
  ['a file that is not there', settingsOf(OURS), { keyFile: join(folder, 'none') }, /cannot be read/],
  ['a file that holds no key', settingsOf(OURS), { keyFile: '/dev/null' }, /too short/],
])('a signed backup is refused with %s, before anything is written', async (_, settings, origin, words) => {
  expect(await refusalOf(verifyBackup(file, settings, origin))).toMatch(words);
  const nowhere = 'postgres://nobody@127.0.0.1:1/none';
  expect(await refusalOf(restoreInto(nowhere, file, origin, settings))).toMatch(words);
});

test('one whose content was replaced and digested anew is refused, and so is one whose signature was taken off', async () => {
  const members = await membersOf(file);
  const header = JSON.parse(members.get(HEADER)!.toString()) as Header;
  members.set(HEADER, Buffer.from(JSON.stringify({ ...header, createdAt: '2020-01-01T00:00:00.000Z' })));
  const settings = settingsOf(OURS);
  expect(await refusalOf(verifyBackup(archiveOf(members, OTHER), settings))).toContain('another key');
  expect(await refusalOf(verifyBackup(archiveOf(members), settings))).toContain('is not signed');
  members.set(HEADER, Buffer.from(JSON.stringify({ ...header, format: 1 })));
  expect(await refusalOf(verifyBackup(archiveOf(members), settings))).toContain('is not signed');
  expect((await verifyBackup(archiveOf(members, OURS), settings)).isSigned).toBe(true);
});

test('a backup without a signature, of any format, is taken only where that is said', async () => {
  const ofV010 = await crafted((header) => ({ ...header, format: 1 }));
  for (const path of [unsigned, ofV010]) {
    expect(await refusalOf(verifyBackup(path, settingsOf(OURS)))).toContain('use --unsigned');
    expect((await verifyBackup(path, settingsOf(OURS), { takesUnsigned: true })).isSigned).toBe(false);
  }
  const { url, drop } = await emptyDatabase();
  await restoreInto(url, ofV010, { takesUnsigned: true });
  expect(await allTables(url)).toEqual(await allTables(source.url));
  await drop();
});

const INJECTION = `users" (id) FROM PROGRAM 'touch /tmp/owned' --`;
const COLUMN = `id) FROM PROGRAM 'touch /tmp/owned' --`;
const withTable = (name: string, columns: string[]) => (header: Header) => void header.tables.push({ name, columns });
const firstColumns = (columns: string[]) => (header: Header) => void (header.tables[0]!.columns = columns);

test.each<[string, (header: Header) => unknown, Record<string, string>]>([
  ['a table of PostgreSQL', withTable('pg_authid', ['rolname']), { 'tables/pg_authid': 'eve\n' }],
  ['a table that a backup leaves out', withTable('migrations', ['name']), { 'tables/migrations': 'Eve1\n' }],
  ['SQL in place of a table', withTable(INJECTION, ['id']), {}],
  ['SQL in place of a column', firstColumns([COLUMN]), {}],
  ['SQL in place of a quoted column', firstColumns([`"${COLUMN}"`]), {}],
  ['a column that is not there', firstColumns(['evil']), {}],
  ['a table twice', (header) => void header.tables.push(header.tables[0]!), {}],
])('an archive that names %s is refused in a sentence, and nothing is restored', async (_, change, rows) => {
  const path = await crafted(change, rows);
  const { url, drop } = await emptyDatabase();
  expect(await refusalOf(restoreInto(url, path, { takesUnsigned: true }))).toMatch(
    /^This backup names the (table|column) [^\n]+: nothing is restored\.$/,
  );
  expect(await allTables(url)).toEqual(['graphile_worker.*']);
  await drop();
});

test.each<[string, (header: Header) => unknown, Record<string, string>, RegExp]>([
  ['rows of no table', () => undefined, { 'tables/evil': 'a\n' }, /has rows of "tables\/evil"/],
  ['rows elsewhere', () => undefined, { constructor: 'a\n' }, /has rows of "constructor"/],
  ['no tables', (header) => ({ ...header, tables: null }), {}, /its header is invalid/],
  ['tables that are no names', (header) => ({ ...header, tables: [{ name: 1, columns: [] }] }), {}, /its header/],
  ['signs for a terminal', (header) => ({ ...header, postgres: '\u001b]0;owned\u0007' }), {}, /its header is invalid/],
  ['nothing', () => [], {}, /its header is invalid/],
])('an archive with %s is refused before anything is written', async (_, change, rows, words) => {
  const path = await crafted(change, rows);
  expect(await refusalOf(verifyBackup(path, settingsOf(OURS), { takesUnsigned: true }))).toMatch(words);
});

test('files out of their order, and names that lead elsewhere, are refused before anything is written', async () => {
  const members = await membersOf(unsigned);
  const [header, end] = [HEADER, END].map((name) => [name, members.get(name)!.toString()] as [string, string]);
  const refused = (path: string): Promise<string> =>
    refusalOf(verifyBackup(path, settingsOf(OURS), { takesUnsigned: true }));
  expect(await refused(archiveWith(end!, header!))).toContain('is not a Curbcut backup');
  expect(await refused(archiveWith(end!))).toContain('is not a Curbcut backup');
  expect(await refused(archiveWith(header!, [SIGNATURE, '{}']))).toContain('is not a complete backup');
  expect(await refused(archiveWith(header!, [END, 'null']))).toContain('is not a complete backup');
  expect(await refused(archiveWith(header!, [END, '{"parts":{"a":null},"sha256":""}']))).toContain(
    'is not a complete backup',
  );
  expect(await refused(archiveWith(header!, ['\u001b]0;owned', 'x']))).not.toContain('owned');
  expect(await refused(archiveWith(header!, ['pictures/../../owned', 'x']))).toContain('with the invalid name');
});
