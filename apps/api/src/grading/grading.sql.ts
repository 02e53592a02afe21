import { sql, type Uuid, variants } from '#libs/database';
import type { Applicant } from '../catalogue/applies-to.js';
import type { ConformanceSettings } from '../catalogue/conformance.js';
import { LOCK_GRADES } from '../products/current-grade.js';
import type { ProductKey } from '../products/product-key.js';
import { criterionAnswers, criterionFailures, isOutside, saidOf } from '../standards/criterion-answers.js';
import { appliesSql, askedForSql } from '../standards/in-scope.js';
import type { Grade, GradeFacts } from './grade.js';
import { expiredSince, hasAged } from './outdated.js';

/** The settings of a product and of its organization. */
export interface SettingsRow {
  productId: Uuid;
  product: ConformanceSettings & Applicant;
  organization: ConformanceSettings;
}

/** With the stored Grade. */
interface GradedRow extends SettingsRow {
  grade: Grade | null;
}

export interface LockedRow extends GradedRow {
  outdated: boolean;
}

const SETTINGS = `p.id AS "productId",
    json_build_object('standardId', p.standard_id, 'conformanceLevelId', p.conformance_level_id, 'auditFrequency', p.audit_frequency,
      'type', p.type, 'features', p.features, 'drawnIn', p.drawn_in) AS product,
    json_build_object('standardId', o.standard_id, 'conformanceLevelId', o.conformance_level_id, 'auditFrequency', o.audit_frequency) AS organization`;

/**
 * Serializes recomputations of these products until the commit, so that each sees all facts of the former ones. A
 * statement that had to wait still reads settings from before the wait; `outdated` detects that by a stored Grade that
 * the snapshot does not see.
 */
export const LOCK = sql<[organizationId: Uuid, ids: readonly Uuid[]], LockedRow>(`
  WITH locked AS (${LOCK_GRADES})
  SELECT ${SETTINGS}, locked.grade, locked.grade IS DISTINCT FROM seen.grade AS outdated
  FROM products p JOIN organizations o ON o.id = p.organization_id
  JOIN locked ON locked.product_id = p.id
  LEFT JOIN current_grades seen ON seen.organization_id = p.organization_id AND seen.product_id = p.id
  WHERE p.organization_id = $1`);

export const READ_AGAIN = sql<[organizationId: Uuid, ids: readonly Uuid[]], GradedRow>(`
  SELECT ${SETTINGS}, c.grade
  FROM products p JOIN organizations o ON o.id = p.organization_id
  JOIN current_grades c ON c.organization_id = p.organization_id AND c.product_id = p.id
  WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[])`);

export const SETTINGS_OF = sql<[organizationId: Uuid, ids: readonly Uuid[]], SettingsRow>(`
  SELECT ${SETTINGS}
  FROM products p JOIN organizations o ON o.id = p.organization_id
  WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[])`);

/** The products whose Grades have another letter by age alone. */
export const AGED = sql<[], ProductKey>(`
  /* all organizations: age_grades */
  SELECT c.organization_id AS "organizationId", c.product_id AS id FROM current_grades c WHERE ${hasAged('c')}
  UNION
  SELECT p.organization_id, p.product_id
  FROM pending_counts p JOIN current_grades c ON c.organization_id = p.organization_id AND c.product_id = p.product_id
  WHERE p.pending_from > '-infinity' AND ${expiredSince('p', 'c')}`);

/** Keeps a product from being deleted or renamed, and reads its stored Grade. */
export const SHARE_PRODUCT = sql<[organizationId: Uuid, id: Uuid], { name: string; grade: Grade | null }>(`
  SELECT p.name, c.grade FROM products p
  LEFT JOIN current_grades c ON c.organization_id = p.organization_id AND c.product_id = p.id
  WHERE p.organization_id = $1 AND p.id = $2 FOR SHARE OF p`);

export const ISSUES_PRESENT = sql<
  [organizationId: Uuid, productId: Uuid, numbers: readonly number[]],
  { number: number }
>(`
  SELECT number FROM issues WHERE organization_id = $1 AND product_id = $2 AND number = ANY ($3::int[])`);

/** Facts as json holds them: moments are texts. */
export interface FactsRow {
  productId: Uuid;
  facts: Omit<GradeFacts, 'now' | 'auditFrequency'> & Record<string, unknown>;
}

/** The maximum number of records that a reason names; its count is complete. */
const MAX_NUMBERS = 10;

/**
 * SQL: open issues of some sets, as `CountedRecords`. The lowest numbers are read in their order, by an index for each `among`,
 * past issues out of scope only. `IS TRUE` makes the planner look sets up in a hash; a join might compare pair by pair.
 * @param sets a condition on `judged`
 * @param counted the column of `judged` that counts them
 * @param lowest of their numbers
 */
const records = (sets: string, counted: string, lowest: string): string => `json_build_object(
  'count', (SELECT coalesce(sum(${counted}), 0) FROM judged WHERE ${sets}),
  'numbers', ARRAY(SELECT number FROM (${lowest}) lowest ORDER BY number LIMIT ${MAX_NUMBERS}))`;

/**
 * SQL: the lowest numbers of these issues.
 * @param among what they have in common: the condition of the index
 */
const lowestOf = (sets: string, counted: string, among: string): string => `(
    SELECT number FROM issues
    WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND ${among}
      AND EXISTS (SELECT FROM judged WHERE ${sets} AND ${counted} > 0)
      AND (requirement_set IN (SELECT requirement_set FROM judged WHERE ${sets})) IS TRUE AND number <> ALL (s.without_issues)
    ORDER BY number LIMIT ${MAX_NUMBERS})`;

const LINKED = "requirement_set <> sha256('')";
const UNLINKED = "requirement_set = sha256('')";

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
/** The facts of Grades; `scopes` are `GradeScope` with the organization. Only a simulation leaves out issues. */
export const FACTS = variants<[organizationId: Uuid, scopes: string], FactsRow, { leavesOut: boolean }>(
  { leavesOut: [false, true] },
  ({ leavesOut }) => `
  SELECT s.product_id AS "productId", gathered.facts
  FROM (
    SELECT "productId" AS product_id, "standardId" AS standard_id, "levelId" AS level_id, type, features, "drawnIn" AS drawn_in, now,
      coalesce("withoutIssues", '{}') AS without_issues
    FROM json_to_recordset($2::json) AS given(
      "organizationId" uuid, "productId" uuid, "standardId" uuid, "levelId" uuid, type text, features text[], "drawnIn" uuid[], now timestamptz, "withoutIssues" int[])
    WHERE "organizationId" = $1
  ) s, LATERAL (
  WITH scope AS (
    SELECT r.id, r.wcag
    FROM requirements r JOIN standards standard ON standard.id = r.standard_id
    LEFT JOIN standard_levels own ON own.id = r.level_id
    LEFT JOIN standard_levels wanted ON wanted.id = s.level_id
    WHERE r.standard_id = s.standard_id
      AND ${askedForSql('s.level_id')} AND ${appliesSql('r', 's')}
  ), ${leavesOut ? OPEN_BUT_SOME : ALL_OPEN}, linked AS MATERIALIZED (
    SELECT requirement_id, bool_or(high > 0 OR critical > 0) AS severe FROM counted, unnest(requirement_ids) AS requirement_id GROUP BY 1
  ), elsewhere AS MATERIALIZED (
    SELECT linked.requirement_id AS linked_id, severe, r.wcag
    FROM linked JOIN requirements r ON r.id = linked.requirement_id JOIN standards standard ON standard.id = r.standard_id
    WHERE r.standard_id <> s.standard_id AND (standard.organization_id IS NULL OR standard.organization_id = $1)
  ), ${criterionAnswers('s.standard_id', 's')}, lost AS MATERIALIZED (
    SELECT linked.requirement_id AS linked_id, severe, scope.id AS requirement_id
    FROM linked JOIN scope ON scope.id = linked.requirement_id
    UNION ALL
    SELECT linked_id, severe, scope.id FROM elsewhere JOIN answers ON answers.criterion = ANY (elsewhere.wcag)
    JOIN scope ON scope.id = answers.requirement_id
    WHERE cardinality(elsewhere.wcag) = 1
  ), unguessed AS MATERIALIZED (
    SELECT linked_id FROM elsewhere
    WHERE cardinality(wcag) > 1 OR (
      wcag && ARRAY(SELECT criterion FROM candidates) AND NOT wcag && ARRAY(SELECT criterion FROM answers))
  ), judged AS MATERIALIZED (
    SELECT counted.*, requirement_ids <@ ARRAY(SELECT linked_id FROM unguessed) AS unlinked,
      EXISTS (SELECT FROM unnest(requirement_ids) AS id WHERE id IN (SELECT linked_id FROM lost)) AS linked
    FROM counted
  ), pending AS MATERIALIZED (
    SELECT criteria, value AS n, high, row_number() OVER () AS row
    FROM pending_counts
    WHERE organization_id = $1 AND product_id = s.product_id AND pending_from <= s.now AND value > 0
  ), ${criterionFailures('s.standard_id')}, failed AS MATERIALIZED (
    SELECT pending.row, pending.n, pending.high, failures.requirement_id AS linked_id, scope.id AS requirement_id,
      ${isOutside('criterion', 's.standard_id')} AS is_outside
    FROM pending LEFT JOIN unnest(${saidOf('pending.criteria')}) AS criterion ON true
    LEFT JOIN failures USING (criterion) LEFT JOIN scope ON scope.id = failures.requirement_id
  ), pending_meaning AS MATERIALIZED (
    SELECT min(n) AS n, min(high) AS high, count(linked_id) = 0 AND bool_or(is_outside) IS NOT TRUE AS unlinked, count(requirement_id) > 0 AS linked
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
    'linked', ${records('linked', 'n', lowestOf('linked', 'n', LINKED))},
    'unlinked', ${records('unlinked', 'n', lowestOf('unlinked', 'n', UNLINKED) + ' UNION ALL ' + lowestOf('unlinked', 'n', LINKED))},
    'high', ${records('(linked OR unlinked)', 'high', lowestOf('(linked OR unlinked)', 'high', "severity = 'high'"))},
    'critical', ${records('(linked OR unlinked)', 'critical', lowestOf('(linked OR unlinked)', 'critical', "priority = 'critical'"))},
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
  ) gathered`,
);
