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
  /** What an operator is told. */
  name: string;
  locationOf(row: string): SecretLocation;
  /**
   * The next stored values in the order of their rows that do not begin so, with whatever else `replace` needs to find
   * them.
   */
  next(queries: Queries, after: T | undefined, prefix: string, count: number): Promise<T[]>;
  /**
   * Replaces stored values, each unless it has changed: the running service may have stored a new secret. Returns how
   * many.
   */
  replace(queries: Queries, found: readonly T[], encrypted: readonly string[]): Promise<number>;
  /** How many values each key has sealed; null: they are stored plainly. */
  keys(queries: Queries): Promise<{ keyId: string | null; count: number }[]>;
}

const ENCRYPTED_PREFIX = 'v1.';
const AT_ONCE = 500;

/**
 * Encrypts the secrets of a column with the key that the vault seals with, unless that has sealed them. What cannot be
 * decrypted is left: its use fails with an error. Idempotent; may be stopped at any moment.
 * @returns how many there were
 */
export async function reencrypt(queries: Queries, vault: Vault, column: EncryptedColumn): Promise<number> {
  let [replaced, last]: [number, StoredSecret | undefined] = [0, undefined];
  for (;;) {
    const page: StoredSecret[] = await column.next(queries, last, vault.prefix, AT_ONCE);
    const readable = page.flatMap((found) => {
      const location = column.locationOf(found.row);
      const secret = secretOf(vault, location, found.stored);
      return secret === undefined ? [] : [{ found, encrypted: vault.seal(location, secret) }];
    });
    if (readable.length > 0)
      replaced += await column.replace(
        queries,
        readable.map(({ found }) => found),
        readable.map(({ encrypted }) => encrypted),
      );
    if (page.length < AT_ONCE) return replaced;
    last = page.at(-1);
  }
}

function secretOf(vault: Vault, location: SecretLocation, stored: string): string | undefined {
  if (!stored.startsWith(ENCRYPTED_PREFIX)) return stored;
  try {
    return vault.open(location, stored);
  } catch (error) {
    if (error instanceof UndecryptableSecret) return undefined;
    throw error;
  }
}
