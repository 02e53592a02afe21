import type { Settings } from '#libs/config';
import { Client } from 'pg';
import { NOTE_BACKUP } from '../../../platform/work/service-state.sql.js';
import { formerIn } from '#libs/database';
import { openStorage } from '#libs/storage';
import { keyFile } from '../../app/secret-key.js';
import { FORMER_MIGRATIONS } from '../../../platform/migrations/former.js';
import type { Call } from '../command.js';
import { withDatabaseUrl } from '../service-database.js';
import { BackupRefused, type End, type Header, JOBS, PICTURES } from './format.js';
import { type Output, standardOutput, writeFileAtomically } from './output.js';
import { signingKeys } from './signature.js';
import { restoreBackup } from './restore-backup.js';
import { type Origin, verifyBackup } from './verify-backup.js';
import { type Backup, writeBackup } from './write-backup.js';

const STANDARD_OUTPUT = '-';
const BYTES_PER_MB = 1_000_000;
/** How many missing pictures are named. */
const NAMED = 5;

export async function backup({ settings, values: [file], flags, options }: Call): Promise<number> {
  const path = file!;
  if (path === STANDARD_OUTPUT && process.stdout.isTTY)
    throw new BackupRefused('A backup is not a text for a terminal: redirect the output, or name a file.');
  const keyFile = options.get('--key');
  const [key] = await signingKeys(settings, keyFile);
  const { header, parts, bytes, missingPictures } = await withDatabaseUrl(settings, async (url) => {
    const source = { url, storage: await openStorage(settings), key };
    const write = async (output: Output): Promise<Backup> => {
      const written = await writeBackup(source, output, flags.has('--offline'));
      requireRestorable(written.header);
      return written;
    };
    const written = await (path === STANDARD_OUTPUT ? write(standardOutput) : writeFileAtomically(path, write));
    await noteBackup(url);
    return written;
  });
  // Not on the standard output, where the backup may go.
  console.error(
    `Wrote ${path === STANDARD_OUTPUT ? 'the backup' : path} (${(bytes / BYTES_PER_MB).toFixed(1)} MB): ${contentOf(parts)}.`,
  );
  if (missingPictures.length > 0)
    console.error(
      `Missing in the storage, and therefore in the backup: ${missingPictures.slice(0, NAMED).join(', ')}${missingPictures.length > NAMED ? ` and ${missingPictures.length - NAMED} more` : ''}. These pictures will be missing after a restore.`,
    );
  if (header.keyCheck !== null) console.error(`The backup does not contain the SECRET_KEY. ${whereKeyLies(settings)}`);
  console.error(
    key === undefined
      ? 'The backup is not signed, because there is no SECRET_KEY: restoring it requires --unsigned. Set SECRET_KEY, or name a key file with --key.'
      : `The backup is signed with ${keyFile === undefined ? 'the SECRET_KEY' : `the key in ${keyFile}`}.`,
  );
  return 0;
}

/** Notes when the last backup was whole, for the warnings of the service. */
async function noteBackup(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(NOTE_BACKUP.text);
  } finally {
    await client.end();
  }
}

/** @throws BackupRefused where no version could restore it */
function requireRestorable({ migrations }: Header): void {
  if (formerIn(migrations, FORMER_MIGRATIONS) === 'some')
    throw new BackupRefused(
      'This database has the schema of a version before v0.1.0, whose backups cannot be restored by later versions: write the backup with that version, or start v0.1.0 on it once.',
    );
}

export async function verify(call: Call): Promise<number> {
  const { settings, values } = call;
  const [file] = values;
  const { header, parts, isSigned } = await verifyBackup(file!, settings, requestedOrigin(call));
  console.log(`${file} is complete and can be restored: ${originOf(header)}, ${contentOf(parts)}.`);
  console.log(isSigned ? 'Its signature is valid.' : 'It is not signed: its origin and integrity cannot be verified.');
  return 0;
}

export async function restore(call: Call): Promise<number> {
  const { settings, values } = call;
  const [file] = values;
  const storage = await openStorage(settings);
  const withUrl = (work: (url: string) => Promise<void>): Promise<void> => withDatabaseUrl(settings, work, true);
  const { header, parts } = await restoreBackup(file!, { settings, storage, origin: requestedOrigin(call), withUrl });
  console.log(`Restored ${file}: ${originOf(header)}, ${contentOf(parts)}.`);
  console.log('Pending emails and webhook messages are sent when the service starts.');
  return 0;
}

const requestedOrigin = ({ flags, options }: Call): Origin => ({
  keyFile: options.get('--key'),
  takesUnsigned: flags.has('--unsigned'),
});

const whereKeyLies = ({ secretKey, databaseUrl, dataDir }: Settings): string =>
  secretKey === undefined && databaseUrl === undefined
    ? `It is in ${keyFile(dataDir)}: keep a copy elsewhere, or encrypted data cannot be read after a restore.`
    : 'Keep a copy elsewhere, or encrypted data cannot be read after a restore.';

const originOf = ({ createdAt, curbcut, postgres }: Header): string =>
  `written at ${createdAt} by Curbcut ${curbcut} on PostgreSQL ${postgres}`;

function contentOf(parts: End['parts']): string {
  const { [JOBS]: jobs, [PICTURES]: pictures, ...tables } = parts;
  const rows = Object.values(tables).reduce((sum, part) => sum + part.rows, 0);
  return `${rows} rows of ${Object.keys(tables).length} tables, ${pictures?.rows ?? 0} pictures, ${jobs?.rows ?? 0} pending jobs`;
}
