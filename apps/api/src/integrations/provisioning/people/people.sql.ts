import { sql, type Uuid } from '#libs/database';
import type { GroupOfPerson } from './person-resource.js';
import type { ProvisionedPerson } from './provisioned-person.entity.js';

const COLUMNS = `p.organization_id AS "organizationId", p.id, p.user_id AS "userId", p.user_name AS "userName",
  p.external_id AS "externalId", p.email, p.display_name AS "displayName", p.formatted, p.given_name AS "givenName",
  p.family_name AS "familyName", p.emails, p.active, p.kept_role AS "keptRole", p.kept_team_id AS "keptTeamId",
  p.given_role AS "givenRole", p.given_team_id AS "givenTeamId", p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;

/** SQL: that a person is none of those whom the provider has no say in: they come in where it fails. */
export const isShown = (person: string): string => `NOT EXISTS (SELECT FROM members hidden
  WHERE hidden.organization_id = $1 AND hidden.user_id = ${person}.user_id AND hidden.recovery)`;

/** A person of an organization. */
export const FIND_PERSON = sql<[organizationId: Uuid, id: Uuid], ProvisionedPerson>(`
  SELECT ${COLUMNS} FROM provisioned_people p WHERE p.organization_id = $1 AND p.id = $2 AND ${isShown('p')}`);

type Found = [
  organizationId: Uuid,
  id: Uuid | null,
  userName: string | null,
  externalId: string | null,
  displayName: string | null,
  email: string | null,
];

const FOUND = `p.organization_id = $1 AND ($2::uuid IS NULL OR p.id = $2::uuid)
    AND ($3::text IS NULL OR lower(p.user_name) = lower($3::text))
    AND ($4::text IS NULL OR p.external_id = $4::text)
    AND ($5::text IS NULL OR lower(p.display_name) = lower($5::text))
    AND ($6::text IS NULL OR p.email = lower($6::text)) AND ${isShown('p')}`;

export const COUNT_PEOPLE = sql<Found, { total: number }>(
  `SELECT count(*)::int AS total FROM provisioned_people p WHERE ${FOUND}`,
);

/** A page of the people who are found, in the order in which they came. */
export const LIST_PEOPLE = sql<[...found: Found, limit: number, offset: number], ProvisionedPerson>(`
  SELECT ${COLUMNS} FROM provisioned_people p WHERE ${FOUND} ORDER BY p.id LIMIT $7 OFFSET $8`);

/** The groups of people, by name. */
export const GROUPS_OF_PEOPLE = sql<
  [organizationId: Uuid, personIds: readonly Uuid[]],
  GroupOfPerson & { personId: Uuid }
>(`
  SELECT gm.provisioned_id AS "personId", g.id AS value, g.display_name AS display
  FROM provisioned_group_members gm JOIN provisioned_groups g ON g.organization_id = $1 AND g.id = gm.group_id
  WHERE gm.organization_id = $1 AND gm.provisioned_id = ANY ($2::uuid[]) ORDER BY g.display_name, g.id`);

/** That somebody else in the organization has a userName. */
export const HAS_USER_NAME = sql<[organizationId: Uuid, userName: string, except: Uuid | null]>(`
  SELECT 1 FROM provisioned_people
  WHERE organization_id = $1 AND lower(user_name) = lower($2) AND id IS DISTINCT FROM $3::uuid`);

/** That the provider has told of the person of an account already. */
export const HAS_USER = sql<[organizationId: Uuid, userId: Uuid]>(
  'SELECT 1 FROM provisioned_people WHERE organization_id = $1 AND user_id = $2',
);

/** The person of an account does not belong to the organization any more, whoever has ended that. */
export const NOTE_END = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE provisioned_people SET active = false, given_role = NULL, given_team_id = NULL, updated_at = now()
  WHERE organization_id = $1 AND user_id = $2 AND active`);

/** Somebody who was taken out by people is nobody's account for the provider until they come in again. */
export const RELEASE = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE provisioned_people SET user_id = NULL, kept_role = NULL, kept_team_id = NULL
  WHERE organization_id = $1 AND user_id = $2`);

/** The person of this address who waits for their account to come in, if there is one. */
export const LINK_WAITING = sql<[organizationId: Uuid, userId: Uuid, email: string], { id: Uuid }>(`
  UPDATE provisioned_people p SET user_id = $2 WHERE p.id = (
    SELECT w.id FROM provisioned_people w
    WHERE w.organization_id = $1 AND w.email = $3 AND w.user_id IS NULL AND w.active
      AND NOT EXISTS (SELECT FROM provisioned_people o WHERE o.organization_id = $1 AND o.user_id = $2)
    ORDER BY w.id LIMIT 1) AND p.organization_id = $1
  RETURNING p.id`);

/** Forgets what was told of an address whose account is deleted; what is told of the account goes with it. */
export const FORGET_WAITING = sql<[addresses: readonly string[]]>(
  'DELETE FROM provisioned_people WHERE user_id IS NULL AND email = ANY ($1::text[])',
);

/** For the personal data export. */
export const EXPORT_PROVISIONED = sql<[userId: Uuid, email: string | null], object>(`
  SELECT organization_id AS "organizationId", user_name AS "userName", external_id AS "externalId", email,
    display_name AS "displayName", formatted, given_name AS "givenName", family_name AS "familyName", emails, active,
    created_at AS "createdAt", updated_at AS "updatedAt"
  FROM provisioned_people WHERE user_id = $1 OR (user_id IS NULL AND email = $2) ORDER BY organization_id, id`);
