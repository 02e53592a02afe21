import { sql, type Uuid } from '#libs/database';
import type { Evidence } from './conformance-verdict.entity.js';

/** What a record that a verdict rests on takes in a document, in bytes. */
export const EVIDENCE_BYTES = 100;

/** A verdict that was there gets the next revision; a new one, one that was never used. `statements` are `VerdictStatement`. */
export const STORE_VERDICTS = sql<
  [
    organizationId: Uuid,
    reportId: Uuid,
    statements: string,
    statedByUserId: Uuid | null,
    statedByName: string | null,
    statedAt: Date,
    takenBack: number,
  ]
>(`
  INSERT INTO conformance_verdicts AS v (organization_id, report_id, requirement_id, component, verdict, remarks, reason, alternative,
    plain_description, burden_assessment, evidence, from_group, stated_by_user_id, stated_by_name, stated_at, revision)
  SELECT $1::uuid, $2::uuid, "requirementId", component, verdict, remarks, reason, alternative, "plainDescription", "burdenAssessment",
    evidence, "fromGroup", $4::uuid, $5, $6::timestamptz, $7::int + 1
  FROM json_to_recordset($3::json) AS said("requirementId" uuid, component text, verdict text, remarks text, reason text, alternative text,
    "plainDescription" text, "burdenAssessment" text, evidence jsonb, "fromGroup" boolean)
  ON CONFLICT ON CONSTRAINT pk_conformance_verdicts DO UPDATE SET verdict = excluded.verdict, remarks = excluded.remarks,
    reason = excluded.reason, alternative = excluded.alternative,
    plain_description = excluded.plain_description, burden_assessment = excluded.burden_assessment, evidence = excluded.evidence, from_group = excluded.from_group,
    stated_by_user_id = excluded.stated_by_user_id, stated_by_name = excluded.stated_by_name, stated_at = excluded.stated_at,
    revision = v.revision + 1`);

/** How much the verdicts of a report say, in bytes. */
export const SIZE_OF_REPORT = sql<[organizationId: Uuid, reportId: Uuid, standardId: Uuid | null], { bytes: number }>(`
  SELECT coalesce(sum(coalesce(octet_length(v.remarks), 0) + coalesce(octet_length(v.alternative), 0)
    + coalesce(octet_length(v.plain_description), 0) + coalesce(octet_length(v.burden_assessment), 0)
    + ${EVIDENCE_BYTES} * jsonb_array_length(v.evidence)), 0)::int AS bytes
  FROM conformance_verdicts v JOIN requirements r ON r.id = v.requirement_id
  WHERE v.organization_id = $1 AND v.report_id = $2 AND r.standard_id = $3`);

/** `keys` are of verdicts. */
export const DELETE_VERDICTS = sql<[organizationId: Uuid, reportId: Uuid, keys: string], { revision: number }>(`
  DELETE FROM conformance_verdicts WHERE organization_id = $1 AND report_id = $2
    AND (requirement_id, component) IN (
      SELECT "requirementId", component FROM json_to_recordset($3::json) AS said("requirementId" uuid, component text))
  RETURNING revision`);

/** The report remembers the highest revision of what was taken back. */
export const REMEMBER_REVISION = sql<[organizationId: Uuid, reportId: Uuid, revision: number]>(`
  UPDATE conformance_reports SET taken_back = greatest(taken_back, $3::int) WHERE organization_id = $1 AND id = $2`);

/** The requirements of a group and of those within it; no row where the standard has no such group. */
export const REQUIREMENTS_OF_GROUP = sql<[standardId: Uuid | null, groupId: Uuid], { ids: Uuid[] }>(`
  WITH RECURSIVE within AS (
    SELECT id FROM requirement_groups WHERE standard_id = $1 AND id = $2
    UNION SELECT g.id FROM requirement_groups g JOIN within ON g.parent_id = within.id)
  SELECT ARRAY(SELECT r.id FROM requirements r WHERE r.group_id IN (SELECT id FROM within) ORDER BY r.sort_order, r.id) AS ids
  WHERE EXISTS (SELECT FROM within)`);

export const REQUIREMENTS_OF_STANDARD = sql<[standardId: Uuid | null, ids: readonly Uuid[]], { id: Uuid }>(`
  SELECT id FROM requirements WHERE standard_id = $1 AND id = ANY ($2::uuid[])`);

/** Records of a product, by their numbers: when they were completed, and of issues when they were made. */
export const EVIDENCE_PRESENT = sql<
  [
    organizationId: Uuid,
    productId: Uuid,
    audits: readonly number[],
    testActivities: readonly number[],
    issues: readonly number[],
  ],
  Evidence & { date: Date | null }
>(`
  SELECT 'audit' AS kind, number, completed_at AS date FROM audits WHERE organization_id = $1 AND product_id = $2 AND number = ANY ($3::int[])
  UNION ALL SELECT 'test_activity', number, completed_at FROM test_activities WHERE organization_id = $1 AND product_id = $2 AND number = ANY ($4::int[])
  UNION ALL SELECT 'issue', number, created_at FROM issues WHERE organization_id = $1 AND product_id = $2 AND number = ANY ($5::int[])`);

/** Those of what was published, in the order of its document. */
export const REQUIREMENTS_OF_DOCUMENT = sql<[organizationId: Uuid, reportId: Uuid], { requirementIds: Uuid[] }>(`
  SELECT requirement_ids AS "requirementIds" FROM conformance_documents WHERE organization_id = $1 AND report_id = $2`);
