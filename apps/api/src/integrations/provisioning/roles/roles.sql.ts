import { sql, type Uuid } from '#libs/database';
import type { Role } from '../../../platform/http/policy.js';
import type { ProvidedRole } from '../../../accounts/single-sign-on/settings/organization-sign-in.entity.js';
import type { NamedGroup } from './grant.js';

/** An active person with an account, what they are in the organization, and their groups. */
export interface PersonStanding {
  id: Uuid;
  userId: Uuid;
  name: string;
  /** Null: they are no member. */
  memberId: Uuid | null;
  role: Role | null;
  teamId: Uuid | null;
  givenRole: ProvidedRole | null;
  givenTeamId: Uuid | null;
  keptRole: Role | null;
  keptTeamId: Uuid | null;
  groups: NamedGroup[];
}

export const STANDINGS = sql<[organizationId: Uuid, personIds: readonly Uuid[]], PersonStanding>(`
  SELECT p.id, p.user_id AS "userId", u.name, m.id AS "memberId", m.role, m.team_id AS "teamId",
    p.given_role AS "givenRole", p.given_team_id AS "givenTeamId", p.kept_role AS "keptRole",
    p.kept_team_id AS "keptTeamId", (
      SELECT coalesce(json_agg(json_build_object('displayName', g.display_name, 'externalId', g.external_id)), '[]')
      FROM provisioned_group_members gm JOIN provisioned_groups g ON g.organization_id = $1 AND g.id = gm.group_id
      WHERE gm.organization_id = $1 AND gm.provisioned_id = p.id) AS groups
  FROM provisioned_people p JOIN users u ON u.id = p.user_id
  LEFT JOIN members m ON m.organization_id = $1 AND m.user_id = p.user_id
  WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[]) AND p.active AND NOT coalesce(m.recovery, false)
  ORDER BY p.id`);

/** Notes what groups have given, of people who are active; nothing is kept of before. */
export const NOTE_GIVEN = sql<
  [
    organizationId: Uuid,
    personIds: readonly Uuid[],
    roles: readonly (ProvidedRole | null)[],
    teamIds: readonly (Uuid | null)[],
  ]
>(`
  UPDATE provisioned_people p SET given_role = g.role, given_team_id = g.team_id, kept_role = NULL,
    kept_team_id = NULL, active = true
  FROM unnest($2::uuid[], $3::member_role[], $4::uuid[]) AS g(id, role, team_id)
  WHERE p.organization_id = $1 AND p.id = g.id`);
