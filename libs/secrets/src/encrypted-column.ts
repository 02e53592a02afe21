import { type SecretLocation, UndecryptableSecret, type Vault } from './vault.js';

/** Runs a statement. */
interface Queries {
  query<T>(sql: string, parameters?: unknown[]): Promise<T>;
}

/** A stored value, and what identifies its row among those that are encrypted in the same way. */
interface StoredSecret {
  row: string;
  stored: string;
}

/** How to read and replace the secrets in an encrypted column. */
export interface EncryptedColumn<T extends StoredSecret = StoredSecret> {
  locationOf(row: string): SecretLocation;
  /** The stored value of every row that has a secret, with whatever else `replace` needs to find the row. */
  all(queries: Queries): Promise<T[]>;
  /** Replaces a stored value unless it has changed: the running service may have stored a new secret. */
  replace(queries: Queries, found: T, encrypted: string): Promise<unknown>;
}

const ENCRYPTED_PREFIX = 'v1.';

/**
 * Encrypts stored secrets with the present key that are unencrypted or encrypted with the previous key, which is then
 * no longer needed. Idempotent; does nothing without a key.
 */
export async function reencrypt(
  queries: Queries,
  vault: Vault,
  { locationOf, all, replace }: EncryptedColumn,
): Promise<void> {
  if (!vault.isOpen) return;
  for (const found of await all(queries)) {
    const { row, stored } = found;
    const isEncrypted = stored.startsWith(ENCRYPTED_PREFIX);
    if (isEncrypted && vault.isCurrent(stored)) continue;
    const secret = isEncrypted ? decryptedIfPossible(() => vault.open(locationOf(row), stored)) : stored;
    if (secret !== undefined) await replace(queries, found, vault.seal(locationOf(row), secret));
  }
}

// Secrets that cannot be decrypted are skipped: their use fails with an error, but the service must start.
function decryptedIfPossible(open: () => string): string | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof UndecryptableSecret) return undefined;
    throw error;
  }
}
