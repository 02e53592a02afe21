-- The statements of single-sign-on, as they are sent. Written by `npm run sql`.

-- HOLDER
--   The organization whose domain it is.
--   $1 domain: text
--   returns id uuid, organizationId uuid, token text, verifiedBy text, missingSince timestamp with time zone
SELECT id, organization_id AS "organizationId", token, verified_by AS "verifiedBy", missing_since AS "missingSince"
FROM sign_in_domains WHERE domain = $1 AND verified_at IS NOT NULL;

-- LOSE
--   Takes a domain from the organization that holds it.
--   $1 id: uuid
UPDATE sign_in_domains SET verified_at = NULL, verified_by = NULL, missing_since = NULL WHERE id = $1 AND verified_at IS NOT NULL;

-- TRY_CODE
--   Takes one try of the code that was mailed for a domain; none where there is no try left, or it is too old.
--   $1 id: uuid
--   returns codeHash bytea
UPDATE sign_in_domains SET code_tries_left = code_tries_left - 1
WHERE id = $1 AND code_tries_left > 0 AND code_expires_at > now() RETURNING code_hash AS "codeHash";

-- KEEP_CODE
--   Keeps the code that is mailed for a domain; an earlier one is no longer good.
--   $1 id: uuid
--   $2 codeHash: bytea
--   $3 expiresAt: timestamp with time zone
--   $4 tries: integer
UPDATE sign_in_domains SET code_hash = $2, code_expires_at = $3, code_tries_left = $4 WHERE id = $1;

-- NEXT_TO_CHECK
--   Proved domains to look at again, a hundred after one. Those proved by mail only where another organization has proved
--   them too.
--   $1 after: uuid
--   returns id uuid, domain text, token text
SELECT id, domain, token FROM sign_in_domains
WHERE verified_at IS NOT NULL AND (verified_by = 'dns' OR missing_since IS NOT NULL)
  AND ($1::uuid IS NULL OR id > $1::uuid)
ORDER BY id LIMIT 100;

-- NOTE_RECORDS
--   Notes which records of domains are there and which are not; whose answer is not known stay as they are.
--   $1 found: uuid[]
--   $2 missing: uuid[]
UPDATE sign_in_domains SET missing_since = CASE WHEN id = ANY ($2::uuid[]) THEN coalesce(missing_since, now()) END
WHERE verified_at IS NOT NULL AND (id = ANY ($1::uuid[]) OR id = ANY ($2::uuid[]));

-- NEXT_SECRETS
--   $1 organizationId: uuid
--   $2 after: uuid
--   $3 prefix: text
--   $4 count: bigint
--   returns organizationId uuid, row uuid, stored text
/* all organizations: encrypt_stored_secrets */
SELECT organization_id AS "organizationId", id AS row, private_key AS stored FROM sign_in_keys
WHERE ($1::uuid IS NULL OR (organization_id, id) > ($1, $2::uuid)) AND NOT starts_with(private_key, $3)
ORDER BY organization_id, id LIMIT $4;

-- REPLACE_SECRETS
--   $1 organizationIds: uuid[]
--   $2 ids: uuid[]
--   $3 stored: text[]
--   $4 encrypted: text[]
/* all organizations: encrypt_stored_secrets */
UPDATE sign_in_keys t SET private_key = r.encrypted
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r(organization_id, id, stored, encrypted)
WHERE t.organization_id = r.organization_id AND t.id = r.id AND t.private_key = r.stored;

-- KEYS_OF_SECRETS
--   returns keyId text, count integer
/* all organizations: encrypt_stored_secrets */
SELECT CASE WHEN starts_with(private_key, 'v1.') THEN split_part(private_key, '.', 2) END AS "keyId",
  count(*)::int AS count
FROM sign_in_keys GROUP BY 1;

-- TEAMS_AMONG
--   Of these teams, those that are there.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns id uuid
SELECT id FROM teams WHERE organization_id = $1 AND id = ANY ($2::uuid[]);

-- NEXT_WITH_CERTIFICATES
--   Providers with certificates, a hundred after one.
--   $1 after: uuid
--   returns organizationId uuid, certificates text[], toldCertificates text[]
/* all organizations: tell_of_certificates */
SELECT s.organization_id AS "organizationId", s.certificates, s.told_certificates AS "toldCertificates"
FROM organization_sign_in s JOIN organizations o ON o.id = s.organization_id AND o.deleted_at IS NULL
WHERE s.organization_id > $1 AND s.certificates <> '{}' AND s.suspended_by IS NULL
ORDER BY s.organization_id LIMIT 100;

-- SUSPEND
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   returns id uuid
UPDATE organization_sign_in SET suspended_by = $2 WHERE organization_id = $1 AND suspended_by IS NULL
RETURNING organization_id AS id;

-- RESUME
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   returns id uuid
UPDATE organization_sign_in SET suspended_by = NULL WHERE organization_id = $1 AND suspended_by = $2
RETURNING organization_id AS id;

-- END_SUSPENDED
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   returns id uuid
DELETE FROM organization_sign_in WHERE organization_id = $1 AND suspended_by = $2 RETURNING organization_id AS id;

-- NEXT_SECRETS
--   $1 organizationId: uuid
--   $2 after: uuid
--   $3 prefix: text
--   $4 count: bigint
--   returns organizationId uuid, row uuid, stored text
/* all organizations: encrypt_stored_secrets */
SELECT organization_id AS "organizationId", organization_id AS row, client_secret AS stored FROM organization_sign_in
WHERE ($1::uuid IS NULL OR (organization_id, organization_id) > ($1, $2::uuid)) AND NOT starts_with(client_secret, $3)
ORDER BY organization_id LIMIT $4;

-- REPLACE_SECRETS
--   $1 organizationIds: uuid[]
--   $2 ids: uuid[]
--   $3 stored: text[]
--   $4 encrypted: text[]
/* all organizations: encrypt_stored_secrets */
UPDATE organization_sign_in t SET client_secret = r.encrypted
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r(organization_id, id, stored, encrypted)
WHERE t.organization_id = r.organization_id AND t.organization_id = r.id AND t.client_secret = r.stored;

-- KEYS_OF_SECRETS
--   returns keyId text, count integer
/* all organizations: encrypt_stored_secrets */
SELECT CASE WHEN starts_with(client_secret, 'v1.') THEN split_part(client_secret, '.', 2) END AS "keyId",
  count(*)::int AS count
FROM organization_sign_in WHERE client_secret IS NOT NULL GROUP BY 1;

-- ENTERED
--   The organization that people come in to, unless it is deleted.
--   $1 organizationId: uuid
--   returns id uuid, name text, isSuspended boolean
SELECT o.id, o.name, o.suspended_at IS NOT NULL AS "isSuspended" FROM organizations o
WHERE o.id = $1 AND o.deleted_at IS NULL;

-- PURGE_ATTEMPTS
DELETE FROM organization_sign_in_attempts WHERE expires_at <= now();

-- REDEEM
--   Ends an attempt that has begun and is not too old; returns what it was to lead to.
--   $1 secretHash: bytea
--   $2 organizationId: uuid
--   returns purpose text, sessionId uuid, requestId text, callbackUrl text, errorCallbackUrl text
DELETE FROM organization_sign_in_attempts WHERE secret_hash = $1 AND organization_id = $2 AND expires_at > now()
RETURNING purpose, session_id AS "sessionId", request_id AS "requestId", callback_url AS "callbackUrl",
  error_callback_url AS "errorCallbackUrl";
