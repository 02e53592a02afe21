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
        throw new BackupRefused(
          `This backup contains a picture with the invalid name ${JSON.stringify(value.picture)}.`,
        );
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
    throw new BackupRefused(`This backup contains rows of ${JSON.stringify(other)}, which is missing in its header.`);
}

function requireKnownSchema({ migrations, curbcut }: Header): void {
  const known = new Set([...FORMER_MIGRATIONS, ...MIGRATIONS.map(({ name }) => name)]);
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new BackupRefused(
      `This backup of Curbcut ${curbcut} has a schema that this version, ${packageVersion()}, does not support (${unknown.join(', ')}): restore it with that version, or a later one.`,
    );
  if (formerIn(migrations, FORMER_MIGRATIONS) === 'some')
    throw new BackupRefused(
      `This backup of Curbcut ${curbcut} has a schema from before v0.1.0: restore it with v0.1.0, and create a new backup.`,
    );
}

async function requireKey({ keyCheck }: Header, settings: Settings): Promise<void> {
  if (keyCheck === null) return;
  const secretKey = await readSecretKey(settings);
  if (secretKey === undefined)
    throw new BackupRefused(
      `This backup contains secrets encrypted with a SECRET_KEY, which is not included: set SECRET_KEY, or put its secret.key file into ${settings.dataDir}.`,
    );
  if (!opensKeyCheck(keyCheck, { ...settings, secretKey }))
    throw new BackupRefused('SECRET_KEY does not match this backup: set the key that was in use when it was written.');
}
