-- The statements of events, as they are sent. Written by `npm run sql`.

-- TAKE_POSITIONS
--   Takes so many positions for events of an organization and answers the last. Until the unit ends no other gets any, so
--   they have the order of commits, on standbys too. It is the last but one statement of a unit.
--   $1 organizationId: uuid
--   $2 count: bigint
--   returns last bigint
INSERT INTO event_counters AS c (organization_id, last) VALUES ($1, $2)
ON CONFLICT (organization_id) DO UPDATE SET last = c.last + excluded.last RETURNING last;

-- ERASE_ACTOR_OF_ACCOUNTS
--   Takes the name and other personal data of a deleted account from what it did to accounts.
--   $1 userId: uuid
--   $2 name: text
UPDATE account_events SET actor_name = $2, address = NULL, user_agent = NULL WHERE actor_kind = 'user'
  AND actor_id = $1;

-- ERASE_ACCOUNT
--   The same from what was done to it.
--   $1 accountId: uuid
UPDATE account_events SET subject_title = NULL, changes = '[]', address = NULL, user_agent = NULL
WHERE account_id = $1;

-- ERASE_ACTOR
--   Takes the name and other personal data of a person from what they did in an organization.
--   $1 organizationId: uuid
--   $2 userId: uuid
--   $3 name: text
UPDATE events SET actor_name = $3, address = NULL, user_agent = NULL
WHERE organization_id = $1 AND actor_kind = 'user' AND actor_id = $2;

-- ERASE_MEMBERSHIPS
--   The same from what was done to their memberships.
--   $1 organizationId: uuid
--   $2 memberIds: uuid[]
UPDATE events SET subject_title = NULL, changes = '[]'
WHERE organization_id = $1 AND subject_kind = 'member' AND subject_id = ANY ($2::uuid[]);

-- ERASE_KEPT
--   The same from what a deleted organization keeps of their account.
--   $1 organizationId: uuid
--   $2 accountId: uuid
UPDATE events SET subject_title = NULL, changes = '[]', address = NULL, user_agent = NULL
WHERE organization_id = $1 AND account_id = $2 AND kept_until IS NOT NULL;

-- ERASE_ADDRESSES
--   Takes addresses from what the events of an organization say of invitations to them.
--   $1 organizationId: uuid
--   $2 addresses: text[]
UPDATE events SET subject_title = NULL
WHERE organization_id = $1 AND subject_kind = 'invitation' AND subject_title = ANY ($2::text[]);

-- ERASE_ORGANIZATION
--   Deletes the events of a deleted organization but for those of some kinds, which are kept for 400 days.
--   $1 organizationId: uuid
--   $2 keptKinds: text[]
WITH kept AS (
  UPDATE events SET kept_until = now() + interval '400 days' WHERE organization_id = $1
    AND subject_kind = ANY ($2::text[])
)
DELETE FROM events WHERE organization_id = $1 AND subject_kind <> ALL ($2::text[]);

-- ERASE_ORGANIZATION_OF_ACCOUNTS
--   What a deleted organization did to accounts is kept for 400 days, without its name.
--   $1 organizationId: uuid
UPDATE account_events SET organization_id = NULL, kept_until = now() + interval '400 days'
WHERE organization_id = $1;

-- DELETE_EXPIRED
/* all organizations: forget_security_events */ DELETE FROM events WHERE kept_until <= now();

-- DELETE_EXPIRED_OF_ACCOUNTS
DELETE FROM account_events WHERE kept_until <= now();

-- KNOWN
--   Those of these events that are written.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns ?column? integer
SELECT 1 FROM events WHERE organization_id = $1 AND id = ANY ($2::uuid[]);

-- FIRST_TO_STAY
--   The first position that stays where events of before a moment go, in the order in which they are followed: none is
--   taken from between others. Events without a position come before all, so while a younger one is there only these go.
--   $1 organizationId: uuid
--   $2 before: timestamp with time zone
--   returns position text
SELECT CASE WHEN bool_or(position IS NULL) THEN '0'
  ELSE coalesce(min(position), 9223372036854775807)::text END AS position
FROM events WHERE organization_id = $1 AND at >= $2 AND kept_until IS NULL;

-- COUNT_OLD_EVENTS
--   $1 organizationId: uuid
--   $2 before: timestamp with time zone
--   $3 position: bigint
--   returns count integer
SELECT count(*)::int AS count FROM events e WHERE e.organization_id = $1 AND e.kept_until IS NULL AND (e.position < $3::bigint OR e.position IS NULL
AND e.at < $2);

-- DELETE_OLD_EVENTS
--   $1 organizationId: uuid
--   $2 before: timestamp with time zone
--   $3 position: bigint
--   $4 atMost: bigint
DELETE FROM events WHERE organization_id = $1
  AND id IN (SELECT e.id FROM events e WHERE e.organization_id = $1 AND e.kept_until IS NULL AND (e.position < $3::bigint OR e.position IS NULL
AND e.at < $2) ORDER BY e.position NULLS FIRST, e.at LIMIT $4);

-- COUNT_OLD_ACCOUNT_EVENTS
--   $1 before: timestamp with time zone
--   returns count integer
SELECT count(*)::int AS count FROM account_events WHERE at < $1;

-- DELETE_OLD_ACCOUNT_EVENTS
--   $1 before: timestamp with time zone
--   $2 atMost: bigint
DELETE FROM account_events WHERE id IN (SELECT id FROM account_events WHERE at < $1 ORDER BY at LIMIT $2);
