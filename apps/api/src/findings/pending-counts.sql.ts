import { sql, type Uuid } from '#libs/database';
import { pendingFrom } from './status.js';

/** By how many the findings of a set of criteria changed, and of them those of severity high. */
export interface PendingChange {
  productId: Uuid;
  pendingFrom: string;
  criteria: string[];
  value: number;
  high: number;
}

/** The row of a statement that `runCounted` sends. */
export interface CountedRow {
  changes: PendingChange[];
}

/** The columns by which this finding is counted; `pendingChanges` compares them. */
export const pendingKind = (finding: string): string =>
  `${finding}.product_id, ${pendingFrom(finding)} AS pending_from, ${finding}.criteria, coalesce(${finding}.severity = 'high', false) AS high`;

const changesOf = (moved: string): string => `(
  SELECT coalesce(json_agg(change), '[]') FROM (
    SELECT product_id AS "productId", pending_from AS "pendingFrom", criteria, sum(n)::int AS value, sum(n * high::int)::int AS high
    FROM (${moved}) moved
    WHERE pending_from IS NOT NULL
    GROUP BY product_id, pending_from, criteria HAVING sum(n) <> 0 OR sum(n * high::int) <> 0) change)`;

/**
 * An expression, the `PendingChange`s of a statement as a json array.
 * @param before a part of the WITH that has the `pendingKind` of each changed finding as it was
 * @param after the same as it is
 */
export const pendingChanges = (before: string, after: string): string =>
  changesOf(`
      SELECT product_id, pending_from, criteria, high, -1 AS n FROM ${before}
      UNION ALL SELECT product_id, pending_from, criteria, high, 1 FROM ${after}`);

/** The same of findings that are deleted. */
export const pendingGone = (gone: string): string =>
  changesOf(`SELECT product_id, pending_from, criteria, high, -1 AS n FROM ${gone}`);

const CHANGE_ROWS = `json_to_recordset($2::json) AS change("productId" uuid, "pendingFrom" timestamptz(3), criteria text[], value int, high int)`;
const KEY = `sha256(convert_to(array_to_string(change.criteria, ' '), 'UTF8'))`;

/** Adds `PendingChange`s to the kept counts. It takes the organization from a table, and so happens where the rows are. */
export const ADD_PENDING = sql<[organizationId: Uuid, changes: string]>(`
  INSERT INTO pending_counts AS c (organization_id, product_id, pending_from, criteria_key, criteria, value, high)
  SELECT p.organization_id, p.id, change."pendingFrom", ${KEY}, change.criteria, change.value, change.high
  FROM products p, ${CHANGE_ROWS}
  WHERE p.organization_id = $1 AND p.id = change."productId" AND (change.value <> 0 OR change.high <> 0)
  ON CONFLICT ON CONSTRAINT pk_pending_counts DO UPDATE SET value = c.value + excluded.value, high = c.high + excluded.high`);

/** Deletes the counts of `PendingChange`s that are 0. */
export const PURGE_PENDING = sql<[organizationId: Uuid, changes: string]>(`
  DELETE FROM pending_counts c USING (SELECT "productId", "pendingFrom", ${KEY} AS key FROM ${CHANGE_ROWS}) fewer
  WHERE c.organization_id = $1 AND c.value = 0 AND (c.product_id, c.pending_from, c.criteria_key) = (fewer."productId", fewer."pendingFrom", fewer.key)`);
