-- The statements of identity, as they are sent. Written by `npm run sql`.

-- STATE_OF_ADDRESS
--   The account of an address, if there is one: whether it has a password.
--   $1 email: text
--   $2 credential: text
--   returns password boolean
SELECT EXISTS (SELECT FROM accounts WHERE user_id = u.id AND provider = $2 AND password_hash IS NOT NULL) AS password
FROM users u WHERE u.email = $1;

-- SET_DISABLED
--   Disables or enables a person, unless they are so already. Who is disabled by whoever runs the service (`by` null) is
--   not enabled by an organization.
--   $1 userId: uuid
--   $2 disabled: boolean
--   $3 at: timestamp with time zone
--   $4 by: uuid
UPDATE users SET disabled_at = CASE WHEN $2 THEN coalesce(disabled_at, $3::timestamptz) END,
  disabled_by = CASE WHEN $2 THEN $4::uuid END
WHERE id = $1 AND CASE WHEN $2 THEN disabled_at IS NULL OR ($4::uuid IS NULL AND disabled_by IS NOT NULL)
  ELSE disabled_at IS NOT NULL AND ($4::uuid IS NULL OR disabled_by = $4::uuid) END;

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
UNION ALL SELECT 1 FROM address_changes WHERE former_email = $1 AND held_until > now()
  AND user_id IS DISTINCT FROM $2::uuid;

-- PURGE_SESSIONS
DELETE FROM sessions WHERE expires_at < now();

-- PURGE_VERIFICATIONS
DELETE FROM verifications WHERE expires_at < now();

-- PURGE_CHALLENGES
DELETE FROM sign_in_challenges WHERE expires_at < now();

-- NOTE_NETWORK
--   Notes that an account has signed in from a network, and says whether it did not do so there lately.
--   $1 userId: uuid
--   $2 network: text
--   returns isNew boolean
WITH before AS MATERIALIZED (
  SELECT NOT EXISTS (SELECT FROM account_networks WHERE user_id = $1
    AND network_hash = sha256(convert_to($1::uuid::text || ' ' || $2::text, 'UTF8'))
    AND last_signed_in_at > now() - interval '90 days') AS new
), noted AS (
  INSERT INTO account_networks (user_id, network_hash, last_signed_in_at)
  VALUES ($1, sha256(convert_to($1::uuid::text || ' ' || $2::text, 'UTF8')), now())
  ON CONFLICT ON CONSTRAINT pk_account_networks DO UPDATE SET last_signed_in_at = excluded.last_signed_in_at
)
SELECT new AS "isNew" FROM before;

-- IS_OWN_NETWORK
--   Returns a row if the account of this address has signed in from this network lately.
--   $1 email: text
--   $2 network: text
--   returns ?column? integer
SELECT 1 FROM users u JOIN account_networks n ON n.user_id = u.id AND n.network_hash = sha256(convert_to(u.id::text || ' ' || $2::text, 'UTF8'))
WHERE u.email = $1 AND n.last_signed_in_at > now() - interval '90 days';

-- NETWORKS
--   For the personal data export.
--   $1 userId: uuid
--   returns network text, lastSignedInAt timestamp with time zone
SELECT encode(network_hash, 'hex') AS network, last_signed_in_at AS "lastSignedInAt" FROM account_networks
WHERE user_id = $1 ORDER BY last_signed_in_at, network_hash;

-- PURGE_NETWORKS
DELETE FROM account_networks WHERE last_signed_in_at < now() - interval '90 days';

-- MAIL_PREFERENCES_OF
--   $1 userIds: uuid[]
--   returns userId uuid, choices jsonb, hour smallint, language text, timeZone text
SELECT user_id AS "userId", mail_choices AS choices, mail_hour AS hour, language, time_zone AS "timeZone"
FROM preferences WHERE user_id = ANY ($1::uuid[]);

-- SET_MAIL_PREFERENCES
--   $1 userId: uuid
--   $2 choices: jsonb
--   $3 hour: smallint
INSERT INTO preferences (user_id, shortcuts, mail_choices, mail_hour)
VALUES ($1, '{"on":true,"keys":{}}', $2::jsonb, $3::smallint)
ON CONFLICT ON CONSTRAINT pk_preferences DO UPDATE
SET mail_choices = excluded.mail_choices, mail_hour = excluded.mail_hour;

-- NOTE_UNSUBSCRIBE_KEY
--   $1 userId: uuid
--   $2 key: bytea
--   returns key bytea
INSERT INTO preferences AS known (user_id, shortcuts, unsubscribe_key) VALUES ($1, '{"on":true,"keys":{}}', $2)
ON CONFLICT ON CONSTRAINT pk_preferences DO UPDATE
SET unsubscribe_key = coalesce(known.unsubscribe_key, excluded.unsubscribe_key)
RETURNING unsubscribe_key AS key;

-- UNSUBSCRIBE_KEY
--   $1 userId: uuid
--   returns key bytea
SELECT unsubscribe_key AS key FROM preferences WHERE user_id = $1;

-- PREFERENCES_OF
--   $1 userId: uuid
--   returns language text, timeZone text, shortcuts jsonb
SELECT language, time_zone AS "timeZone", shortcuts FROM preferences WHERE user_id = $1;

-- EXPORTED_PREFERENCES
--   For the personal data export.
--   $1 userId: uuid
--   returns language text, timeZone text, shortcuts jsonb, mailChoices jsonb, mailHour smallint
SELECT language, time_zone AS "timeZone", shortcuts, mail_choices AS "mailChoices", mail_hour AS "mailHour"
FROM preferences WHERE user_id = $1;

-- SET_PREFERENCES
--   $1 userId: uuid
--   $2 language: text
--   $3 timeZone: text
--   $4 shortcuts: jsonb
INSERT INTO preferences (user_id, language, time_zone, shortcuts) VALUES ($1, $2, $3, $4)
ON CONFLICT ON CONSTRAINT pk_preferences DO UPDATE
SET language = excluded.language, time_zone = excluded.time_zone, shortcuts = excluded.shortcuts;

-- MEANS_OF_PROOF
--   $1 userId: uuid
--   $2 credential: text
--   $3 provider: text
--   $4 issuer: text
--   returns hasFactor boolean, hasPassword boolean, hasProvider boolean
SELECT u.two_factor_enabled AS "hasFactor",
  EXISTS (SELECT FROM accounts a WHERE a.user_id = u.id AND a.provider = $2
    AND a.password_hash IS NOT NULL) AS "hasPassword",
  EXISTS (SELECT FROM accounts a WHERE a.user_id = u.id AND a.provider = $3 AND a.issuer = $4::text
    AND a.tells_auth_time
    AND a.suspended_by IS NULL) AS "hasProvider"
FROM users u WHERE u.id = $1;

-- MARK_PROVED
--   $1 sessionId: uuid
--   $2 at: timestamp with time zone
UPDATE sessions SET proved_at = $2 WHERE id = $1;

-- TRY_CODE
--   Takes one try of the code that was mailed to a session; none where there is no try left, or it is too old.
--   $1 sessionId: uuid
--   returns codeHash bytea
UPDATE proof_codes SET tries_left = tries_left - 1
WHERE session_id = $1 AND tries_left > 0 AND expires_at > now() RETURNING code_hash AS "codeHash";

-- FORGET_CODE
--   $1 sessionId: uuid
DELETE FROM proof_codes WHERE session_id = $1;

-- KEEP_CODE
--   $1 sessionId: uuid
--   $2 codeHash: bytea
--   $3 expiresAt: timestamp with time zone
--   $4 tries: smallint
INSERT INTO proof_codes (session_id, code_hash, expires_at, tries_left) VALUES ($1, $2, $3, $4)
ON CONFLICT (session_id) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at,
  tries_left = excluded.tries_left;

-- PURGE_SIGN_INS
DELETE FROM provider_sign_ins WHERE expires_at <= now();

-- REDEEM
--   Ends a sign-in that has begun and is not too old; returns what it was to lead to.
--   $1 secretHash: bytea
--   returns callbackUrl text, errorCallbackUrl text, invitationId text, tokenHash bytea, provesSessionId uuid
DELETE FROM provider_sign_ins WHERE secret_hash = $1 AND expires_at > now()
RETURNING callback_url AS "callbackUrl", error_callback_url AS "errorCallbackUrl", invitation_id AS "invitationId",
  invitation_token_hash AS "tokenHash", proves_session_id AS "provesSessionId";

-- BACKFILL_ISSUERS
--   Sets the issuer of linked accounts from before issuers were stored.
--   $1 provider: text
--   $2 issuer: text
UPDATE accounts SET issuer = $2 WHERE provider = $1 AND issuer IS NULL;

-- LOCK_SESSION
--   Keeps the session in which something is made until it is made: a recovery ends sessions first, and then sees it.
--   $1 id: uuid
--   returns ?column? integer
SELECT 1 FROM sessions WHERE id = $1 FOR KEY SHARE;

-- NOTE_MADE
--   Notes who has made something; of a record that was noted before, the last who did. With them it is noted who answers
--   for them: whoever let them into the organization, and as whom that one acted, so that those who came by a thief
--   cannot answer for each other.
--   $1 id: uuid
--   $2 userId: uuid
--   $3 kind: text
--   $4 recordId: uuid
--   $5 organizationId: uuid
--   $6 title: text
--   $7 details: jsonb
--   $8 sessionId: uuid
--   $9 fresh: boolean
--   $10 network: text
WITH standing AS (SELECT CASE WHEN by_another THEN s.answering_user_id ELSE s.user_id END AS user_id,
    CASE WHEN by_another THEN s.answering_session_id ELSE s.session_id END AS session_id,
    CASE WHEN by_another THEN s.answering_fresh ELSE s.fresh END AS fresh,
    CASE WHEN by_another THEN s.answering_network_hash ELSE s.network_hash END AS network_hash
  FROM made_access s CROSS JOIN LATERAL (SELECT s.answering_user_id IS NOT NULL AS by_another) b
  WHERE s.kind = 'member' AND s.organization_id = $5 AND s.details ->> 'userId' = $2::uuid::text
    AND s.made_at > now() - interval '30 days')
INSERT INTO made_access AS made (id, user_id, kind, record_id, organization_id, title, details, session_id, fresh,
  network_hash, made_at,
  answering_user_id, answering_session_id, answering_fresh, answering_network_hash)
SELECT $1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, sha256(convert_to($2::uuid::text || ' ' || $10::text, 'UTF8')), now(), s.user_id, s.session_id,
  s.fresh, s.network_hash
FROM (SELECT) maker LEFT JOIN standing s ON true
ON CONFLICT ON CONSTRAINT uq_made_access_record DO UPDATE SET user_id = excluded.user_id, title = excluded.title,
  details = CASE WHEN coalesce(made.answering_user_id, made.user_id) = coalesce(excluded.answering_user_id,
    excluded.user_id)
    THEN made.details || excluded.details ELSE excluded.details END,
  session_id = excluded.session_id, fresh = excluded.fresh, network_hash = excluded.network_hash,
    made_at = excluded.made_at,
  answering_user_id = excluded.answering_user_id, answering_session_id = excluded.answering_session_id,
  answering_fresh = excluded.answering_fresh, answering_network_hash = excluded.answering_network_hash,
  recovery_id = NULL, kept = false;

-- NOTE_ANSWERERS
--   Notes everybody between who made a record and who answers for them in the end.
--   $1 kind: text
--   $2 recordId: uuid
WITH made AS (SELECT id, user_id, organization_id FROM made_access WHERE kind = $1 AND record_id = $2),
standing AS (SELECT s.* FROM made JOIN made_access s ON s.kind = 'member' AND s.organization_id = made.organization_id AND s.details ->> 'userId' = made.user_id::uuid::text
    AND s.made_at > now() - interval '30 days'),
between AS (
  SELECT user_id, session_id, fresh, network_hash FROM standing
  UNION ALL SELECT a.user_id, a.session_id, a.fresh, a.network_hash FROM made_access_answerers a
    JOIN standing ON standing.id = a.made_id
), former AS (
  DELETE FROM made_access_answerers a USING made WHERE a.made_id = made.id AND a.user_id NOT IN (SELECT user_id
    FROM between))
INSERT INTO made_access_answerers (made_id, user_id, session_id, fresh, network_hash)
SELECT DISTINCT ON (b.user_id) made.id, b.user_id, b.session_id, b.fresh, b.network_hash FROM made
CROSS JOIN between b
WHERE b.user_id <> made.user_id ORDER BY b.user_id, b.fresh
ON CONFLICT ON CONSTRAINT pk_made_access_answerers DO UPDATE SET session_id = excluded.session_id,
  fresh = excluded.fresh,
  network_hash = excluded.network_hash;

-- FOLLOW_MADE
--   Something else came of what was made: the same person answers for it.
--   $1 kind: text
--   $2 recordId: uuid
--   $3 toKind: text
--   $4 toRecordId: uuid
--   $5 title: text
--   $6 details: jsonb
UPDATE made_access SET kind = $3, record_id = $4, title = $5, details = $6::jsonb WHERE kind = $1
  AND record_id = $2;

-- NOTE_CAME
--   Notes members who came by something of this kind that was made lately in an organization: who made it answers for
--   them, as for it.
--   $1 kind: text
--   $2 organizationId: uuid
--   $3 came: json
WITH way AS (
  SELECT * FROM made_access WHERE kind = $1 AND organization_id = $2 AND (recovery_id IS NULL OR kept)
    AND made_at > now() - interval '30 days'
  ORDER BY made_at DESC, id LIMIT 1
), came AS (
  INSERT INTO made_access (id, user_id, kind, record_id, organization_id, title, details, session_id, fresh,
    network_hash, made_at, answering_user_id, answering_session_id, answering_fresh, answering_network_hash)
  SELECT given.id, way.user_id, 'member', given."memberId", $2, given.title,
    json_build_object('userId', given."userId", 'joined', true), way.session_id, way.fresh, way.network_hash, now(),
    way.answering_user_id, way.answering_session_id, way.answering_fresh, way.answering_network_hash
  FROM way, json_to_recordset($3::json) AS given(id uuid, "memberId" uuid, "userId" uuid, title text)
  ON CONFLICT ON CONSTRAINT uq_made_access_record DO NOTHING RETURNING id
)
INSERT INTO made_access_answerers (made_id, user_id, session_id, fresh, network_hash)
SELECT came.id, a.user_id, a.session_id, a.fresh, a.network_hash
FROM came, way JOIN made_access_answerers a ON a.made_id = way.id;

-- FORGET_MADE
--   $1 kind: text
--   $2 recordIds: uuid[]
DELETE FROM made_access WHERE kind = $1 AND record_id = ANY ($2::uuid[]);

-- FORGET_MADE_IN
--   $1 organizationId: uuid
DELETE FROM made_access WHERE organization_id = $1;

-- FORGET_MADE_ABOUT
--   $1 kind: text
--   $2 organizationId: uuid
--   $3 userIds: uuid[]
DELETE FROM made_access WHERE kind = $1 AND organization_id = $2 AND details ->> 'userId' = ANY ($3::uuid[]::text[]);

-- MADE_LATELY
--   What a person has made lately, or somebody for whom they answer, and is not suspended, oldest first: also what was
--   kept, since somebody else may have kept it.
--   $1 userId: uuid
--   returns id uuid, kind text, recordId uuid, organizationId uuid, title text, details jsonb, sessionId uuid, fresh boolean, ownNetwork boolean, madeAt timestamp with time zone, kept boolean
SELECT m.id, m.kind, m.record_id AS "recordId", m.organization_id AS "organizationId", m.title, m.details,
h.session_id AS "sessionId",
h.fresh, EXISTS (SELECT FROM account_networks n WHERE n.user_id = $1 AND n.network_hash = h.network_hash
  AND n.last_signed_in_at > now() - interval '90 days') AS "ownNetwork", m.made_at AS "madeAt", m.kept FROM made_access m CROSS JOIN LATERAL (SELECT m.session_id, m.fresh, m.network_hash WHERE m.user_id = $1
UNION ALL SELECT m.answering_session_id, m.answering_fresh, m.answering_network_hash WHERE m.answering_user_id = $1
  AND m.user_id <> $1
UNION ALL SELECT a.session_id, a.fresh, a.network_hash FROM made_access_answerers a
  WHERE a.made_id = m.id AND a.user_id = $1 AND m.user_id <> $1 AND m.answering_user_id IS DISTINCT FROM $1) h
WHERE (m.user_id = $1 OR m.answering_user_id = $1 OR m.id IN (SELECT made_id FROM made_access_answerers
  WHERE user_id = $1))
  AND (m.recovery_id IS NULL OR m.kept)
  AND m.made_at > now() - interval '30 days' ORDER BY m.made_at, m.id;

-- SUSPENDED_BY
--   What recoveries of a person have suspended, oldest first.
--   $1 userId: uuid
--   $2 recoveryIds: uuid[]
--   returns id uuid, kind text, recordId uuid, organizationId uuid, title text, details jsonb, sessionId uuid, fresh boolean, ownNetwork boolean, madeAt timestamp with time zone, kept boolean, recoveryId uuid
SELECT m.id, m.kind, m.record_id AS "recordId", m.organization_id AS "organizationId", m.title, m.details,
h.session_id AS "sessionId",
h.fresh, EXISTS (SELECT FROM account_networks n WHERE n.user_id = $1 AND n.network_hash = h.network_hash
  AND n.last_signed_in_at > now() - interval '90 days') AS "ownNetwork", m.made_at AS "madeAt", m.kept, m.recovery_id AS "recoveryId" FROM made_access m CROSS JOIN LATERAL (SELECT m.session_id, m.fresh, m.network_hash WHERE m.user_id = $1
UNION ALL SELECT m.answering_session_id, m.answering_fresh, m.answering_network_hash WHERE m.answering_user_id = $1
  AND m.user_id <> $1
UNION ALL SELECT a.session_id, a.fresh, a.network_hash FROM made_access_answerers a
  WHERE a.made_id = m.id AND a.user_id = $1 AND m.user_id <> $1 AND m.answering_user_id IS DISTINCT FROM $1) h
WHERE m.recovery_id = ANY ($2::uuid[]) ORDER BY m.made_at, m.id;

-- HAND_OVER_MADE
--   The makings of who goes are those of whoever answers for them, and for those of others nobody answers any more.
--   $1 userId: uuid
UPDATE made_access SET user_id = CASE WHEN user_id = $1 THEN answering_user_id ELSE user_id END,
  session_id = CASE WHEN user_id = $1 THEN answering_session_id ELSE session_id END,
  fresh = CASE WHEN user_id = $1 THEN answering_fresh ELSE fresh END,
  network_hash = CASE WHEN user_id = $1 THEN answering_network_hash ELSE network_hash END,
  answering_user_id = NULL, answering_session_id = NULL, answering_fresh = NULL, answering_network_hash = NULL
WHERE (user_id = $1 OR answering_user_id = $1) AND answering_user_id <> user_id;

-- FORGET_RAISED
--   Members are plain ones now; who came of an invitation is there by it all the same.
--   $1 memberIds: uuid[]
DELETE FROM made_access WHERE kind = 'member' AND record_id = ANY ($1::uuid[]) AND details ->> 'joined' IS DISTINCT FROM 'true';

-- NOTE_SUSPENDED
--   Notes what is suspended, and what its kind must know to undo it.
--   $1 recoveryId: uuid
--   $2 suspended: json
UPDATE made_access m SET recovery_id = $1, kept = false, details = m.details || s.details
FROM json_to_recordset($2::json) AS s(id uuid, details jsonb) WHERE m.id = s.id;

-- NOTE_KEPT
--   Whoever keeps something answers for it from now on, by the session and the proof with which they do.
--   $1 ids: uuid[]
--   $2 userId: uuid
--   $3 sessionId: uuid
--   $4 network: text
WITH kept AS (
  UPDATE made_access SET kept = true, user_id = $2, session_id = $3, fresh = true,
    network_hash = sha256(convert_to($2::uuid::text || ' ' || $4::text, 'UTF8')), made_at = now(),
    answering_user_id = NULL, answering_session_id = NULL, answering_fresh = NULL, answering_network_hash = NULL
  WHERE id = ANY ($1::uuid[]) RETURNING id)
DELETE FROM made_access_answerers WHERE made_id IN (SELECT id FROM kept);

-- NOTE_ENDED
--   $1 ids: uuid[]
DELETE FROM made_access WHERE id = ANY ($1::uuid[]);

-- PURGE_MADE
--   Deletes what is older than any session, unless it is suspended; and old recoveries.
DELETE FROM made_access WHERE made_at < now() - interval '30 days'
  AND (recovery_id IS NULL OR kept);

-- PURGE_RECOVERIES
DELETE FROM recoveries WHERE ended_at < now() - interval '90 days';

-- EXPORT_MADE
--   For the personal data export.
--   $1 userId: uuid
--   returns kind text, organizationId uuid, title text, network text, fresh boolean, madeAt timestamp with time zone, suspended boolean
SELECT kind, organization_id AS "organizationId", title, encode(network_hash, 'hex') AS network, fresh,
  made_at AS "madeAt",
  recovery_id IS NOT NULL AND NOT kept AS suspended FROM made_access WHERE user_id = $1 ORDER BY made_at, id;

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

-- NEXT_SEEDS
--   The next seeds that are not encrypted so.
--   $1 after: uuid
--   $2 prefix: text
--   $3 count: bigint
--   returns row uuid, stored text
SELECT id AS row, seed AS stored FROM second_factors
WHERE ($1::uuid IS NULL OR id > $1) AND NOT starts_with(seed, $2) ORDER BY id LIMIT $3;

-- REPLACE_SEEDS
--   Replaces seeds, unless they were changed meanwhile.
--   $1 ids: uuid[]
--   $2 stored: text[]
--   $3 encrypted: text[]
UPDATE second_factors f SET seed = r.encrypted
FROM unnest($1::uuid[], $2::text[], $3::text[]) AS r(id, stored, encrypted) WHERE f.id = r.id AND f.seed = r.stored;

-- KEYS_OF_SEEDS
--   How many seeds each key has encrypted.
--   returns keyId text, count integer
SELECT CASE WHEN starts_with(seed, 'v1.') THEN split_part(seed, '.', 2) END AS "keyId", count(*)::int AS count
FROM second_factors WHERE seed IS NOT NULL GROUP BY 1;

-- LOCKED_FOR
--   In how many seconds the oldest of so many wrong codes counts no more; no row if there are fewer.
--   $1 userId: uuid
--   $2 minutes: integer
--   $3 others: bigint
--   $4 followedToo: boolean
--   returns seconds integer
SELECT ceil(extract(epoch FROM at + make_interval(mins => $2) - now()))::int AS seconds FROM wrong_codes
WHERE user_id = $1 AND at > now() - make_interval(mins => $2) AND ($4 OR NOT followed)
ORDER BY at DESC, id DESC OFFSET $3 LIMIT 1;

-- ADD_WRONG_CODE
--   Records a wrong code, and deletes those that are too old to count.
--   $1 id: uuid
--   $2 userId: uuid
--   $3 minutes: integer
WITH old AS (DELETE FROM wrong_codes WHERE user_id = $2 AND at <= now() - make_interval(mins => $3))
INSERT INTO wrong_codes (id, user_id, at) VALUES ($1, $2, clock_timestamp());

-- FOLLOW_WRONG_CODES
--   Notes that a right code came: the wrong ones before it count for the day alone.
--   $1 userId: uuid
UPDATE wrong_codes SET followed = true WHERE user_id = $1 AND NOT followed;

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

-- CLEAR_TEAMS
--   Clears teams that people have left from their sessions: each one's own.
--   $1 userIds: uuid[]
--   $2 teamIds: uuid[]
UPDATE sessions s SET active_team_id = NULL FROM unnest($1::uuid[], $2::uuid[]) AS l(user_id, team_id)
WHERE s.user_id = l.user_id AND s.active_team_id = l.team_id;

-- END_BY_PROVIDER
--   Ends the sessions of a person that began by the provider of an organization.
--   $1 organizationId: uuid
--   $2 userId: uuid
DELETE FROM sessions WHERE provider_organization_id = $1 AND user_id = $2;

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

-- END_OF_PROVIDER
--   Ends the sessions that began by the provider of an organization, but one.
--   $1 organizationId: uuid
--   $2 except: uuid
DELETE FROM sessions WHERE provider_organization_id = $1 AND id IS DISTINCT FROM $2::uuid;

-- FORGET_PROVIDER
--   What is left of them counts as begun otherwise.
--   $1 organizationId: uuid
UPDATE sessions SET provider_organization_id = NULL WHERE provider_organization_id = $1;

-- MARK_PROVIDED
--   Notes by which organization's provider a session is known, and when that asked who is there.
--   $1 id: uuid
--   $2 organizationId: uuid
--   $3 at: timestamp with time zone
--   $4 isManaged: boolean
UPDATE sessions SET provider_organization_id = $2, provider_proved_at = $3,
  proved_at = CASE WHEN $4 THEN $3::timestamptz ELSE proved_at END WHERE id = $1;
