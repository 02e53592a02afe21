import { type EncryptedColumn, reencrypt, type Vault } from '#libs/secrets';
import type { DataSource } from 'typeorm';
import { ENCRYPTED_TOKENS } from '../../reporting/conformance/publishing/encrypted-tokens.js';
import { ENCRYPTED_SEED } from '../../accounts/identity/second-factor/encrypted-seed.js';
import { ENCRYPTED_VALUES } from '../../integrations/monitors/secrets/encrypted-values.js';
import { ENCRYPTED_PRIVATE_KEYS } from '../../accounts/single-sign-on/keys/private-key.js';
import { ENCRYPTED_CLIENT_SECRETS } from '../../accounts/single-sign-on/settings/client-secret.js';
import { ENCRYPTED_TRACKER_SECRETS } from '../../integrations/trackers/connections/encrypted-credentials.js';
import { ENCRYPTED_WEBHOOK_SECRETS } from '../../integrations/webhooks/encrypted-secrets.js';

const COLUMNS = [
  ENCRYPTED_SEED,
  ENCRYPTED_TOKENS as EncryptedColumn,
  ENCRYPTED_VALUES as EncryptedColumn,
  ENCRYPTED_CLIENT_SECRETS as EncryptedColumn,
  ENCRYPTED_PRIVATE_KEYS as EncryptedColumn,
  ...ENCRYPTED_TRACKER_SECRETS,
  ...ENCRYPTED_WEBHOOK_SECRETS,
];

/**
 * Encrypts all stored secrets with the key that the vault seals with, until none is left that it can read; returns how
 * many there were.
 */
export async function encryptStoredSecrets(database: DataSource, vault: Vault): Promise<number> {
  for (let total = 0; ;) {
    let count = 0;
    for (const column of COLUMNS) count += await reencrypt(database, vault, column);
    if (count === 0) return total;
    total += count;
  }
}

/** How many stored secrets of each kind another key than this has sealed, or none. */
export async function sealedByOthers(
  database: DataSource,
  keyId: string,
): Promise<{ name: string; keyId: string | null; count: number }[]> {
  const found = [];
  for (const column of COLUMNS)
    for (const kept of await column.keys(database))
      if (kept.keyId !== keyId) found.push({ name: column.name, ...kept });
  return found;
}
