import { sql, type Uuid } from '#libs/database';
import { pendingFrom } from './status.js';
import { waitingDay } from './waiting.js';

/**
 * By how many the findings of a set of criteria changed that wait since a day of UTC, and of them those of severity
 * high, and of high impact too.
 */
export interface PendingChange {
  productId: Uuid;
  pendingFrom: string;
  waitingDay: string;
  criteria: string[];
  value: number;
  high: number;
  blocking: number;
}

/** The row of a statement that `runCounted` sends. */
export interface CountedRow {
  changes: PendingChange[];
}

/** The columns by which this finding is counted; `pendingChanges` compares them. */
export const pendingKind = (finding: string): string =>
  `${finding}.product_id, ${pendingFrom(finding)} AS pending_from, ${waitingDay(finding)} AS waiting_day,
    ${finding}.criteria,
   coalesce(${finding}.severity = 'high', false) AS high,
     coalesce(${finding}.severity = 'high' AND ${finding}.impact = 'high', false) AS blocking`;

const KIND = 'product_id, pending_from, waiting_day, criteria, high, blocking';

const changesOf = (moved: string): string => `(
  SELECT coalesce(json_agg(change), '[]') FROM (
    SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria,
      sum(n)::int AS value,
      sum(n * high::int)::int AS high, sum(n * blocking::int)::int AS blocking
    FROM (${moved}) moved
    WHERE pending_from IS NOT NULL
    GROUP BY product_id, pending_from, waiting_day, criteria
    HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * blocking::int) <> 0) change)`;

/**
 * An expression, the `PendingChange`s of a statement as a json array.
 * @param before a part of the WITH that has the `pendingKind` of each changed finding as it was
 * @param after the same as it is
 */
export const pendingChanges = (before: string, after: string): string =>
  changesOf(`
      SELECT ${KIND}, -1 AS n FROM ${before}
      UNION ALL SELECT ${KIND}, 1 FROM ${after}`);

/** The same of findings that are deleted. */
export const pendingGone = (gone: string): string => changesOf(`SELECT ${KIND}, -1 AS n FROM ${gone}`);

const CHANGE_ROWS = `json_to_recordset($2::json) AS change("productId" uuid, "pendingFrom" timestamptz(3), "waitingDay" date, criteria text[],
    value int, high int, blocking int)`;
const KEY = `sha256(convert_to(array_to_string(change.criteria, ' '), 'UTF8'))`;

/**
 * Adds changes to the counts by the moment from which findings await triage. It takes the organization from a table,
 * and so happens where the rows are.
 */
export const ADD_PENDING = sql<[organizationId: Uuid, changes: string]>(`
  INSERT INTO pending_counts AS c (organization_id, product_id, pending_from, criteria_key, criteria, value, high,
    blocking)
  SELECT p.organization_id, p.id, change."pendingFrom", ${KEY}, change.criteria, change.value, change.high,
    change.blocking
  FROM products p, ${CHANGE_ROWS}
  WHERE p.organization_id = $1 AND p.id = change."productId"
    AND (change.value <> 0 OR change.high <> 0 OR change.blocking <> 0)
  ON CONFLICT ON CONSTRAINT pk_pending_counts
    DO UPDATE SET value = c.value + excluded.value, high = c.high + excluded.high,
      blocking = c.blocking + excluded.blocking`);

/** Adds changes to the counts by the day since which findings wait. */
export const ADD_PENDING_DAYS = sql<[organizationId: Uuid, changes: string]>(`
  INSERT INTO pending_days AS d (organization_id, product_id, waiting_day, criteria_key, value, high)
  SELECT p.organization_id, p.id, change."waitingDay", ${KEY}, change.value, change.high
  FROM products p, ${CHANGE_ROWS}
  WHERE p.organization_id = $1 AND p.id = change."productId" AND (change.value <> 0 OR change.high <> 0)
  ON CONFLICT ON CONSTRAINT pk_pending_days DO UPDATE SET value = d.value + excluded.value,
    high = d.high + excluded.high`);

/** Deletes the counts of `PendingChange`s that are 0. */
export const PURGE_PENDING = sql<[organizationId: Uuid, changes: string]>(`
  DELETE FROM pending_counts c USING (SELECT "productId", "pendingFrom", ${KEY} AS key FROM ${CHANGE_ROWS}) fewer
  WHERE c.organization_id = $1 AND c.value = 0
    AND (c.product_id, c.pending_from, c.criteria_key) = (fewer."productId", fewer."pendingFrom", fewer.key)`);

export const PURGE_PENDING_DAYS = sql<[organizationId: Uuid, changes: string]>(`
  DELETE FROM pending_days d USING (SELECT "productId", "waitingDay", ${KEY} AS key FROM ${CHANGE_ROWS}) fewer
  WHERE d.organization_id = $1 AND d.value = 0
    AND (d.product_id, d.waiting_day, d.criteria_key) = (fewer."productId", fewer."waitingDay", fewer.key)`);
