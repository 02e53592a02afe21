import { packageVersion, type Settings } from '#libs/config';
import { formerIn } from '#libs/database';
import { isStorableName } from '#libs/storage';
import { opensKeyCheck, readSecretKey } from '../../app/secret-key.js';
import { FORMER_MIGRATIONS } from '../../../platform/migrations/former.js';
import { MIGRATIONS } from '../../../platform/migrations/migrations.js';
import { BackupRefused, folderOf, type Header, JOBS, PICTURES } from './format.js';
import { type Content, openBackup, type Trust } from './read-backup.js';
import { signingKeys } from './signature.js';

/** What an operator says of where a backup comes from. */
export interface Origin {
  /** A file with the key that signed it; else the SECRET_KEY has. */
  keyFile?: string | undefined;
  /** Whether one without a signature is taken. */
  takesUnsigned?: boolean;
}

/** A backup that could be restored. */
export interface Verified extends Content {
  header: Header;
  trust: Trust;
}

/**
 * Reads a backup to its end and says what is in it.
 * @throws BackupRefused when this build with this key could not restore it, or it is not signed as it must be
 */
export async function verifyBackup(path: string, settings: Settings, origin: Origin = {}): Promise<Verified> {
  const { keyFile, takesUnsigned = false } = origin;
  const trust = { keys: await signingKeys(settings, keyFile), takesUnsigned };
  const { header, pieces } = await openBackup(path, trust);
  requireKnownSchema(header);
  await requireKey(header, settings);
  for (;;) {
    const { done, value } = await pieces.next();
    if (!done) {
      if ('picture' in value && !isStorableName(value.picture))
        throw new BackupRefused(`This backup has a picture ${JSON.stringify(value.picture)}, which is no name of one.`);
      continue;
    }
    requireNamedParts(header, Object.keys(value.parts));
    return { header, trust, ...value };
  }
}

function requireNamedParts({ tables }: Header, parts: readonly string[]): void {
  const named = new Set([JOBS, PICTURES, ...tables.map(({ name }) => folderOf(name))]);
  const other = parts.find((part) => !named.has(part));
  if (other !== undefined)
    throw new BackupRefused(`This backup has rows of ${JSON.stringify(other)}, which its header does not name.`);
}

function requireKnownSchema({ migrations, curbcut }: Header): void {
  const known = new Set([...FORMER_MIGRATIONS, ...MIGRATIONS.map(({ name }) => name)]);
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new BackupRefused(
      `This backup was written by Curbcut ${curbcut} with a schema that this one, ${packageVersion()}, does not know (${unknown.join(', ')}): restore it with that version, or a later one.`,
    );
  if (formerIn(migrations, FORMER_MIGRATIONS) === 'some')
    throw new BackupRefused(
      `This backup was written by Curbcut ${curbcut} with a schema of before v0.1.0: restore it with v0.1.0, and back up that.`,
    );
}

async function requireKey({ keyCheck }: Header, settings: Settings): Promise<void> {
  if (keyCheck === null) return;
  const secretKey = await readSecretKey(settings);
  if (secretKey === undefined)
    throw new BackupRefused(
      `This backup holds secrets that were encrypted with a SECRET_KEY, which is not in it: set SECRET_KEY, or put the file secret.key of that time into ${settings.dataDir}.`,
    );
  if (!opensKeyCheck(keyCheck, { ...settings, secretKey }))
    throw new BackupRefused(
      'SECRET_KEY is not the one of this backup: set the key that was in use when it was written.',
    );
}
