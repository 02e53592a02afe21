import { createHash } from 'node:crypto';
import type { ChangeContext } from '../work/change-context.js';
import type { Counter } from '../work/counts.js';
import { countDay } from './issue-days.js';
import type { Issue } from './issue.entity.js';

/**
 * By how many the open issues of a set of requirements and of functional needs changed, and of them those of each severity and of priority
 * critical, as `openIssueChanges` gives it.
 */
export interface OpenIssueChange {
  productId: string;
  requirementSet: string;
  /** Those that people linked, in the order of their ids. */
  functionalNeedIds: string[];
  value: number;
  high: number;
  medium: number;
  low: number;
  critical: number;
  /** One that is counted so now, locked by the unit; null where there is no such change. */
  issueId: string | null;
}

/** SQL: the columns by which this issue is counted while it is open; `openIssueChanges` compares them. */
export const openIssueKind = (issue: string): string =>
  `${issue}.id, ${issue}.product_id, ${issue}.state, ${issue}.requirement_set, ${issue}.functional_need_ids,
   coalesce(${issue}.severity = 'high', false) AS high, coalesce(${issue}.severity = 'medium', false) AS medium,
   coalesce(${issue}.severity = 'low', false) AS low,
   coalesce(${issue}.priority = 'critical', false) AS critical`;

/**
 * SQL: the digest of a set of requirements, which an issue keeps of those it is linked to: whoever changes the links
 * changes it too.
 * @param ids an expression of type uuid[] without duplicates
 */
export const requirementSet = (ids: string): string =>
  `sha256(convert_to(array_to_string(ARRAY(SELECT unnest(${ids}) ORDER BY 1), ' '), 'UTF8'))`;

/** `requirementSet` of ids that are known, in hexadecimal digits. */
export const requirementSetOf = (ids: readonly string[]): string =>
  createHash('sha256').update(ids.toSorted().join(' ')).digest('hex');

const KIND = 'id, product_id, state, requirement_set, functional_need_ids, high, medium, low, critical';

const changesOf = (moved: string): string => `(
  SELECT coalesce(json_agg(change), '[]') FROM (
    SELECT product_id AS "productId", encode(requirement_set, 'hex') AS "requirementSet", functional_need_ids AS "functionalNeedIds",
      sum(n)::int AS value, sum(n * high::int)::int AS high, sum(n * medium::int)::int AS medium, sum(n * low::int)::int AS low,
      sum(n * critical::int)::int AS critical,
      (array_agg(id) FILTER (WHERE n > 0))[1] AS "issueId"
    FROM (${moved}) moved
    WHERE state = 'open'
    GROUP BY product_id, requirement_set, functional_need_ids
    HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * medium::int) <> 0 OR sum(n * low::int) <> 0
      OR sum(n * critical::int) <> 0) change)`;

/**
 * SQL: an expression, the `OpenIssueChange`s of a statement as a json array.
 * @param before a part of the WITH that has the `openIssueKind` of each changed issue as it was
 * @param after the same as it is
 */
export const openIssueChanges = (before: string, after: string): string =>
  changesOf(`
      SELECT ${KIND}, -1 AS n FROM ${before}
      UNION ALL SELECT ${KIND}, 1 FROM ${after}`);

/** The change that a new issue makes, with the requirements that it is linked to. */
export const openIssueAdded = (
  {
    id,
    productId,
    severity,
    priority,
  }: { id: string; productId: string } & Partial<Pick<Issue, 'severity' | 'priority'>>,
  requirementIds: readonly string[],
): OpenIssueChange => ({
  productId,
  requirementSet: requirementSetOf(requirementIds),
  functionalNeedIds: [],
  issueId: id,
  value: 1,
  high: Number(severity === 'high'),
  medium: Number(severity === 'medium'),
  low: Number(severity === 'low'),
  critical: Number(priority === 'critical'),
});

/** SQL: the same of issues that are deleted. */
export const openIssuesGone = (gone: string): string => changesOf(`SELECT ${KIND}, -1 AS n FROM ${gone}`);

/**
 * Counts what a statement changed, also for the day, and touches the products; whoever changes issues, their requirements or functional needs says
 * so. What closes issues opens none in the same statement.
 * @param isRemoval the issues were deleted, not closed
 */
export function countOpenIssues(
  change: ChangeContext,
  organizationId: string,
  changes: readonly OpenIssueChange[],
  isRemoval = false,
): void {
  change.countFacts('openIssues', organizationId, changes);
  countDay(change, organizationId, changes, isRemoval);
}

/**
 * What adds changes to the kept counts. A count that becomes 0 keeps its row, which `purgeZeroOpenIssues` deletes afterwards: this statement may have waited
 * for its locks, and then does not see what it has waited for; the next one does. The lock of the Grades keeps others from changing the counts of these
 * products in between. Call where every issue has the requirements that it was counted by.
 */
export const storeOpenIssues: Counter<OpenIssueChange> = (organizationId, changes) => [
  [ADD, [organizationId, JSON.stringify(summed(changes))]],
];

/** What deletes the counts that these changes have brought to 0. Call with the lock that they were stored under. */
export const purgeZeroOpenIssues: Counter<OpenIssueChange> = (organizationId, changes) => {
  const fewer = summed(changes).filter(({ value }) => value < 0);
  return fewer.length === 0 ? [] : [[PURGE, [organizationId, JSON.stringify(fewer)]]];
};

const COUNTS = ['value', 'high', 'medium', 'low', 'critical'] as const;

function summed(changes: readonly OpenIssueChange[]): OpenIssueChange[] {
  const sums = new Map<string, OpenIssueChange>();
  for (const change of changes) {
    const key = [change.productId, change.requirementSet, ...change.functionalNeedIds].join(' ');
    const sum = sums.get(key);
    if (!sum) {
      sums.set(key, { ...change });
      continue;
    }
    for (const count of COUNTS) sum[count] += change[count];
    sum.issueId ??= change.issueId;
  }
  return [...sums.values()];
}

const CHANGE_ROWS = `json_to_recordset($2::json) AS given("productId" uuid, "requirementSet" text, "functionalNeedIds" uuid[], value int, high int,
    medium int, low int, critical int, "issueId" uuid)`;

// It takes the organization from a table, and so happens where the rows are.
const ADD = `
  INSERT INTO open_issue_counts AS c (organization_id, product_id, requirement_set, functional_need_ids, requirement_ids, value,
    high, medium, low, critical)
  SELECT p.organization_id, p.id, decode(given."requirementSet", 'hex'), given."functionalNeedIds",
    ARRAY(SELECT l.requirement_id FROM issue_requirements l WHERE l.organization_id = $1 AND l.issue_id = given."issueId" ORDER BY 1),
    given.value, given.high, given.medium, given.low, given.critical
  FROM products p, ${CHANGE_ROWS}
  WHERE p.organization_id = $1 AND p.id = given."productId"
    AND (given.value <> 0 OR given.high <> 0 OR given.medium <> 0 OR given.low <> 0 OR given.critical <> 0)
  ON CONFLICT ON CONSTRAINT pk_open_issue_counts
    DO UPDATE SET value = c.value + excluded.value, high = c.high + excluded.high, medium = c.medium + excluded.medium,
      low = c.low + excluded.low, critical = c.critical + excluded.critical`;

const PURGE = `
  DELETE FROM open_issue_counts c USING (
    SELECT "productId", decode("requirementSet", 'hex') AS key, "functionalNeedIds" AS need_ids FROM ${CHANGE_ROWS}) fewer
  WHERE c.organization_id = $1 AND c.value = 0
    AND (c.product_id, c.requirement_set, c.functional_need_ids) = (fewer."productId", fewer.key, fewer.need_ids)`;
