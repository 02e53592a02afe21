import { sql, type Uuid, variants } from '#libs/database';
import type { Applicant } from '../../standards/catalogue/applies-to.js';
import type { ConformanceSettings } from '../../standards/catalogue/conformance.js';
import { isActive } from '../../products/products/active.js';
import { LOCK_GRADES } from '../../products/products/current-grade.js';
import { isAwaited, waitingSinceSql } from '../../findings/triage/waiting.js';
import type { ProductKey } from '../../products/products/product-key.js';
import {
  criterionAnswers,
  criterionFailures,
  isOutside,
  saidOf,
  UNGUESSED,
} from '../../standards/standards/criterion-answers.js';
import { appliesSql, askedForSql, IS_BASIC } from '../../standards/standards/in-scope.js';
import { IS_HUMAN_EVIDENCE } from '../../records/test-activities/human-evidence.js';
import type { GradeFacts } from './facts.js';
import type { Letter } from '../../products/products/grade/codes.js';
import { FORMULA_VERSION, type Grade, OVERDUE_AFTER_DAYS } from './grade.js';
import { expiredSince, hasRunOut } from './outdated.js';
import { IS_SUBSTANTIATED } from './substantiated.js';

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

/** The products whose Grades have another letter by age alone. A migration to another formula has them all run out. */
export const AGED = sql<[], ProductKey>(`
  /* all organizations: age_grades */
  SELECT c.organization_id AS "organizationId", c.product_id AS id FROM current_grades c WHERE ${hasRunOut('c')}
  UNION
  SELECT p.organization_id, p.product_id
  FROM pending_counts p JOIN current_grades c ON c.organization_id = p.organization_id AND c.product_id = p.product_id
  WHERE p.pending_from > '-infinity' AND ${expiredSince('p', 'c')}`);

/** Returns a row while a Grade of an organization is still one of another formula. */
export const OF_FORMER_FORMULA = sql<[organizationId: Uuid]>(`
  SELECT 1 FROM current_grades WHERE organization_id = $1 AND (grade ->> 'formulaVersion')::int <> ${FORMULA_VERSION}
  LIMIT 1`);

/** A product that has another letter by the present formula than by that of before. */
export interface RegradedProduct {
  name: string;
  slug: string;
  from: Letter | null;
  to: Letter | null;
}

export const CHANGED_BY_FORMULA = sql<[organizationId: Uuid], RegradedProduct>(`
  SELECT p.name, p.slug, former.letter AS "from", present.letter AS "to"
  FROM products p CROSS JOIN LATERAL (
    SELECT g.letter, g.computed_at FROM grades g
    WHERE g.organization_id = $1 AND g.product_id = p.id AND (g.grade ->> 'formulaVersion')::int < ${FORMULA_VERSION}
    ORDER BY g.computed_at DESC, g.id DESC LIMIT 1
  ) former CROSS JOIN LATERAL (
    SELECT g.letter FROM grades g
    WHERE g.organization_id = $1 AND g.product_id = p.id AND g.computed_at >= former.computed_at
      AND (g.grade ->> 'formulaVersion')::int = ${FORMULA_VERSION}
    ORDER BY g.computed_at, g.id LIMIT 1
  ) present
  WHERE p.organization_id = $1 AND ${isActive('p')} AND present.letter IS DISTINCT FROM former.letter
  ORDER BY lower(p.name), p.id`);

/** Keeps a product from being deleted or renamed. */
export const SHARE_PRODUCT = sql<[organizationId: Uuid, id: Uuid], { name: string }>(`
  SELECT name FROM products WHERE organization_id = $1 AND id = $2 FOR SHARE`);

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
 * SQL: open issues of some sets, as `CountedRecords`. The lowest numbers are read in their order, by an index for each
 * `among`, past issues out of scope only. `IS TRUE` makes the planner look sets up in a hash; a join might compare pair
 * by pair.
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
      AND (requirement_set IN (SELECT requirement_set FROM judged WHERE ${sets})) IS TRUE
      AND number <> ALL (s.without_issues)
    ORDER BY number LIMIT ${MAX_NUMBERS})`;

/** SQL: when the newest activity of a type was completed that counts. */
const newestTest = (type: string, counts: string): string => `(
      SELECT max(completed_at) FROM test_activities
      WHERE organization_id = $1 AND product_id = s.product_id AND type = ${type} AND ${counts})`;

const LINKED = "requirement_set <> sha256('')";
const UNLINKED = "requirement_set = sha256('')";

/**
 * SQL: of the completed audits of the product that meet a condition, the latest; of several the highest number. People
 * may enter any date: before it has come none of them is completed.
 */
const latestAudit = (columns: string, condition: string): string => `(
  SELECT ${columns} FROM audits a LEFT JOIN standard_levels own ON own.id = a.conformance_level_id
  WHERE a.organization_id = $1 AND a.product_id = s.product_id AND a.status = 'completed' AND a.completed_at <= s.now
    AND ${condition}
  ORDER BY a.completed_at DESC, a.number DESC LIMIT 1)`;

const NAMED_AUDIT = `'number', a.number, 'completedAt', a.completed_at`;
const IS_FULL = `a.type = 'full'`;

/**
 * SQL: whether the audit `a`, of the level `own`, is of the standard in force, and says all that the level in force
 * asks for; `coversLevel` has the rule.
 */
const COVERS = `(NOT a.standard_removed AND (a.standard_id IS NULL OR a.standard_id = s.standard_id)
    AND (a.conformance_level_id IS NULL OR a.conformance_level_id IS NOT DISTINCT FROM s.level_id OR EXISTS (
      SELECT FROM standards standard JOIN standard_levels wanted ON wanted.standard_id = standard.id
      WHERE standard.id = s.standard_id AND standard.cumulative AND wanted.id = s.level_id
        AND own.sort_order >= wanted.sort_order)))`;

// The open issues, of all sets of requirements, as they are counted; or but for those that a simulation leaves out.
const ALL_OPEN = `counted AS MATERIALIZED (
    SELECT requirement_set, requirement_ids, sum(value) AS n, sum(high) AS high, sum(critical) AS critical,
      sum(blocking) AS blocking
    FROM open_issue_counts
    WHERE organization_id = $1 AND product_id = s.product_id GROUP BY requirement_set, requirement_ids
    HAVING sum(value) > 0
  )`;
const OPEN_BUT_SOME = `left_out AS (
    SELECT requirement_set, count(*) AS n, count(*) FILTER (WHERE severity = 'high') AS high,
      count(*) FILTER (WHERE priority = 'critical') AS critical,
        count(*) FILTER (WHERE severity = 'high' AND impact = 'high') AS blocking
    FROM issues
    WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND number = ANY (s.without_issues)
    GROUP BY 1
  ), counted AS MATERIALIZED (
    SELECT requirement_set, requirement_ids, value - coalesce(o.n, 0) AS n, c.high - coalesce(o.high, 0) AS high,
      c.critical - coalesce(o.critical, 0) AS critical, c.blocking - coalesce(o.blocking, 0) AS blocking
    FROM (
      SELECT requirement_set, requirement_ids, sum(value) AS value, sum(high) AS high, sum(critical) AS critical,
        sum(blocking) AS blocking
      FROM open_issue_counts
      WHERE organization_id = $1 AND product_id = s.product_id GROUP BY requirement_set, requirement_ids
    ) c LEFT JOIN left_out o USING (requirement_set)
    WHERE value > coalesce(o.n, 0)
  )`;

// Issues and findings come as kept counts of those that fail the same: a few rows whatever the product holds. Findings
// are overdue that await triage and have not begun to in the last days, so that the days before need not be read. A
// requirement of another standard counts for those in scope with the same WCAG criterion. The condition on the
// organization of the scopes lets it expect one and not a hundred, so that it keeps one plan: making a new one each
// time takes longer than running it.
/** The facts of Grades; `scopes` are `GradeScope` with the organization. Only a simulation leaves out issues. */
export const FACTS = variants<[organizationId: Uuid, scopes: string], FactsRow, { leavesOut: boolean }>(
  { leavesOut: [false, true] },
  ({ leavesOut }) => `
  SELECT s.product_id AS "productId", gathered.facts
  FROM (
    SELECT "productId" AS product_id, "standardId" AS standard_id, "levelId" AS level_id, type, features,
      "drawnIn" AS drawn_in, now,
      coalesce("withoutIssues", '{}') AS without_issues,
        (now AT TIME ZONE 'UTC')::date - ${OVERDUE_AFTER_DAYS} AS overdue_day
    FROM json_to_recordset($2::json) AS given(
      "organizationId" uuid, "productId" uuid, "standardId" uuid, "levelId" uuid, type text, features text[],
        "drawnIn" uuid[], now timestamptz, "withoutIssues" int[])
    WHERE "organizationId" = $1
  ) s, LATERAL (
  WITH scope AS (
    SELECT r.id, ${IS_BASIC} AS basic
    FROM requirements r JOIN standards standard ON standard.id = r.standard_id
    LEFT JOIN standard_levels own ON own.id = r.level_id
    LEFT JOIN standard_levels wanted ON wanted.id = s.level_id
    WHERE r.standard_id = s.standard_id
      AND ${askedForSql('s.level_id')} AND ${appliesSql('r', 's')}
  ), ${leavesOut ? OPEN_BUT_SOME : ALL_OPEN}, linked AS MATERIALIZED (
    SELECT requirement_id, bool_or(high > 0 OR critical > 0) AS severe FROM counted,
      unnest(requirement_ids) AS requirement_id GROUP BY 1
  ), elsewhere AS MATERIALIZED (
    SELECT linked.requirement_id AS linked_id, severe, r.wcag
    FROM linked JOIN requirements r ON r.id = linked.requirement_id
    JOIN standards standard ON standard.id = r.standard_id
    WHERE r.standard_id <> s.standard_id AND (standard.organization_id IS NULL OR standard.organization_id = $1)
  ), ${criterionAnswers('s.standard_id', 's')}, lost AS MATERIALIZED (
    SELECT linked.requirement_id AS linked_id, severe, scope.id AS requirement_id, scope.basic
    FROM linked JOIN scope ON scope.id = linked.requirement_id
    UNION ALL
    SELECT linked_id, severe, scope.id, scope.basic FROM elsewhere
    JOIN answers ON answers.criterion = ANY (elsewhere.wcag)
    JOIN scope ON scope.id = answers.requirement_id
    WHERE cardinality(elsewhere.wcag) = 1
  ), ${UNGUESSED}, judged AS MATERIALIZED (
    SELECT counted.*, requirement_ids <@ ARRAY(SELECT linked_id FROM unguessed) AS unlinked,
      requirement_ids && ARRAY(SELECT linked_id FROM lost) AS linked, requirement_ids && ARRAY(SELECT linked_id
        FROM lost WHERE basic) AS basic
    FROM counted
  ), awaited AS MATERIALIZED (
    SELECT criteria_key, criteria, sum(value) AS value, sum(high) AS all_high,
      coalesce(sum(value) FILTER (WHERE pending_from <= s.now), 0) AS n,
      coalesce(sum(high) FILTER (WHERE pending_from <= s.now), 0) AS high,
        coalesce(sum(blocking) FILTER (WHERE pending_from <= s.now), 0) AS blocking
    FROM pending_counts
    WHERE organization_id = $1 AND product_id = s.product_id AND value > 0
    GROUP BY 1, 2
  ), recent AS MATERIALIZED (
    SELECT criteria_key, sum(value) AS value, sum(high) AS high, min(waiting_day) AS first_day,
      min(waiting_day) FILTER (WHERE high > 0) AS first_high_day
    FROM pending_days
    WHERE organization_id = $1 AND product_id = s.product_id AND waiting_day > s.overdue_day AND value > 0
    GROUP BY 1
  ), pending AS MATERIALIZED (
    SELECT criteria, row_number() OVER () AS row, n, awaited.high, blocking,
      awaited.value - coalesce(recent.value, 0) AS overdue, all_high - coalesce(recent.high, 0) AS overdue_high,
        first_day, first_high_day
    FROM awaited LEFT JOIN recent USING (criteria_key)
  ), ${criterionFailures('s.standard_id')}, failed AS MATERIALIZED (
    SELECT pending.row, pending.n, pending.high, failures.requirement_id AS linked_id, scope.id AS requirement_id,
      scope.basic,
      ${isOutside('criterion', 's.standard_id')} AS is_outside
    FROM pending LEFT JOIN unnest(${saidOf('pending.criteria')}) AS criterion ON true
    LEFT JOIN failures USING (criterion) LEFT JOIN scope ON scope.id = failures.requirement_id
  ), pending_meaning AS MATERIALIZED (
    SELECT pending.*, meaning.unlinked FROM pending JOIN (
      SELECT row, count(linked_id) = 0 AND bool_or(is_outside) IS NOT TRUE AS unlinked,
        count(requirement_id) > 0 AS linked FROM failed GROUP BY row
    ) meaning USING (row)
    WHERE meaning.unlinked OR meaning.linked
  ), newest AS MATERIALIZED (
    SELECT ${newestTest("'automated_scan'", 'is_evidence AND NOT failed')} AS scan,
      (SELECT max(newest) FROM unnest(ARRAY['manual_test', 'usability_test', 'user_research']::activity_type[]) AS kind,
        LATERAL (SELECT ${newestTest('kind', IS_HUMAN_EVIDENCE)} AS newest) t) AS human_test,
      (SELECT max(completed_at) FROM audits WHERE organization_id = $1 AND product_id = s.product_id
        AND status = 'completed' AND completed_at <= s.now) AS audit
  )
  SELECT json_build_object(
    'scope', (SELECT count(*) FROM scope),
    'lost', (SELECT coalesce(json_agg(l), '[]') FROM (
      SELECT requirement_id AS "requirementId", bool_or(severe) AS severe, bool_or(basic) AS basic FROM lost
      GROUP BY 1) l),
    'basic', ${records('basic', 'n', lowestOf('basic', 'n', LINKED))},
    'linked', ${records('linked', 'n', lowestOf('linked', 'n', LINKED))},
    'unlinked', ${records('unlinked', 'n', lowestOf('unlinked', 'n', UNLINKED) + ' UNION ALL ' + lowestOf('unlinked', 'n', LINKED))},
    'high', ${records('(linked OR unlinked)', 'high', lowestOf('(linked OR unlinked)', 'high', "severity = 'high'"))},
    'blocking', ${records('(linked OR unlinked)', 'blocking', lowestOf('(linked OR unlinked)', 'blocking', "severity = 'high' AND impact = 'high'"))},
    'critical', ${records('(linked OR unlinked)', 'critical', lowestOf('(linked OR unlinked)', 'critical', "priority = 'critical'"))},
    'pending', json_build_object(
      'lost', (SELECT coalesce(json_agg(l), '[]') FROM (
        SELECT requirement_id AS "requirementId", bool_or(high > 0) AS severe, bool_or(basic) AS basic
        FROM failed WHERE requirement_id IS NOT NULL AND n > 0 GROUP BY 1) l),
      'unlinked', waiting.unlinked, 'high', waiting.high, 'blocking', waiting.blocking),
    'waiting', json_build_object('firstDay', waiting.first_day, 'firstHighDay', waiting.first_high_day, 'overdue',
      waiting.overdue,
      'overdueHigh', waiting.overdue_high, 'longest', CASE WHEN waiting.overdue > 0 THEN ARRAY(
        SELECT f.id FROM findings f
        WHERE f.organization_id = $1 AND f.product_id = s.product_id AND ${isAwaited('f')}
          AND ${waitingSinceSql('f')} < (s.overdue_day + 1)::timestamp AT TIME ZONE 'UTC'
          AND (f.criteria IN (SELECT criteria FROM pending_meaning)) IS TRUE
        ORDER BY ${waitingSinceSql('f')}, f.id LIMIT ${MAX_NUMBERS}) ELSE '{}' END),
    'newestEvidence', greatest(newest.scan, newest.human_test, newest.audit),
    'newestHumanTest', newest.human_test,
    'audits', json_build_object(
      'substantiated', ${latestAudit('a.completed_at', IS_SUBSTANTIATED)},
      'covering', ${latestAudit('a.completed_at', `${IS_FULL} AND ${COVERS} AND ${IS_SUBSTANTIATED}`)},
      'full', ${latestAudit(`json_build_object(${NAMED_AUDIT})`, `${IS_FULL} AND ${IS_SUBSTANTIATED}`)},
      'unsubstantiated', ${latestAudit(`json_build_object(${NAMED_AUDIT}, 'covers', ${COVERS})`, `${IS_FULL} AND NOT ${IS_SUBSTANTIATED}`)})
  ) AS facts
  FROM newest, (
    SELECT coalesce(sum(n) FILTER (WHERE unlinked), 0) AS unlinked, coalesce(sum(high), 0) AS high,
      coalesce(sum(blocking), 0) AS blocking,
      CASE WHEN sum(overdue) > 0 THEN s.overdue_day ELSE min(first_day) END AS first_day,
      CASE WHEN sum(overdue_high) > 0 THEN s.overdue_day ELSE min(first_high_day) END AS first_high_day,
      coalesce(sum(overdue), 0) AS overdue, coalesce(sum(overdue_high), 0) AS overdue_high
    FROM pending_meaning) waiting
  ) gathered`,
);
