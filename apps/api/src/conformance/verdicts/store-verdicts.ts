import type { EntityManager } from 'typeorm';
import type { Principal } from '../../http/current.js';
import { ReportTooLong } from '../errors.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import type { VerdictStatement } from './statement.js';

/** How much the verdicts of a report may say, in bytes: some 80,000 words. */
export const MAX_REPORT_BYTES = 512 * 1024;
/** What a record that a verdict rests on takes in a document, in bytes. */
export const EVIDENCE_BYTES = 100;

/**
 * Stores what is said, by the caller and now. A verdict that was there gets the next revision; a new one, one that was never used.
 * @throws ReportTooLong
 */
export async function storeVerdicts(
  tx: EntityManager,
  { organizationId, id, takenBack, standardId }: ConformanceReport,
  { userId, name, key }: Principal,
  statements: readonly VerdictStatement[],
): Promise<void> {
  if (statements.length === 0) return;
  await tx.query(
    `INSERT INTO conformance_verdicts AS v (organization_id, report_id, requirement_id, component, verdict, remarks, reason, alternative,
       evidence, from_group, stated_by_user_id, stated_by_name, stated_at, revision)
     SELECT $1::uuid, $2::uuid, "requirementId", component, verdict, remarks, reason, alternative, evidence, "fromGroup", $4::uuid, $5, $6::timestamptz, $7::int + 1
     FROM json_to_recordset($3::json) AS said("requirementId" uuid, component text, verdict text, remarks text, reason text, alternative text,
       evidence jsonb, "fromGroup" boolean)
     ON CONFLICT ON CONSTRAINT pk_conformance_verdicts DO UPDATE SET verdict = excluded.verdict, remarks = excluded.remarks,
       reason = excluded.reason, alternative = excluded.alternative, evidence = excluded.evidence, from_group = excluded.from_group,
       stated_by_user_id = excluded.stated_by_user_id, stated_by_name = excluded.stated_by_name, stated_at = excluded.stated_at,
       revision = v.revision + 1`,
    [organizationId, id, JSON.stringify(statements), key ? null : userId, key ? null : name, new Date(), takenBack],
  );
  const [{ bytes }] = await tx.query<[{ bytes: number }]>(
    `SELECT coalesce(sum(coalesce(octet_length(v.remarks), 0) + coalesce(octet_length(v.alternative), 0)
       + ${EVIDENCE_BYTES} * jsonb_array_length(v.evidence)), 0)::int AS bytes
     FROM conformance_verdicts v JOIN requirements r ON r.id = v.requirement_id
     WHERE v.organization_id = $1 AND v.report_id = $2 AND r.standard_id = $3`,
    [organizationId, id, standardId],
  );
  if (bytes > MAX_REPORT_BYTES) throw new ReportTooLong(MAX_REPORT_BYTES);
}

/** Removes what was said; the report remembers the revisions, so that none comes again. Returns how many there were. */
export async function takeBack(
  tx: EntityManager,
  { organizationId, id }: ConformanceReport,
  statements: readonly Pick<VerdictStatement, 'requirementId' | 'component'>[],
): Promise<number> {
  if (statements.length === 0) return 0;
  const [gone] = await tx.query<[{ revision: number }[], number]>(
    `DELETE FROM conformance_verdicts WHERE organization_id = $1 AND report_id = $2
       AND (requirement_id, component) IN (SELECT "requirementId", component FROM json_to_recordset($3::json) AS said("requirementId" uuid, component text))
     RETURNING revision`,
    [organizationId, id, JSON.stringify(statements)],
  );
  if (gone.length > 0)
    await tx.query(
      'UPDATE conformance_reports SET taken_back = greatest(taken_back, $3::int) WHERE organization_id = $1 AND id = $2',
      [organizationId, id, Math.max(...gone.map(({ revision }) => revision))],
    );
  return gone.length;
}
