-- The statements of idempotency, as they are sent. Written by `npm run sql`.

-- CLAIM
--   Takes a request for the caller, or tells what is known of it. One that was just taken may be known by nothing yet.
--   $1 organizationId: uuid
--   $2 hash: bytea
--   $3 digest: bytea
--   $4 claim: uuid
--   returns mine boolean, digest bytea, made boolean, status smallint, location text, etag text, body text
WITH claimed AS (
  INSERT INTO idempotency_keys AS k (organization_id, hash, digest, claim) VALUES ($1, $2, $3, $4)
  ON CONFLICT (organization_id, hash) DO UPDATE
    SET digest = $3, claim = $4, claimed_at = now(), made_at = NULL, status = NULL, location = NULL, etag = NULL,
      body = NULL
    WHERE k.claimed_at <= now() - interval '24 hours' OR (k.made_at IS NULL AND k.status IS NULL AND k.claimed_at <= now() - interval '2 minutes')
  RETURNING set_config('synchronous_commit', 'off', true))
SELECT EXISTS (SELECT FROM claimed) AS mine, k.digest, k.made_at <= now() - interval '10 seconds' AS made, k.status,
  k.location, k.etag, k.body
FROM (VALUES (1)) AS one LEFT JOIN idempotency_keys k ON k.organization_id = $1 AND k.hash = $2;

-- SETTLE
--   In the transaction of the change: it was made. It fails where somebody else has taken the request
--   (`ck_idempotency_keys_claim`).
--   $1 organizationId: uuid
--   $2 hash: bytea
--   $3 claim: uuid
UPDATE idempotency_keys SET made_at = coalesce(made_at, now()), claim = CASE WHEN claim = $3 THEN claim END
WHERE organization_id = $1 AND hash = $2;

-- KEEP
--   Keeps the answer.
--   $1 organizationId: uuid
--   $2 hash: bytea
--   $3 claim: uuid
--   $4 status: smallint
--   $5 location: text
--   $6 etag: text
--   $7 body: text
--   returns done text
UPDATE idempotency_keys SET status = $4, location = $5, etag = $6, body = $7
WHERE organization_id = $1 AND hash = $2 AND claim = $3
RETURNING set_config('synchronous_commit', 'off', true) AS done;

-- RELEASE
--   Lets the request be sent anew, unless something was made.
--   $1 organizationId: uuid
--   $2 hash: bytea
--   $3 claim: uuid
DELETE FROM idempotency_keys WHERE organization_id = $1 AND hash = $2 AND claim = $3 AND made_at IS NULL;

-- FORGET_ANSWERS
--   Forgets answers, which may name somebody whose account is deleted, but not that the requests were carried out.
--   $1 organizationId: uuid
UPDATE idempotency_keys SET body = NULL WHERE organization_id = $1 AND body IS NOT NULL;

-- FORGET_OLD
/* all organizations: forget_idempotency_keys */
DELETE FROM idempotency_keys WHERE claimed_at <= now() - interval '24 hours';
