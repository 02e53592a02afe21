import { sql, type Uuid } from '#libs/database';
import type { Role } from '../../../platform/http/policy.js';

/** A person whom records of an organization may name. */
export interface PersonOfOrganization {
  id: Uuid;
  name: string;
  image: string | null;
  /** Null: a former member. */
  role: Role | null;
  teamId: Uuid | null;
}

const PERSON = 'u.id, u.name, u.image, m.role, m.team_id AS "teamId"';

/** The most people that a search answers. */
export const MOST_PEOPLE = 100;

/** Members whose name has a text, by name. */
export const SEARCH_PEOPLE = sql<[organizationId: Uuid, text: string], PersonOfOrganization>(`
  SELECT ${PERSON} FROM members m JOIN users u ON u.id = m.user_id
  WHERE m.organization_id = $1 AND strpos(lower(u.name), lower($2)) > 0 ORDER BY lower(u.name), u.id
  LIMIT ${MOST_PEOPLE}`);

/** Those of these people who are or were members, by name. */
export const PEOPLE_BY_IDS = sql<[organizationId: Uuid, ids: readonly Uuid[]], PersonOfOrganization>(`
  SELECT ${PERSON} FROM users u LEFT JOIN members m ON m.organization_id = $1 AND m.user_id = u.id
  WHERE u.id = ANY ($2::uuid[]) AND (m.id IS NOT NULL OR EXISTS (
    SELECT FROM former_members f WHERE f.organization_id = $1 AND f.user_id = u.id AND f.member_ids <> '{}'))
  ORDER BY lower(u.name), u.id`);
