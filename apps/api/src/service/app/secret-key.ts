import { existsSync } from 'node:fs';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError, type Settings } from '#libs/config';
import { query } from '#libs/database';
import { randomToken, UndecryptableSecret, Vault } from '#libs/secrets';
import type { DataSource } from 'typeorm';
import { NAME_KEY } from '../../platform/work/service-state.sql.js';
import { KEY_CHECK, STORE_KEY_CHECK } from './secret-key.sql.js';

const CHECK_LOCATION = { table: 'secret_key_check', row: 'only_row', column: 'sealed' };

/** The configured key; with the embedded database, a key file that is created if missing. */
export async function resolveSecretKey(settings: Settings): Promise<string | undefined> {
  const { secretKey, databaseUrl, dataDir } = settings;
  if (secretKey !== undefined || databaseUrl !== undefined) return secretKey;
  await mkdir(dataDir, { recursive: true });
  if (!existsSync(keyFile(dataDir))) await createKeyFile(keyFile(dataDir));
  return readSecretKey(settings);
}

/** The same without creating it: undefined where there is none. */
export async function readSecretKey({ secretKey, databaseUrl, dataDir }: Settings): Promise<string | undefined> {
  if (secretKey !== undefined || databaseUrl !== undefined || !existsSync(keyFile(dataDir))) return secretKey;
  return (await readFile(keyFile(dataDir), 'utf8')).trim();
}

/** Where the key of an embedded database lies. */
export const keyFile = (dataDir: string): string => join(dataDir, 'secret.key');

// If two processes start at once, one of them creates the complete file and both read it.
async function createKeyFile(file: string): Promise<void> {
  const draft = `${file}.${process.pid}.${randomToken()}`;
  await writeFile(draft, `${randomToken()}\n`, { flag: 'wx', mode: 0o600 });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
}

/** @throws ConfigurationError if stored secrets could not be decrypted */
export async function requireFittingKey(database: DataSource, keys: Keys): Promise<void> {
  const [known] = await query(database, KEY_CHECK, []);
  if (!known) return;
  if (!keys.secretKey) throw keyFault('is missing, but this database contains secrets encrypted with one');
  if (!opensKeyCheck(known.sealed, keys)) throw keyFault('does not match the key used to encrypt this database');
}

/**
 * From now on all processes seal with the first of these keys, and what another one has sealed is to be encrypted anew.
 */
export const nameKey = (database: DataSource, vault: Vault): Promise<void> =>
  database.transaction(async (tx) => {
    await query(tx, NAME_KEY, [vault.keyIds[0]!]);
    await query(tx, STORE_KEY_CHECK, [vault.seal(CHECK_LOCATION, 'curbcut')]);
  });

/** The key of these settings, and the one before it. */
export type Keys = Pick<Settings, 'secretKey' | 'previousSecretKey'>;

/** Whether the present key, or the previous one, has sealed this check value. */
export function opensKeyCheck(sealed: string, { secretKey, previousSecretKey }: Keys): boolean {
  try {
    return new Vault(secretKey, previousSecretKey).open(CHECK_LOCATION, sealed) !== '';
  } catch (error) {
    if (error instanceof UndecryptableSecret) return false;
    throw error;
  }
}

const keyFault = (what: string): ConfigurationError =>
  new ConfigurationError([
    `SECRET_KEY: ${what}. Set the key used before. To change it, set the new key and name the old one in SECRET_KEY_PREVIOUS, until admin secret-key status reports that it can be removed.`,
  ]);
