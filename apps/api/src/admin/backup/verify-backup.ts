import { packageVersion, type Settings } from '#libs/config';
import { formerIn } from '#libs/database';
import { opensKeyCheck, readSecretKey } from '../../app/secret-key.js';
import { FORMER_MIGRATIONS } from '../../migrations/former.js';
import { MIGRATIONS } from '../../migrations/migrations.js';
import { BackupRefused, type End, type Header } from './format.js';
import { openBackup } from './read-backup.js';

/**
 * Reads a backup to its end and says what is in it.
 * @throws BackupRefused when this build with this key could not restore it
 */
export async function verifyBackup(path: string, settings: Settings): Promise<{ header: Header; parts: End['parts'] }> {
  const { header, pieces } = await openBackup(path);
  requireKnownSchema(header);
  await requireKey(header, settings);
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return { header, parts: value };
  }
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
