-- The statements of organizations, as they are sent. Written by `npm run sql`.

-- IS_KEPT
--   Whether an organization is deleted, and only kept.
--   $1 id: uuid
--   returns isKept boolean
SELECT deleted_at IS NOT NULL AS "isKept" FROM organizations WHERE id = $1;

-- HIDE
--   Deletes an organization but for its records: its slugs are free.
--   $1 id: uuid
UPDATE organizations SET deleted_at = statement_timestamp(), deleted_slugs = slug || former_slugs,
  slug = id::text, former_slugs = '{}'
WHERE id = $1 AND deleted_at IS NULL;

-- WITHDRAW_INVITATIONS
--   Invitations to an organization that is deleted are withdrawn for good.
--   $1 organizationId: uuid
UPDATE invitations i SET status = 'canceled', token_hash = NULL WHERE i.organization_id = $1 AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL);

-- DELETED_LAST
--   The organization that had a slug when it was deleted; of several the one that was deleted last.
--   $1 slug: text
--   returns id uuid, name text
SELECT id, name FROM organizations WHERE deleted_at IS NOT NULL AND deleted_slugs[1] = $1
ORDER BY deleted_at DESC, id LIMIT 1;

-- DELETED_SLUGS
--   $1 id: uuid
--   returns slugs text[]
SELECT deleted_slugs AS slugs FROM organizations WHERE id = $1;

-- SHOW
--   Brings a deleted organization back, under this slug.
--   $1 id: uuid
--   $2 slug: text
--   $3 formerSlugs: text[]
UPDATE organizations SET deleted_at = NULL, deleted_slugs = NULL, slug = $2, former_slugs = $3::text[] WHERE id = $1;

-- DELETED_BEFORE
--   The organizations that were deleted before a moment, those first that were first.
--   $1 before: timestamp with time zone
--   returns id uuid
SELECT id FROM organizations WHERE deleted_at < $1 ORDER BY deleted_at, id;

-- LIST_RECEIVED
--   The open invitations to an address, newest first.
--   $1 email: text
--   returns id uuid, organizationId uuid, email text, role member_role, status invitation_status, teamId uuid, inviterId uuid, expiresAt timestamp with time zone, createdAt timestamp with time zone, organizationName text, organizationSlug text, inviterEmail text
SELECT i.id, i.organization_id AS "organizationId", i.email, i.role, i.status, i.team_id AS "teamId",
  i.inviter_id AS "inviterId",
  i.expires_at AS "expiresAt", i.created_at AS "createdAt", o.name AS "organizationName",
    o.slug AS "organizationSlug", u.email AS "inviterEmail"
FROM invitations i JOIN organizations o ON o.id = i.organization_id JOIN users u ON u.id = i.inviter_id
WHERE i.email = $1 AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL) AND u.disabled_at IS NULL ORDER BY i.created_at DESC, i.id DESC;

-- READ_RECEIVED
--   $1 id: uuid
--   returns id uuid, organizationId uuid, email text, role member_role, status invitation_status, teamId uuid, inviterId uuid, expiresAt timestamp with time zone, createdAt timestamp with time zone, organizationName text, organizationSlug text, inviterEmail text
SELECT i.id, i.organization_id AS "organizationId", i.email, i.role, i.status, i.team_id AS "teamId",
  i.inviter_id AS "inviterId",
  i.expires_at AS "expiresAt", i.created_at AS "createdAt", o.name AS "organizationName",
    o.slug AS "organizationSlug", u.email AS "inviterEmail"
FROM invitations i JOIN organizations o ON o.id = i.organization_id JOIN users u ON u.id = i.inviter_id
WHERE i.id = $1 AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL) AND u.disabled_at IS NULL ORDER BY i.created_at DESC, i.id DESC;

-- INVITED
--   An invitation to an address that can be accepted.
--   $1 email: text
--   returns ?column? integer
SELECT 1 FROM invitations i
JOIN members m ON m.organization_id = i.organization_id AND m.user_id = i.inviter_id
  AND (m.role, i.role) IN (('admin', 'member'), ('admin', 'admin'), ('owner', 'member'), ('owner', 'admin'), ('owner', 'owner'))
JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
WHERE i.email = $1 AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL) LIMIT 1;

-- PROVED
--   The same, of which the secret is known.
--   $1 email: text
--   $2 id: uuid
--   $3 tokenHash: bytea
--   returns ?column? integer
SELECT 1 FROM invitations i
JOIN members m ON m.organization_id = i.organization_id AND m.user_id = i.inviter_id
  AND (m.role, i.role) IN (('admin', 'member'), ('admin', 'admin'), ('owner', 'member'), ('owner', 'admin'), ('owner', 'owner'))
JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
WHERE i.email = $1 AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL) AND i.id = $2 AND i.token_hash = $3;

-- CLOSE
--   Closes an open invitation and deletes its secret.
--   $1 id: uuid
--   $2 status: invitation_status
--   returns id uuid
UPDATE invitations i SET status = $2, token_hash = NULL WHERE i.id = $1 AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL) RETURNING i.id;

-- CANCEL
--   Cancels the open invitations of an inviter to some roles.
--   $1 organizationId: uuid
--   $2 inviterId: uuid
--   $3 roles: member_role[]
--   returns id uuid, email text
UPDATE invitations i SET status = 'canceled', token_hash = NULL
WHERE i.organization_id = $1 AND i.inviter_id = $2 AND i.role = ANY ($3::member_role[]) AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL)
RETURNING i.id, i.email;

-- CANCEL_OF
--   Cancels all open invitations of these inviters.
--   $1 organizationId: uuid
--   $2 inviterIds: uuid[]
--   returns id uuid, email text
UPDATE invitations i SET status = 'canceled', token_hash = NULL
WHERE i.organization_id = $1 AND i.inviter_id = ANY ($2::uuid[]) AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL) RETURNING i.id, i.email;

-- CANCEL_ALL
--   Cancels all open invitations of an inviter.
--   $1 inviterId: uuid
--   returns id uuid, organizationId uuid, email text
UPDATE invitations i SET status = 'canceled', token_hash = NULL WHERE i.inviter_id = $1 AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL)
RETURNING i.id, i.organization_id AS "organizationId", i.email;

-- SUSPEND
--   Suspends open invitations: nobody can accept them.
--   $1 recoveryId: uuid
--   $2 ids: uuid[]
--   returns id uuid
UPDATE invitations i SET suspended_by = $1 WHERE i.id = ANY ($2::uuid[]) AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL) RETURNING i.id;

-- RESUME
--   $1 recoveryId: uuid
--   $2 ids: uuid[]
UPDATE invitations SET suspended_by = NULL WHERE id = ANY ($2::uuid[]) AND suspended_by = $1;

-- END_SUSPENDED
--   Cancels invitations that a recovery has suspended.
--   $1 recoveryId: uuid
--   $2 ids: uuid[]
--   returns id uuid, organizationId uuid, email text
UPDATE invitations SET status = 'canceled', token_hash = NULL, suspended_by = NULL
WHERE id = ANY ($2::uuid[]) AND suspended_by = $1 AND status = 'pending' RETURNING id,
  organization_id AS "organizationId", email;

-- DELETE_RECEIVED
--   Deletes the invitations to some addresses.
--   $1 addresses: text[]
--   returns organizationId uuid, id uuid, status invitation_status, expiresAt timestamp with time zone, suspendedBy uuid
DELETE FROM invitations i WHERE i.email = ANY ($1::text[])
RETURNING i.organization_id AS "organizationId", i.id, i.status, i.expires_at AS "expiresAt",
  i.suspended_by AS "suspendedBy";

-- STORE_SECRET
--   Stores the secret of an open invitation, and tells what its mail says.
--   $1 id: uuid
--   $2 tokenHash: bytea
--   returns role member_role, organization text, name text, email text
UPDATE invitations i SET token_hash = $2 FROM organizations o, users u
WHERE i.id = $1 AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL) AND o.id = i.organization_id AND u.id = i.inviter_id
RETURNING i.role, o.name AS organization, u.name, CASE WHEN u.email_verified THEN u.email END AS email;

-- OF_UNVERIFIED
--   Whether the address of an invitation's inviter is not verified.
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns ?column? integer
SELECT 1 FROM invitations i JOIN users u ON u.id = i.inviter_id
WHERE i.organization_id = $1 AND i.id = $2 AND NOT u.email_verified;

-- UNMAILED
--   Open invitations of verified inviters that no mail has been written for, oldest first.
--   returns organizationId uuid, id uuid, email text
SELECT i.organization_id AS "organizationId", i.id, i.email FROM invitations i
JOIN users u ON u.id = i.inviter_id AND u.email_verified
WHERE i.token_hash IS NULL AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL) ORDER BY i.created_at, i.id;

-- PURGE
--   Deletes unanswered invitations a month after they expired.
--   returns organizationId uuid, email text
DELETE FROM invitations WHERE status = 'pending' AND expires_at < now() - interval '30 days'
RETURNING organization_id AS "organizationId", email;

-- REMEMBER_INVITED
--   Organizations remember the people with these addresses.
--   $1 organizationIds: uuid[]
--   $2 addresses: text[]
INSERT INTO former_members (organization_id, user_id)
SELECT p.organization_id, u.id FROM unnest($1::uuid[], $2::text[]) AS p(organization_id, email)
  JOIN users u ON u.email = p.email AND u.email_verified
ON CONFLICT DO NOTHING;

-- FIRST_MEMBERS
--   The first members of an organization.
--   $1 organizationId: uuid
--   $2 limit: bigint
--   returns id uuid, organizationId uuid, userId uuid, role member_role, teamId uuid, createdAt timestamp with time zone, user json
SELECT m.id, m.organization_id AS "organizationId", m.user_id AS "userId", m.role, m.team_id AS "teamId", m.created_at AS "createdAt",
  json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'image', u.image) AS user
FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 ORDER BY m.created_at, m.id LIMIT $2;

-- FIND
--   The member with this id or this address.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 email: text
--   returns id uuid
SELECT m.id FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1
  AND (m.id = $2::uuid OR u.email = $3);

-- WITH_ADDRESS
--   The member with this address, if there is one.
--   $1 organizationId: uuid
--   $2 email: text
--   returns ?column? integer
SELECT 1 FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND u.email = $2;

-- ROLE_OF
--   The role of a member who is not disabled.
--   $1 organizationId: uuid
--   $2 userId: uuid
--   returns role member_role
SELECT m.role FROM members m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
WHERE m.organization_id = $1 AND m.user_id = $2;

-- ADMIN_ADDRESSES
--   The proven addresses of those who manage an organization, and may sign in.
--   $1 organizationId: uuid
--   returns email text
SELECT u.email FROM members m JOIN users u ON u.id = m.user_id AND u.email_verified AND u.disabled_at IS NULL
JOIN organizations o ON o.id = m.organization_id AND o.deleted_at IS NULL
WHERE m.organization_id = $1 AND m.role <> 'member' ORDER BY u.email;

-- OTHER_OWNERS
--   That an organization has an owner who is not disabled, besides this person.
--   $1 organizationId: uuid
--   $2 userId: uuid
--   returns ?column? integer
SELECT 1 FROM members m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
WHERE m.organization_id = $1 AND m.role = 'owner' AND m.user_id <> $2 LIMIT 1;

-- NEEDS_RECOVERY_OWNER
--   That an organization makes people come in by its provider, and that nobody but this person could without it.
--   $1 organizationId: uuid
--   $2 userId: uuid
--   returns ?column? integer
SELECT 1 FROM organizations o WHERE o.id = $1 AND o.require_provider AND o.deleted_at IS NULL
  AND NOT EXISTS (SELECT FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = $1 AND m.recovery AND m.role = 'owner' AND m.user_id <> $2 AND u.two_factor_enabled
      AND u.disabled_at IS NULL);

-- OWNED_ELSEWHERE
--   The organizations that a person owns, but for one.
--   $1 userId: uuid
--   $2 organizationId: uuid
--   returns id uuid
SELECT m.organization_id AS id FROM members m JOIN organizations o ON o.id = m.organization_id AND o.deleted_at IS NULL
WHERE m.user_id = $1 AND m.organization_id <> $2 AND m.role = 'owner' ORDER BY 1;

-- NEEDED_ELSEWHERE
--   That another organization than this one has no owner who could come in but this person: they are its only one who is
--   not disabled, or, where it makes people come in by its provider, the only one who need not.
--   $1 userId: uuid
--   $2 organizationId: uuid
--   returns ?column? integer
SELECT 1 FROM members m JOIN organizations o ON o.id = m.organization_id AND o.deleted_at IS NULL
WHERE m.user_id = $1 AND m.organization_id <> $2 AND m.role = 'owner' AND NOT EXISTS (
  SELECT FROM members other JOIN users u ON u.id = other.user_id AND u.disabled_at IS NULL
  WHERE other.organization_id = m.organization_id AND other.role = 'owner' AND other.user_id <> $1
    AND (NOT (o.require_provider AND m.recovery) OR (other.recovery AND u.two_factor_enabled)));

-- RECOVERY_OWNERS
--   The owners who come in without the provider, and whether one of them has a second factor.
--   $1 organizationId: uuid
--   returns userId uuid, hasFactor boolean
SELECT m.user_id AS "userId", u.two_factor_enabled AND u.disabled_at IS NULL AS "hasFactor" FROM members m JOIN users u ON u.id = m.user_id
WHERE m.organization_id = $1 AND m.recovery AND m.role = 'owner' ORDER BY m.created_at, m.id;

-- OWNERS_AMONG
--   Of these people, the owners.
--   $1 organizationId: uuid
--   $2 userIds: uuid[]
--   returns userId uuid, hasFactor boolean
SELECT m.user_id AS "userId", u.two_factor_enabled AND u.disabled_at IS NULL AS "hasFactor" FROM members m JOIN users u ON u.id = m.user_id
WHERE m.organization_id = $1 AND m.role = 'owner' AND m.user_id = ANY ($2::uuid[]);

-- SET_RECOVERY_OWNERS
--   Has these people, and no others, come in without the provider.
--   $1 organizationId: uuid
--   $2 userIds: uuid[]
UPDATE members SET recovery = user_id = ANY ($2::uuid[])
WHERE organization_id = $1 AND recovery <> (user_id = ANY ($2::uuid[]));

-- ORGANIZATIONS_OF
--   The organizations that a person is or was a member of, or that invited them in vain.
--   $1 userId: uuid
--   returns id uuid
SELECT organization_id AS id FROM members WHERE user_id = $1
UNION SELECT organization_id FROM former_members WHERE user_id = $1 ORDER BY id;

-- FORMER_MEMBERSHIPS
--   $1 userId: uuid
--   returns organizationId uuid, userId uuid, memberIds uuid[]
SELECT organization_id AS "organizationId", user_id AS "userId", member_ids AS "memberIds"
FROM former_members WHERE user_id = $1 ORDER BY organization_id;

-- END
--   Ends a membership; the organization remembers whom its records name.
--   $1 id: uuid
WITH ended AS (DELETE FROM members WHERE id = $1 RETURNING organization_id, user_id, id)
INSERT INTO former_members AS former (organization_id, user_id, member_ids)
SELECT organization_id, user_id, ARRAY[id] FROM ended
ON CONFLICT ON CONSTRAINT pk_former_members DO UPDATE SET member_ids = former.member_ids || excluded.member_ids;

-- REMEMBER_ALL
--   Remembers all members of an organization, and whom it has invited.
--   $1 organizationId: uuid
INSERT INTO former_members AS former (organization_id, user_id, member_ids)
SELECT organization_id, user_id, ARRAY[id] FROM members WHERE organization_id = $1
UNION SELECT i.organization_id, u.id, '{}'::uuid[] FROM invitations i JOIN users u ON u.email = i.email
  AND u.email_verified
WHERE i.organization_id = $1
  AND NOT EXISTS (SELECT FROM members m WHERE m.organization_id = i.organization_id AND m.user_id = u.id)
ON CONFLICT ON CONSTRAINT pk_former_members DO UPDATE SET member_ids = former.member_ids || excluded.member_ids;

-- REMEMBER_GUEST
--   $1 organizationId: uuid
--   $2 userId: uuid
INSERT INTO former_members (organization_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- FORGET
--   $1 userId: uuid
DELETE FROM former_members WHERE user_id = $1;

-- RAISED
--   $1 ids: uuid[]
--   returns id uuid, role member_role, ownerLeft boolean
SELECT m.id, m.role, EXISTS (SELECT FROM members o JOIN users u ON u.id = o.user_id AND u.disabled_at IS NULL
  WHERE o.organization_id = m.organization_id AND o.role = 'owner' AND o.id <> ALL ($1::uuid[])) AS "ownerLeft"
FROM members m WHERE m.id = ANY ($1::uuid[]);

-- LOWER
--   Makes some members plain ones.
--   $1 ids: uuid[]
UPDATE members SET role = 'member' WHERE id = ANY ($1::uuid[]);

-- RAISE
--   Gives members the roles back that they had.
--   $1 ids: uuid[]
--   $2 roles: member_role[]
UPDATE members m SET role = r.role FROM unnest($1::uuid[], $2::member_role[]) AS r(id, role) WHERE m.id = r.id
  AND m.role = 'member';

-- ANSWERING
--   $1 organizationId: uuid
--   $2 memberUserId: uuid
--   $3 callerUserId: uuid
--   returns forMember uuid, forCaller uuid
SELECT (
SELECT coalesce(answering_user_id, user_id) FROM made_access WHERE kind = 'member' AND organization_id = $1
  AND details ->> 'userId' = $2::uuid::text AND made_at > now() - interval '30 days') AS "forMember", (
SELECT coalesce(answering_user_id, user_id) FROM made_access WHERE kind = 'member' AND organization_id = $1
  AND details ->> 'userId' = $3::uuid::text AND made_at > now() - interval '30 days') AS "forCaller";

-- OWNED_BY_THESE
--   The organizations of these in which every active owner is one of these members.
--   $1 organizationIds: uuid[]
--   $2 memberIds: uuid[]
--   returns id uuid
SELECT DISTINCT m.organization_id AS id FROM members m
WHERE m.organization_id = ANY ($1::uuid[]) AND m.role = 'owner' AND m.id = ANY ($2::uuid[])
  AND NOT EXISTS (SELECT FROM members o JOIN users u ON u.id = o.user_id AND u.disabled_at IS NULL
    WHERE o.organization_id = m.organization_id AND o.role = 'owner' AND o.id <> ALL ($2::uuid[]));

-- PRESENT_MEMBERSHIPS
--   Of people who are not disabled.
--   $1 organizationIds: uuid[]
--   $2 userIds: uuid[]
--   $3 teamIds: uuid[]
--   returns organizationId uuid, userId uuid, memberId uuid, role member_role, teamId uuid
SELECT l.organization_id AS "organizationId", l.user_id AS "userId", m.id AS "memberId", m.role, t.id AS "teamId"
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS l(organization_id, user_id, team_id)
JOIN users u ON u.id = l.user_id AND u.disabled_at IS NULL
LEFT JOIN members m ON m.organization_id = l.organization_id AND m.user_id = l.user_id
LEFT JOIN teams t ON t.organization_id = l.organization_id AND t.id = l.team_id;

-- SET_STANDINGS
--   What members are, as the provider of their organization says; owners stay owners.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   $3 roles: member_role[]
--   $4 teamIds: uuid[]
--   $5 provisioned: boolean[]
UPDATE members m SET role = s.role, team_id = s.team_id, role_provisioned = s.provisioned
FROM unnest($2::uuid[], $3::member_role[], $4::uuid[], $5::boolean[]) AS s(id, role, team_id, provisioned)
WHERE m.organization_id = $1 AND m.id = s.id
  AND (m.role, m.team_id, m.role_provisioned) IS DISTINCT FROM (s.role, s.team_id, s.provisioned);

-- SET_ROLES
--   $1 ids: uuid[]
--   $2 roles: member_role[]
UPDATE members m SET role = r.role FROM unnest($1::uuid[], $2::member_role[]) AS r(id, role) WHERE m.id = r.id;

-- SEARCH_PEOPLE
--   Members whose name has a text, by name.
--   $1 organizationId: uuid
--   $2 text: text
--   returns id uuid, name text, image text, role member_role, teamId uuid
SELECT u.id, u.name, u.image, m.role, m.team_id AS "teamId" FROM members m JOIN users u ON u.id = m.user_id
WHERE m.organization_id = $1 AND strpos(lower(u.name), lower($2)) > 0 ORDER BY lower(u.name), u.id
LIMIT 100;

-- PEOPLE_BY_IDS
--   Those of these people who are or were members, by name.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns id uuid, name text, image text, role member_role, teamId uuid
SELECT u.id, u.name, u.image, m.role, m.team_id AS "teamId" FROM users u LEFT JOIN members m ON m.organization_id = $1 AND m.user_id = u.id
WHERE u.id = ANY ($2::uuid[]) AND (m.id IS NOT NULL OR EXISTS (
  SELECT FROM former_members f WHERE f.organization_id = $1 AND f.user_id = u.id AND f.member_ids <> '{}'))
ORDER BY lower(u.name), u.id;

-- LOCK
--   $1 organizationId: uuid
--   returns ?column? integer
SELECT 1 FROM organization_locks WHERE organization_id = $1 FOR NO KEY UPDATE;

-- LOCK_KEY
--   $1 organizationId: uuid
--   returns ?column? integer
SELECT 1 FROM organization_locks WHERE organization_id = $1 FOR KEY SHARE;

-- LOCK_WHOLE
--   $1 organizationId: uuid
--   returns ?column? integer
SELECT 1 FROM organization_locks WHERE organization_id = $1 FOR UPDATE;

-- ID_OF_NAME
--   The id of the organization of this name, if there is one.
--   $1 name: text
--   returns id uuid
SELECT coalesce(
(SELECT named.id FROM organizations named WHERE named.id = substring($1::text, '(?i)^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')::uuid),
(SELECT named.id FROM organizations named WHERE named.slug = $1::text),
(SELECT named.id FROM organizations named WHERE named.former_slugs @> ARRAY[$1::text] AND named.former_slugs <> '{}')) AS id;

-- HOLDER_OF_SLUG
--   The organization that a slug leads to, now or from former days.
--   $1 slug: text
--   returns id uuid
SELECT id FROM organizations WHERE slug = $1 UNION ALL
SELECT id FROM organizations WHERE former_slugs @> ARRAY[$1] AND former_slugs <> '{}';

-- ADD_LOCK
--   Adds the row that stands for an organization where it is locked.
--   $1 organizationId: uuid
INSERT INTO organization_locks (organization_id) VALUES ($1);

-- PROVE_ACCOUNTS
--   Has organizations whose maker has proved an address since count as the maker's. Who has left lets theirs be.
/* all organizations: prove_accounts */ UPDATE organizations o SET account_network = NULL
FROM members m JOIN users u ON u.id = m.user_id
WHERE o.account_network IS NOT NULL AND m.organization_id = o.id AND u.email_verified
  AND o.account = left(encode(sha256(convert_to('account of work ' || u.id::text, 'UTF8')), 'hex'), 32)::uuid;

-- WORK_OF
--   Whose work the work of an organization counts as.
--   $1 id: uuid
--   returns id uuid, account uuid, accountNetwork text, suspendedAt timestamp with time zone
SELECT id, account, account_network AS "accountNetwork", coalesce(suspended_at, deleted_at) AS "suspendedAt"
FROM organizations
WHERE id = $1;

-- IS_SUSPENDED
--   Whether an operator has suspended an organization; one that is deleted counts as suspended.
--   $1 id: uuid
--   returns isSuspended boolean
SELECT coalesce(suspended_at, deleted_at) IS NOT NULL AS "isSuspended" FROM organizations WHERE id = $1;

-- OWN_ACCOUNT
--   Gives an organization an account of its own.
--   $1 id: uuid
UPDATE organizations SET account = NULL, account_network = NULL WHERE id = $1;

-- SHARE_ACCOUNT
--   Gives an organization the account of another.
--   $1 id: uuid
--   $2 ofId: uuid
UPDATE organizations SET account = coalesce(other.account, other.id), account_network = other.account_network
FROM organizations other WHERE organizations.id = $1 AND other.id = $2;

-- LEGAL_DISCLAIMER
--   $1 id: uuid
--   returns legalDisclaimer text
SELECT legal_disclaimer AS "legalDisclaimer" FROM organizations WHERE id = $1;

-- FORMULA_NOTICES_DUE
--   The organizations whose admins are to be told which letters another formula has changed.
--   returns id uuid
/* all organizations: age_grades */ SELECT o.id FROM organizations o WHERE o.formula_notice_due AND o.deleted_at IS NULL ORDER BY o.id;

-- SETTLE_FORMULA_NOTICE
--   Returns the name of the organization, unless that was done before.
--   $1 id: uuid
--   returns name text
UPDATE organizations SET formula_notice_due = false WHERE id = $1 AND formula_notice_due RETURNING name;

-- CLEAR_STANDARD
--   Clears a standard and levels that are about to be deleted from an organization.
--   $1 id: uuid
--   $2 standardId: uuid
--   $3 levelIds: uuid[]
UPDATE organizations SET standard_id = nullif(standard_id, $2::uuid),
  conformance_level_id = CASE WHEN conformance_level_id = ANY ($3::uuid[]) THEN NULL ELSE conformance_level_id END
WHERE id = $1 AND (standard_id = $2 OR conformance_level_id = ANY ($3::uuid[]));

-- TEAMS
--   The teams of an organization, with the number of their members.
--   $1 organizationId: uuid
--   returns id uuid, name text, organizationId uuid, createdAt timestamp with time zone, updatedAt timestamp with time zone, memberCount integer
SELECT t.id, t.name, t.organization_id AS "organizationId", t.created_at AS "createdAt", t.updated_at AS "updatedAt",
  (SELECT count(*)::int FROM members m WHERE m.organization_id = t.organization_id
    AND m.team_id = t.id) AS "memberCount"
FROM teams t WHERE t.organization_id = $1 ORDER BY t.created_at, t.id;

-- COUNT_OWNED
--   How many organizations a person owns.
--   $1 userId: uuid
--   returns present integer
SELECT count(*)::int AS present FROM members m JOIN organizations o ON o.id = m.organization_id AND o.deleted_at IS NULL
WHERE m.user_id = $1 AND m.role = 'owner';

-- COUNT_MEMBERS
--   $1 organizationId: uuid
--   returns present integer
SELECT count(*)::int AS present FROM members WHERE organization_id = $1;

-- COUNT_INVITATIONS
--   How many invitations of an organization are open.
--   $1 organizationId: uuid
--   returns present integer
SELECT count(*)::int AS present FROM invitations i WHERE i.organization_id = $1 AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL);

-- COUNT_TEAMS
--   $1 organizationId: uuid
--   returns present integer
SELECT count(*)::int AS present FROM teams WHERE organization_id = $1;

-- CLEAR_TEAM_OF_MEMBERS
--   Members lose a team that is deleted.
--   $1 organizationId: uuid
--   $2 teamId: uuid
UPDATE members SET team_id = NULL WHERE organization_id = $1 AND team_id = $2;

-- CLEAR_TEAM_OF_INVITATIONS
--   Invitations lose a team that is deleted.
--   $1 organizationId: uuid
--   $2 teamId: uuid
UPDATE invitations SET team_id = NULL WHERE organization_id = $1 AND team_id = $2;

-- QUOTAS
--   returns organizationId uuid, limits jsonb
/* every 5 s */
SELECT organization_id AS "organizationId", limits FROM organization_quotas;

-- QUOTA_OF
--   $1 organizationId: uuid
--   returns limits jsonb
SELECT limits FROM organization_quotas WHERE organization_id = $1;

-- SET_QUOTA
--   $1 organizationId: uuid
--   $2 limits: jsonb
INSERT INTO organization_quotas (organization_id, limits) VALUES ($1, $2::jsonb)
ON CONFLICT (organization_id) DO UPDATE SET limits = excluded.limits;

-- END_QUOTA
--   $1 organizationId: uuid
DELETE FROM organization_quotas WHERE organization_id = $1;

-- OWN_ORGANIZATIONS
--   The organizations of a person, by name, with the membership.
--   $1 userId: uuid
--   returns o_id uuid, o_name text, o_slug text, o_former_slugs text[], o_logo text, o_metadata jsonb, o_standard_id uuid, o_conformance_level_id uuid, o_audit_frequency smallint, o_deadlines jsonb, o_time_zone text, o_enabled_modules text[], o_require_two_factor boolean, o_require_fresh_proof boolean, o_require_provider boolean, o_provider_counts_as_factor boolean, o_suspended_at timestamp with time zone, o_account uuid, o_account_network text, o_created_at timestamp with time zone, o_updated_at timestamp with time zone, m_id uuid, m_organization_id uuid, m_user_id uuid, m_role member_role, m_team_id uuid, m_recovery boolean, m_role_provisioned boolean, m_created_at timestamp with time zone
SELECT o.id AS o_id, o.name AS o_name, o.slug AS o_slug, o.former_slugs AS o_former_slugs, o.logo AS o_logo, o.metadata AS o_metadata, o.standard_id AS o_standard_id, o.conformance_level_id AS o_conformance_level_id, o.audit_frequency AS o_audit_frequency, o.deadlines AS o_deadlines, o.time_zone AS o_time_zone, o.enabled_modules AS o_enabled_modules, o.require_two_factor AS o_require_two_factor, o.require_fresh_proof AS o_require_fresh_proof, o.require_provider AS o_require_provider, o.provider_counts_as_factor AS o_provider_counts_as_factor, o.suspended_at AS o_suspended_at, o.account AS o_account, o.account_network AS o_account_network, o.created_at AS o_created_at, o.updated_at AS o_updated_at, m.id AS m_id, m.organization_id AS m_organization_id, m.user_id AS m_user_id, m.role AS m_role, m.team_id AS m_team_id, m.recovery AS m_recovery, m.role_provisioned AS m_role_provisioned, m.created_at AS m_created_at FROM members m JOIN organizations o ON o.id = m.organization_id
  AND o.deleted_at IS NULL
WHERE m.user_id = $1 ORDER BY lower(o.name), o.id;
