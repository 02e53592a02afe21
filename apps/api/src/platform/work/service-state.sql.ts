import { sql } from '#libs/database';

/** Since when, until when and why nothing is written; null: it is. */
export interface ReadOnlyState {
  since: Date;
  until: Date | null;
  reason: string | null;
}

// Each process looks each second: a comment tells that from what requests ask.
export const READ_ONLY_STATE = sql<[], ReadOnlyState>(`/* each second */
  SELECT read_only_since AS since, read_only_until AS until, read_only_reason AS reason FROM service_state
  WHERE read_only_since IS NOT NULL AND (read_only_until IS NULL OR read_only_until > now())`);

export const SET_READ_ONLY = sql<[until: Date | null, reason: string | null]>(
  'UPDATE service_state SET read_only_since = now(), read_only_until = $1, read_only_reason = $2',
);

export const END_READ_ONLY = sql<[]>(
  'UPDATE service_state SET read_only_since = NULL, read_only_until = NULL, read_only_reason = NULL',
);

/** Transactions of the service that have written and are not over, but for this one. */
export const OPEN_WRITES = sql<[], { open: number }>(`
  SELECT count(*)::int AS open FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'curbcut%'
    AND backend_xid IS NOT NULL`);

/** When the last backup by the command was whole; null: never. */
export const BACKED_UP_AT = sql<[], { backedUpAt: Date | null }>(
  'SELECT backed_up_at AS "backedUpAt" FROM service_state',
);

export const NOTE_BACKUP = sql<[]>('UPDATE service_state SET backed_up_at = now()');

/** The key that all processes seal with, and whether what another one has sealed is still being encrypted anew. */
export interface KeyState {
  keyId: string | null;
  reencrypting: boolean;
}

export const KEY_STATE = sql<[], KeyState>('SELECT key_id AS "keyId", reencrypting FROM service_state');

export const NAME_KEY = sql<[keyId: string]>('UPDATE service_state SET key_id = $1, reencrypting = true');

export const KEY_IS_ROTATED = sql<[keyId: string]>('UPDATE service_state SET reencrypting = false WHERE key_id = $1');

/** What the last start has put in place. */
export const BUILT_IN_STATE = sql<[], { builtInDigest: string | null; issuer: string | null }>(
  'SELECT built_in_digest AS "builtInDigest", issuer FROM service_state',
);

export const NOTE_BUILT_IN = sql<[digest: string]>('UPDATE service_state SET built_in_digest = $1');

export const NOTE_ISSUER = sql<[issuer: string]>('UPDATE service_state SET issuer = $1');

/** From when on the daily job ends what is old. */
export const PRUNES_FROM = sql<[], { prunesFrom: Date }>('SELECT prunes_from AS "prunesFrom" FROM service_state');
