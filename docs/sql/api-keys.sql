-- The statements of api-keys, as they are sent. Written by `npm run sql`.

-- LIST
--   The keys of an organization that are good, newest first.
--   $1 organizationId: uuid
--   returns id uuid, name text, displayPrefix text, scopes text[], productId uuid, ownerUserId uuid, ownerName text, ownerEmail text, expiresAt timestamp with time zone, allowedAddresses text[], lastUsedAt timestamp with time zone, createdAt timestamp with time zone
SELECT k.id, k.name, k.display_prefix AS "displayPrefix", k.scopes, k.product_id AS "productId",
  k.owner_user_id AS "ownerUserId", u.name AS "ownerName", u.email AS "ownerEmail", k.expires_at AS "expiresAt",
    k.allowed_addresses AS "allowedAddresses",
  k.last_used_at AS "lastUsedAt", k.created_at AS "createdAt"
FROM api_keys k LEFT JOIN users u ON u.id = k.owner_user_id
WHERE k.organization_id = $1 AND (k.revoked_at IS NULL AND k.suspended_by IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())) ORDER BY k.created_at DESC, k.id DESC;

-- READ
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns id uuid, name text, displayPrefix text, scopes text[], productId uuid, ownerUserId uuid, ownerName text, ownerEmail text, expiresAt timestamp with time zone, allowedAddresses text[], lastUsedAt timestamp with time zone, createdAt timestamp with time zone
SELECT k.id, k.name, k.display_prefix AS "displayPrefix", k.scopes, k.product_id AS "productId",
  k.owner_user_id AS "ownerUserId", u.name AS "ownerName", u.email AS "ownerEmail", k.expires_at AS "expiresAt",
    k.allowed_addresses AS "allowedAddresses",
  k.last_used_at AS "lastUsedAt", k.created_at AS "createdAt"
FROM api_keys k LEFT JOIN users u ON u.id = k.owner_user_id
WHERE k.organization_id = $1 AND k.id = $2 ORDER BY k.created_at DESC, k.id DESC;

-- COUNT_LIVE
--   $1 organizationId: uuid
--   returns live integer
SELECT count(*)::int AS live FROM api_keys k WHERE k.organization_id = $1 AND (k.revoked_at IS NULL AND k.suspended_by IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()));

-- RECORD_USE
--   Updates `last_used_at` of a key if it is due.
--   $1 id: uuid
UPDATE api_keys k SET last_used_at = now() WHERE id = $1 AND (k.last_used_at IS NULL OR k.last_used_at < now() - interval '60 seconds');

-- NOTE_WRITE
--   Notes where in the log this key has just written.
--   $1 id: uuid
UPDATE api_keys SET written_to = pg_current_wal_insert_lsn() WHERE id = $1;

-- LOCK_SESSION
--   $1 id: uuid
--   returns ?column? integer
SELECT 1 FROM sessions WHERE id = $1 FOR KEY SHARE;

-- LOCK_ALL
--   $1 organizationId: uuid
--   returns ?column? integer
SELECT 1 FROM api_keys WHERE organization_id = $1 ORDER BY id FOR UPDATE;

-- REVOKE
--   Revokes keys and, recursively, all keys created with them.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   $3 ownerUserId: uuid
--   $4 productId: uuid
--   returns id uuid, name text, organizationId uuid, accountId uuid
WITH RECURSIVE ending AS (
  SELECT id FROM api_keys WHERE revoked_at IS NULL
    AND ($1::uuid IS NULL OR organization_id = $1) AND ($2::uuid[] IS NULL OR id = ANY ($2))
    AND ($3::uuid IS NULL OR owner_user_id = $3)
    AND ($4::uuid IS NULL OR product_id = $4)
  UNION SELECT child.id FROM api_keys child JOIN ending ON child.parent_id = ending.id
)
UPDATE api_keys SET revoked_at = now() WHERE id IN (SELECT id FROM ending) AND revoked_at IS NULL
RETURNING id, name, organization_id AS "organizationId", owner_user_id AS "accountId";

-- SUSPEND
--   Suspends live keys and, recursively, all keys created with them.
--   $1 recoveryId: uuid
--   $2 ids: uuid[]
--   returns id uuid
WITH RECURSIVE ending AS (
  SELECT id FROM api_keys WHERE id = ANY ($2::uuid[]) AND revoked_at IS NULL AND suspended_by IS NULL
  UNION SELECT child.id FROM api_keys child JOIN ending ON child.parent_id = ending.id
)
UPDATE api_keys SET suspended_by = $1 WHERE id IN (SELECT id FROM ending) AND revoked_at IS NULL
  AND suspended_by IS NULL RETURNING id;

-- RESUME
--   Makes keys that a recovery has suspended good again, with all that were created with them.
--   $1 recoveryId: uuid
--   $2 ids: uuid[]
--   returns id uuid
WITH RECURSIVE resumed AS (
  SELECT id FROM api_keys WHERE id = ANY ($2::uuid[])
  UNION SELECT child.id FROM api_keys child JOIN resumed ON child.parent_id = resumed.id
)
UPDATE api_keys SET suspended_by = NULL WHERE id IN (SELECT id FROM resumed) AND suspended_by = $1 RETURNING id;

-- ORGANIZATIONS_OF
--   The organizations in which a person has keys or trusted publishers, in one order.
--   $1 ownerUserId: uuid
--   returns id uuid
SELECT organization_id AS id FROM api_keys WHERE owner_user_id = $1
UNION SELECT organization_id FROM trusted_publishers WHERE owner_user_id = $1 ORDER BY 1;

-- MATCHES
--   The publishers whose claims a token fulfils; at most a thousand, more than anybody has of one repository.
--   $1 issuer: text
--   $2 sourceId: text
--   $3 claims: jsonb
--   $4 organizationId: uuid
--   returns id uuid, organizationId uuid, productId uuid, claims jsonb, repository text, ownerUserId uuid, keyExpiresAt timestamp with time zone, allowedAddresses text[], isProved boolean
SELECT p.id, p.organization_id AS "organizationId", p.product_id AS "productId", p.claims, p.repository, p.owner_user_id AS "ownerUserId",
  k.expires_at AS "keyExpiresAt", k.allowed_addresses AS "allowedAddresses", p.last_used_at IS NOT NULL AS "isProved"
FROM trusted_publishers p
JOIN organizations o ON o.id = p.organization_id AND o.deleted_at IS NULL
JOIN members m ON m.organization_id = p.organization_id AND m.user_id = p.owner_user_id
JOIN users u ON u.id = p.owner_user_id AND u.disabled_at IS NULL
LEFT JOIN api_keys k ON k.id = p.parent_key_id
WHERE p.suspended_by IS NULL AND p.issuer = $1 AND p.source_id = $2 AND p.claims <@ $3::jsonb
  AND ($4::uuid IS NULL OR p.organization_id = $4)
  AND (p.parent_key_id IS NULL OR (k.revoked_at IS NULL AND k.suspended_by IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())))
ORDER BY p.last_used_at IS NULL, p.created_at, p.id LIMIT 1000;

-- PRESENT
--   Publishers that wait for the ids of a repository of this name are shown them; of those that were shown the same
--   before none is returned.
--   $1 issuer: text
--   $2 repository: text
--   $3 presented: jsonb
--   $4 organizationId: uuid
--   $5 productId: uuid
--   returns id uuid, organizationId uuid, productId uuid, claims jsonb, repository text, ownerUserId uuid
UPDATE trusted_publishers w SET presented = $3::jsonb
FROM trusted_publishers p JOIN members m ON m.organization_id = p.organization_id AND m.user_id = p.owner_user_id
  JOIN organizations o ON o.id = p.organization_id AND o.deleted_at IS NULL
  JOIN users u ON u.id = p.owner_user_id AND u.disabled_at IS NULL
  LEFT JOIN api_keys k ON k.id = p.parent_key_id
WHERE w.id = p.id AND p.organization_id = $4 AND p.suspended_by IS NULL AND p.issuer = $1 AND p.source_id IS NULL
  AND lower(p.repository) = lower($2) AND p.presented IS DISTINCT FROM $3::jsonb
  AND (p.parent_key_id IS NULL OR (k.revoked_at IS NULL AND k.suspended_by IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())))
  AND ($5::uuid IS NULL OR p.product_id = $5)
RETURNING w.id, w.organization_id AS "organizationId", w.product_id AS "productId", w.claims, w.repository, w.owner_user_id AS "ownerUserId";

-- ACCEPT
--   Accepts the ids that a publisher was shown last, if they are these.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 claims: jsonb
--   $4 sourceId: text
--   returns id uuid
UPDATE trusted_publishers SET claims = $3::jsonb, source_id = $4, presented = NULL
WHERE organization_id = $1 AND id = $2 AND source_id IS NULL AND presented = $3::jsonb AND suspended_by IS NULL
RETURNING id;

-- USE_TOKEN
--   Uses a token up, once more; returns no row if that was too often.
--   $1 tokenHash: bytea
--   $2 expiresAt: timestamp with time zone
--   $3 most: integer
--   returns uses integer
INSERT INTO used_tokens AS used (token_hash, uses, expires_at) VALUES ($1, 1, $2)
ON CONFLICT (token_hash) DO UPDATE SET uses = used.uses + 1 WHERE used.uses < $3 RETURNING uses;

-- DELETE
--   Deletes a publisher with its passes.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 id: uuid
--   returns id uuid, organizationId uuid, productId uuid, claims jsonb, repository text, ownerUserId uuid
DELETE FROM trusted_publishers WHERE organization_id = $1 AND product_id = $2 AND id = $3
RETURNING trusted_publishers.id, trusted_publishers.organization_id AS "organizationId", trusted_publishers.product_id AS "productId", trusted_publishers.claims, trusted_publishers.repository, trusted_publishers.owner_user_id AS "ownerUserId";

-- END
--   Deletes the publishers that a selection of keys concerns, by member, product or organization, and those that the
--   revoked keys have made.
--   $1 byKey: boolean
--   $2 organizationId: uuid
--   $3 ownerUserId: uuid
--   $4 productId: uuid
--   $5 revokedKeyIds: uuid[]
--   returns id uuid, organizationId uuid, productId uuid, claims jsonb, repository text, ownerUserId uuid
DELETE FROM trusted_publishers WHERE parent_key_id = ANY ($5::uuid[]) OR (NOT $1::boolean
  AND ($2::uuid IS NULL OR organization_id = $2) AND ($3::uuid IS NULL OR owner_user_id = $3)
  AND ($4::uuid IS NULL OR product_id = $4))
RETURNING trusted_publishers.id, trusted_publishers.organization_id AS "organizationId", trusted_publishers.product_id AS "productId", trusted_publishers.claims, trusted_publishers.repository, trusted_publishers.owner_user_id AS "ownerUserId";

-- SUSPEND
--   Suspends publishers, and those that keys have made.
--   $1 recoveryId: uuid
--   $2 ids: uuid[]
--   $3 keyIds: uuid[]
--   returns id uuid
UPDATE trusted_publishers SET suspended_by = $1
WHERE (id = ANY ($2::uuid[]) OR parent_key_id = ANY ($3::uuid[])) AND suspended_by IS NULL RETURNING id;

-- RESUME
--   Makes publishers that a recovery has suspended good again, and those that keys have made.
--   $1 recoveryId: uuid
--   $2 ids: uuid[]
--   $3 keyIds: uuid[]
UPDATE trusted_publishers SET suspended_by = NULL
WHERE (id = ANY ($2::uuid[]) OR parent_key_id = ANY ($3::uuid[])) AND suspended_by = $1;

-- END_SUSPENDED
--   Deletes publishers that a recovery has suspended, with their passes.
--   $1 recoveryId: uuid
--   $2 ids: uuid[]
--   returns id uuid, organizationId uuid, productId uuid, claims jsonb, repository text, ownerUserId uuid
DELETE FROM trusted_publishers WHERE id = ANY ($2::uuid[]) AND suspended_by = $1
RETURNING trusted_publishers.id, trusted_publishers.organization_id AS "organizationId", trusted_publishers.product_id AS "productId", trusted_publishers.claims, trusted_publishers.repository, trusted_publishers.owner_user_id AS "ownerUserId";
