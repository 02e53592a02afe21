-- The statements of work, as they are sent. Written by `npm run sql`.

-- NOTE_PROCESS
--   Notes that a process runs; returns the key that all are to seal with.
--   $1 id: uuid
--   $2 version: text
--   $3 kind: text
--   $4 keyIds: text[]
--   returns keyId text
/* every 5 s */
WITH noted AS (INSERT INTO processes (id, version, kind, key_ids) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at)
SELECT key_id AS "keyId" FROM service_state;

-- LIVE_PROCESSES
--   returns id uuid, version text, kind text, keyIds text[], startedAt timestamp with time zone
SELECT id, version, kind, key_ids AS "keyIds", started_at AS "startedAt" FROM processes WHERE seen_at > now() - interval '15 seconds'
ORDER BY started_at, id;

-- FORGET_PROCESS
--   Forgets a process that ends, and those that ended without a word.
--   $1 id: uuid
DELETE FROM processes WHERE id = $1 OR seen_at < now() - interval '1 day';

-- READ_ONLY_STATE
--   returns since timestamp with time zone, until timestamp with time zone, reason text
/* each second */
SELECT read_only_since AS since, read_only_until AS until, read_only_reason AS reason FROM service_state
WHERE read_only_since IS NOT NULL AND (read_only_until IS NULL OR read_only_until > now());

-- SET_READ_ONLY
--   $1 until: timestamp with time zone
--   $2 reason: text
UPDATE service_state SET read_only_since = now(), read_only_until = $1, read_only_reason = $2;

-- END_READ_ONLY
UPDATE service_state SET read_only_since = NULL, read_only_until = NULL, read_only_reason = NULL;

-- OPEN_WRITES
--   Transactions of the service that have written and are not over, but for this one.
--   returns open integer
SELECT count(*)::int AS open FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'curbcut%'
  AND backend_xid IS NOT NULL;

-- BACKED_UP_AT
--   When the last backup by the command was whole; null: never.
--   returns backedUpAt timestamp with time zone
SELECT backed_up_at AS "backedUpAt" FROM service_state;

-- NOTE_BACKUP
UPDATE service_state SET backed_up_at = now();

-- KEY_STATE
--   returns keyId text, reencrypting boolean
SELECT key_id AS "keyId", reencrypting FROM service_state;

-- NAME_KEY
--   $1 keyId: text
UPDATE service_state SET key_id = $1, reencrypting = true;

-- KEY_IS_ROTATED
--   $1 keyId: text
UPDATE service_state SET reencrypting = false WHERE key_id = $1;

-- IN_PLACE
--   What the last start has put in place.
--   returns builtInDigest text, issuer text
SELECT built_in_digest AS "builtInDigest", issuer FROM service_state;

-- NOTE_BUILT_IN
--   $1 digest: text
UPDATE service_state SET built_in_digest = $1;

-- NOTE_ISSUER
--   $1 issuer: text
UPDATE service_state SET issuer = $1;

-- PRUNES_FROM
--   From when on the daily job ends what is old.
--   returns prunesFrom timestamp with time zone
SELECT prunes_from AS "prunesFrom" FROM service_state;
