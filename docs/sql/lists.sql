-- The statements of lists, as they are sent. Written by `npm run sql`.

-- BEAT
--   Of several workers one writes.
UPDATE heartbeat SET at = clock_timestamp() WHERE id = 1 AND at < clock_timestamp() - interval '500 milliseconds';

-- CLUSTER
--   returns cluster text
SELECT system_identifier::text AS cluster FROM pg_control_system();

-- STANDBY_STATE
--   One that has been promoted is asked for the row too: a primary that was cut off does not know yet that another one
--   has its place.
--   $1 latestMigration: text
--   returns isMigrated boolean, lag double precision, replayed pg_lsn, cluster text
SELECT EXISTS (SELECT FROM migrations WHERE name = $1) AS "isMigrated",
  extract(epoch FROM clock_timestamp() - at)::float8 AS lag,
  CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END AS replayed,
  (SELECT system_identifier::text FROM pg_control_system()) AS cluster
FROM heartbeat WHERE id = 1;
