import { sql } from '#libs/database';
import type { StandbyState } from './standby-state.js';

/** Of several workers one writes. */
export const BEAT = sql<[]>(`
  UPDATE heartbeat SET at = clock_timestamp() WHERE id = 1 AND at < clock_timestamp() - interval '500 milliseconds'`);

export const CLUSTER = sql<[], { cluster: string }>(`
  SELECT system_identifier::text AS cluster FROM pg_control_system()`);

/**
 * One that has been promoted is asked for the row too: a primary that was cut off does not know yet that another one
 * has its place.
 */
export const STANDBY_STATE = sql<[latestMigration: string], StandbyState>(`
  SELECT EXISTS (SELECT FROM migrations WHERE name = $1) AS "isMigrated",
    extract(epoch FROM clock_timestamp() - at)::float8 AS lag,
    CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END AS replayed,
    (SELECT system_identifier::text FROM pg_control_system()) AS cluster
  FROM heartbeat WHERE id = 1`);
