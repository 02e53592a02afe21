import { sql, type Uuid } from '#libs/database';
import { criterionAnswers } from '../../standards/criterion-answers.js';

const JUDGED = `judged AS MATERIALIZED (
  SELECT "requirementId" AS requirement_id, "statedAt" AS stated_at
  FROM json_to_recordset($3::json) AS judged("requirementId" uuid, "statedAt" timestamptz))`;

const OF_PRODUCT = `
    CROSS JOIN (SELECT type, features, drawn_in FROM products WHERE organization_id = $1 AND id = $2) p`;

// A requirement of another standard means the one that answers to its criterion, as in the Grade.
const MEANT = `${criterionAnswers('$4::uuid', 'p', OF_PRODUCT)}, meant AS MATERIALIZED (
  SELECT linked_id, requirement_id, stated_at FROM linked JOIN judged ON judged.requirement_id = linked.linked_id
  UNION
  SELECT linked_id, judged.requirement_id, stated_at FROM linked JOIN requirements r ON r.id = linked.linked_id
  JOIN standards s ON s.id = r.standard_id
  JOIN answers ON ARRAY[answers.criterion] = r.wcag JOIN judged ON judged.requirement_id = answers.requirement_id
  WHERE r.standard_id IS DISTINCT FROM $4::uuid AND (s.organization_id IS NULL OR s.organization_id = $1))`;

/** What issues say against a requirement. */
export interface ReportedIssues {
  requirementId: string;
  /** How many are open. */
  open: number;
  /** Whether one was open when the verdict was stated, and has been closed, deleted or unlinked since. */
  openThen: boolean;
}

/** What concerns a requirement since a verdict on it was stated. */
export interface ReportedSince {
  requirementId: string;
  openedAt: Date;
  /** When it was closed, or is said of the requirement no longer; null while one is open. */
  endedAt: Date | null;
  wasClosed: boolean;
}

/**
 * Open issues, from kept counts, and those that were open when a verdict was stated. `judged` are `Judged`. Requirements that no issue speaks
 * against are left out.
 */
export const ISSUES_AGAINST = sql<
  [organizationId: Uuid, productId: Uuid, judged: string, standardId: Uuid | null],
  ReportedIssues
>(`
  WITH ${JUDGED}, kept AS MATERIALIZED (
    SELECT requirement_id AS linked_id, sum(value)::int AS open
    FROM open_issue_counts c, unnest(c.requirement_ids) AS requirement_id
    WHERE c.organization_id = $1 AND c.product_id = $2 AND c.value > 0 GROUP BY 1
  ), closed AS MATERIALIZED (
    SELECT l.requirement_id AS linked_id, i.created_at, i.closed_at FROM issues i
    JOIN issue_requirements l ON l.organization_id = $1 AND l.issue_id = i.id
    WHERE i.organization_id = $1 AND i.product_id = $2 AND i.closed_at > (SELECT min(stated_at) FROM judged)
      AND i.created_at <= (SELECT max(stated_at) FROM judged)
    UNION ALL
    SELECT g.requirement_id, g.opened_at, g.ended_at FROM conformance_gone_issues g
    WHERE g.organization_id = $1 AND g.product_id = $2 AND g.ended_at > (SELECT min(stated_at) FROM judged)
  ), linked AS MATERIALIZED (SELECT linked_id FROM kept UNION SELECT linked_id FROM closed), ${MEANT}
  SELECT requirement_id AS "requirementId", coalesce(sum(kept.open), 0)::int AS open,
    bool_or(EXISTS (SELECT FROM closed WHERE closed.linked_id = meant.linked_id AND created_at <= stated_at AND closed_at > stated_at)) AS "openThen"
  FROM meant LEFT JOIN kept USING (linked_id)
  GROUP BY 1`);

/** The first issue that is open, else the last that ended since. */
export const REPORTED_SINCE = sql<
  [organizationId: Uuid, productId: Uuid, judged: string, standardId: Uuid | null, since: Date],
  ReportedSince
>(`
  WITH ${JUDGED}, known AS MATERIALIZED (
    SELECT l.requirement_id AS linked_id, i.created_at, i.closed_at AS ended_at, false AS was_closed FROM issues i
    JOIN issue_requirements l ON l.organization_id = $1 AND l.issue_id = i.id
    WHERE i.organization_id = $1 AND i.product_id = $2 AND i.state = 'open'
    UNION ALL
    SELECT l.requirement_id, i.created_at, i.closed_at, true FROM issues i
    JOIN issue_requirements l ON l.organization_id = $1 AND l.issue_id = i.id
    WHERE i.organization_id = $1 AND i.product_id = $2 AND i.closed_at > $5::timestamptz
    UNION ALL
    SELECT g.requirement_id, g.opened_at, g.ended_at, g.was_closed FROM conformance_gone_issues g
    WHERE g.organization_id = $1 AND g.product_id = $2 AND g.ended_at > $5::timestamptz
  ), linked AS MATERIALIZED (SELECT DISTINCT linked_id FROM known), ${MEANT}
  SELECT DISTINCT ON (requirement_id) requirement_id AS "requirementId", created_at AS "openedAt", ended_at AS "endedAt", was_closed AS "wasClosed"
  FROM meant JOIN known USING (linked_id)
  ORDER BY requirement_id, ended_at IS NOT NULL, CASE WHEN ended_at IS NULL THEN created_at END, ended_at DESC`);

/** Null: of all issues, or to all requirements. */
export const KEEP_GONE_ISSUES = sql<
  [
    organizationId: Uuid,
    issueIds: readonly Uuid[] | null,
    requirementIds: readonly Uuid[] | null,
    kept: readonly Uuid[],
    endedAt: Date,
  ]
>(`
  INSERT INTO conformance_gone_issues AS known (organization_id, product_id, requirement_id, opened_at, ended_at, was_closed)
  SELECT DISTINCT ON (i.product_id, l.requirement_id, i.created_at)
    i.organization_id, i.product_id, l.requirement_id, i.created_at, coalesce(i.closed_at, $5::timestamptz), i.closed_at IS NOT NULL
  FROM issue_requirements l JOIN issues i ON i.organization_id = $1 AND i.id = l.issue_id
  WHERE l.organization_id = $1 AND ($2::uuid[] IS NULL OR l.issue_id = ANY ($2)) AND ($3::uuid[] IS NULL OR l.requirement_id = ANY ($3))
    AND l.requirement_id <> ALL ($4::uuid[])
    AND EXISTS (SELECT FROM conformance_reports r WHERE r.organization_id = $1 AND r.product_id = i.product_id)
  ORDER BY i.product_id, l.requirement_id, i.created_at, coalesce(i.closed_at, $5::timestamptz) DESC
  ON CONFLICT ON CONSTRAINT pk_conformance_gone_issues DO UPDATE SET ended_at = excluded.ended_at, was_closed = excluded.was_closed
  WHERE known.ended_at < excluded.ended_at`);
