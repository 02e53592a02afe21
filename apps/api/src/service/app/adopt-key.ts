import { isUnavailable, query } from '#libs/database';
import { Vault } from '#libs/secrets';
import type { DataSource } from 'typeorm';
import { LIVE_PROCESSES } from '../../platform/work/processes.sql.js';
import type { ThisProcess } from '../../platform/work/this-process.js';
import { KEY_IS_ROTATED, KEY_STATE } from '../../platform/work/service-state.sql.js';
import { encryptStoredSecrets } from './encrypt-stored-secrets.js';
import { type Keys, nameKey, requireFittingKey } from './secret-key.js';

/**
 * Checks that the key fits this database. Where all are to seal with another one, and nobody else runs who could lack
 * it, this one takes its place; so the first one does.
 * @returns what waits because a machine behind the database cannot be reached
 * @throws ConfigurationError if stored secrets could not be decrypted
 */
export async function adoptKey(
  database: DataSource,
  keys: Keys,
  log: (line: string) => void,
  self?: Pick<ThisProcess, 'id'>,
): Promise<string[]> {
  await requireFittingKey(database, keys);
  const vault = new Vault(keys.secretKey, keys.previousSecretKey);
  if (!vault.isOpen) return [];
  const [state] = await query(database, KEY_STATE, []);
  const { keyId, reencrypting } = state!;
  const isOther = keyId !== vault.keyIds[0];
  if (!isOther && !reencrypting) return [];
  const others = (await query(database, LIVE_PROCESSES, [])).filter(({ id }) => id !== self?.id);
  if (keyId !== null && others.length > 0) {
    if (isOther) log('other processes are running: stored secrets keep the former key until `admin secret-key rotate`');
    return [];
  }
  if (isOther) await nameKey(database, vault);
  try {
    await encryptStoredSecrets(database, vault);
  } catch (error) {
    if (isUnavailable(error)) return ['secrets of a former key'];
    throw error;
  }
  await query(database, KEY_IS_ROTATED, [vault.keyIds[0]!]);
  return [];
}
