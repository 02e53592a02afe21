-- The statements of provisioning, as they are sent. Written by `npm run sql`.

-- COUNT_GROUPS
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 displayName: text
--   $4 externalId: text
--   $5 memberId: uuid
--   returns total integer
SELECT count(*)::int AS total FROM provisioned_groups g WHERE g.organization_id = $1 AND ($2::uuid IS NULL OR g.id = $2::uuid)
AND ($3::text IS NULL OR lower(g.display_name) = lower($3::text))
AND ($4::text IS NULL OR g.external_id = $4::text)
AND ($5::uuid IS NULL OR EXISTS (SELECT FROM provisioned_group_members gm
  WHERE gm.organization_id = $1 AND gm.group_id = g.id AND gm.provisioned_id = $5::uuid));

-- LIST_GROUPS
--   A page of the groups that are found, in the order in which they came.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 displayName: text
--   $4 externalId: text
--   $5 memberId: uuid
--   $6 limit: bigint
--   $7 offset: bigint
--   returns organizationId uuid, id uuid, displayName text, externalId text, createdAt timestamp with time zone, updatedAt timestamp with time zone
SELECT g.organization_id AS "organizationId", g.id, g.display_name AS "displayName",
g.external_id AS "externalId", g.created_at AS "createdAt", g.updated_at AS "updatedAt" FROM provisioned_groups g WHERE g.organization_id = $1 AND ($2::uuid IS NULL OR g.id = $2::uuid)
  AND ($3::text IS NULL OR lower(g.display_name) = lower($3::text))
  AND ($4::text IS NULL OR g.external_id = $4::text)
  AND ($5::uuid IS NULL OR EXISTS (SELECT FROM provisioned_group_members gm
    WHERE gm.organization_id = $1 AND gm.group_id = g.id AND gm.provisioned_id = $5::uuid)) ORDER BY g.id LIMIT $6 OFFSET $7;

-- COUNT_MEMBERS
--   How many people are in groups; of one without any nothing.
--   $1 organizationId: uuid
--   $2 groupIds: uuid[]
--   returns groupId uuid, count integer
SELECT group_id AS "groupId", count(*)::int AS count FROM provisioned_group_members
WHERE organization_id = $1 AND group_id = ANY ($2::uuid[]) GROUP BY 1;

-- MEMBERS_OF_GROUPS
--   The people in groups, in the order in which they came.
--   $1 organizationId: uuid
--   $2 groupIds: uuid[]
--   returns groupId uuid, value uuid, display text
SELECT gm.group_id AS "groupId", p.id AS value, coalesce(p.display_name, p.user_name) AS display
FROM provisioned_group_members gm JOIN provisioned_people p ON p.organization_id = $1 AND p.id = gm.provisioned_id
WHERE gm.organization_id = $1 AND gm.group_id = ANY ($2::uuid[]) AND NOT EXISTS (SELECT FROM members hidden
WHERE hidden.organization_id = $1 AND hidden.user_id = p.user_id AND hidden.recovery) ORDER BY p.id;

-- HAS_GROUP_NAME
--   That another group of the organization has a name.
--   $1 organizationId: uuid
--   $2 displayName: text
--   $3 except: uuid
--   returns ?column? integer
SELECT 1 FROM provisioned_groups
WHERE organization_id = $1 AND lower(display_name) = lower($2) AND id IS DISTINCT FROM $3::uuid;

-- PEOPLE_AMONG
--   Of these people, those whom the provider has told of.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns id uuid
SELECT p.id FROM provisioned_people p WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[]) AND NOT EXISTS (SELECT FROM members hidden
WHERE hidden.organization_id = $1 AND hidden.user_id = p.user_id AND hidden.recovery);

-- TAKE_OUT
--   Takes people out of a group: these, or all but these.
--   $1 organizationId: uuid
--   $2 groupId: uuid
--   $3 personIds: uuid[]
--   $4 allBut: boolean
--   returns id uuid
DELETE FROM provisioned_group_members
WHERE organization_id = $1 AND group_id = $2 AND (provisioned_id = ANY ($3::uuid[])) <> $4 RETURNING provisioned_id AS id;

-- PUT_IN
--   Puts people into a group; returns who was not in it.
--   $1 organizationId: uuid
--   $2 groupId: uuid
--   $3 personIds: uuid[]
--   returns id uuid
INSERT INTO provisioned_group_members (organization_id, group_id, provisioned_id)
SELECT $1, $2, provisioned_id FROM unnest($3::uuid[]) AS provisioned_id
ON CONFLICT ON CONSTRAINT pk_provisioned_group_members DO NOTHING RETURNING provisioned_id AS id;

-- PEOPLE_OF_GROUP
--   $1 organizationId: uuid
--   $2 groupId: uuid
--   returns id uuid
SELECT provisioned_id AS id FROM provisioned_group_members WHERE organization_id = $1 AND group_id = $2;

-- FIND_PERSON
--   A person of an organization.
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns organizationId uuid, id uuid, userId uuid, userName text, externalId text, email text, displayName text, formatted text, givenName text, familyName text, emails jsonb, active boolean, keptRole member_role, keptTeamId uuid, givenRole member_role, givenTeamId uuid, createdAt timestamp with time zone, updatedAt timestamp with time zone
SELECT p.organization_id AS "organizationId", p.id, p.user_id AS "userId", p.user_name AS "userName",
p.external_id AS "externalId", p.email, p.display_name AS "displayName", p.formatted, p.given_name AS "givenName",
p.family_name AS "familyName", p.emails, p.active, p.kept_role AS "keptRole", p.kept_team_id AS "keptTeamId",
p.given_role AS "givenRole", p.given_team_id AS "givenTeamId", p.created_at AS "createdAt", p.updated_at AS "updatedAt" FROM provisioned_people p WHERE p.organization_id = $1 AND p.id = $2 AND NOT EXISTS (SELECT FROM members hidden
WHERE hidden.organization_id = $1 AND hidden.user_id = p.user_id AND hidden.recovery);

-- COUNT_PEOPLE
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 userName: text
--   $4 externalId: text
--   $5 displayName: text
--   $6 email: text
--   returns total integer
SELECT count(*)::int AS total FROM provisioned_people p WHERE p.organization_id = $1 AND ($2::uuid IS NULL OR p.id = $2::uuid)
  AND ($3::text IS NULL OR lower(p.user_name) = lower($3::text))
  AND ($4::text IS NULL OR p.external_id = $4::text)
  AND ($5::text IS NULL OR lower(p.display_name) = lower($5::text))
  AND ($6::text IS NULL OR p.email = lower($6::text)) AND NOT EXISTS (SELECT FROM members hidden
WHERE hidden.organization_id = $1 AND hidden.user_id = p.user_id AND hidden.recovery);

-- LIST_PEOPLE
--   A page of the people who are found, in the order in which they came.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 userName: text
--   $4 externalId: text
--   $5 displayName: text
--   $6 email: text
--   $7 limit: bigint
--   $8 offset: bigint
--   returns organizationId uuid, id uuid, userId uuid, userName text, externalId text, email text, displayName text, formatted text, givenName text, familyName text, emails jsonb, active boolean, keptRole member_role, keptTeamId uuid, givenRole member_role, givenTeamId uuid, createdAt timestamp with time zone, updatedAt timestamp with time zone
SELECT p.organization_id AS "organizationId", p.id, p.user_id AS "userId", p.user_name AS "userName",
p.external_id AS "externalId", p.email, p.display_name AS "displayName", p.formatted, p.given_name AS "givenName",
p.family_name AS "familyName", p.emails, p.active, p.kept_role AS "keptRole", p.kept_team_id AS "keptTeamId",
p.given_role AS "givenRole", p.given_team_id AS "givenTeamId", p.created_at AS "createdAt", p.updated_at AS "updatedAt" FROM provisioned_people p WHERE p.organization_id = $1 AND ($2::uuid IS NULL OR p.id = $2::uuid)
  AND ($3::text IS NULL OR lower(p.user_name) = lower($3::text))
  AND ($4::text IS NULL OR p.external_id = $4::text)
  AND ($5::text IS NULL OR lower(p.display_name) = lower($5::text))
  AND ($6::text IS NULL OR p.email = lower($6::text)) AND NOT EXISTS (SELECT FROM members hidden
WHERE hidden.organization_id = $1 AND hidden.user_id = p.user_id AND hidden.recovery) ORDER BY p.id LIMIT $7 OFFSET $8;

-- GROUPS_OF_PEOPLE
--   The groups of people, by name.
--   $1 organizationId: uuid
--   $2 personIds: uuid[]
--   returns personId uuid, value uuid, display text
SELECT gm.provisioned_id AS "personId", g.id AS value, g.display_name AS display
FROM provisioned_group_members gm JOIN provisioned_groups g ON g.organization_id = $1 AND g.id = gm.group_id
WHERE gm.organization_id = $1 AND gm.provisioned_id = ANY ($2::uuid[]) ORDER BY g.display_name, g.id;

-- HAS_USER_NAME
--   That somebody else in the organization has a userName.
--   $1 organizationId: uuid
--   $2 userName: text
--   $3 except: uuid
--   returns ?column? integer
SELECT 1 FROM provisioned_people
WHERE organization_id = $1 AND lower(user_name) = lower($2) AND id IS DISTINCT FROM $3::uuid;

-- HAS_USER
--   That the provider has told of the person of an account already.
--   $1 organizationId: uuid
--   $2 userId: uuid
--   returns ?column? integer
SELECT 1 FROM provisioned_people WHERE organization_id = $1 AND user_id = $2;

-- NOTE_END
--   The person of an account does not belong to the organization any more, whoever has ended that.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE provisioned_people SET active = false, given_role = NULL, given_team_id = NULL, updated_at = now()
WHERE organization_id = $1 AND user_id = $2 AND active;

-- RELEASE
--   Somebody who was taken out by people is nobody's account for the provider until they come in again.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE provisioned_people SET user_id = NULL, kept_role = NULL, kept_team_id = NULL
WHERE organization_id = $1 AND user_id = $2;

-- LINK_WAITING
--   The person of this address who waits for their account to come in, if there is one.
--   $1 organizationId: uuid
--   $2 userId: uuid
--   $3 email: text
--   returns id uuid
UPDATE provisioned_people p SET user_id = $2 WHERE p.id = (
  SELECT w.id FROM provisioned_people w
  WHERE w.organization_id = $1 AND w.email = $3 AND w.user_id IS NULL AND w.active
    AND NOT EXISTS (SELECT FROM provisioned_people o WHERE o.organization_id = $1 AND o.user_id = $2)
  ORDER BY w.id LIMIT 1) AND p.organization_id = $1
RETURNING p.id;

-- FORGET_WAITING
--   Forgets what was told of an address whose account is deleted; what is told of the account goes with it.
--   $1 addresses: text[]
DELETE FROM provisioned_people WHERE user_id IS NULL AND email = ANY ($1::text[]);

-- EXPORT_PROVISIONED
--   For the personal data export.
--   $1 userId: uuid
--   $2 email: text
--   returns organizationId uuid, userName text, externalId text, email text, displayName text, formatted text, givenName text, familyName text, emails jsonb, active boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone
SELECT organization_id AS "organizationId", user_name AS "userName", external_id AS "externalId", email,
  display_name AS "displayName", formatted, given_name AS "givenName", family_name AS "familyName", emails, active,
  created_at AS "createdAt", updated_at AS "updatedAt"
FROM provisioned_people WHERE user_id = $1 OR (user_id IS NULL AND email = $2) ORDER BY organization_id, id;

-- STANDINGS
--   $1 organizationId: uuid
--   $2 personIds: uuid[]
--   returns id uuid, userId uuid, name text, memberId uuid, role member_role, teamId uuid, givenRole member_role, givenTeamId uuid, keptRole member_role, keptTeamId uuid, groups json
SELECT p.id, p.user_id AS "userId", u.name, m.id AS "memberId", m.role, m.team_id AS "teamId",
  p.given_role AS "givenRole", p.given_team_id AS "givenTeamId", p.kept_role AS "keptRole",
  p.kept_team_id AS "keptTeamId", (
    SELECT coalesce(json_agg(json_build_object('displayName', g.display_name, 'externalId', g.external_id)), '[]')
    FROM provisioned_group_members gm JOIN provisioned_groups g ON g.organization_id = $1 AND g.id = gm.group_id
    WHERE gm.organization_id = $1 AND gm.provisioned_id = p.id) AS groups
FROM provisioned_people p JOIN users u ON u.id = p.user_id
LEFT JOIN members m ON m.organization_id = $1 AND m.user_id = p.user_id
WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[]) AND p.active AND NOT coalesce(m.recovery, false)
ORDER BY p.id;

-- NOTE_GIVEN
--   Notes what groups have given, of people who are active; nothing is kept of before.
--   $1 organizationId: uuid
--   $2 personIds: uuid[]
--   $3 roles: member_role[]
--   $4 teamIds: uuid[]
UPDATE provisioned_people p SET given_role = g.role, given_team_id = g.team_id, kept_role = NULL,
  kept_team_id = NULL, active = true
FROM unnest($2::uuid[], $3::member_role[], $4::uuid[]) AS g(id, role, team_id)
WHERE p.organization_id = $1 AND p.id = g.id;

-- SEE_TOKEN
--   A token of this organization; none where the organization is deleted.
--   $1 organizationId: uuid
--   $2 tokenHash: bytea
--   returns id uuid, displayPrefix text, isSuspended boolean, account uuid, accountNetwork text, isUseDue boolean
SELECT t.id, t.display_prefix AS "displayPrefix", o.suspended_at IS NOT NULL AS "isSuspended", o.account,
  o.account_network AS "accountNetwork",
  (t.last_used_at IS NULL OR t.last_used_at < now() - interval '1 minute') AS "isUseDue"
FROM provisioning_tokens t JOIN organizations o ON o.id = t.organization_id AND o.deleted_at IS NULL
WHERE t.organization_id = $1 AND t.token_hash = $2 AND t.suspended_by IS NULL;

-- NOTE_USE
--   Notes that a token is in use.
--   $1 organizationId: uuid
--   $2 id: uuid
UPDATE provisioning_tokens SET last_used_at = now() WHERE organization_id = $1 AND id = $2;

-- SUSPEND_TOKENS
--   Suspends tokens: they open nothing.
--   $1 recoveryId: uuid
--   $2 organizationIds: uuid[]
--   $3 ids: uuid[]
--   returns id uuid
UPDATE provisioning_tokens SET suspended_by = $1
WHERE organization_id = ANY ($2::uuid[]) AND id = ANY ($3::uuid[]) AND suspended_by IS NULL RETURNING id;

-- RESUME_TOKENS
--   $1 recoveryId: uuid
--   $2 organizationIds: uuid[]
--   $3 ids: uuid[]
UPDATE provisioning_tokens SET suspended_by = NULL
WHERE organization_id = ANY ($2::uuid[]) AND id = ANY ($3::uuid[]) AND suspended_by = $1;

-- END_SUSPENDED_TOKENS
--   Deletes tokens that a recovery has suspended.
--   $1 recoveryId: uuid
--   $2 organizationIds: uuid[]
--   $3 ids: uuid[]
--   returns organizationId uuid, id uuid, displayPrefix text
DELETE FROM provisioning_tokens
WHERE organization_id = ANY ($2::uuid[]) AND id = ANY ($3::uuid[]) AND suspended_by = $1
RETURNING organization_id AS "organizationId", id, display_prefix AS "displayPrefix";
