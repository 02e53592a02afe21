import { Unreadable, type Vault } from '#libs/secrets';
import type { DataSource } from 'typeorm';

/** The columns that hold what is encrypted with `SECRET_KEY`, each bound to its table, row and column. */
const SEALED = [
  { table: 'webhooks', key: 'id', column: 'secret' },
  { table: 'webhooks', key: 'id', column: 'previous_secret' },
  { table: 'github_secrets', key: 'organization_id', column: 'secret' },
  { table: 'second_factors', key: 'id', column: 'seed' },
] as const;

const IS_SEALED = 'v1.';

/**
 * Encrypts with the present key what was stored before there was one, or with the one before it, which is needed no longer
 * then. Nothing to do the next time; without a key everything stays as it is.
 */
export async function sealSecrets(database: DataSource, vault: Vault): Promise<void> {
  if (!vault.isOpen) return;
  for (const { table, key, column } of SEALED) {
    const rows = await database.query<{ row: string; stored: string }[]>(
      `SELECT ${key} AS row, ${column} AS stored FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    for (const { row, stored } of rows) {
      const isSealed = stored.startsWith(IS_SEALED);
      if (isSealed && vault.isCurrent(stored)) continue;
      const shelf = { table, row, column };
      const secret = isSealed ? readable(() => vault.open(shelf, stored)) : stored;
      if (secret === undefined) continue;
      // Only what was read: the running service may have stored another meanwhile.
      await database.query(`UPDATE ${table} SET ${column} = $3 WHERE ${key} = $1 AND ${column} = $2`, [
        row,
        stored,
        vault.seal(shelf, secret),
      ]);
    }
  }
}

// What was lost stays lost: whoever uses it is told, and nobody is kept from starting.
function readable(open: () => string): string | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
