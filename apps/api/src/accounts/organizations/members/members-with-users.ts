/**
 * The start of a SELECT, up to its WHERE: members `m` with the public data of their users `u`, as `MemberWithUserDto`.
 */
export const MEMBERS_WITH_USERS = `SELECT m.id, m.organization_id AS "organizationId", m.user_id AS "userId", m.role, m.team_id AS "teamId", m.created_at AS "createdAt",
    json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'image', u.image) AS user
  FROM members m JOIN users u ON u.id = m.user_id`;
