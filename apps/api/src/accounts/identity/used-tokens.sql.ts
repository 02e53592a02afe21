import { sql } from '#libs/database';

/** Uses a token up, once more; returns no row if that was too often. */
export const USE_TOKEN = sql<[tokenHash: Buffer, expiresAt: Date, most: number], { uses: number }>(`
  INSERT INTO used_tokens AS used (token_hash, uses, expires_at) VALUES ($1, 1, $2)
  ON CONFLICT (token_hash) DO UPDATE SET uses = used.uses + 1 WHERE used.uses < $3 RETURNING uses`);
