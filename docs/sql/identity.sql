-- The statements of identity, as they are sent. Written by `npm run sql`.

-- STATE_OF_ADDRESS
--   The account of an address, if there is one: whether it has a password.
--   $1 email: text
--   $2 credential: text
--   returns password boolean
SELECT EXISTS (SELECT FROM accounts WHERE user_id = u.id AND provider = $2 AND password_hash IS NOT NULL) AS password
FROM users u WHERE u.email = $1;

-- SET_DISABLED
--   Disables or enables a person, unless they are so already.
--   $1 userId: uuid
--   $2 disabled: boolean
--   $3 at: timestamp with time zone
UPDATE users SET disabled_at = CASE WHEN $2 THEN $3::timestamptz END WHERE id = $1 AND (disabled_at IS NOT NULL) <> $2;

-- IS_FIRST
--   Whether there is no account yet.
--   returns first boolean
SELECT NOT EXISTS (SELECT FROM users) AS first;

-- PROVEN_ADDRESSES
--   The addresses that a person has verified, the former ones included unless they are another account's by now.
--   $1 userId: uuid
--   returns email text
SELECT email FROM users WHERE id = $1 AND email_verified
UNION SELECT a.former_email FROM address_changes a
WHERE a.user_id = $1 AND a.former_verified AND a.confirmed_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM users u WHERE u.email = a.former_email AND u.id <> $1);

-- HOLDERS_OF_ADDRESS
--   The accounts but one that have an address, or can still restore it.
--   $1 email: text
--   $2 except: uuid
--   returns ?column? integer
SELECT 1 FROM users WHERE email = $1 AND id IS DISTINCT FROM $2::uuid
UNION ALL SELECT 1 FROM address_changes WHERE former_email = $1 AND held_until > now() AND user_id IS DISTINCT FROM $2::uuid;

-- PURGE_SESSIONS
DELETE FROM sessions WHERE expires_at < now();

-- PURGE_VERIFICATIONS
DELETE FROM verifications WHERE expires_at < now();

-- PURGE_CHALLENGES
DELETE FROM sign_in_challenges WHERE expires_at < now();

-- PURGE_SIGN_INS
DELETE FROM provider_sign_ins WHERE expires_at <= now();

-- REDEEM
--   Ends a sign-in that has begun and is not too old; returns what it was to lead to.
--   $1 secretHash: bytea
--   returns callbackUrl text, errorCallbackUrl text, invitationId text, tokenHash bytea
DELETE FROM provider_sign_ins WHERE secret_hash = $1 AND expires_at > now()
RETURNING callback_url AS "callbackUrl", error_callback_url AS "errorCallbackUrl", invitation_id AS "invitationId",
  invitation_token_hash AS "tokenHash";

-- BACKFILL_ISSUERS
--   Sets the issuer of linked accounts from before issuers were stored.
--   $1 provider: text
--   $2 issuer: text
UPDATE accounts SET issuer = $2 WHERE provider = $1 AND issuer IS NULL;

-- DELETE_BACKUP_CODES
--   $1 factorId: uuid
DELETE FROM backup_codes WHERE factor_id = $1;

-- ADD_BACKUP_CODES
--   $1 ids: uuid[]
--   $2 factorId: uuid
--   $3 hashes: bytea[]
INSERT INTO backup_codes (id, factor_id, code_hash) SELECT unnest($1::uuid[]), $2, unnest($3::bytea[]);

-- CONSUME_BACKUP_CODE
--   $1 factorId: uuid
--   $2 hash: bytea
DELETE FROM backup_codes WHERE factor_id = $1 AND code_hash = $2;

-- CONSUME_TIME_STEP
--   Notes the time step whose code was used, unless it or a later one was used before.
--   $1 factorId: uuid
--   $2 step: bigint
UPDATE second_factors SET last_step = $2 WHERE id = $1 AND (last_step IS NULL OR last_step < $2);

-- REMOVE_FACTORS
--   $1 userId: uuid
--   $2 since: timestamp with time zone
DELETE FROM second_factors WHERE user_id = $1 AND ($2::timestamptz IS NULL OR created_at >= $2);

-- STORED_SEEDS
--   returns row uuid, stored text
SELECT id AS row, seed AS stored FROM second_factors WHERE seed IS NOT NULL;

-- REPLACE_SEED
--   $1 id: uuid
--   $2 stored: text
--   $3 encrypted: text
UPDATE second_factors SET seed = $3 WHERE id = $1 AND seed = $2;

-- LOCKED_FOR
--   In how many seconds the oldest of so many wrong codes counts no more; no row if there are fewer.
--   $1 userId: uuid
--   $2 minutes: integer
--   $3 others: bigint
--   returns seconds integer
SELECT ceil(extract(epoch FROM at + make_interval(mins => $2) - now()))::int AS seconds FROM wrong_codes
WHERE user_id = $1 AND at > now() - make_interval(mins => $2) ORDER BY at DESC, id DESC OFFSET $3 LIMIT 1;

-- ADD_WRONG_CODE
--   Records a wrong code, and deletes those that are too old to count.
--   $1 id: uuid
--   $2 userId: uuid
--   $3 minutes: integer
WITH old AS (DELETE FROM wrong_codes WHERE user_id = $2 AND at <= now() - make_interval(mins => $3))
INSERT INTO wrong_codes (id, user_id, at) VALUES ($1, $2, clock_timestamp());

-- CLEAR_WRONG_CODES
--   $1 userId: uuid
DELETE FROM wrong_codes WHERE user_id = $1;

-- PROLONG
--   Makes a session good until then.
--   $1 id: uuid
--   $2 until: timestamp with time zone
UPDATE sessions SET expires_at = $2, updated_at = now() WHERE id = $1;

-- NOTE_WRITE
--   Notes where in the log this session has just written.
--   $1 id: uuid
UPDATE sessions SET written_to = pg_current_wal_insert_lsn() WHERE id = $1;

-- CLEAR_ORGANIZATION
--   Clears an organization that is about to be deleted from all sessions.
--   $1 activeOrganizationId: uuid
UPDATE sessions SET active_organization_id = NULL, active_team_id = NULL WHERE active_organization_id = $1;

-- CLEAR_TEAM
--   Clears a team that is about to be deleted from all sessions.
--   $1 activeTeamId: uuid
UPDATE sessions SET active_team_id = NULL WHERE active_team_id = $1;

-- END_OWN
--   Ends one of a person's own sessions.
--   $1 userId: uuid
--   $2 handle: text
DELETE FROM sessions WHERE user_id = $1 AND id::text = $2;

-- END
--   Ends a session of whatever person; returns the person.
--   $1 id: uuid
--   returns id uuid, name text
DELETE FROM sessions s USING users u WHERE s.id = $1 AND u.id = s.user_id RETURNING u.id, u.name;

-- END_OLDEST
--   Ends the sessions of a person but the newest.
--   $1 userId: uuid
--   $2 kept: bigint
DELETE FROM sessions WHERE id IN (
  SELECT id FROM sessions WHERE user_id = $1 ORDER BY expires_at > now() DESC, created_at DESC, id DESC OFFSET $2);
