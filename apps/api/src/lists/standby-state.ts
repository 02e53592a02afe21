/** What a server must be for lists to be read from it. */
export interface StandbyRules {
  /** The latest migration, which it must have replayed. */
  schema: string;
  /** The cluster that it must belong to, as its `system_identifier`. */
  cluster: string;
  /** How far it may lag. */
  maxLagSeconds: number;
}

/** What a server tells of itself. */
export interface StandbyState {
  isMigrated: boolean;
  /** How long ago the row was written that it has of the heartbeat, in seconds. */
  lag: number;
  /** A position of the log. */
  replayed: string;
  cluster: string;
}

/**
 * SQL: one `StandbyState`; $1 is the latest migration. One that has been promoted is asked for the row too: a primary that was cut off does not know yet that
 * another one has its place.
 */
export const STANDBY_STATE = `
  SELECT EXISTS (SELECT FROM migrations WHERE name = $1) AS "isMigrated",
    extract(epoch FROM clock_timestamp() - at)::float8 AS lag,
    CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END AS replayed,
    (SELECT system_identifier::text FROM pg_control_system()) AS cluster
  FROM heartbeat WHERE id = 1`;

/** What keeps lists from being read from a server; undefined: nothing. */
export function faultOfStandby(
  { cluster, isMigrated, lag }: Omit<StandbyState, 'replayed'>,
  rules: StandbyRules,
): 'cluster' | 'schema' | 'lag' | undefined {
  if (cluster !== rules.cluster) return 'cluster';
  if (!isMigrated) return 'schema';
  return lag > rules.maxLagSeconds ? 'lag' : undefined;
}
