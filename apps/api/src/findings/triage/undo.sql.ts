import { sql, type Uuid } from '#libs/database';
import { type CountedRow, pendingChanges, pendingKind } from './pending-counts.sql.js';

/** What people have decided of a finding, column by column. */
const DECIDED = {
  issue_id: 'uuid',
  dismissal_reason: 'dismissal_reason',
  dismissal_comment: 'text',
  dismissed_until: 'timestamptz',
  duplicate_of_id: 'uuid',
  held: 'boolean',
  absent_at: 'timestamptz',
  resolved_at: 'timestamptz',
  waits_from: 'timestamptz',
  triaged_at: 'timestamptz',
};

/** In SQL: that of the finding `f`, as jsonb. */
export const BEFORE = `jsonb_build_object(${Object.keys(DECIDED)
  .map((column) => `'${column}', f.${column}`)
  .join(', ')})`;

const READ_BEFORE = `jsonb_to_record(d.before) AS b(${Object.entries(DECIDED)
  .map(([column, type]) => `${column} ${type}`)
  .join(', ')})`;

/** A decision, and the products of its findings. */
export interface DecisionRow {
  userId: Uuid | null;
  isTooOld: boolean;
  productIds: Uuid[];
}

export const FIND_DECISION = sql<[organizationId: Uuid, id: Uuid], DecisionRow>(`
  SELECT t.made_by_user_id AS "userId", t.made_at < now() - interval '24 hours' AS "isTooOld",
    (SELECT coalesce(json_agg(DISTINCT f.product_id), '[]') FROM finding_decisions d
      JOIN findings f ON f.organization_id = $1 AND f.id = d.finding_id
      WHERE d.organization_id = $1 AND d.decision_id = t.id) AS "productIds"
  FROM triage_decisions t WHERE t.organization_id = $1 AND t.id = $2`);

/** Marks a decision as taken back; returns nothing where it was before. */
export const MARK_UNDONE = sql<[organizationId: Uuid, id: Uuid], { id: Uuid }>(`
  UPDATE triage_decisions SET undone_at = clock_timestamp() WHERE organization_id = $1 AND id = $2 AND undone_at IS NULL
  RETURNING id`);

/** A finding of a decision. */
export interface DecidedFinding {
  id: Uuid;
  productId: Uuid;
  title: string;
  /** The issue that was made of it. */
  madeIssueId: Uuid | null;
}

/** The findings of a decision, locked as runs and triage lock them. */
export const LOCK_DECIDED = sql<[organizationId: Uuid, decisionId: Uuid], DecidedFinding>(`
  SELECT f.id, f.product_id AS "productId", f.title, d.issue_id AS "madeIssueId"
  FROM finding_decisions d JOIN findings f ON f.organization_id = $1 AND f.id = d.finding_id
  WHERE d.organization_id = $1 AND d.decision_id = $2
  ORDER BY f.product_id, f.tool, f.identity FOR UPDATE OF f`);

/** A finding that may get back what it had, and what it was a duplicate of. */
export interface UndoableFinding {
  id: Uuid;
  duplicateOfId: Uuid | null;
}

/**
 * Of the findings of a decision those of which it still says what is decided: nobody has decided since, answered for
 * pages of them, or deleted what they would get back. A decision that was taken back is none. Call it with them locked.
 */
export const UNDOABLE = sql<[organizationId: Uuid, decisionId: Uuid], UndoableFinding>(`
  WITH decided AS MATERIALIZED (
    SELECT d.finding_id, d.decided_at, b.issue_id, b.duplicate_of_id FROM finding_decisions d, ${READ_BEFORE}
    WHERE d.organization_id = $1 AND d.decision_id = $2
  )
  SELECT c.finding_id AS id, c.duplicate_of_id AS "duplicateOfId" FROM decided c
  WHERE NOT EXISTS (SELECT FROM finding_decisions later WHERE later.organization_id = $1
    AND later.finding_id = c.finding_id
      AND later.decided_at > c.decided_at AND later.action <> 'edit' AND later.undone_at IS NULL)
    AND NOT EXISTS (SELECT FROM finding_page_answers a WHERE a.organization_id = $1 AND a.finding_id = c.finding_id
      AND a.answered_at > c.decided_at)
    AND (c.issue_id IS NULL OR EXISTS (SELECT FROM issues i WHERE i.organization_id = $1 AND i.id = c.issue_id))
    AND (c.duplicate_of_id IS NULL OR EXISTS (SELECT FROM findings f WHERE f.organization_id = $1
      AND f.id = c.duplicate_of_id))`);

/**
 * What these findings, and those that they are duplicates of, are duplicates of now: each finding is read once, however
 * many lead to it.
 */
export const DUPLICATES_FROM = sql<[organizationId: Uuid, ids: readonly Uuid[]], { id: Uuid; duplicateOfId: Uuid }>(`
  WITH RECURSIVE duplicates AS (
    SELECT f.id, f.duplicate_of_id FROM findings f
    WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[]) AND f.status = 'dismissed'
      AND f.duplicate_of_id IS NOT NULL
    UNION
    SELECT f.id, f.duplicate_of_id FROM duplicates d JOIN findings f ON f.organization_id = $1
      AND f.id = d.duplicate_of_id
    WHERE f.status = 'dismissed' AND f.duplicate_of_id IS NOT NULL
  )
  SELECT id, duplicate_of_id AS "duplicateOfId" FROM duplicates`);

// Whether nothing but the decision made it absent or held it open: the twin of `undoDecision`.
const AS_LEFT = `f.present = '{}' AND (f.held OR (d.action = 'dismiss' AND b.held AND f.absent_at <= d.decided_at))`;

/**
 * Gives findings back what they had before a decision; what runs have said of them since stays. That somebody has
 * decided of them does too: such a finding does not go with the lines that reported it, and runs that are undone are
 * judged with the decision in its place.
 */
export const UNDO = sql<[organizationId: Uuid, decisionId: Uuid, ids: readonly Uuid[]], CountedRow>(`
  WITH noted AS (
    UPDATE finding_decisions d SET undone_at = clock_timestamp(), undone_after = coalesce(c.value, 0)
    FROM findings f LEFT JOIN product_counters c
      ON c.organization_id = f.organization_id AND c.product_id = f.product_id AND c.kind = 'test_activity'
    WHERE d.organization_id = $1 AND d.decision_id = $2 AND d.finding_id = ANY ($3::uuid[])
      AND f.organization_id = $1 AND f.id = d.finding_id
  ), targets AS MATERIALIZED (
    SELECT f.id, b.issue_id, b.dismissal_reason, b.dismissal_comment, b.dismissed_until, b.duplicate_of_id,
      b.waits_from, b.triaged_at,
      CASE WHEN ${AS_LEFT} THEN b.held ELSE f.held END AS held,
      CASE WHEN ${AS_LEFT} THEN b.absent_at ELSE f.absent_at END AS absent_at,
      CASE WHEN ${AS_LEFT} THEN b.resolved_at ELSE f.resolved_at END AS resolved_at
    FROM finding_decisions d, ${READ_BEFORE}, findings f
    WHERE d.organization_id = $1 AND d.decision_id = $2 AND d.finding_id = ANY ($3::uuid[])
      AND f.organization_id = $1 AND f.id = d.finding_id
  ), before AS MATERIALIZED (
    SELECT ${pendingKind('f')} FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($3::uuid[])
  ), changed AS (
    UPDATE findings f SET issue_id = t.issue_id, dismissal_reason = t.dismissal_reason,
      dismissal_comment = t.dismissal_comment,
      dismissed_until = t.dismissed_until, duplicate_of_id = t.duplicate_of_id, waits_from = t.waits_from,
        triaged_at = coalesce(t.triaged_at, f.triaged_at),
      held = t.held, absent_at = t.absent_at, resolved_at = t.resolved_at, updated_at = now(),
        revision = f.revision + 1,
      status = CASE WHEN t.dismissal_reason IS NOT NULL THEN 'dismissed'::finding_status
        WHEN t.absent_at IS NOT NULL THEN 'resolved' WHEN t.issue_id IS NOT NULL THEN 'confirmed' ELSE 'pending' END
    FROM targets t WHERE f.organization_id = $1 AND f.id = t.id
    RETURNING ${pendingKind('f')}
  )
  SELECT ${pendingChanges('before', 'changed')} AS changes`);

/**
 * Those of these issues that were changed, commented on or given evidence since they were made, or that a finding was
 * confirmed as. Call it with them locked.
 */
export const TOUCHED_ISSUES = sql<[organizationId: Uuid, ids: readonly Uuid[]], { id: Uuid }>(`
  SELECT i.id FROM issues i WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[])
    AND (i.revision > i.untouched_revision
      OR EXISTS (SELECT FROM findings f WHERE f.organization_id = $1 AND f.issue_id = i.id)
      OR EXISTS (SELECT FROM comments c WHERE c.organization_id = $1 AND c.record_id = i.id)
      OR EXISTS (SELECT FROM evidence_links l WHERE l.organization_id = $1 AND l.record_id = i.id))`);

/** Decisions stay without their maker when the person's account is deleted. */
export const CLEAR_DECISION_AUTHOR = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE triage_decisions SET made_by_user_id = NULL WHERE organization_id = $1 AND made_by_user_id = $2`);
