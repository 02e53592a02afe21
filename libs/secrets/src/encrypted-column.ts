import { type SecretLocation, UndecryptableSecret, type Vault } from './vault.js';

/** Runs a statement. */
interface Queries {
  query<T>(sql: string, parameters?: unknown[]): Promise<T>;
}

/** A column that holds what a vault has encrypted, as its owner reads and writes it. */
export interface EncryptedColumn {
  locationOf(row: string): SecretLocation;
  /** What is stored in every row that has a secret. */
  all(queries: Queries): Promise<{ row: string; stored: string }[]>;
  /** Stores another text in the place of this one, as long as it is there: the running service may have stored a new one. */
  replace(queries: Queries, row: string, stored: string, encrypted: string): Promise<unknown>;
}

const ENCRYPTED_PREFIX = 'v1.';

/**
 * Encrypts with the present key what was stored before there was one, or with the one before it, which is needed no longer
 * then. Nothing to do the next time; without a key everything stays as it is.
 */
export async function reencrypt(
  queries: Queries,
  vault: Vault,
  { locationOf, all, replace }: EncryptedColumn,
): Promise<void> {
  if (!vault.isOpen) return;
  for (const { row, stored } of await all(queries)) {
    const isEncrypted = stored.startsWith(ENCRYPTED_PREFIX);
    if (isEncrypted && vault.isCurrent(stored)) continue;
    const secret = isEncrypted ? decryptedIfPossible(() => vault.open(locationOf(row), stored)) : stored;
    if (secret !== undefined) await replace(queries, row, stored, vault.seal(locationOf(row), secret));
  }
}

// What was lost stays lost: whoever uses it is told, and nobody is kept from starting.
function decryptedIfPossible(open: () => string): string | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof UndecryptableSecret) return undefined;
    throw error;
  }
}
