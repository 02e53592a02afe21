import { sql, type Uuid } from '#libs/database';
import { SUSPECT_FOR_DAYS } from '../../identity/recovery/made-access.js';
import { MEMBER } from '../made-kinds.js';
import type { Role } from '../../../platform/http/policy.js';
import type { MemberWithUserDto } from './dto/member.dto.js';
import { MEMBERS_WITH_USERS } from './members-with-users.js';
import { isPresent } from '../deleted/is-present.js';

/** The first members of an organization. */
export const FIRST_MEMBERS = sql<[organizationId: Uuid, limit: number], MemberWithUserDto>(
  `${MEMBERS_WITH_USERS} WHERE m.organization_id = $1 ORDER BY m.created_at, m.id LIMIT $2`,
);

/** The member with this id or this address. */
export const FIND = sql<[organizationId: Uuid, id: Uuid | null, email: string], { id: string }>(`
  SELECT m.id FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1
    AND (m.id = $2::uuid OR u.email = $3)`);

/** The member with this address, if there is one. */
export const WITH_ADDRESS = sql<[organizationId: Uuid, email: string]>(
  'SELECT 1 FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND u.email = $2',
);

/** The role of a member who is not disabled. */
export const ROLE_OF = sql<[organizationId: Uuid, userId: Uuid], { role: Role }>(`
  SELECT m.role FROM members m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
  WHERE m.organization_id = $1 AND m.user_id = $2`);

/** The proven addresses of those who manage an organization, and may sign in. */
export const ADMIN_ADDRESSES = sql<[organizationId: Uuid], { email: string }>(`
  SELECT u.email FROM members m JOIN users u ON u.id = m.user_id AND u.email_verified AND u.disabled_at IS NULL
  JOIN organizations o ON o.id = m.organization_id AND ${isPresent('o')}
  WHERE m.organization_id = $1 AND m.role <> 'member' ORDER BY u.email`);

/** That an organization has an owner who is not disabled, besides this person. */
export const OTHER_OWNERS = sql<[organizationId: Uuid, userId: Uuid]>(`
  SELECT 1 FROM members m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
  WHERE m.organization_id = $1 AND m.role = 'owner' AND m.user_id <> $2 LIMIT 1`);

/** That an organization makes people come in by its provider, and that nobody but this person could without it. */
export const NEEDS_RECOVERY_OWNER = sql<[organizationId: Uuid, userId: Uuid]>(`
  SELECT 1 FROM organizations o WHERE o.id = $1 AND o.require_provider AND ${isPresent('o')}
    AND NOT EXISTS (SELECT FROM members m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id = $1 AND m.recovery AND m.role = 'owner' AND m.user_id <> $2 AND u.two_factor_enabled
        AND u.disabled_at IS NULL)`);

/** The organizations that a person owns, but for one. */
export const OWNED_ELSEWHERE = sql<[userId: Uuid, organizationId: Uuid], { id: Uuid }>(`
  SELECT m.organization_id AS id FROM members m JOIN organizations o ON o.id = m.organization_id AND ${isPresent('o')}
  WHERE m.user_id = $1 AND m.organization_id <> $2 AND m.role = 'owner' ORDER BY 1`);

/**
 * That another organization than this one has no owner who could come in but this person: they are its only one who is
 * not disabled, or, where it makes people come in by its provider, the only one who need not.
 */
export const NEEDED_ELSEWHERE = sql<[userId: Uuid, organizationId: Uuid]>(`
  SELECT 1 FROM members m JOIN organizations o ON o.id = m.organization_id AND ${isPresent('o')}
  WHERE m.user_id = $1 AND m.organization_id <> $2 AND m.role = 'owner' AND NOT EXISTS (
    SELECT FROM members other JOIN users u ON u.id = other.user_id AND u.disabled_at IS NULL
    WHERE other.organization_id = m.organization_id AND other.role = 'owner' AND other.user_id <> $1
      AND (NOT (o.require_provider AND m.recovery) OR (other.recovery AND u.two_factor_enabled)))`);

/** The owners who come in without the provider, and whether one of them has a second factor. */
export const RECOVERY_OWNERS = sql<[organizationId: Uuid], { userId: Uuid; hasFactor: boolean }>(`
  SELECT m.user_id AS "userId", u.two_factor_enabled AND u.disabled_at IS NULL AS "hasFactor" FROM members m JOIN users u ON u.id = m.user_id
  WHERE m.organization_id = $1 AND m.recovery AND m.role = 'owner' ORDER BY m.created_at, m.id`);

/** Of these people, the owners. */
export const OWNERS_AMONG = sql<
  [organizationId: Uuid, userIds: readonly Uuid[]],
  { userId: Uuid; hasFactor: boolean }
>(`
  SELECT m.user_id AS "userId", u.two_factor_enabled AND u.disabled_at IS NULL AS "hasFactor" FROM members m JOIN users u ON u.id = m.user_id
  WHERE m.organization_id = $1 AND m.role = 'owner' AND m.user_id = ANY ($2::uuid[])`);

/** Has these people, and no others, come in without the provider. */
export const SET_RECOVERY_OWNERS = sql<[organizationId: Uuid, userIds: readonly Uuid[]]>(`
  UPDATE members SET recovery = user_id = ANY ($2::uuid[])
  WHERE organization_id = $1 AND recovery <> (user_id = ANY ($2::uuid[]))`);

/** The organizations that a person is or was a member of, or that invited them in vain. */
export const ORGANIZATIONS_OF = sql<[userId: Uuid], { id: string }>(`
  SELECT organization_id AS id FROM members WHERE user_id = $1
  UNION SELECT organization_id FROM former_members WHERE user_id = $1 ORDER BY id`);

/** A person whose memberships have ended: the organization that still names them, and the ids of the memberships. */
export interface FormerMember {
  organizationId: string;
  userId: string;
  memberIds: string[];
}

export const FORMER_MEMBERSHIPS = sql<[userId: Uuid], FormerMember>(`
  SELECT organization_id AS "organizationId", user_id AS "userId", member_ids AS "memberIds"
  FROM former_members WHERE user_id = $1 ORDER BY organization_id`);

/** Ends a membership; the organization remembers whom its records name. */
export const END = sql<[id: Uuid]>(`
  WITH ended AS (DELETE FROM members WHERE id = $1 RETURNING organization_id, user_id, id)
  INSERT INTO former_members AS former (organization_id, user_id, member_ids)
  SELECT organization_id, user_id, ARRAY[id] FROM ended
  ON CONFLICT ON CONSTRAINT pk_former_members DO UPDATE SET member_ids = former.member_ids || excluded.member_ids`);

/** Remembers all members of an organization, and whom it has invited. */
export const REMEMBER_ALL = sql<[organizationId: Uuid]>(`
  INSERT INTO former_members AS former (organization_id, user_id, member_ids)
  SELECT organization_id, user_id, ARRAY[id] FROM members WHERE organization_id = $1
  UNION SELECT i.organization_id, u.id, '{}'::uuid[] FROM invitations i JOIN users u ON u.email = i.email
    AND u.email_verified
  WHERE i.organization_id = $1
    AND NOT EXISTS (SELECT FROM members m WHERE m.organization_id = i.organization_id AND m.user_id = u.id)
  ON CONFLICT ON CONSTRAINT pk_former_members DO UPDATE SET member_ids = former.member_ids || excluded.member_ids`);

export const REMEMBER_GUEST = sql<[organizationId: Uuid, userId: Uuid]>(
  'INSERT INTO former_members (organization_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);

export const FORGET = sql<[userId: Uuid]>('DELETE FROM former_members WHERE user_id = $1');

/** A member who may lose a role for a while, and whether another owner would be left who is not among them. */
export interface RaisedMember {
  id: string;
  role: Role;
  /** Whether the organization has an active owner besides all of these. */
  ownerLeft: boolean;
}

export const RAISED = sql<[ids: readonly Uuid[]], RaisedMember>(`
  SELECT m.id, m.role, EXISTS (SELECT FROM members o JOIN users u ON u.id = o.user_id AND u.disabled_at IS NULL
    WHERE o.organization_id = m.organization_id AND o.role = 'owner' AND o.id <> ALL ($1::uuid[])) AS "ownerLeft"
  FROM members m WHERE m.id = ANY ($1::uuid[])`);

/** Makes some members plain ones. */
export const LOWER = sql<[ids: readonly Uuid[]]>(`UPDATE members SET role = 'member' WHERE id = ANY ($1::uuid[])`);

/** Gives members the roles back that they had. */
export const RAISE = sql<[ids: readonly Uuid[], roles: readonly Role[]]>(`
  UPDATE members m SET role = r.role FROM unnest($1::uuid[], $2::member_role[]) AS r(id, role) WHERE m.id = r.id
    AND m.role = 'member'`);

const answeringFor = (person: string): string => `(
  SELECT coalesce(answering_user_id, user_id) FROM made_access WHERE kind = '${MEMBER}' AND organization_id = $1
    AND details ->> 'userId' = ${person}::text AND made_at > now() - interval '${SUSPECT_FOR_DAYS} days')`;

/** Who answers for two people in an organization; null: nobody, since what they are there is older than any session. */
export interface Answering {
  forMember: Uuid | null;
  forCaller: Uuid | null;
}

export const ANSWERING = sql<[organizationId: Uuid, memberUserId: Uuid, callerUserId: Uuid | null], Answering>(`
  SELECT ${answeringFor('$2::uuid')} AS "forMember", ${answeringFor('$3::uuid')} AS "forCaller"`);

/** The organizations of these in which every active owner is one of these members. */
export const OWNED_BY_THESE = sql<[organizationIds: readonly Uuid[], memberIds: readonly Uuid[]], { id: Uuid }>(`
  SELECT DISTINCT m.organization_id AS id FROM members m
  WHERE m.organization_id = ANY ($1::uuid[]) AND m.role = 'owner' AND m.id = ANY ($2::uuid[])
    AND NOT EXISTS (SELECT FROM members o JOIN users u ON u.id = o.user_id AND u.disabled_at IS NULL
      WHERE o.organization_id = m.organization_id AND o.role = 'owner' AND o.id <> ALL ($2::uuid[]))`);

/** What somebody who has lost a membership is now. */
export interface PresentMembership {
  organizationId: Uuid;
  userId: Uuid;
  memberId: Uuid | null;
  role: Role | null;
  /** Of the team that they were in, if it is still there. */
  teamId: Uuid | null;
}

/** Of people who are not disabled. */
export const PRESENT_MEMBERSHIPS = sql<
  [organizationIds: readonly Uuid[], userIds: readonly Uuid[], teamIds: readonly (Uuid | null)[]],
  PresentMembership
>(`
  SELECT l.organization_id AS "organizationId", l.user_id AS "userId", m.id AS "memberId", m.role, t.id AS "teamId"
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS l(organization_id, user_id, team_id)
  JOIN users u ON u.id = l.user_id AND u.disabled_at IS NULL
  LEFT JOIN members m ON m.organization_id = l.organization_id AND m.user_id = l.user_id
  LEFT JOIN teams t ON t.organization_id = l.organization_id AND t.id = l.team_id`);

/** What members are, as the provider of their organization says; owners stay owners. */
export const SET_STANDINGS = sql<
  [
    organizationId: Uuid,
    ids: readonly Uuid[],
    roles: readonly Role[],
    teamIds: readonly (Uuid | null)[],
    provisioned: readonly boolean[],
  ]
>(`
  UPDATE members m SET role = s.role, team_id = s.team_id, role_provisioned = s.provisioned
  FROM unnest($2::uuid[], $3::member_role[], $4::uuid[], $5::boolean[]) AS s(id, role, team_id, provisioned)
  WHERE m.organization_id = $1 AND m.id = s.id
    AND (m.role, m.team_id, m.role_provisioned) IS DISTINCT FROM (s.role, s.team_id, s.provisioned)`);

export const SET_ROLES = sql<[ids: readonly Uuid[], roles: readonly Role[]]>(`
  UPDATE members m SET role = r.role FROM unnest($1::uuid[], $2::member_role[]) AS r(id, role) WHERE m.id = r.id`);
