import { sql } from '#libs/database';

/** A value that the key of this database has sealed; no row where there is none yet. */
export const KEY_CHECK = sql<[], { sealed: string }>(`
  SELECT sealed FROM secret_key_check`);

export const STORE_KEY_CHECK = sql<[sealed: string]>(`
  INSERT INTO secret_key_check (sealed) VALUES ($1) ON CONFLICT (only_row) DO UPDATE SET sealed = excluded.sealed`);
