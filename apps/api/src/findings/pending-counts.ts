import type { Unit } from '../work/unit.js';

/** By how many the findings of a set of criteria changed, and of them those of severity high, as `pendingChanges` gives it. */
interface PendingChange {
  productId: string;
  pendingFrom: string;
  criteria: string[];
  value: number;
  high: number;
}

/**
 * SQL: the moment from which this finding counts for the Grade as pending; null while nothing but a decision or a run can
 * make it count: of findings that only proposals have, and of those that main lines no longer have, always. For a moment that has come it says the same as
 * `isPending` of the others.
 */
export const pendingFrom = (finding: string): string =>
  `CASE WHEN NOT ${finding}.landed OR ${finding}.absent_at IS NOT NULL THEN NULL
    WHEN ${finding}.status = 'pending' THEN '-infinity'::timestamptz WHEN ${finding}.status = 'dismissed' THEN ${finding}.dismissed_until END`;

/** SQL: the columns by which this finding is counted; `pendingChanges` compares them. */
export const pendingKind = (finding: string): string =>
  `${finding}.product_id, ${pendingFrom(finding)} AS pending_from, ${finding}.criteria, coalesce(${finding}.severity = 'high', false) AS high`;

const changesOf = (moved: string): string => `(
  SELECT coalesce(json_agg(change), '[]') FROM (
    SELECT product_id AS "productId", pending_from AS "pendingFrom", criteria, sum(n)::int AS value, sum(n * high::int)::int AS high
    FROM (${moved}) moved
    WHERE pending_from IS NOT NULL
    GROUP BY product_id, pending_from, criteria HAVING sum(n) <> 0 OR sum(n * high::int) <> 0) change)`;

/**
 * SQL: an expression, the `PendingChange`s of a statement as a json array.
 * @param before a part of the WITH that has the `pendingKind` of each changed finding as it was
 * @param after the same as it is
 */
export const pendingChanges = (before: string, after: string): string =>
  changesOf(`
      SELECT product_id, pending_from, criteria, high, -1 AS n FROM ${before}
      UNION ALL SELECT product_id, pending_from, criteria, high, 1 FROM ${after}`);

/** SQL: the same of findings that are deleted. */
export const pendingGone = (gone: string): string =>
  changesOf(`SELECT product_id, pending_from, criteria, high, -1 AS n FROM ${gone}`);

/**
 * Runs a statement whose one row has the `PendingChange`s that it made as `changes`, and counts them; returns what the row has
 * beside. The organization is its first parameter.
 */
export async function runCounted<T extends object>(
  unit: Unit,
  statement: string,
  organizationId: string,
  ...parameters: readonly unknown[]
): Promise<T> {
  const [{ changes, ...row }] = await unit.tx.query<[{ changes: PendingChange[] } & T]>(statement, [
    organizationId,
    ...parameters,
  ]);
  unit.countFacts('pending', organizationId, changes);
  return row as unknown as T;
}

/**
 * SQL that adds changes to the kept counts. Those that come to nothing stay until `forgetNoPending`: which they are can be
 * told only by a later statement, because this one may have waited for its locks.
 * @param productIds an expression: the ids of `locked`. What is inserted takes the organization from a table, and so happens where its rows are; what is inserted from
 *   another part of the WITH alone would be sent to all machines.
 * @param changes an expression: `PendingChange`s as a json array
 * @param locked a part of the WITH with the column `product_id`: the products whose counts nobody else changes meanwhile
 */
export const storePending = (organizationId: string, productIds: string, changes: string, locked: string): string => `
  INSERT INTO pending_counts AS c (organization_id, product_id, pending_from, criteria_key, criteria, value, high)
  SELECT p.organization_id, p.id, change.pending_from, change.criteria_key, change.criteria, change.value, change.high
  FROM (${changesByKey(changes)}) change JOIN ${locked} ON ${locked}.product_id = change.product_id
    JOIN products p ON p.organization_id = ${organizationId} AND p.id = ANY (${productIds}) AND p.id = change.product_id
  WHERE change.value <> 0 OR change.high <> 0
  ON CONFLICT ON CONSTRAINT pk_pending_counts DO UPDATE SET value = c.value + excluded.value, high = c.high + excluded.high`;

/** SQL that deletes what these changes have left of counts, if it is nothing; while nobody else changes them. */
export const forgetNoPending = (organizationId: string, changes: string): string => `
  DELETE FROM pending_counts c USING (${changesByKey(changes)}) change
  WHERE c.organization_id = ${organizationId} AND c.value = 0
    AND (c.product_id, c.pending_from, c.criteria_key) = (change.product_id, change.pending_from, change.criteria_key)`;

const changesByKey = (changes: string): string => `
  SELECT "productId" AS product_id, "pendingFrom" AS pending_from, sha256(convert_to(array_to_string(criteria, ' '), 'UTF8')) AS criteria_key,
    criteria, sum(value) AS value, sum(high) AS high
  FROM json_to_recordset(${changes}) AS given("productId" uuid, "pendingFrom" timestamptz(3), criteria text[], value int, high int)
  GROUP BY "productId", "pendingFrom", criteria`;
