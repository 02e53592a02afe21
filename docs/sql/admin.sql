-- The statements of admin, as they are sent. Written by `npm run sql`.

-- TABLES
--   The tables of the service but for these, with the columns that are not computed from others.
--   $1 leftOut: text[]
--   returns name name, columns text[]
SELECT c.relname AS name, array_agg(quote_ident(a.attname)
  ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND 'public.' || c.relname <> ALL ($1)
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
    AND d.deptype = 'e')
GROUP BY c.relname ORDER BY c.relname;

-- SOURCE
--   Whether a database is that of a service, and spread over machines, and its version.
--   returns prepared boolean, spread boolean, postgres text
SELECT to_regclass('public.migrations') IS NOT NULL
  AND to_regclass('public.secret_key_check') IS NOT NULL AS prepared,
  EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS spread,
    current_setting('server_version') AS postgres;

-- MIGRATIONS_MADE
--   returns name character varying
SELECT name FROM migrations ORDER BY timestamp, id;

-- QUEUED_JOBS
--   The jobs that wait, as they would be added again: independent of how the library keeps them. Those that run, or
--   failed and will be tried again, are among them; those that have failed for good are not.
--   returns identifier text, payload text, queue_name text, run_at timestamp with time zone, max_attempts smallint, key text, priority smallint
SELECT t.identifier, j.payload::text, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority
FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
WHERE j.attempts < j.max_attempts OR j.locked_at IS NOT NULL
ORDER BY j.id;

-- AVATARS_AFTER
--   $1 id: uuid
--   returns id uuid, address text
SELECT id, image AS address FROM users WHERE image IS NOT NULL AND id > $1 ORDER BY id LIMIT 1000;

-- LOGOS_AFTER
--   $1 id: uuid
--   returns id uuid, address text
SELECT id, logo AS address FROM organizations WHERE logo IS NOT NULL AND id > $1 ORDER BY id LIMIT 1000;

-- HAS_EVIDENCE
--   Whether the database has evidence: those of former versions have not.
--   returns present boolean
SELECT to_regclass('evidence') IS NOT NULL AS present;

-- EVIDENCE_AFTER
--   $1 id: uuid
--   returns id uuid
SELECT id FROM evidence WHERE id > $1 ORDER BY id LIMIT 1000;

-- MAJOR_VERSION
--   returns version integer
SELECT current_setting('server_version_num')::int / 10000 AS version;

-- PRESENT
--   The names of tables and views that are there already.
--   returns names text
SELECT coalesce(string_agg(c.oid::regclass::text, ', ' ORDER BY c.relname), '') AS names
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema',
  'graphile_worker')
  AND n.nspname !~ '^pg_(toast|temp)'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
    AND d.deptype = 'e');

-- SET_ASIDE
--   How to drop foreign keys and indexes, and to make them again.
--   returns drop text, make text, step integer
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
  format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make,
    2 AS step
FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0
UNION ALL
SELECT format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 1
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'i' AND NOT c.relispartition
  AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype <> 'f')
ORDER BY step DESC, make;

-- USERS
--   returns email text, name text, verified boolean, factor boolean, disabled boolean, made timestamp with time zone, organizations integer, sessions integer
SELECT u.email, u.name, u.email_verified AS verified, u.two_factor_enabled AS factor,
  u.disabled_at IS NOT NULL AS disabled,
  u.created_at AS made,
  (SELECT count(*)::int FROM members m WHERE m.user_id = u.id) AS organizations,
  (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id AND s.expires_at > now()) AS sessions
FROM users u ORDER BY u.email;

-- ORGANIZATIONS
--   returns id uuid, slug text, name text, made timestamp with time zone, deleted timestamp with time zone, members integer
SELECT o.id, coalesce(o.deleted_slugs[1], o.slug) AS slug, o.name, o.created_at AS made, o.deleted_at AS deleted,
  (SELECT count(*)::int FROM members m WHERE m.organization_id = o.id) AS members
FROM organizations o ORDER BY 2, o.id;

-- COUNT_PRODUCTS
--   $1 organizationId: uuid
--   returns products integer
SELECT count(*)::int AS products FROM products WHERE organization_id = $1;

-- SAME_ACCOUNT
--   Organizations of the same account of work as this one, itself among them.
--   $1 slug: text
--   returns slug text
SELECT o.slug FROM organizations o JOIN organizations given ON given.slug = $1
WHERE coalesce(o.account_network, o.account::text, o.id::text) = coalesce(given.account_network, given.account::text, given.id::text)
ORDER BY o.slug;

-- SERVER
--   returns version text, major integer, isUtf8 boolean, mayCreate boolean, isSuperuser boolean, connections integer, now timestamp with time zone
SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS major,
  current_setting('server_encoding') = 'UTF8' AS "isUtf8",
  has_database_privilege(current_database(), 'CREATE') AND has_schema_privilege('public', 'CREATE') AS "mayCreate",
  (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuperuser",
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections,
  clock_timestamp() AS now;

-- PRIMARY
--   returns cluster text, schema character varying, lag double precision
SELECT (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
  (SELECT name FROM migrations ORDER BY timestamp DESC, id DESC LIMIT 1) AS schema,
  extract(epoch FROM clock_timestamp() - at)::float8 AS lag
FROM heartbeat WHERE id = 1;

-- HAS_KEY_CHECK
--   returns exists boolean
SELECT to_regclass('secret_key_check') IS NOT NULL AS exists;
