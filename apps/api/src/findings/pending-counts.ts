import type { ChangeContext } from '../work/change-context.js';
import type { Counter } from '../work/counts.js';
import type { DistinctFinding } from './distinct-finding.js';
import { pendingFrom } from './status.js';

type Judged = Pick<DistinctFinding, 'criteria' | 'severity'>;

/** By how many the findings of a set of criteria changed, and of them those of severity high, as `pendingChanges` gives it. */
interface PendingChange {
  productId: string;
  pendingFrom: string;
  criteria: string[];
  value: number;
  high: number;
}

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
  change: ChangeContext,
  statement: string,
  organizationId: string,
  ...parameters: readonly unknown[]
): Promise<T> {
  const [{ changes, ...row }] = await change.tx.query<[{ changes: PendingChange[] } & T]>(statement, [
    organizationId,
    ...parameters,
  ]);
  change.countFacts('pending', organizationId, changes);
  return row as unknown as T;
}

/** What findings that main lines have for the first time, or else proposals, add to the counts: as `pendingKind` gives it of new rows. */
export function pendingOfNew(productId: string, landed: boolean, findings: readonly Judged[]): PendingChange[] {
  if (!landed) return [];
  return findings.map(({ criteria, severity }) => {
    return { productId, pendingFrom: '-infinity', criteria, value: 1, high: Number(severity === 'high') };
  });
}

/**
 * What adds changes to the kept counts. Those that come to nothing stay until `purgeZeroPending`: which they are can be
 * told only by a later statement, because this one may have waited for its locks. Nobody else changes the counts of these products meanwhile.
 */
export const storePending: Counter<PendingChange> = (organizationId, changes) => [
  [ADD, [organizationId, JSON.stringify(summed(changes))]],
];

/** What deletes what these changes have left of counts, if it is nothing; while nobody else changes them. */
export const purgeZeroPending: Counter<PendingChange> = (organizationId, changes) => {
  const fewer = summed(changes).filter(({ value }) => value < 0);
  return fewer.length === 0 ? [] : [[PURGE, [organizationId, JSON.stringify(fewer)]]];
};

function summed(changes: readonly PendingChange[]): PendingChange[] {
  const sums = new Map<string, PendingChange>();
  for (const change of changes) {
    const key = `${change.productId} ${change.pendingFrom} ${change.criteria.join(' ')}`;
    const { value = 0, high = 0 } = sums.get(key) ?? {};
    sums.set(key, { ...change, value: change.value + value, high: change.high + high });
  }
  return [...sums.values()];
}

const CHANGE_ROWS = `json_to_recordset($2::json) AS given("productId" uuid, "pendingFrom" timestamptz(3), criteria text[], value int, high int)`;
const KEY = `sha256(convert_to(array_to_string(given.criteria, ' '), 'UTF8'))`;

// It takes the organization from a table, and so happens where the rows are.
const ADD = `
  INSERT INTO pending_counts AS c (organization_id, product_id, pending_from, criteria_key, criteria, value, high)
  SELECT p.organization_id, p.id, given."pendingFrom", ${KEY}, given.criteria, given.value, given.high
  FROM products p, ${CHANGE_ROWS}
  WHERE p.organization_id = $1 AND p.id = given."productId" AND (given.value <> 0 OR given.high <> 0)
  ON CONFLICT ON CONSTRAINT pk_pending_counts DO UPDATE SET value = c.value + excluded.value, high = c.high + excluded.high`;

const PURGE = `
  DELETE FROM pending_counts c USING (SELECT "productId", "pendingFrom", ${KEY} AS key FROM ${CHANGE_ROWS}) fewer
  WHERE c.organization_id = $1 AND c.value = 0 AND (c.product_id, c.pending_from, c.criteria_key) = (fewer."productId", fewer."pendingFrom", fewer.key)`;
