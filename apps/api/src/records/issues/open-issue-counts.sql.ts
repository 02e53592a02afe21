import { sql, type Uuid } from '#libs/database';

/** The columns by which this issue is counted while it is open; `openIssueChanges` compares them. */
export const openIssueKind = (issue: string): string =>
  `${issue}.id, ${issue}.product_id, ${issue}.state, ${issue}.requirement_set, ${issue}.functional_need_ids,
   coalesce(${issue}.severity = 'high', false) AS high, coalesce(${issue}.severity = 'medium', false) AS medium,
   coalesce(${issue}.severity = 'low', false) AS low,
   coalesce(${issue}.priority = 'critical', false) AS critical,
   coalesce(${issue}.severity = 'high' AND ${issue}.impact = 'high', false) AS blocking`;

/**
 * The digest of a set of requirements, which an issue keeps of those it is linked to: whoever changes the links
 * changes it too.
 * @param ids an expression of type uuid[] without duplicates
 */
export const requirementSet = (ids: string): string =>
  `sha256(convert_to(array_to_string(ARRAY(SELECT unnest(${ids}) ORDER BY 1), ' '), 'UTF8'))`;

const KIND = 'id, product_id, state, requirement_set, functional_need_ids, high, medium, low, critical, blocking';

const changesOf = (moved: string): string => `(
  SELECT coalesce(json_agg(change), '[]') FROM (
    SELECT product_id AS "productId", encode(requirement_set, 'hex') AS "requirementSet",
      functional_need_ids AS "functionalNeedIds",
      sum(n)::int AS value, sum(n * high::int)::int AS high, sum(n * medium::int)::int AS medium,
        sum(n * low::int)::int AS low,
      sum(n * critical::int)::int AS critical, sum(n * blocking::int)::int AS blocking,
      (array_agg(id) FILTER (WHERE n > 0))[1] AS "issueId"
    FROM (${moved}) moved
    WHERE state = 'open'
    GROUP BY product_id, requirement_set, functional_need_ids
    HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * medium::int) <> 0 OR sum(n * low::int) <> 0
      OR sum(n * critical::int) <> 0 OR sum(n * blocking::int) <> 0) change)`;

/**
 * An expression, the `OpenIssueChange`s of a statement as a json array.
 * @param before a part of the WITH that has the `openIssueKind` of each changed issue as it was
 * @param after the same as it is
 */
export const openIssueChanges = (before: string, after: string): string =>
  changesOf(`
      SELECT ${KIND}, -1 AS n FROM ${before}
      UNION ALL SELECT ${KIND}, 1 FROM ${after}`);

/** The same of issues that are deleted. */
export const openIssuesGone = (gone: string): string => changesOf(`SELECT ${KIND}, -1 AS n FROM ${gone}`);

const GIVEN = `json_to_recordset($2::json) AS given("productId" uuid, "requirementSet" text, "functionalNeedIds" uuid[], value int, high int,
    medium int, low int, critical int, blocking int, "issueId" uuid)`;

/**
 * Adds `OpenIssueChange`s to the kept counts. It takes the organization from a table, and so happens where the rows
 * are.
 */
export const ADD_OPEN_ISSUES = sql<[organizationId: Uuid, changes: string]>(`
  INSERT INTO open_issue_counts AS c (organization_id, product_id, requirement_set, functional_need_ids,
    requirement_ids, value,
    high, medium, low, critical, blocking)
  SELECT p.organization_id, p.id, decode(given."requirementSet", 'hex'), given."functionalNeedIds",
    ARRAY(SELECT l.requirement_id FROM issue_requirements l WHERE l.organization_id = $1
      AND l.issue_id = given."issueId" ORDER BY 1),
    given.value, given.high, given.medium, given.low, given.critical, given.blocking
  FROM products p, ${GIVEN}
  WHERE p.organization_id = $1 AND p.id = given."productId"
    AND (given.value <> 0 OR given.high <> 0 OR given.medium <> 0 OR given.low <> 0 OR given.critical <> 0
      OR given.blocking <> 0)
  ON CONFLICT ON CONSTRAINT pk_open_issue_counts
    DO UPDATE SET value = c.value + excluded.value, high = c.high + excluded.high, medium = c.medium + excluded.medium,
      low = c.low + excluded.low, critical = c.critical + excluded.critical,
        blocking = c.blocking + excluded.blocking`);

/** Deletes the counts of `OpenIssueChange`s that are 0. */
export const PURGE_OPEN_ISSUES = sql<[organizationId: Uuid, changes: string]>(`
  DELETE FROM open_issue_counts c USING (
    SELECT "productId", decode("requirementSet", 'hex') AS key, "functionalNeedIds" AS need_ids FROM ${GIVEN}) fewer
  WHERE c.organization_id = $1 AND c.value = 0
    AND (c.product_id, c.requirement_set, c.functional_need_ids) = (fewer."productId", fewer.key, fewer.need_ids)`);
