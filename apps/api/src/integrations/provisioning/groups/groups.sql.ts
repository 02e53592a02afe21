import { sql, type Uuid } from '#libs/database';
import { isShown } from '../people/people.sql.js';
import type { ProvisionedGroup } from './provisioned-group.entity.js';

const COLUMNS = `g.organization_id AS "organizationId", g.id, g.display_name AS "displayName",
  g.external_id AS "externalId", g.created_at AS "createdAt", g.updated_at AS "updatedAt"`;

type Found = [
  organizationId: Uuid,
  id: Uuid | null,
  displayName: string | null,
  externalId: string | null,
  memberId: Uuid | null,
];

const FOUND = `g.organization_id = $1 AND ($2::uuid IS NULL OR g.id = $2::uuid)
    AND ($3::text IS NULL OR lower(g.display_name) = lower($3::text))
    AND ($4::text IS NULL OR g.external_id = $4::text)
    AND ($5::uuid IS NULL OR EXISTS (SELECT FROM provisioned_group_members gm
      WHERE gm.organization_id = $1 AND gm.group_id = g.id AND gm.provisioned_id = $5::uuid))`;

export const COUNT_GROUPS = sql<Found, { total: number }>(
  `SELECT count(*)::int AS total FROM provisioned_groups g WHERE ${FOUND}`,
);

/** A page of the groups that are found, in the order in which they came. */
export const LIST_GROUPS = sql<[...found: Found, limit: number, offset: number], ProvisionedGroup>(`
  SELECT ${COLUMNS} FROM provisioned_groups g WHERE ${FOUND} ORDER BY g.id LIMIT $6 OFFSET $7`);

/** How many people are in groups; of one without any nothing. */
export const COUNT_MEMBERS = sql<[organizationId: Uuid, groupIds: readonly Uuid[]], { groupId: Uuid; count: number }>(`
  SELECT group_id AS "groupId", count(*)::int AS count FROM provisioned_group_members
  WHERE organization_id = $1 AND group_id = ANY ($2::uuid[]) GROUP BY 1`);

/** The people in groups, in the order in which they came. */
export const MEMBERS_OF_GROUPS = sql<
  [organizationId: Uuid, groupIds: readonly Uuid[]],
  { groupId: Uuid; value: Uuid; display: string }
>(`
  SELECT gm.group_id AS "groupId", p.id AS value, coalesce(p.display_name, p.user_name) AS display
  FROM provisioned_group_members gm JOIN provisioned_people p ON p.organization_id = $1 AND p.id = gm.provisioned_id
  WHERE gm.organization_id = $1 AND gm.group_id = ANY ($2::uuid[]) AND ${isShown('p')} ORDER BY p.id`);

/** That another group of the organization has a name. */
export const HAS_GROUP_NAME = sql<[organizationId: Uuid, displayName: string, except: Uuid | null]>(`
  SELECT 1 FROM provisioned_groups
  WHERE organization_id = $1 AND lower(display_name) = lower($2) AND id IS DISTINCT FROM $3::uuid`);

/** Of these people, those whom the provider has told of. */
export const PEOPLE_AMONG = sql<[organizationId: Uuid, ids: readonly Uuid[]], { id: Uuid }>(`
  SELECT p.id FROM provisioned_people p WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[]) AND ${isShown('p')}`);

/** Takes people out of a group: these, or all but these. */
export const TAKE_OUT = sql<
  [organizationId: Uuid, groupId: Uuid, personIds: readonly Uuid[], allBut: boolean],
  { id: Uuid }
>(`
  DELETE FROM provisioned_group_members
  WHERE organization_id = $1 AND group_id = $2 AND (provisioned_id = ANY ($3::uuid[])) <> $4 RETURNING provisioned_id AS id`);

/** Puts people into a group; returns who was not in it. */
export const PUT_IN = sql<[organizationId: Uuid, groupId: Uuid, personIds: readonly Uuid[]], { id: Uuid }>(`
  INSERT INTO provisioned_group_members (organization_id, group_id, provisioned_id)
  SELECT $1, $2, provisioned_id FROM unnest($3::uuid[]) AS provisioned_id
  ON CONFLICT ON CONSTRAINT pk_provisioned_group_members DO NOTHING RETURNING provisioned_id AS id`);

export const PEOPLE_OF_GROUP = sql<[organizationId: Uuid, groupId: Uuid], { id: Uuid }>(
  'SELECT provisioned_id AS id FROM provisioned_group_members WHERE organization_id = $1 AND group_id = $2',
);
