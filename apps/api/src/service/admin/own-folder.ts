import { existsSync, statSync } from 'node:fs';
import { ConfigurationError } from '#libs/config';

const isRoot = process.getuid?.() === 0;

/**
 * Refuses root where DATA_DIR is another account's: pictures, mails and folders that root leaves there could not be
 * read or replaced by the service.
 * @throws ConfigurationError
 */
export function requireOwnFolder(dataDir: string): void {
  if (!isRoot || !existsSync(dataDir)) return;
  const { uid } = statSync(dataDir);
  if (uid !== 0)
    throw new ConfigurationError([
      `DATA_DIR: ${dataDir} belongs to the account ${uid}, which could not use files created by root: run the command as that account (setpriv --reuid ${uid} …, or deploy/systemd/curbcut-admin)`,
    ]);
}
