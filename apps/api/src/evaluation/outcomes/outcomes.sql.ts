import { sql, type Uuid } from '#libs/database';
import type { Outcome } from '../outcome.js';

/** An outcome as it is kept. */
export interface OutcomeRow {
  requirementId: Uuid;
  entry: number;
  outcome: Outcome;
  note: string | null;
  derogation: string | null;
  userId: Uuid | null;
  userName: string | null;
  at: Date;
  copiedFrom: number | null;
  former: Outcome | null;
  fromProposal: boolean;
  proposal: Outcome | null;
  proposedBy: string | null;
  proposedAt: Date | null;
  revision: number;
  issueNumbers: number[];
}

const COLUMNS = `o.requirement_id AS "requirementId", o.entry, o.outcome, o.note, o.derogation, o.user_id AS "userId", o.user_name AS "userName", o.at,
    o.copied_from AS "copiedFrom", o.former, o.from_proposal AS "fromProposal", o.proposal, o.proposed_by AS "proposedBy",
    o.proposed_at AS "proposedAt", o.revision,
    ARRAY(SELECT i.number FROM audit_outcome_issues l JOIN issues i ON i.organization_id = l.organization_id AND i.id = l.issue_id
      WHERE l.organization_id = $1 AND l.audit_id = $2 AND l.requirement_id = o.requirement_id AND l.entry = o.entry AND i.organization_id = $1
      ORDER BY i.number) AS "issueNumbers"`;

/** These outcomes, by two lists of equal length. */
export const SOME_OUTCOMES = sql<
  [organizationId: Uuid, auditId: Uuid, requirementIds: readonly Uuid[], entries: readonly number[]],
  OutcomeRow
>(`
  SELECT ${COLUMNS} FROM audit_outcomes o
  JOIN unnest($3::uuid[], $4::int[]) AS cell(requirement_id, entry) ON cell.requirement_id = o.requirement_id AND cell.entry = o.entry
  WHERE o.organization_id = $1 AND o.audit_id = $2`);

/** A page of the outcomes of an audit; null filters nothing. `total`: of all pages. */
export const LIST_OUTCOMES = sql<
  [
    organizationId: Uuid,
    auditId: Uuid,
    requirementIds: readonly Uuid[] | null,
    entry: number | null,
    outcomes: readonly string[] | null,
    limit: number,
    offset: number,
  ],
  OutcomeRow & { total: number }
>(`
  SELECT ${COLUMNS}, count(*) OVER ()::int AS total
  FROM audit_outcomes o LEFT JOIN audit_requirements r
    ON r.organization_id = o.organization_id AND r.audit_id = o.audit_id AND r.requirement_id = o.requirement_id
  WHERE o.organization_id = $1 AND o.audit_id = $2 AND ($3::uuid[] IS NULL OR o.requirement_id = ANY ($3))
    AND ($4::int IS NULL OR o.entry = $4) AND ($5::text[] IS NULL OR o.outcome = ANY ($5))
  ORDER BY r.position, o.entry LIMIT $6 OFFSET $7`);

/** All outcomes of an audit without their texts. */
export const GRID = sql<
  [organizationId: Uuid, auditId: Uuid],
  Pick<OutcomeRow, 'requirementId' | 'entry' | 'outcome' | 'former' | 'proposal' | 'userName' | 'revision'> & {
    hasNote: boolean;
    issueCount: number;
  }
>(`
  SELECT o.requirement_id AS "requirementId", o.entry, o.outcome, o.former, o.proposal, o.user_name AS "userName", o.revision,
    o.note IS NOT NULL AS "hasNote", coalesce(l.n, 0)::int AS "issueCount"
  FROM audit_outcomes o LEFT JOIN (
    SELECT requirement_id, entry, count(*) AS n FROM audit_outcome_issues WHERE organization_id = $1 AND audit_id = $2 GROUP BY 1, 2
  ) l ON l.requirement_id = o.requirement_id AND l.entry = o.entry
  WHERE o.organization_id = $1 AND o.audit_id = $2`);

/** `cells` are `StoredOutcome`; each that was there gets the next revision. */
export const STORE_OUTCOMES = sql<[organizationId: Uuid, auditId: Uuid, cells: string, at: Date]>(`
  INSERT INTO audit_outcomes AS o (organization_id, audit_id, requirement_id, entry, outcome, note, derogation, user_id, user_name, at,
    copied_from, former, from_proposal, proposal, proposed_by, proposed_at, revision)
  SELECT $1::uuid, $2::uuid, "requirementId", entry, outcome, note, derogation, "userId", "userName", $4::timestamptz, "copiedFrom",
    former, "fromProposal", proposal, "proposedBy", "proposedAt", 1
  FROM json_to_recordset($3::json) AS c("requirementId" uuid, entry int, outcome text, note text, derogation text, "userId" uuid,
    "userName" text, "copiedFrom" int, former text, "fromProposal" boolean, proposal text, "proposedBy" text, "proposedAt" timestamptz)
  ON CONFLICT ON CONSTRAINT pk_audit_outcomes DO UPDATE SET outcome = excluded.outcome, note = excluded.note,
    derogation = excluded.derogation, user_id = excluded.user_id, user_name = excluded.user_name, at = excluded.at,
    copied_from = excluded.copied_from, former = excluded.former, from_proposal = excluded.from_proposal, proposal = excluded.proposal,
    proposed_by = excluded.proposed_by, proposed_at = excluded.proposed_at, revision = o.revision + 1`);

/** What these outcomes say from now on stays in their history. */
export const NOTE_CHANGES = sql<
  [organizationId: Uuid, auditId: Uuid, requirementIds: readonly Uuid[], entries: readonly number[]]
>(`
  INSERT INTO audit_outcome_changes (organization_id, audit_id, requirement_id, entry, revision, outcome, note, user_id, user_name, at)
  SELECT o.organization_id, o.audit_id, o.requirement_id, o.entry, o.revision, o.outcome, o.note, o.user_id, o.user_name, o.at
  FROM audit_outcomes o JOIN unnest($3::uuid[], $4::int[]) AS cell(requirement_id, entry)
    ON cell.requirement_id = o.requirement_id AND cell.entry = o.entry
  WHERE o.organization_id = $1 AND o.audit_id = $2 ON CONFLICT DO NOTHING`);

/** The history of outcomes, the latest first. */
export const HISTORY = sql<
  [
    organizationId: Uuid,
    auditId: Uuid,
    requirementId: Uuid | null,
    entry: number | null,
    limit: number,
    offset: number,
  ],
  Pick<OutcomeRow, 'requirementId' | 'entry' | 'outcome' | 'note' | 'userId' | 'userName' | 'at' | 'revision'> & {
    total: number;
  }
>(`
  SELECT requirement_id AS "requirementId", entry, outcome, note, user_id AS "userId", user_name AS "userName", at, revision,
    count(*) OVER ()::int AS total
  FROM audit_outcome_changes
  WHERE organization_id = $1 AND audit_id = $2 AND ($3::uuid IS NULL OR requirement_id = $3) AND ($4::int IS NULL OR entry = $4)
  ORDER BY at DESC, requirement_id, entry, revision DESC LIMIT $5 OFFSET $6`);

/** The ids of issues of a product. */
export const ISSUES_BY_NUMBER = sql<
  [organizationId: Uuid, productId: Uuid, numbers: readonly number[]],
  { id: Uuid; number: number }
>(`
  SELECT id, number FROM issues WHERE organization_id = $1 AND product_id = $2 AND number = ANY ($3::int[])`);

/** `cells`: `{ requirementId, entry, issueIds }`; each has exactly these issues then. */
export const UNLINK_ISSUES = sql<[organizationId: Uuid, auditId: Uuid, cells: string]>(`
  DELETE FROM audit_outcome_issues l USING json_to_recordset($3::json) AS c("requirementId" uuid, entry int, "issueIds" uuid[])
  WHERE l.organization_id = $1 AND l.audit_id = $2 AND l.requirement_id = c."requirementId" AND l.entry = c.entry
    AND NOT l.issue_id = ANY (c."issueIds")`);

export const LINK_ISSUES = sql<[organizationId: Uuid, auditId: Uuid, cells: string]>(`
  INSERT INTO audit_outcome_issues (organization_id, audit_id, requirement_id, entry, issue_id)
  SELECT $1::uuid, $2::uuid, c."requirementId", c.entry, issue_id
  FROM json_to_recordset($3::json) AS c("requirementId" uuid, entry int, "issueIds" uuid[]), unnest(c."issueIds") AS issue_id
  ON CONFLICT DO NOTHING`);

/** What people decided stays by their names when their accounts are deleted. */
export const FORGET_PERSON = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE audit_outcomes SET user_id = NULL WHERE organization_id = $1 AND user_id = $2`);

export const FORGET_PERSON_IN_HISTORY = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE audit_outcome_changes SET user_id = NULL WHERE organization_id = $1 AND user_id = $2`);
