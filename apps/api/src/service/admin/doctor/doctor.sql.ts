import { sql } from '#libs/database';

export interface Server {
  version: string;
  major: number;
  isUtf8: boolean;
  mayCreate: boolean;
  isSuperuser: boolean;
  connections: number;
  now: Date;
}

export const SERVER = sql<[], Server>(`
  SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS major,
    current_setting('server_encoding') = 'UTF8' AS "isUtf8",
    has_database_privilege(current_database(), 'CREATE') AND has_schema_privilege('public', 'CREATE') AS "mayCreate",
    (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuperuser",
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections,
    clock_timestamp() AS now`);

/** What standbys are held against. Its own row of the heartbeat is old where no process writes it. */
export interface Primary {
  cluster: string;
  schema: string;
  lag: number;
}

export const PRIMARY = sql<[], Primary>(`
  SELECT (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
    (SELECT name FROM migrations ORDER BY timestamp DESC, id DESC LIMIT 1) AS schema,
    extract(epoch FROM clock_timestamp() - at)::float8 AS lag
  FROM heartbeat WHERE id = 1`);

export const HAS_KEY_CHECK = sql<[], { exists: boolean }>(`
  SELECT to_regclass('secret_key_check') IS NOT NULL AS exists`);
