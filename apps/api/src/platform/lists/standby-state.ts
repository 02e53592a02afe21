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

/** What keeps lists from being read from a server; undefined: nothing. */
export function faultOfStandby(
  { cluster, isMigrated, lag }: Omit<StandbyState, 'replayed'>,
  rules: StandbyRules,
): 'cluster' | 'schema' | 'lag' | undefined {
  if (cluster !== rules.cluster) return 'cluster';
  if (!isMigrated) return 'schema';
  return lag > rules.maxLagSeconds ? 'lag' : undefined;
}
