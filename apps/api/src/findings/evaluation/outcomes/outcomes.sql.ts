import { sql, type Uuid } from '#libs/database';
import { NIL_ID } from '#libs/ids';
import type { Position } from '../../../platform/lists/cursors.js';
import { ALL_ENTRIES, type Outcome } from '../outcome.js';

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
  evidenceIds: Uuid[];
}

const COLUMNS = `o.requirement_id AS "requirementId", o.entry, o.outcome, o.note, o.derogation, o.user_id AS "userId",
  o.user_name AS "userName", o.at,
    o.copied_from AS "copiedFrom", o.former, o.from_proposal AS "fromProposal", o.proposal,
      o.proposed_by AS "proposedBy",
    o.proposed_at AS "proposedAt", o.revision,
    ARRAY(SELECT i.number FROM audit_outcome_issues l JOIN issues i ON i.organization_id = l.organization_id
      AND i.id = l.issue_id
      WHERE l.organization_id = $1 AND l.audit_id = $2 AND l.requirement_id = o.requirement_id AND l.entry = o.entry
        AND i.organization_id = $1
      ORDER BY i.number) AS "issueNumbers",
    ARRAY(SELECT e.evidence_id FROM evidence_links e WHERE e.organization_id = $1 AND e.record_id = $2
      AND e.requirement_id = o.requirement_id AND e.entry = o.entry ORDER BY e.evidence_id) AS "evidenceIds"`;

/** These outcomes, by two lists of equal length. */
export const SOME_OUTCOMES = sql<
  [organizationId: Uuid, auditId: Uuid, requirementIds: readonly Uuid[], entries: readonly number[]],
  OutcomeRow
>(`
  SELECT ${COLUMNS} FROM audit_outcomes o
  JOIN unnest($3::uuid[], $4::int[]) AS cell(requirement_id, entry) ON cell.requirement_id = o.requirement_id
    AND cell.entry = o.entry
  WHERE o.organization_id = $1 AND o.audit_id = $2`);

/** Where findings propose nothing. */
export const NONE_PROPOSED = '[]';

/** Before all outcomes, which are ordered by the position of their requirement, by entry and by requirement. */
export const OUTCOMES_BEGIN: Position = ['-1', '-1', NIL_ID];

/**
 * A cell of which findings propose something; a list of them is sent as JSON, to be told also where nobody has said
 * anything of the cell.
 */
export interface ProposedCell {
  requirementId: Uuid;
  entry: number;
  at: Date;
}

// Where nobody has said anything of a cell, nothing is kept.
const proposedAlone = (proposed: string): string => `
      SELECT $1::uuid, $2::uuid, p."requirementId", p.entry, 'untested', NULL, NULL, NULL::uuid, NULL, p.at, NULL::int,
        NULL, false, NULL, NULL, NULL::timestamptz, 0
      FROM json_to_recordset(${proposed}::json) AS p("requirementId" uuid, entry int, at timestamptz)
      WHERE NOT EXISTS (SELECT FROM audit_outcomes k WHERE k.organization_id = $1 AND k.audit_id = $2
        AND k.requirement_id = p."requirementId" AND k.entry = p.entry)`;

/**
 * A page of the outcomes of an audit, and of cells of which findings propose something (`ProposedCell`); null filters
 * nothing. `total`: of all pages.
 */
export const LIST_OUTCOMES = sql<
  [
    organizationId: Uuid,
    auditId: Uuid,
    requirementIds: readonly Uuid[] | null,
    entry: number | null,
    outcomes: readonly string[] | null,
    limit: number,
    offset: number,
    behind: Position,
    proposed: string,
  ],
  OutcomeRow & { total: number; position: string }
>(`
  WITH told AS MATERIALIZED (
    SELECT organization_id, audit_id, requirement_id, entry, outcome, note, derogation, user_id, user_name, at,
      copied_from, former, from_proposal, proposal, proposed_by, proposed_at, revision
    FROM audit_outcomes WHERE organization_id = $1 AND audit_id = $2
    UNION ALL ${proposedAlone('$9')}
  )
  SELECT ${COLUMNS}, o.position::text AS position, o.total
  FROM (
    SELECT o.*, coalesce(r.position, 2147483647) AS position, count(*) OVER ()::int AS total
    FROM told o LEFT JOIN audit_requirements r
      ON r.organization_id = $1 AND r.audit_id = $2 AND r.requirement_id = o.requirement_id
    WHERE ($3::uuid[] IS NULL OR o.requirement_id = ANY ($3))
      AND ($4::int IS NULL OR o.entry = $4) AND ($5::text[] IS NULL OR o.outcome = ANY ($5))
  ) o
  WHERE (o.position, o.entry, o.requirement_id) > (($8::text[])[1]::int, ($8::text[])[2]::int, ($8::text[])[3]::uuid)
  ORDER BY o.position, o.entry, o.requirement_id LIMIT $6 OFFSET $7`);

/**
 * All outcomes of an audit without their texts, and the cells of which findings propose something (`ProposedCell`): the
 * records of each requirement as JSON, with commas between them.
 */
export const GRID = sql<[organizationId: Uuid, auditId: Uuid, proposed: string], { cells: string; count: number }>(`
  WITH proposed AS MATERIALIZED (
    SELECT "requirementId" AS requirement_id, entry
    FROM json_to_recordset($3::json) AS p("requirementId" uuid, entry int)
  )
  SELECT string_agg(cell, ',' ORDER BY entry) AS cells, count(*)::int AS count
  FROM (
    SELECT o.requirement_id, o.entry, json_build_object('requirementId', o.requirement_id, 'entry',
        CASE WHEN o.entry = ${ALL_ENTRIES} THEN to_json('all'::text) ELSE to_json(o.entry) END, 'outcome', o.outcome,
          'former', o.former,
        'proposal', CASE WHEN o.outcome = 'untested' AND p.entry IS NOT NULL THEN 'failed' ELSE o.proposal END,
          'byName', o.user_name, 'hasNote', o.note IS NOT NULL, 'issueCount', coalesce(l.n, 0),
          'evidenceCount', coalesce(e.n, 0),
        'revision', o.revision)::text AS cell
    FROM audit_outcomes o LEFT JOIN proposed p ON p.requirement_id = o.requirement_id AND p.entry = o.entry
    LEFT JOIN (
      SELECT requirement_id, entry, count(*) AS n FROM audit_outcome_issues WHERE organization_id = $1 AND audit_id = $2
      GROUP BY 1, 2
    ) l ON l.requirement_id = o.requirement_id AND l.entry = o.entry LEFT JOIN (
      SELECT requirement_id, entry, count(*) AS n FROM evidence_links WHERE organization_id = $1 AND record_id = $2
      GROUP BY 1, 2
    ) e ON e.requirement_id = o.requirement_id AND e.entry = o.entry
    WHERE o.organization_id = $1 AND o.audit_id = $2
    UNION ALL
    SELECT p.requirement_id, p.entry, json_build_object('requirementId', p.requirement_id, 'entry', p.entry,
        'outcome', 'untested', 'former', NULL, 'proposal', 'failed', 'byName', NULL, 'hasNote', false,
        'issueCount', 0, 'evidenceCount', 0, 'revision', 0)::text
    FROM proposed p
    WHERE NOT EXISTS (SELECT FROM audit_outcomes k WHERE k.organization_id = $1 AND k.audit_id = $2
      AND k.requirement_id = p.requirement_id AND k.entry = p.entry)
  ) cells GROUP BY requirement_id`);

/** `cells` are `StoredOutcome`; each that was there gets the next revision. */
export const STORE_OUTCOMES = sql<[organizationId: Uuid, auditId: Uuid, cells: string, at: Date]>(`
  INSERT INTO audit_outcomes AS o (organization_id, audit_id, requirement_id, entry, outcome, note, derogation, user_id,
    user_name, at,
    copied_from, former, from_proposal, proposal, proposed_by, proposed_at, revision)
  SELECT $1::uuid, $2::uuid, "requirementId", entry, outcome, note, derogation, "userId", "userName", $4::timestamptz,
    "copiedFrom",
    former, "fromProposal", proposal, "proposedBy", "proposedAt", 1
  FROM json_to_recordset($3::json) AS c("requirementId" uuid, entry int, outcome text, note text, derogation text,
    "userId" uuid,
    "userName" text, "copiedFrom" int, former text, "fromProposal" boolean, proposal text, "proposedBy" text,
      "proposedAt" timestamptz)
  ON CONFLICT ON CONSTRAINT pk_audit_outcomes DO UPDATE SET outcome = excluded.outcome, note = excluded.note,
    derogation = excluded.derogation, user_id = excluded.user_id, user_name = excluded.user_name, at = excluded.at,
    copied_from = excluded.copied_from, former = excluded.former, from_proposal = excluded.from_proposal,
      proposal = excluded.proposal,
    proposed_by = excluded.proposed_by, proposed_at = excluded.proposed_at, revision = o.revision + 1`);

/** What these outcomes say from now on stays in their history. */
export const NOTE_CHANGES = sql<
  [organizationId: Uuid, auditId: Uuid, requirementIds: readonly Uuid[], entries: readonly number[]]
>(`
  INSERT INTO audit_outcome_changes (organization_id, audit_id, requirement_id, entry, revision, outcome, note, user_id,
    user_name, at)
  SELECT o.organization_id, o.audit_id, o.requirement_id, o.entry, o.revision, o.outcome, o.note, o.user_id,
    o.user_name, o.at
  FROM audit_outcomes o JOIN unnest($3::uuid[], $4::int[]) AS cell(requirement_id, entry)
    ON cell.requirement_id = o.requirement_id AND cell.entry = o.entry
  WHERE o.organization_id = $1 AND o.audit_id = $2 ON CONFLICT DO NOTHING`);

/** Before the whole history of outcomes, which is ordered by moment, requirement, entry and revision. */
export const HISTORY_BEGIN: Position = ['infinity', NIL_ID, '0', '0'];

/** The history of outcomes, the latest first. */
export const HISTORY = sql<
  [
    organizationId: Uuid,
    auditId: Uuid,
    requirementId: Uuid | null,
    entry: number | null,
    limit: number,
    offset: number,
    behind: Position,
  ],
  Pick<OutcomeRow, 'requirementId' | 'entry' | 'outcome' | 'note' | 'userId' | 'userName' | 'at' | 'revision'> & {
    total: number;
  }
>(`
  SELECT requirement_id AS "requirementId", entry, outcome, note, user_id AS "userId", user_name AS "userName", at,
    revision, total
  FROM (
    SELECT *, count(*) OVER ()::int AS total FROM audit_outcome_changes
    WHERE organization_id = $1 AND audit_id = $2 AND ($3::uuid IS NULL OR requirement_id = $3)
      AND ($4::int IS NULL OR entry = $4)
  ) changes
  WHERE at < ($7::text[])[1]::timestamptz OR (at = ($7::text[])[1]::timestamptz
    AND (requirement_id, entry, -revision) > (($7::text[])[2]::uuid, ($7::text[])[3]::int, -($7::text[])[4]::int))
  ORDER BY at DESC, requirement_id, entry, revision DESC LIMIT $5 OFFSET $6`);

/** The ids of issues of a product. */
export const ISSUES_BY_NUMBER = sql<
  [organizationId: Uuid, productId: Uuid, numbers: readonly number[]],
  { id: Uuid; number: number }
>(`
  SELECT id, number FROM issues WHERE organization_id = $1 AND product_id = $2 AND number = ANY ($3::int[])`);

/** `cells`: `{ requirementId, entry, issueIds }`; each has exactly these issues then. */
export const UNLINK_ISSUES = sql<[organizationId: Uuid, auditId: Uuid, cells: string]>(`
  DELETE FROM audit_outcome_issues l USING json_to_recordset($3::json) AS c("requirementId" uuid, entry int,
    "issueIds" uuid[])
  WHERE l.organization_id = $1 AND l.audit_id = $2 AND l.requirement_id = c."requirementId" AND l.entry = c.entry
    AND NOT l.issue_id = ANY (c."issueIds")`);

export const LINK_ISSUES = sql<[organizationId: Uuid, auditId: Uuid, cells: string]>(`
  INSERT INTO audit_outcome_issues (organization_id, audit_id, requirement_id, entry, issue_id)
  SELECT $1::uuid, $2::uuid, c."requirementId", c.entry, issue_id
  FROM json_to_recordset($3::json) AS c("requirementId" uuid, entry int, "issueIds" uuid[]),
    unnest(c."issueIds") AS issue_id
  ON CONFLICT DO NOTHING`);

/** What people decided stays by their names when their accounts are deleted. */
export const FORGET_PERSON = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE audit_outcomes SET user_id = NULL WHERE organization_id = $1 AND user_id = $2`);

export const FORGET_PERSON_IN_HISTORY = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE audit_outcome_changes SET user_id = NULL WHERE organization_id = $1 AND user_id = $2`);
