import { createHmac, hkdfSync, timingSafeEqual, type Hmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Settings } from '#libs/config';
import { readSecretKey } from '../../app/secret-key.js';
import { BackupRefused } from './format.js';

/** As many characters as a SECRET_KEY must have. */
const SHORTEST_KEY = 32;

/**
 * The keys that sign backups, the one for new ones first: that of the file, else the SECRET_KEY and the previous one.
 * @throws BackupRefused where the file cannot be read, or holds no such key
 */
export async function signingKeys(settings: Settings, file?: string): Promise<string[]> {
  if (file === undefined)
    return [await readSecretKey(settings), settings.previousSecretKey].filter((key) => key !== undefined);
  const key = await readFile(file, 'utf8').catch(() => {
    throw new BackupRefused(`The key cannot be read from ${file}.`);
  });
  if (key.trim().length < SHORTEST_KEY)
    throw new BackupRefused(`The key in ${file} is too short: at least ${SHORTEST_KEY} characters are required.`);
  return [key.trim()];
}

/** HMAC-SHA-256 under a key that is derived from this one for backups alone. */
export const signer = (key: string): Hmac =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', 'curbcut backup signature', 32)));

/** Whether this is what the signer has come to, in hex. */
export function isSignedBy(hmac: Hmac, claimed: string): boolean {
  const [made, given] = [hmac.digest(), Buffer.from(claimed, 'hex')];
  return made.length === given.length && timingSafeEqual(made, given);
}
