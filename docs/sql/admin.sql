-- The statements of admin, as they are sent. Written by `npm run sql`.

-- USERS
--   returns email text, name text, verified boolean, factor boolean, disabled boolean, made timestamp with time zone, organizations integer, sessions integer
SELECT u.email, u.name, u.email_verified AS verified, u.two_factor_enabled AS factor, u.disabled_at IS NOT NULL AS disabled,
  u.created_at AS made,
  (SELECT count(*)::int FROM members m WHERE m.user_id = u.id) AS organizations,
  (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id AND s.expires_at > now()) AS sessions
FROM users u ORDER BY u.email;

-- ORGANIZATIONS
--   returns id uuid, slug text, name text, made timestamp with time zone, members integer
SELECT o.id, o.slug, o.name, o.created_at AS made, (SELECT count(*)::int FROM members m WHERE m.organization_id = o.id) AS members
FROM organizations o ORDER BY o.slug;

-- COUNT_PRODUCTS
--   $1 organizationId: uuid
--   returns products integer
SELECT count(*)::int AS products FROM products WHERE organization_id = $1;

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
