import { sql, type Uuid } from '#libs/database';
import {
  CLAUSE_STATEMENTS,
  CRITERION_STATEMENTS,
  UNSERVED_STATEMENTS,
} from '../../standards/catalogue/performance-statements.js';
import { OUTCOMES } from '../../findings/evaluation/outcome.js';
import type { OutcomeCounts } from '../../findings/evaluation/progress/progress.js';
import { isOverdue } from '../../records/issues/overdue.js';
import { isActive } from '../../products/products/active.js';
import { needBit } from '../../standards/taxonomy/built-in-needs.js';
import type { DeadlineRow } from './deadlines.js';
import type { BlockedNeeds, HeavyIssue } from './functional-needs.js';
import type { TrendFacts } from './trends.js';

/** How many issues are named as the heaviest. */
const HEAVIEST = 5;

const bits = (statements: readonly string[]): number =>
  statements.reduce((needs, statement) => needs | needBit(statement), 0);

const relations = (statements: ReadonlyMap<string, readonly string[]>): string =>
  JSON.stringify([...statements].map(([key, numbers]) => ({ key, needs: bits(numbers) })));

/**
 * Which functional needs a criterion of WCAG supports, and a clause of EN 301 549; and which of those of its criteria a
 * requirement does not.
 */
export const RELATIONS: [criteria: string, clauses: string, unserved: string] = [
  relations(CRITERION_STATEMENTS),
  relations(CLAUSE_STATEMENTS),
  relations(UNSERVED_STATEMENTS),
];

// $1 organization, $2 product or null for all active ones.
const SCOPE = `
  scope AS MATERIALIZED (
    SELECT p.id, p.slug FROM products p WHERE p.organization_id = $1
      AND (p.id = $2 OR ($2::uuid IS NULL AND ${isActive('p')}))
  )`;

/**
 * Who is blocked, from the kept counts of open issues: some rows for each set of requirements and of linked needs. Only
 * issues of the sets that may have the heaviest are looked at, and of each the first five of an index. `criteria`,
 * `clauses` and `unserved` are `RELATIONS`.
 */
export const FUNCTIONAL_NEEDS_BLOCKED = sql<
  [organizationId: Uuid, productId: Uuid | null, criteria: string, clauses: string, unserved: string],
  { blocked: BlockedNeeds[]; heaviest: HeavyIssue[] }
>(`
  WITH criteria AS (SELECT * FROM json_to_recordset($3::json) AS r(key text, needs int)
  ), clauses AS (SELECT * FROM json_to_recordset($4::json) AS r(key uuid, needs int)
  ), unserved AS (SELECT * FROM json_to_recordset($5::json) AS r(key uuid, needs int)
  ), ${SCOPE}, counted AS MATERIALIZED (
    SELECT c.product_id, scope.slug, c.requirement_set, c.requirement_ids, c.functional_need_ids, c.value, c.high,
      c.medium, c.low
    FROM open_issue_counts c JOIN scope ON scope.id = c.product_id
    WHERE c.organization_id = $1 AND c.value > 0
  ), failed AS MATERIALIZED (
    SELECT r.id,
      bit_or((coalesce(criteria.needs, 0) & ~coalesce(unserved.needs, 0)) | coalesce(clauses.needs, 0)) AS needs
    FROM requirements r LEFT JOIN clauses ON clauses.key = r.id LEFT JOIN unserved ON unserved.key = r.id
    LEFT JOIN criteria ON criteria.key = ANY (r.wcag)
    WHERE r.id IN (SELECT unnest(requirement_ids) FROM counted) GROUP BY r.id
  ), sets AS MATERIALIZED (
    SELECT kind.requirement_set, coalesce(bit_or(failed.needs), 0) AS needs
    FROM (SELECT DISTINCT requirement_set, requirement_ids FROM counted) kind
      LEFT JOIN LATERAL unnest(kind.requirement_ids) AS requirement_id ON true
      LEFT JOIN failed ON failed.id = requirement_id
    GROUP BY 1
  ), linked AS MATERIALIZED (
    SELECT kind.functional_need_ids, coalesce(bit_or(1 << n.sort_order), 0) AS needs
    FROM (SELECT DISTINCT functional_need_ids FROM counted) kind
    LEFT JOIN functional_needs n ON n.id = ANY (kind.functional_need_ids)
    GROUP BY 1
  ), blocking AS MATERIALIZED (
    SELECT c.product_id, c.slug, c.requirement_set, c.functional_need_ids, c.value, c.high, c.medium, c.low,
      sets.needs | linked.needs AS needs, bit_count((sets.needs | linked.needs)::bit(32)) AS weight
    FROM counted c JOIN sets ON sets.requirement_set = c.requirement_set
    JOIN linked ON linked.functional_need_ids = c.functional_need_ids
    WHERE sets.needs | linked.needs <> 0
  ), heavy AS MATERIALIZED (
    SELECT coalesce(max(weight), 0) AS weight FROM (
      SELECT weight, sum(sum(value)) OVER (ORDER BY weight DESC) AS issues FROM blocking GROUP BY weight) weights
    WHERE issues >= ${HEAVIEST}
  ), heaviest AS MATERIALIZED (
    SELECT b.slug, i.number, b.needs, b.weight, i.severity, i.created_at
    FROM blocking b JOIN heavy ON b.weight >= heavy.weight, LATERAL (
      SELECT number, severity, created_at FROM issues
      WHERE organization_id = $1 AND product_id = b.product_id AND requirement_set = b.requirement_set
        AND functional_need_ids = b.functional_need_ids AND state = 'open'
      ORDER BY severity DESC NULLS LAST, created_at, number LIMIT ${HEAVIEST}) i
    ORDER BY b.weight DESC, i.severity DESC NULLS LAST, i.created_at, b.slug, i.number LIMIT ${HEAVIEST}
  )
  SELECT
    (SELECT coalesce(json_agg(b), '[]') FROM (
      SELECT slug AS "productSlug", needs, sum(value) AS count, sum(high) AS high, sum(medium) AS medium,
        sum(low) AS low
      FROM blocking GROUP BY 1, 2) b) AS blocked,
    (SELECT coalesce(json_agg(json_build_object('productSlug', slug, 'number', number, 'needs', needs)
      ORDER BY weight DESC, severity DESC NULLS LAST, created_at, slug, number), '[]') FROM heaviest) AS heaviest`);

/** A day as its number since 1970. */
const dayNumber = (day: string): string => `${day} - DATE '1970-01-01'`;

const sums = (columns: readonly string[], from: string): string =>
  columns.map((column) => `sum(${from}.${column}) AS ${column}`).join(', ');

// $3: the first days of the points, and that of the next. A point is looked for once for each day, not for each
// product.
const flows = (table: string, columns: readonly string[]): string => `(
  SELECT coalesce(json_agg(f), '[]') FROM (
    SELECT width_bucket(days.day, $3::date[]) AS point, ${sums(columns, 'days')}
    FROM (
      SELECT d.day, ${sums(columns, 'd')}
      FROM ${table} d JOIN scope ON scope.id = d.product_id
      WHERE d.organization_id = $1 AND d.day >= ($3::date[])[1] GROUP BY 1) days
    GROUP BY 1) f)`;

const json = (columns: string, from: string): string =>
  `(SELECT coalesce(json_agg(json_build_array(${columns})), '[]') FROM ${from})`;

/**
 * What trends are made of, as `TrendFacts`. What happened, and the lives of closed issues, come from counts by the day;
 * only issues that are open are looked at, by an index that has all that is asked. Their days of UTC are told by an
 * offset: the name of a zone would be looked up for each. `days` are the first days of the points, and that of the
 * next.
 */
export const TREND_FACTS = sql<
  [organizationId: Uuid, productId: Uuid | null, days: readonly string[]],
  { facts: TrendFacts }
>(`
  WITH ${SCOPE}, lives AS MATERIALIZED (
    SELECT c.opened, c.closed, sum(c.value) AS n
    FROM closed_issue_counts c JOIN scope ON scope.id = c.product_id
    WHERE c.organization_id = $1 AND c.closed >= ($3::date[])[1] GROUP BY 1, 2
  ), lasted AS MATERIALIZED (
    SELECT ${dayNumber('opened')} AS opened, width_bucket(closed, $3::date[]) AS point, closed - opened AS days,
      sum(n) AS n,
      GROUPING(closed - opened) AS by_opening
    FROM lives GROUP BY GROUPING SETS ((1, 2), (2, 3))
  ), since AS MATERIALIZED (
    SELECT (i.created_at AT TIME ZONE INTERVAL '0')::date AS day, count(*) AS n
    FROM issues i JOIN scope ON scope.id = i.product_id WHERE i.organization_id = $1 AND i.closed_at IS NULL GROUP BY 1
  )
  SELECT json_build_object(
    'open', (SELECT coalesce(sum(c.value), 0) FROM open_issue_counts c JOIN scope ON scope.id = c.product_id
      WHERE c.organization_id = $1),
    'issues', ${flows('issue_days', ['opened', 'closed', 'removed'])},
    'findings', ${flows('finding_days', ['raised', 'regressed', 'resolved'])},
    'openSince', ${json(`${dayNumber('day')}, n`, 'since')},
    'closedSince', ${json('opened, point, n', 'lasted WHERE by_opening = 1')},
    'closedAfter', ${json('point, days, n', 'lasted WHERE by_opening = 0')},
    'grades', CASE WHEN $2 IS NOT NULL THEN (
      SELECT json_agg((
        SELECT json_build_object('letter', g.letter, 'potentialLetter', g.grade -> 'potentialLetter', 'formulaVersion',
          g.grade -> 'formulaVersion')
        FROM grades g
        WHERE g.organization_id = $1 AND g.product_id = $2 AND g.computed_at < ends.at::timestamp AT TIME ZONE 'UTC'
        ORDER BY g.computed_at DESC, g.id DESC LIMIT 1) ORDER BY ends.place)
      FROM unnest(($3::date[])[2:]) WITH ORDINALITY AS ends(at, place)) END
  ) AS facts`);

/** How far back dates that were kept are looked at. */
const DEADLINE_DAYS = 400;

/**
 * Dates that were kept and missed, and how long closing took: in all, by product, by severity, by who does it and by
 * team, one row each. Of what was closed lately and what is overdue, both by their own index.
 */
export const DEADLINES_KEPT = sql<[organizationId: Uuid], DeadlineRow>(`
  WITH dated AS MATERIALIZED (
    SELECT i.product_id, i.severity, i.assignee_id, i.team_id, i.due_at, i.closed_at,
      coalesce(i.reopened_at, i.created_at) AS begun_at
    FROM issues i WHERE i.organization_id = $1 AND i.closed_at >= now() - interval '${DEADLINE_DAYS} days'
    UNION ALL
    SELECT i.product_id, i.severity, i.assignee_id, i.team_id, i.due_at, NULL, NULL FROM issues i
    WHERE i.organization_id = $1 AND ${isOverdue('i')}
  )
  SELECT GROUPING(p.slug, d.severity, d.assignee_id, coalesce(d.team_id, p.team_id)) AS grouping,
    p.slug AS "productSlug", d.severity,
    d.assignee_id AS "assigneeId", coalesce(d.team_id, p.team_id) AS "teamId",
    count(*) FILTER (WHERE d.closed_at <= d.due_at)::int AS kept,
    count(*) FILTER (WHERE d.due_at IS NOT NULL AND d.closed_at IS NULL OR d.closed_at > d.due_at)::int AS missed,
    (percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM d.closed_at - d.begun_at) / 86400.0))::float8 AS
      "medianDaysToClose"
  FROM dated d JOIN products p ON p.organization_id = $1 AND p.id = d.product_id AND ${isActive('p')}
  GROUP BY GROUPING SETS ((), (p.slug), (d.severity), (d.assignee_id), (coalesce(d.team_id, p.team_id)))
  ORDER BY 1, 2, 3, 4, 5`);

/** A requirement with its verdicts in several audits. */
export interface RequirementOutcomes {
  requirementId: Uuid;
  standardId: Uuid;
  number: string;
  name: string;
  level: string | null;
  /** How many of the audits asked for it. */
  audits: number;
  verdicts: OutcomeCounts;
}

/** How many audits of one product are looked at. */
const NEWEST_AUDITS = 10;

/**
 * The verdicts of requirements in the newest completed audits that have outcomes: the ten of a product, or the newest
 * of each active one. Requirements that were deleted since are left out.
 */
export const OUTCOMES_BY_REQUIREMENT = sql<
  [organizationId: Uuid, productId: Uuid | null],
  { audits: number; requirements: RequirementOutcomes[] }
>(`
  WITH ${SCOPE}, chosen AS MATERIALIZED (
    SELECT a.id, a.completed_at, a.number FROM scope, LATERAL (
      SELECT id, completed_at, number FROM audits
      WHERE organization_id = $1 AND product_id = scope.id AND status = 'completed' AND outcome_count > 0
        AND completed_at <= now()
      ORDER BY completed_at DESC, number DESC LIMIT CASE WHEN $2::uuid IS NULL THEN 1 ELSE ${NEWEST_AUDITS} END) a
  ), counted AS MATERIALIZED (
    SELECT q.requirement_id, (array_agg(q.number ORDER BY newest DESC))[1] AS number,
      (array_agg(q.name ORDER BY newest DESC))[1] AS name, (array_agg(q.level ORDER BY newest DESC))[1] AS level,
      count(*)::int AS audits, json_build_object(${OUTCOMES.map(
        (outcome) => `'${outcome}', count(*) FILTER (WHERE q.verdict = '${outcome}')`,
      ).join(', ')}) AS verdicts
    FROM chosen JOIN audit_requirements q ON q.organization_id = $1 AND q.audit_id = chosen.id
      CROSS JOIN LATERAL (SELECT (chosen.completed_at, chosen.number, chosen.id) AS newest) latest
    GROUP BY q.requirement_id
  )
  SELECT (SELECT count(*)::int FROM chosen) AS audits, (
    SELECT coalesce(json_agg(json_build_object('requirementId', c.requirement_id, 'standardId', r.standard_id,
      'number', c.number, 'name', c.name, 'level', c.level, 'audits', c.audits, 'verdicts', c.verdicts)
      ORDER BY s.name, s.id, r.sort_order, r.id), '[]')
    FROM counted c JOIN requirements r ON r.id = c.requirement_id JOIN standards s ON s.id = r.standard_id
  ) AS requirements`);
