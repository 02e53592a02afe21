import type { EntityManager } from 'typeorm';
import { inScopeSql } from '../standards/in-scope.js';
import type { GradeFacts } from './grade.js';

/** The effective settings and the moment for which facts are gathered. */
export interface GradeScope {
  productId: string;
  standardId: string;
  levelId: string | null;
  auditFrequency: number | null;
  now: Date;
  /** Numbers of open issues to leave out, as if they were closed. */
  withoutIssues?: readonly number[];
}

/** The maximum number of records that a reason names; its count is complete. */
const MAX_NUMBERS = 10;

/**
 * Every fact of the Grades of these products of an organization, in one statement whatever the number of products, issues
 * and findings.
 */
export const gatherFacts = (
  tx: EntityManager,
  organizationId: string,
  scopes: readonly GradeScope[],
): Promise<Map<string, GradeFacts>> => {
  const leavesOut = scopes.some(({ withoutIssues = [] }) => withoutIssues.length > 0);
  return readFacts(tx, leavesOut ? GATHER_WITHOUT_SOME : GATHER, organizationId, scopes);
};

/** What a statement answers of these products of an organization: `$1` is the organization, `$2` the scopes as json. */
export async function readFacts(
  tx: EntityManager,
  statement: string,
  organizationId: string,
  scopes: readonly GradeScope[],
): Promise<Map<string, GradeFacts>> {
  const rows = await tx.query<
    { productId: string; facts: Omit<GradeFacts, 'now' | 'auditFrequency'> & Record<string, unknown> }[]
  >(statement, [organizationId, JSON.stringify(scopes.map((scope) => ({ ...scope, organizationId })))]);
  const moment = (value: unknown): Date | null => (value === null ? null : new Date(value as string));
  const byProduct = new Map(scopes.map((scope) => [scope.productId, scope]));
  return new Map(
    rows.map(({ productId, facts }) => {
      const { now, auditFrequency } = byProduct.get(productId)!;
      return [
        productId,
        {
          ...facts,
          now,
          auditFrequency,
          newestEvidence: moment(facts.newestEvidence),
          newestHumanTest: moment(facts.newestHumanTest),
          newestAudit: moment(facts.newestAudit),
          newestFullAudit: moment(facts.newestFullAudit),
        },
      ];
    }),
  );
}

/**
 * SQL: open issues of some sets, as `CountedRecords`. The lowest numbers are read in their order, by an index for each `among`,
 * past issues out of scope only. `IS TRUE` makes the planner look sets up in a hash; a join might compare pair by pair.
 * @param sets a condition on `judged`
 * @param counted the column of `judged` that counts them
 * @param among what those have in common that are counted: the condition of the index
 */
const records = (sets: string, counted: string, among: string): string => `json_build_object(
  'count', (SELECT coalesce(sum(${counted}), 0) FROM judged WHERE ${sets}),
  'numbers', ARRAY(
    SELECT number FROM issues
    WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND ${among}
      AND EXISTS (SELECT FROM judged WHERE ${sets} AND ${counted} > 0)
      AND (requirement_set IN (SELECT requirement_set FROM judged WHERE ${sets})) IS TRUE AND number <> ALL (s.without_issues)
    ORDER BY number LIMIT ${MAX_NUMBERS}))`;

const newestAudit = (condition = ''): string => `(
  SELECT max(completed_at) FROM audits WHERE organization_id = $1 AND product_id = s.product_id AND status = 'completed'${condition})`;

// The open issues, of all sets of requirements, as they are counted; or but for those that a simulation leaves out.
const ALL_OPEN = `counted AS MATERIALIZED (
    SELECT requirement_set, requirement_ids, sum(value) AS n, sum(high) AS high, sum(critical) AS critical FROM open_issue_counts
    WHERE organization_id = $1 AND product_id = s.product_id GROUP BY requirement_set, requirement_ids HAVING sum(value) > 0
  )`;
const OPEN_BUT_SOME = `left_out AS (
    SELECT requirement_set, count(*) AS n, count(*) FILTER (WHERE severity = 'high') AS high,
      count(*) FILTER (WHERE priority = 'critical') AS critical
    FROM issues
    WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND number = ANY (s.without_issues)
    GROUP BY 1
  ), counted AS MATERIALIZED (
    SELECT requirement_set, requirement_ids, value - coalesce(o.n, 0) AS n, c.high - coalesce(o.high, 0) AS high,
      c.critical - coalesce(o.critical, 0) AS critical
    FROM (
      SELECT requirement_set, requirement_ids, sum(value) AS value, sum(high) AS high, sum(critical) AS critical FROM open_issue_counts
      WHERE organization_id = $1 AND product_id = s.product_id GROUP BY requirement_set, requirement_ids
    ) c LEFT JOIN left_out o USING (requirement_set)
    WHERE value > coalesce(o.n, 0)
  )`;

// Issues and findings come as kept counts of those that fail the same: a few rows whatever the product holds. A requirement of another standard counts for those in
// scope with the same WCAG criterion. The condition on the organization of the scopes lets it expect one
// and not a hundred, so that it keeps one plan: making a new one each time takes longer than running it.
const gathering = (leavingOut: boolean): string => `
  SELECT s.product_id AS "productId", gathered.facts
  FROM (
    SELECT "productId" AS product_id, "standardId" AS standard_id, "levelId" AS level_id, now,
      coalesce("withoutIssues", '{}') AS without_issues
    FROM json_to_recordset($2::json) AS given(
      "organizationId" uuid, "productId" uuid, "standardId" uuid, "levelId" uuid, now timestamptz, "withoutIssues" int[])
    WHERE "organizationId" = $1
  ) s, LATERAL (
  WITH scope AS (
    SELECT r.id, r.wcag
    FROM requirements r JOIN standards standard ON standard.id = r.standard_id
    LEFT JOIN standard_levels own ON own.id = r.level_id
    LEFT JOIN standard_levels wanted ON wanted.id = s.level_id
    WHERE r.standard_id = s.standard_id
      AND ${inScopeSql('s.level_id')}
  ), ${leavingOut ? OPEN_BUT_SOME : ALL_OPEN}, linked AS MATERIALIZED (
    SELECT requirement_id, bool_or(high > 0 OR critical > 0) AS severe FROM counted, unnest(requirement_ids) AS requirement_id GROUP BY 1
  ), lost AS MATERIALIZED (
    SELECT linked.requirement_id AS linked_id, severe, scope.id AS requirement_id
    FROM linked JOIN scope ON scope.id = linked.requirement_id
    UNION ALL
    SELECT linked.requirement_id, severe, scope.id
    FROM linked JOIN requirements r ON r.id = linked.requirement_id JOIN standards standard ON standard.id = r.standard_id
    JOIN scope ON r.wcag && scope.wcag
    WHERE linked.requirement_id NOT IN (SELECT id FROM requirements WHERE standard_id = s.standard_id)
      AND (standard.organization_id IS NULL OR standard.organization_id = $1)
  ), judged AS MATERIALIZED (
    SELECT counted.*, requirement_ids = '{}' AS unlinked,
      EXISTS (SELECT FROM unnest(requirement_ids) AS id WHERE id IN (SELECT linked_id FROM lost)) AS linked
    FROM counted
  ), criteria AS MATERIALIZED (
    SELECT criterion, scope.id AS requirement_id
    FROM requirements r CROSS JOIN unnest(r.wcag) AS criterion LEFT JOIN scope ON scope.id = r.id
    WHERE r.standard_id = s.standard_id
  ), pending AS MATERIALIZED (
    SELECT criteria, value AS n, high, row_number() OVER () AS row
    FROM pending_counts
    WHERE organization_id = $1 AND product_id = s.product_id AND pending_from <= s.now AND value > 0
  ), failed AS MATERIALIZED (
    SELECT pending.row, pending.n, pending.high, criteria.criterion, criteria.requirement_id
    FROM pending LEFT JOIN unnest(pending.criteria) AS failed ON true LEFT JOIN criteria ON criteria.criterion = failed
  ), pending_meaning AS MATERIALIZED (
    SELECT min(n) AS n, min(high) AS high, count(criterion) = 0 AS unlinked, count(requirement_id) > 0 AS linked
    FROM failed GROUP BY row
  ), newest AS MATERIALIZED (
    SELECT max(newest) AS test, max(newest) FILTER (WHERE kind <> 'automated_scan') AS human_test,
      ${newestAudit()} AS audit, ${newestAudit(" AND type = 'full'")} AS full_audit
    FROM unnest(ARRAY['automated_scan', 'manual_test', 'usability_test', 'user_research']::activity_type[]) AS kind, LATERAL (
      SELECT max(completed_at) AS newest FROM test_activities
      WHERE organization_id = $1 AND product_id = s.product_id AND type = kind AND is_evidence) t
  )
  SELECT json_build_object(
    'scope', (SELECT count(*) FROM scope),
    'lost', (SELECT coalesce(json_agg(l), '[]') FROM (
      SELECT requirement_id AS "requirementId", bool_or(severe) AS severe FROM lost GROUP BY 1) l),
    'linked', ${records('linked', 'n', "requirement_set <> sha256('')")},
    'unlinked', ${records('unlinked', 'n', "requirement_set = sha256('')")},
    'high', ${records('(linked OR unlinked)', 'high', "severity = 'high'")},
    'critical', ${records('(linked OR unlinked)', 'critical', "priority = 'critical'")},
    'pending', json_build_object(
      'lost', (SELECT coalesce(json_agg(l), '[]') FROM (
        SELECT requirement_id AS "requirementId", bool_or(high > 0) AS severe FROM failed WHERE requirement_id IS NOT NULL GROUP BY 1) l),
      'unlinked', (SELECT coalesce(sum(n), 0) FROM pending_meaning WHERE unlinked),
      'high', (SELECT coalesce(sum(high), 0) FROM pending_meaning WHERE linked OR unlinked)),
    'newestEvidence', greatest(newest.test, newest.audit),
    'newestHumanTest', newest.human_test,
    'newestAudit', newest.audit,
    'newestFullAudit', newest.full_audit
  ) AS facts
  FROM newest
  ) gathered`;

const GATHER = gathering(false);
const GATHER_WITHOUT_SOME = gathering(true);
