import type { Unit } from '../work/unit.js';
import { countDay } from './issue-days.js';

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

/** SQL: the same of new issues. */
export const openIssuesAdded = (added: string): string => changesOf(`SELECT ${KIND}, 1 AS n FROM ${added}`);

/** SQL: the same of issues that are deleted. */
export const openIssuesGone = (gone: string): string => changesOf(`SELECT ${KIND}, -1 AS n FROM ${gone}`);

/**
 * Counts what a statement changed, also for the day, and touches the products; whoever changes issues, their requirements or functional needs says
 * so. What closes issues opens none in the same statement.
 * @param isRemoval the issues were deleted, not closed
 */
export function countOpenIssues(
  unit: Unit,
  organizationId: string,
  changes: readonly OpenIssueChange[],
  isRemoval = false,
): void {
  unit.countFacts('openIssues', organizationId, changes);
  countDay(unit, organizationId, changes, isRemoval);
}

/**
 * SQL that adds changes to the kept counts. Those that come to nothing stay until `forgetNoOpenIssues`: which they are can
 * be told only by a later statement, because this one may have waited for its locks. Call where every issue has the
 * requirements that it was counted by.
 * @param productIds an expression: the ids of `locked`, as in `storePending`
 * @param changes an expression: `OpenIssueChange`s as a json array
 * @param locked a part of the WITH with the column `product_id`: the products whose counts nobody else changes meanwhile
 */
export const storeOpenIssues = (
  organizationId: string,
  productIds: string,
  changes: string,
  locked: string,
): string => `
  INSERT INTO open_issue_counts AS c (organization_id, product_id, requirement_set, functional_need_ids, requirement_ids, value,
    high, medium, low, critical)
  SELECT p.organization_id, p.id, change.requirement_set, change.functional_need_ids,
    ARRAY(SELECT l.requirement_id FROM issue_requirements l
      WHERE l.organization_id = ${organizationId} AND l.issue_id = change.issue_id ORDER BY 1),
    change.value, change.high, change.medium, change.low, change.critical
  FROM (${changesByKey(changes)}) change JOIN ${locked} ON ${locked}.product_id = change.product_id
    JOIN products p ON p.organization_id = ${organizationId} AND p.id = ANY (${productIds}) AND p.id = change.product_id
  WHERE change.value <> 0 OR change.high <> 0 OR change.medium <> 0 OR change.low <> 0 OR change.critical <> 0
  ON CONFLICT ON CONSTRAINT pk_open_issue_counts
    DO UPDATE SET value = c.value + excluded.value, high = c.high + excluded.high, medium = c.medium + excluded.medium,
      low = c.low + excluded.low, critical = c.critical + excluded.critical`;

/** SQL that deletes what these changes have left of counts, if it is nothing; while nobody else changes them. */
export const forgetNoOpenIssues = (organizationId: string, changes: string): string => `
  DELETE FROM open_issue_counts c USING (${changesByKey(changes)}) change
  WHERE c.organization_id = ${organizationId} AND c.value = 0
    AND (c.product_id, c.requirement_set, c.functional_need_ids) = (change.product_id, change.requirement_set, change.functional_need_ids)`;

const changesByKey = (changes: string): string => `
  SELECT "productId" AS product_id, decode("requirementSet", 'hex') AS requirement_set, "functionalNeedIds" AS functional_need_ids,
    sum(value) AS value, sum(high) AS high, sum(medium) AS medium, sum(low) AS low, sum(critical) AS critical,
    (array_agg("issueId") FILTER (WHERE "issueId" IS NOT NULL))[1] AS issue_id
  FROM json_to_recordset(${changes}) AS given(
    "productId" uuid, "requirementSet" text, "functionalNeedIds" uuid[], value int, high int, medium int, low int,
    critical int, "issueId" uuid)
  GROUP BY "productId", "requirementSet", "functionalNeedIds"`;
