import { sql, type Uuid } from '#libs/database';

/** Who examines what in an audit. */
export interface AssignmentRow {
  userId: Uuid;
  name: string;
  requirementIds: Uuid[];
  /** Null: on all of them. */
  entries: number[] | null;
}

export const LIST_ASSIGNMENTS = sql<[organizationId: Uuid, auditId: Uuid], AssignmentRow>(`
  SELECT a.user_id AS "userId", u.name, a.requirement_ids AS "requirementIds", a.entries
  FROM audit_assignments a JOIN users u ON u.id = a.user_id
  WHERE a.organization_id = $1 AND a.audit_id = $2 ORDER BY u.name, a.user_id`);

export const DELETE_ASSIGNMENTS = sql<[organizationId: Uuid, auditId: Uuid]>(`
  DELETE FROM audit_assignments WHERE organization_id = $1 AND audit_id = $2`);

/** `assignments`: `{ userId, requirementIds, entries }`. */
export const STORE_ASSIGNMENTS = sql<[organizationId: Uuid, auditId: Uuid, assignments: string]>(`
  INSERT INTO audit_assignments (organization_id, audit_id, user_id, requirement_ids, entries)
  SELECT $1::uuid, $2::uuid, "userId", "requirementIds", entries
  FROM json_to_recordset($3::json) AS a("userId" uuid, "requirementIds" uuid[], entries int[])`);

/** The requirements of groups and of those within them. */
export const REQUIREMENTS_OF_GROUPS = sql<
  [standardId: Uuid | null, groupIds: readonly Uuid[]],
  { groupId: Uuid; requirementIds: Uuid[] }
>(`
  WITH RECURSIVE within AS (
    SELECT id AS top, id FROM requirement_groups WHERE standard_id = $1 AND id = ANY ($2::uuid[])
    UNION SELECT w.top, g.id FROM requirement_groups g JOIN within w ON g.parent_id = w.id)
  SELECT top AS "groupId", array_remove(array_agg(r.id), NULL) AS "requirementIds"
  FROM within LEFT JOIN requirements r ON r.group_id = within.id GROUP BY top`);

/** Whoever leaves is assigned nothing any more. */
export const END_ASSIGNMENTS = sql<
  [organizationId: Uuid, userId: Uuid],
  { auditId: Uuid; number: number; title: string | null; productId: Uuid }
>(`
  WITH ended AS (DELETE FROM audit_assignments WHERE organization_id = $1 AND user_id = $2 RETURNING audit_id)
  SELECT a.id AS "auditId", a.number, a.title, a.product_id AS "productId"
  FROM ended JOIN audits a ON a.organization_id = $1 AND a.id = ended.audit_id`);
