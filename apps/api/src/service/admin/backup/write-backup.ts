import { createHash, type Hash, type Hmac } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { clock } from '#libs/clock';
import { packageVersion } from '#libs/config';
import { PATIENT, ServerClient, withMigrationLock } from '#libs/database';
import type { Storage } from '#libs/storage';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { KEY_CHECK } from '../../app/secret-key.sql.js';
import { MIGRATIONS_MADE, QUEUED_JOBS, SOURCE } from './backup.sql.js';
import { SAME_TEXT, tablesOf } from './catalogue.js';
import {
  BackupRefused,
  type ContentDigest,
  countRows,
  type End,
  END,
  folderOf,
  FORMAT,
  HEADER,
  type Header,
  JOBS,
  PICTURES,
  SIGNATURE,
  type Signature,
} from './format.js';
import type { Output } from './output.js';
import { storedFiles } from './pictures.js';
import { signer } from './signature.js';
import { memberBytes, TAR_END } from './tar-format.js';

/** Rows are compressed and written in pieces of about this size, so that the memory does not depend on their number. */
const PIECE_BYTES = 4 * 1024 * 1024;
// Half the time of the default, for a tenth more bytes.
const GZIP = { level: 4 };
const compress = promisify<Buffer, { level: number }, Buffer>(gzip);

export interface Backup {
  header: Header;
  parts: End['parts'];
  bytes: number;
  /** Pictures that were removed or replaced while the backup ran. */
  missingPictures: string[];
}

/**
 * Writes a backup while the service runs: all tables as they were at one moment, the jobs that wait, and the pictures.
 * @param source without a `key`, nothing shows later who wrote it
 * @param isOffline whether the operator says that nobody writes
 * @throws BackupRefused
 */
export async function writeBackup(
  source: { url: string; storage: Storage; key?: string | undefined },
  output: Output,
  isOffline: boolean,
): Promise<Backup> {
  const client = new ServerClient({
    connectionString: source.url,
    application_name: 'curbcut-backup',
    options: PATIENT,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    // A schema that changes has no one version: whoever changes it has begun before, and is waited for, or finds the
    // tables locked.
    const header = await withMigrationLock(source.url, () => beginSnapshot(client, isOffline));
    const archive = new BackupArchive(output, new Date(header.createdAt), source.key);
    await archive.add(HEADER, json(header));
    for (const { name, columns } of header.tables)
      await copyRows(client, archive, folderOf(name), `SELECT ${columns.join(', ')} FROM "${name}"`);
    await copyRows(client, archive, JOBS, QUEUED_JOBS.text);
    const missingPictures = await copyPictures(client, archive, source.storage);
    await client.query('COMMIT');
    const { parts, bytes } = await archive.end();
    return { header, parts, bytes, missingPictures };
  } finally {
    await client.end().catch(() => {});
  }
}

async function beginSnapshot(client: Client, isOffline: boolean): Promise<Header> {
  await client.query(SAME_TEXT);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const { rows: found } = await client.query<{ prepared: boolean; spread: boolean; postgres: string }>(SOURCE.text);
  const { prepared, spread, postgres } = found[0]!;
  if (!prepared) throw new BackupRefused('This database does not contain Curbcut: nothing is written.');
  if (spread && !isOffline)
    throw new BackupRefused(
      'This database is distributed over several machines without a common snapshot. Stop all services that write to it and run the backup with --offline, or take base backups of all machines (docs/operations/backup.md).',
    );
  const tables = await tablesOf(client);
  await client.query(`LOCK TABLE ${tables.map(({ name }) => `"${name}"`).join(', ')} IN ACCESS SHARE MODE`);
  const { rows: migrations } = await client.query<{ name: string }>(MIGRATIONS_MADE.text);
  const { rows: keys } = await client.query<{ sealed: string }>(KEY_CHECK.text);
  return {
    format: FORMAT,
    curbcut: packageVersion(),
    postgres,
    createdAt: clock.now().toISOString(),
    migrations: migrations.map(({ name }) => name),
    keyCheck: keys[0]?.sealed ?? null,
    tables,
  };
}

/** One piece is compressed and written while the next one is read. */
async function copyRows(client: Client, archive: BackupArchive, folder: string, rows: string): Promise<void> {
  archive.begin(folder);
  let [piece, size, number]: [Buffer[], number, number] = [[], 0, 0];
  let written = Promise.resolve();
  const flush = async (): Promise<void> => {
    if (size === 0) return;
    const bytes = Buffer.concat(piece, size);
    [piece, size] = [[], 0];
    const name = `${folder}/${String((number += 1)).padStart(6, '0')}.copy.gz`;
    await written;
    written = compress(bytes, GZIP).then((compressed) => archive.add(name, compressed, folder, countRows(bytes)));
    // It is awaited before the next piece, or at the end.
    written.catch(() => {});
  };
  for await (const chunk of client.query(copyTo(`COPY (${rows}) TO STDOUT`)) as AsyncIterable<Buffer>) {
    piece.push(chunk);
    size += chunk.length;
    if (size >= PIECE_BYTES) await flush();
  }
  await flush();
  await written;
}

async function copyPictures(client: Client, archive: BackupArchive, storage: Storage): Promise<string[]> {
  archive.begin(PICTURES);
  const missing = [];
  for await (const name of storedFiles(client)) {
    const bytes = await storage.read(name);
    if (bytes) await archive.add(`${PICTURES}/${name}`, bytes, PICTURES, 1);
    else missing.push(name);
  }
  return missing;
}

/** The archive as it is written, with what its end tells about it. */
class BackupArchive {
  private readonly whole = createHash('sha256');
  private readonly parts = new Map<string, { rows: number; hash: Hash }>();
  private signer: Hmac | undefined;
  private bytes = 0;

  constructor(
    private readonly output: Output,
    private readonly modified: Date,
    key: string | undefined,
  ) {
    this.signer = key === undefined ? undefined : signer(key);
  }

  begin(part: string): void {
    this.parts.set(part, { rows: 0, hash: createHash('sha256') });
  }

  async add(name: string, content: Buffer, part?: string, rows = 0): Promise<void> {
    const counted = part === undefined ? undefined : this.parts.get(part)!;
    counted?.hash.update(content);
    if (counted) counted.rows += rows;
    for (const bytes of memberBytes(name, content, this.modified)) await this.write(bytes);
  }

  async end(): Promise<{ parts: End['parts']; bytes: number }> {
    const parts = Object.fromEntries(
      [...this.parts].map(([name, { rows, hash }]): [string, ContentDigest] => [
        name,
        { rows, sha256: hash.digest('hex') },
      ]),
    );
    const end: End = { parts, sha256: this.whole.copy().digest('hex') };
    await this.add(END, json(end));
    const hmacSha256 = this.signer?.digest('hex');
    this.signer = undefined;
    if (hmacSha256 !== undefined) await this.add(SIGNATURE, json({ hmacSha256 } satisfies Signature));
    await this.write(TAR_END);
    return { parts, bytes: this.bytes };
  }

  private async write(bytes: Buffer): Promise<void> {
    this.whole.update(bytes);
    this.signer?.update(bytes);
    this.bytes += bytes.length;
    await this.output.write(bytes);
  }
}

const json = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
