import { sql, type Uuid } from '#libs/database';
import type { ConformanceVerdict, Evidence } from './conformance-verdict.entity.js';

/** What a record that a verdict rests on takes in a document, in bytes. */
export const EVIDENCE_BYTES = 100;

/**
 * A verdict that was there gets the next revision; a new one, one that was never used. `statements` are
 * `VerdictStatement`.
 */
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
  INSERT INTO conformance_verdicts AS v (organization_id, report_id, requirement_id, component, verdict, remarks,
    reason, alternative,
    plain_description, burden_assessment, evidence, from_group, stated_by_user_id, stated_by_name, stated_at, revision)
  SELECT $1::uuid, $2::uuid, "requirementId", component, verdict, remarks, reason, alternative, "plainDescription",
    "burdenAssessment",
    evidence, "fromGroup", $4::uuid, $5, $6::timestamptz, $7::int + 1
  FROM json_to_recordset($3::json) AS said("requirementId" uuid, component text, verdict text, remarks text,
    reason text, alternative text,
    "plainDescription" text, "burdenAssessment" text, evidence jsonb, "fromGroup" boolean)
  ON CONFLICT ON CONSTRAINT pk_conformance_verdicts DO UPDATE SET verdict = excluded.verdict,
    remarks = excluded.remarks,
    reason = excluded.reason, alternative = excluded.alternative,
    plain_description = excluded.plain_description, burden_assessment = excluded.burden_assessment,
      evidence = excluded.evidence, from_group = excluded.from_group,
    stated_by_user_id = excluded.stated_by_user_id, stated_by_name = excluded.stated_by_name,
      stated_at = excluded.stated_at,
    revision = v.revision + 1`);

/** All that is said in a report: thousands, of which entities would take long to be made. */
export const VERDICTS_OF_REPORT = sql<[organizationId: Uuid, reportId: Uuid], ConformanceVerdict>(`
  SELECT organization_id AS "organizationId", report_id AS "reportId", requirement_id AS "requirementId", component,
    verdict, remarks, reason,
    alternative, plain_description AS "plainDescription", burden_assessment AS "burdenAssessment", evidence,
      from_group AS "fromGroup",
    stated_by_user_id AS "statedByUserId", stated_by_name AS "statedByName", stated_at AS "statedAt", revision
  FROM conformance_verdicts WHERE organization_id = $1 AND report_id = $2`);

/** What a report claims by a verdict, and who stated it, without what it says in words. */
export type StatedClaim = Pick<
  ConformanceVerdict,
  'requirementId' | 'component' | 'verdict' | 'statedByName' | 'statedAt'
>;

/** What a report claims, of each verdict. */
export const CLAIMS_OF_REPORT = sql<[organizationId: Uuid, reportId: Uuid], StatedClaim>(`
  SELECT requirement_id AS "requirementId", component, verdict, stated_by_name AS "statedByName",
    stated_at AS "statedAt"
  FROM conformance_verdicts WHERE organization_id = $1 AND report_id = $2`);

/** How much the verdicts of a report say, in bytes. */
export const SIZE_OF_REPORT = sql<
  [organizationId: Uuid, reportId: Uuid, standardIds: readonly Uuid[]],
  { bytes: number }
>(`
  SELECT coalesce(sum(coalesce(octet_length(v.remarks), 0) + coalesce(octet_length(v.alternative), 0)
    + coalesce(octet_length(v.plain_description), 0) + coalesce(octet_length(v.burden_assessment), 0)
    + ${EVIDENCE_BYTES} * jsonb_array_length(v.evidence)), 0)::int AS bytes
  FROM conformance_verdicts v JOIN requirements r ON r.id = v.requirement_id
  WHERE v.organization_id = $1 AND v.report_id = $2 AND r.standard_id = ANY ($3::uuid[])`);

/** `keys` are of verdicts. */
export const DELETE_VERDICTS = sql<[organizationId: Uuid, reportId: Uuid, keys: string], { revision: number }>(`
  DELETE FROM conformance_verdicts WHERE organization_id = $1 AND report_id = $2
    AND (requirement_id, component) IN (
      SELECT "requirementId", component FROM json_to_recordset($3::json) AS said("requirementId" uuid, component text))
  RETURNING revision`);

/** Verdicts as other places have them, with who stated them, and when. `copies` are `VerdictCopy`. */
export const COPY_TO_PLACES = sql<[organizationId: Uuid, reportId: Uuid, copies: string, takenBack: number]>(`
  INSERT INTO conformance_verdicts AS v (organization_id, report_id, requirement_id, component, verdict, remarks,
    reason, alternative,
    plain_description, burden_assessment, evidence, from_group, stated_by_user_id, stated_by_name, stated_at, revision)
  SELECT $1::uuid, $2::uuid, "requirementId", copied.component, f.verdict, f.remarks, f.reason, f.alternative,
    f.plain_description,
    f.burden_assessment, f.evidence, f.from_group, f.stated_by_user_id, f.stated_by_name, f.stated_at, $4::int + 1
  FROM json_to_recordset($3::json) AS copied("fromRequirementId" uuid, "fromComponent" text, "requirementId" uuid,
    component text)
  JOIN conformance_verdicts f ON f.organization_id = $1 AND f.report_id = $2 AND f.requirement_id = "fromRequirementId"
    AND f.component = "fromComponent"
  ON CONFLICT ON CONSTRAINT pk_conformance_verdicts DO UPDATE SET verdict = excluded.verdict,
    remarks = excluded.remarks,
    reason = excluded.reason, alternative = excluded.alternative,
    plain_description = excluded.plain_description, burden_assessment = excluded.burden_assessment,
      evidence = excluded.evidence, from_group = excluded.from_group,
    stated_by_user_id = excluded.stated_by_user_id, stated_by_name = excluded.stated_by_name,
      stated_at = excluded.stated_at,
    revision = v.revision + 1`);

/** The report remembers the highest revision of what was taken back. */
export const REMEMBER_REVISION = sql<[organizationId: Uuid, reportId: Uuid, revision: number]>(`
  UPDATE conformance_reports SET taken_back = greatest(taken_back, $3::int) WHERE organization_id = $1 AND id = $2`);

/** The requirements of a group and of those within it; no row where no standard has such a group. */
export const REQUIREMENTS_OF_GROUP = sql<[standardIds: readonly Uuid[], groupId: Uuid], { ids: Uuid[] }>(`
  WITH RECURSIVE within AS (
    SELECT id FROM requirement_groups WHERE standard_id = ANY ($1::uuid[]) AND id = $2
    UNION SELECT g.id FROM requirement_groups g JOIN within ON g.parent_id = within.id)
  SELECT ARRAY(SELECT r.id FROM requirements r WHERE r.group_id IN (SELECT id FROM within) ORDER BY r.sort_order,
    r.id) AS ids
  WHERE EXISTS (SELECT FROM within)`);

/** Those of these requirements that belong to standards. */
export const KNOWN_REQUIREMENTS = sql<[standardIds: readonly Uuid[], ids: readonly Uuid[]], { id: Uuid }>(`
  SELECT id FROM requirements WHERE standard_id = ANY ($1::uuid[]) AND id = ANY ($2::uuid[])`);

/** Those of standards, in the order of these. */
export const REQUIREMENTS_OF_STANDARDS = sql<[standardIds: readonly Uuid[]], { requirementIds: Uuid[] }>(`
  SELECT ARRAY(SELECT id FROM requirements WHERE standard_id = ANY ($1::uuid[])
    ORDER BY array_position($1::uuid[], standard_id), sort_order, id) AS "requirementIds"`);

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
  SELECT 'audit' AS kind, number, completed_at AS date FROM audits WHERE organization_id = $1 AND product_id = $2
    AND number = ANY ($3::int[])
  UNION ALL SELECT 'test_activity', number, completed_at FROM test_activities WHERE organization_id = $1
    AND product_id = $2 AND number = ANY ($4::int[])
  UNION ALL SELECT 'issue', number, created_at FROM issues WHERE organization_id = $1 AND product_id = $2
    AND number = ANY ($5::int[])`);

/** Those of what was published, in the order of its document. */
export const REQUIREMENTS_OF_DOCUMENT = sql<[organizationId: Uuid, reportId: Uuid], { requirementIds: Uuid[] }>(`
  SELECT requirement_ids AS "requirementIds" FROM conformance_documents WHERE organization_id = $1 AND report_id = $2`);
