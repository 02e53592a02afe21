import type { KeptCount } from '../../platform/work/counts.js';

/**
 * By how many the closed issues changed that were opened on one day of UTC and closed on another, as
 * `closedIssueChanges` gives it.
 */
export interface ClosedIssueChange {
  productId: string;
  closed: string;
  opened: string;
  value: number;
}

/**
 * SQL: the columns by which this issue is counted once it is closed, beside its product; `closedIssueChanges` compares
 * them.
 */
export const closedIssueKind = (issue: string): string => `${issue}.created_at, ${issue}.closed_at`;

const dayOf = (moment: string): string => `(${moment} AT TIME ZONE 'UTC')::date`;

const changesOf = (moved: string): string => `(
  SELECT coalesce(json_agg(change), '[]') FROM (
    SELECT product_id AS "productId", ${dayOf('closed_at')} AS closed, ${dayOf('created_at')} AS opened, sum(n)::int AS value
    FROM (${moved}) moved
    WHERE closed_at IS NOT NULL
    GROUP BY 1, 2, 3 HAVING sum(n) <> 0) change)`;

/**
 * SQL: an expression, the `ClosedIssueChange`s of a statement as a json array.
 * @param before a part of the WITH that has the product and the `closedIssueKind` of each changed issue as it was
 * @param after the same as it is
 */
export const closedIssueChanges = (before: string, after: string): string =>
  changesOf(`
      SELECT product_id, created_at, closed_at, -1 AS n FROM ${before}
      UNION ALL SELECT product_id, created_at, closed_at, 1 FROM ${after}`);

/** SQL: the same of issues that are deleted. */
export const closedIssuesGone = (gone: string): string =>
  changesOf(`SELECT product_id, created_at, closed_at, -1 AS n FROM ${gone}`);

/** Which issues a statement closed, reopened or deleted: whoever does so says it. */
export const CLOSED_ISSUES: KeptCount<ClosedIssueChange> = {
  store: (organizationId, changes) => [[ADD, [organizationId, JSON.stringify(changes)]]],
};

// It takes the organization from a table, and so happens where the rows are.
const ADD = `
  INSERT INTO closed_issue_counts AS c (organization_id, product_id, closed, opened, value)
  SELECT p.organization_id, p.id, given.closed, given.opened, sum(given.value)
  FROM products p, json_to_recordset($2::json) AS given("productId" uuid, closed date, opened date, value int)
  WHERE p.organization_id = $1 AND p.id = given."productId"
  GROUP BY p.organization_id, p.id, given.closed, given.opened ORDER BY p.id, given.closed, given.opened
  ON CONFLICT ON CONSTRAINT pk_closed_issue_counts DO UPDATE SET value = c.value + excluded.value`;
