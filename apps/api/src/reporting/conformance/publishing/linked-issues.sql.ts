import { sql, type Uuid } from '#libs/database';
import type { Rating } from '../../../accounts/organizations/ratings.js';
import { criterionAnswers, UNGUESSED } from '../../../standards/standards/criterion-answers.js';

const JUDGED = `judged AS MATERIALIZED (
  SELECT "requirementId" AS requirement_id, "statedAt" AS stated_at, supports
  FROM json_to_recordset($3::json) AS judged("requirementId" uuid, "statedAt" timestamptz, supports boolean))`;

const OF_PRODUCT = `
    CROSS JOIN (SELECT type, features, drawn_in FROM products WHERE organization_id = $1 AND id = $2) p`;

// A requirement of another standard means the one that answers to its criterion, as in the Grade.
const MEANT = `${criterionAnswers('ANY ($4::uuid[])', 'p', OF_PRODUCT)}, meant AS MATERIALIZED (
  SELECT linked_id, requirement_id, stated_at, supports FROM linked
  JOIN judged ON judged.requirement_id = linked.linked_id
  UNION
  SELECT linked_id, judged.requirement_id, stated_at, supports FROM linked
  JOIN requirements r ON r.id = linked.linked_id
  JOIN standards s ON s.id = r.standard_id
  JOIN answers ON ARRAY[answers.criterion] = r.wcag JOIN judged ON judged.requirement_id = answers.requirement_id
  WHERE r.standard_id <> answers.standard_id AND (s.organization_id IS NULL OR s.organization_id = $1))`;

/** What issues say against a requirement. */
export interface ReportedIssues {
  requirementId: string;
  /** How many are open. */
  open: number;
  /** Whether one was open when the verdict was stated, and has been closed, deleted or unlinked since. */
  openThen: boolean;
}

/** What has become known of a requirement since a report was published that says nothing of it. */
export interface KnownSince {
  requirementId: string;
  openedAt: Date;
  /** When it was closed, or is said of the requirement no longer; null while it is open. */
  endedAt: Date | null;
  wasClosed: boolean;
  /**
   * Why an open issue does not contradict the report, as the organization says, and since when; null: nothing is said
   * of it.
   */
  reason: string | null;
  reasonedAt: Date | null;
  /**
   * The same in each row: how many open issues contradict the report of which no reason is told, and what it says of
   * each standard, by the place of that in the report.
   */
  barriers: number;
  barriersByStandard: Record<number, number>;
  /** Since when the first of them is open that is severe and contradicts "supports"; null: none is. */
  severeSince: Date | null;
}

/** An open issue that contradicts a published report. */
export interface Contradiction {
  issueId: string;
  issueNumber: number;
  severity: Rating | null;
  openedAt: Date;
  /** Those whose verdicts it contradicts. */
  requirementIds: string[];
  reason: string | null;
  reasonedAt: Date | null;
}

/**
 * Open issues, from kept counts, and those that were open when a verdict was stated. `judged` are `Judged`.
 * Requirements that no issue speaks against are left out.
 */
export const ISSUES_AGAINST = sql<
  [organizationId: Uuid, productId: Uuid, judged: string, standardIds: readonly Uuid[]],
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
    bool_or(EXISTS (SELECT FROM closed WHERE closed.linked_id = meant.linked_id AND created_at <= stated_at
      AND closed_at > stated_at)) AS "openThen"
  FROM meant LEFT JOIN kept USING (linked_id)
  GROUP BY 1`);

const OPEN = `
    SELECT l.requirement_id AS linked_id, i.id AS issue_id, i.number, i.severity, i.created_at, i.reopened_at,
      NULL::timestamptz AS ended_at, false AS was_closed
    FROM issues i JOIN issue_requirements l ON l.organization_id = $1 AND l.issue_id = i.id
    WHERE i.organization_id = $1 AND i.product_id = $2 AND i.state = 'open'`;

// What was said of an issue before it was reopened is said of it no more.
const reasonOf = (reportId: string, issueId: string, reopenedAt: string): string => `
    LEFT JOIN conformance_contradictions c ON c.organization_id = $1 AND c.report_id = ${reportId}
      AND c.issue_id = ${issueId} AND (${reopenedAt} IS NULL OR c.reasoned_at >= ${reopenedAt})`;

const REASONED = reasonOf('$5', 'known.issue_id', 'known.reopened_at');

/**
 * Of each requirement the first issue that is open, else the last that ended since; and each that is open of which a
 * reason is told. `judged` are `Claim`.
 */
export const KNOWN_SINCE = sql<
  [organizationId: Uuid, productId: Uuid, judged: string, standardIds: readonly Uuid[], reportId: Uuid, since: Date],
  KnownSince
>(`
  WITH ${JUDGED}, known AS MATERIALIZED (${OPEN}
    UNION ALL
    SELECT l.requirement_id, NULL, NULL, NULL, i.created_at, NULL, i.closed_at, true FROM issues i
    JOIN issue_requirements l ON l.organization_id = $1 AND l.issue_id = i.id
    WHERE i.organization_id = $1 AND i.product_id = $2 AND i.closed_at > $6::timestamptz
    UNION ALL
    SELECT g.requirement_id, NULL, NULL, NULL, g.opened_at, NULL, g.ended_at, g.was_closed
    FROM conformance_gone_issues g
    WHERE g.organization_id = $1 AND g.product_id = $2 AND g.ended_at > $6::timestamptz
  ), linked AS MATERIALIZED (SELECT DISTINCT linked_id FROM known), ${MEANT}, said AS MATERIALIZED (
    SELECT meant.requirement_id, meant.supports, known.issue_id, severity, created_at, ended_at, was_closed, c.reason,
      c.reasoned_at,
      ended_at IS NULL AND c.reason IS NULL AS is_against
    FROM meant JOIN known USING (linked_id) ${REASONED}
  )
  SELECT DISTINCT ON (requirement_id, CASE WHEN reason IS NOT NULL THEN issue_id END) requirement_id AS "requirementId",
    created_at AS "openedAt",
    ended_at AS "endedAt", was_closed AS "wasClosed", reason, reasoned_at AS "reasonedAt",
    (SELECT count(DISTINCT issue_id)::int FROM said WHERE is_against) AS barriers,
    (SELECT coalesce(json_object_agg(place - 1, count), '{}') FROM (
      SELECT array_position($4::uuid[], r.standard_id) AS place, count(DISTINCT issue_id)
      FROM said JOIN requirements r ON r.id = said.requirement_id WHERE is_against GROUP BY 1) of_standard
      WHERE place IS NOT NULL) AS "barriersByStandard",
    (SELECT min(created_at) FROM said WHERE is_against AND severity = 'high' AND supports) AS "severeSince"
  FROM said
  ORDER BY requirement_id, CASE WHEN reason IS NOT NULL THEN issue_id END, ended_at IS NOT NULL,
    CASE WHEN ended_at IS NULL THEN created_at END, ended_at DESC`);

/** How many open issues of a product are linked to nothing that means one requirement of these standards. */
export const UNLINKED = sql<
  [organizationId: Uuid, productId: Uuid, standardIds: readonly Uuid[]],
  { unlinked: number }
>(`
  WITH counted AS MATERIALIZED (
    SELECT requirement_ids, sum(value)::int AS n FROM open_issue_counts
    WHERE organization_id = $1 AND product_id = $2 GROUP BY 1 HAVING sum(value) > 0
  ), elsewhere AS MATERIALIZED (
    SELECT r.id AS linked_id, r.wcag FROM requirements r JOIN standards s ON s.id = r.standard_id
    WHERE r.id IN (SELECT unnest(requirement_ids) FROM counted) AND r.standard_id <> ALL ($3::uuid[])
      AND (s.organization_id IS NULL OR s.organization_id = $1)
  ), ${criterionAnswers('ANY ($3::uuid[])', 'p', OF_PRODUCT)}, ${UNGUESSED}
  SELECT coalesce(sum(n), 0)::int AS unlinked FROM counted
  WHERE requirement_ids <@ ARRAY(SELECT linked_id FROM unguessed)`);

/**
 * The open issues that contradict a published report, the oldest first; `number`: that of one of them, null: of all.
 * `judged` are `Claim`.
 */
export const CONTRADICTIONS = sql<
  [
    organizationId: Uuid,
    productId: Uuid,
    judged: string,
    standardIds: readonly Uuid[],
    reportId: Uuid,
    number: number | null,
    limit: number,
  ],
  Contradiction & { total: number }
>(`
  WITH ${JUDGED}, known AS MATERIALIZED (${OPEN} AND ($6::int IS NULL OR i.number = $6)
  ), linked AS MATERIALIZED (SELECT DISTINCT linked_id FROM known), ${MEANT}
  SELECT known.issue_id AS "issueId", known.number AS "issueNumber", known.severity, known.created_at AS "openedAt",
    array_agg(DISTINCT meant.requirement_id) AS "requirementIds", c.reason, c.reasoned_at AS "reasonedAt",
      count(*) OVER ()::int AS total
  FROM meant JOIN known USING (linked_id) ${REASONED}
  GROUP BY 1, 2, 3, 4, 6, 7 ORDER BY 2 LIMIT $7`);

/** Tells why an issue does not contradict a report, from now on. */
export const TELL_REASON = sql<
  [organizationId: Uuid, reportId: Uuid, issueId: Uuid, reason: string, reasonedAt: Date]
>(`
  INSERT INTO conformance_contradictions (organization_id, report_id, issue_id, reason, reasoned_at)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT ON CONSTRAINT pk_conformance_contradictions DO UPDATE SET reason = excluded.reason,
    reasoned_at = excluded.reasoned_at`);

/** What is told of an issue. */
export const REASON_OF_ISSUE = sql<
  [organizationId: Uuid, productId: Uuid, reportId: Uuid, issueNumber: number],
  { issueId: Uuid; reason: string | null }
>(`
  SELECT i.id AS "issueId", c.reason FROM issues i ${reasonOf('$3', 'i.id', 'i.reopened_at')}
  WHERE i.organization_id = $1 AND i.product_id = $2 AND i.number = $4`);

export const TAKE_REASON_BACK = sql<[organizationId: Uuid, reportId: Uuid, issueId: Uuid]>(`
  DELETE FROM conformance_contradictions WHERE organization_id = $1 AND report_id = $2 AND issue_id = $3`);

/** How much is told of the issues of a report, in bytes. */
export const SIZE_OF_REASONS = sql<[organizationId: Uuid, reportId: Uuid], { bytes: number }>(`
  SELECT coalesce(sum(octet_length(reason)), 0)::int AS bytes FROM conformance_contradictions WHERE organization_id = $1
    AND report_id = $2`);

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
  INSERT INTO conformance_gone_issues AS known (organization_id, product_id, requirement_id, opened_at, ended_at,
    was_closed)
  SELECT DISTINCT ON (i.product_id, l.requirement_id, i.created_at)
    i.organization_id, i.product_id, l.requirement_id, i.created_at, coalesce(i.closed_at, $5::timestamptz),
      i.closed_at IS NOT NULL
  FROM issue_requirements l JOIN issues i ON i.organization_id = $1 AND i.id = l.issue_id
  WHERE l.organization_id = $1 AND ($2::uuid[] IS NULL OR l.issue_id = ANY ($2))
    AND ($3::uuid[] IS NULL OR l.requirement_id = ANY ($3))
    AND l.requirement_id <> ALL ($4::uuid[])
    AND EXISTS (SELECT FROM conformance_reports r WHERE r.organization_id = $1 AND r.product_id = i.product_id)
  ORDER BY i.product_id, l.requirement_id, i.created_at, coalesce(i.closed_at, $5::timestamptz) DESC
  ON CONFLICT ON CONSTRAINT pk_conformance_gone_issues DO UPDATE SET ended_at = excluded.ended_at,
    was_closed = excluded.was_closed
  WHERE known.ended_at < excluded.ended_at`);
