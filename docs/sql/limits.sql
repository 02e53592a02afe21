-- The statements of limits, as they are sent. Written by `npm run sql`.

-- IS_KNOWN
--   Whether a credential is known; `now` in milliseconds.
--   $1 key: text
--   $2 now: bigint
--   returns known integer
SELECT 1 AS known FROM rate_limits WHERE key = $1 AND expire > $2;

-- REMEMBER
--   Remembers a credential, until `expire`.
--   $1 key: character varying
--   $2 expire: bigint
--   $3 address: character varying
INSERT INTO rate_limits (key, points, expire, address) VALUES ($1, 0, $2, $3)
ON CONFLICT (key) DO UPDATE SET expire = excluded.expire;

-- FORGET
--   $1 key: text
DELETE FROM rate_limits WHERE key = $1;

-- TRIM_ADDRESS
--   Keeps the latest credentials of an address.
--   $1 address: text
--   $2 kept: bigint
DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE address = $1
  ORDER BY expire DESC OFFSET $2);

-- TRIM_ALL
--   Keeps the latest credentials of all addresses.
--   $1 kept: bigint
DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE address IS NOT NULL
  ORDER BY expire DESC OFFSET $1);
