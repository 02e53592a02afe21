import { sql, type Uuid } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { hasStatus } from '../../apps/api/src/findings/triage/status.js';
import { type GradeScope, readFacts } from '../../apps/api/src/reporting/grading/gather-facts.js';
import type { GradeFacts } from '../../apps/api/src/reporting/grading/facts.js';
import type { FactsRow } from '../../apps/api/src/reporting/grading/grading.sql.js';

/** The maximum number of records that a reason names; its count is complete. */
const MAX_NUMBERS = 10;

/** The facts of Grades from the rows themselves, all of them: what `gatherFacts` must answer from kept counts. */
export const factsOfRows = (
  tx: EntityManager,
  organizationId: string,
  scopes: readonly GradeScope[],
): Promise<Map<string, GradeFacts>> => readFacts(tx, GATHER_FACTS, organizationId, scopes);

/** SQL: the open issues that meet a condition, as `CountedRecords`. */
const records = (condition: string): string => `(
  SELECT json_build_object('count', count(*), 'numbers', coalesce((array_agg(number ORDER BY number))[1:${MAX_NUMBERS}], '{}'))
  FROM open_issues WHERE ${condition})`;

const newestTest = (types: string): string => `(
  SELECT max(newest) FROM unnest(ARRAY[${types}]::activity_type[]) AS kind, LATERAL (
    SELECT max(completed_at) AS newest FROM test_activities
    WHERE organization_id = $1 AND product_id = s.product_id AND type = kind
      AND NOT failed AND CASE WHEN line_kind IS NULL THEN context_trigger IS DISTINCT FROM 'pull_request' ELSE line_kind = 'main' END
      AND (type = 'automated_scan' OR finding_count <> 0 OR btrim(concat(tool, target, external_url), E' \\t\\n') <> '')) t)`;

/** Success criteria of Level A, as W3C has them in WCAG 2.0 to 2.2. */
const LEVEL_A =
  '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 ' +
  '2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.1 4.1.2';

/**
 * SQL: whether the audit `a` leaves none of what it asked for untested: what fails or cannot be told on one page is
 * tested, all else on every page or on all at once.
 */
const EACH_REQUIREMENT_TESTED = `(
  EXISTS (SELECT FROM audit_requirements WHERE organization_id = $1 AND audit_id = a.id) AND NOT EXISTS (
    SELECT FROM audit_requirements asked JOIN requirements r ON r.id = asked.requirement_id
    WHERE asked.organization_id = $1 AND asked.audit_id = a.id
      AND NOT EXISTS (SELECT FROM decided d WHERE d.audit_id = a.id AND d.requirement_id = r.id AND (d.entry = 0 OR d.outcome IN ('failed', 'cannot_tell')))
      AND (a.id NOT IN (SELECT audit_id FROM entries) OR EXISTS (
        SELECT FROM entries e WHERE e.audit_id = a.id
          AND NOT EXISTS (SELECT FROM decided d WHERE d.audit_id = a.id AND d.requirement_id = r.id AND d.entry = e.number)))))`;

const HUMAN = `'manual_test', 'usability_test', 'user_research'`;

/** SQL: whether the requirement `r` applies to the product of `s`. */
const APPLIES = `r.applies_to IS NULL OR r.id = ANY (s.drawn_in) OR (
    EXISTS (SELECT FROM jsonb_array_elements_text(r.applies_to -> 'with') AS needed WHERE needed <> ALL (s.features)) IS FALSE AND (
      s.type IN (SELECT jsonb_array_elements_text(r.applies_to -> 'types'))
      OR EXISTS (SELECT FROM jsonb_array_elements_text(r.applies_to -> 'features') AS one WHERE one = ANY (s.features))))`;

// A requirement of another standard counts for the one that has its WCAG criterion.
const GATHER_FACTS = sql<[organizationId: Uuid, scopes: string], FactsRow>(`
  SELECT s.product_id AS "productId", gathered.facts
  FROM (
    SELECT "productId" AS product_id, "standardId" AS standard_id, "levelId" AS level_id, now,
      type, features, "drawnIn" AS drawn_in, coalesce("withoutIssues", '{}') AS without_issues
    FROM json_to_recordset($2::json) AS given(
      "organizationId" uuid, "productId" uuid, "standardId" uuid, "levelId" uuid, type text, features text[], "drawnIn" uuid[], now timestamptz,
      "withoutIssues" int[])
    WHERE "organizationId" = $1
  ) s, LATERAL (
  WITH scope AS (
    SELECT r.id, r.wcag, CASE WHEN cardinality(r.wcag) > 0
        THEN EXISTS (SELECT FROM unnest(r.wcag) AS number WHERE number IN (${LEVEL_A.replace(/\S+/g, "'$&'").replaceAll(' ', ', ')}))
        ELSE standard.cumulative AND own.id IS NOT NULL AND (SELECT count(DISTINCT sort_order) > 1 FROM standard_levels l WHERE l.standard_id = standard.id)
          AND NOT EXISTS (SELECT FROM standard_levels l WHERE l.standard_id = standard.id AND l.sort_order < own.sort_order) END AS basic
    FROM requirements r JOIN standards standard ON standard.id = r.standard_id
    LEFT JOIN standard_levels own ON own.id = r.level_id
    LEFT JOIN standard_levels wanted ON wanted.id = s.level_id
    WHERE r.standard_id = s.standard_id
      AND (s.level_id IS NULL OR r.level_id IS NULL OR r.level_id = s.level_id OR (standard.cumulative AND own.sort_order <= wanted.sort_order))
      AND (${APPLIES})
  ), present AS MATERIALIZED (
    SELECT r.id, r.wcag, r.applies_to, r.sort_order FROM requirements r WHERE r.standard_id = s.standard_id AND (${APPLIES})
  ), numbers AS MATERIALIZED (
    SELECT DISTINCT criterion, (
      SELECT CASE WHEN count(*) = 1 OR bool_and(applies_to IS NOT NULL)
        THEN (array_agg(id ORDER BY (applies_to -> 'types' ? s.type) IS NOT TRUE, sort_order))[1] END
      FROM present WHERE criterion = ANY (wcag)) AS meant
    FROM present, unnest(wcag) AS criterion
  ), candidates AS MATERIALIZED (
    SELECT id, number, coalesce(severity = 'high', false) AS high, coalesce(priority = 'critical', false) AS critical,
      severity = 'high' AND impact = 'high' AS blocking
    FROM issues
    WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND number <> ALL (s.without_issues)
  ), links AS MATERIALIZED (
    SELECT c.id, c.high OR c.critical AS severe, l.requirement_id
    FROM candidates c JOIN issue_requirements l ON l.organization_id = $1 AND l.issue_id = c.id
  ), lost AS MATERIALIZED (
    SELECT linked.requirement_id AS linked_id, linked.severe, scope.id AS requirement_id, scope.basic
    FROM (SELECT requirement_id, bool_or(severe) AS severe FROM links GROUP BY 1) linked
    JOIN requirements r ON r.id = linked.requirement_id JOIN standards standard ON standard.id = r.standard_id
    JOIN scope ON scope.id = r.id OR (r.standard_id <> s.standard_id AND cardinality(r.wcag) = 1
      AND scope.id = (SELECT meant FROM numbers WHERE criterion = r.wcag[1])
      AND (standard.organization_id IS NULL OR standard.organization_id = $1))
  ), hits AS MATERIALIZED (
    SELECT links.id, requirement_id IN (SELECT linked_id FROM lost) AS counts, requirement_id IN (SELECT linked_id FROM lost WHERE basic) AS fails_basic
    FROM links
    WHERE NOT EXISTS (
      SELECT FROM requirements r WHERE r.id = links.requirement_id AND r.standard_id <> s.standard_id AND (
        cardinality(r.wcag) > 1 OR EXISTS (SELECT FROM numbers WHERE criterion = r.wcag[1] AND meant IS NULL)))
  ), open_issues AS MATERIALIZED (
    SELECT c.*, id IN (SELECT id FROM hits WHERE counts) AS linked, id NOT IN (SELECT id FROM hits) AS unlinked, id IN (SELECT id FROM hits WHERE fails_basic) AS basic
    FROM candidates c
  ), pending AS MATERIALIZED (
    SELECT f.id, criteria, coalesce(severity = 'high', false) AS high, coalesce(severity = 'high' AND impact = 'high', false) AS blocking, since,
      ${hasStatus('f', 'pending', 's.now')} AS is_now, (since AT TIME ZONE 'UTC')::date AS day
    FROM findings f, LATERAL (SELECT max(moment) AS since FROM unnest(ARRAY[f.first_seen_at, f.waits_from, f.dismissed_until]) AS moment) w
    WHERE organization_id = $1 AND product_id = s.product_id AND f.landed AND NOT f.needs_review
      AND (${hasStatus('f', 'pending', 's.now')} OR (f.status = 'dismissed' AND f.dismissed_until > s.now AND f.absent_at IS NULL))
  ), pending_meaning AS MATERIALIZED (
    SELECT p.*,
      ARRAY(
        SELECT scope.id FROM scope
        WHERE scope.id IN (SELECT meant FROM numbers WHERE criterion = ANY (p.criteria)) OR (is_own AND scope.wcag && p.criteria)
      ) AS requirement_ids,
      NOT EXISTS (SELECT FROM present WHERE present.wcag && p.criteria AND (
        is_own OR EXISTS (SELECT FROM numbers WHERE meant IS NOT NULL AND criterion = ANY (p.criteria))))
      AND (is_own OR NOT EXISTS (
        SELECT FROM unnest(p.criteria) AS criterion WHERE criterion NOT IN (SELECT numbers.criterion FROM numbers))) AS unlinked
    FROM pending p, LATERAL (SELECT organization_id IS NOT NULL AS is_own FROM standards WHERE id = s.standard_id) standard
  ), waiting AS MATERIALIZED (
    SELECT *, day + 15 <= (s.now AT TIME ZONE 'UTC')::date AS overdue, (s.now AT TIME ZONE 'UTC')::date - 15 AS overdue_day FROM pending_meaning WHERE unlinked OR cardinality(requirement_ids) > 0
  ), entries AS MATERIALIZED (
    SELECT audit_id, number FROM audit_entries WHERE organization_id = $1
  ), decided AS MATERIALIZED (
    SELECT audit_id, requirement_id, entry, outcome FROM audit_outcomes
    WHERE organization_id = $1 AND outcome <> 'untested' AND requirement_id IN (SELECT id FROM requirements)
  ), done AS MATERIALIZED (
    SELECT a.number, a.completed_at, a.type = 'full' AS is_full,
      CASE WHEN a.id IN (SELECT audit_id FROM entries UNION SELECT audit_id FROM decided) THEN ${EACH_REQUIREMENT_TESTED}
        ELSE a.description ~ '[^[:space:]]' IS TRUE OR a.id IN (SELECT audit_id FROM issues WHERE organization_id = $1 AND product_id = s.product_id) IS TRUE
        END AS says,
      NOT a.standard_removed AND coalesce(a.standard_id, s.standard_id) = s.standard_id AND CASE
        WHEN a.conformance_level_id IS NULL THEN true WHEN s.level_id IS NULL THEN false WHEN a.conformance_level_id = s.level_id THEN true
        ELSE (SELECT cumulative FROM standards WHERE id = s.standard_id)
          AND (SELECT sort_order FROM standard_levels WHERE id = a.conformance_level_id) >= (SELECT sort_order FROM standard_levels WHERE id = s.level_id)
        END AS covers
    FROM audits a WHERE organization_id = $1 AND product_id = s.product_id AND status = 'completed' AND completed_at <= s.now
  )
  SELECT json_build_object(
    'scope', (SELECT count(*) FROM scope),
    'lost', (SELECT coalesce(json_agg(l), '[]') FROM (
      SELECT requirement_id AS "requirementId", bool_or(severe) AS severe, bool_or(basic) AS basic FROM lost GROUP BY 1) l),
    'basic', ${records('basic')},
    'blocking', ${records('blocking AND (linked OR unlinked)')},
    'linked', ${records('linked')},
    'unlinked', ${records('unlinked')},
    'high', ${records('high AND (linked OR unlinked)')},
    'critical', ${records('critical AND (linked OR unlinked)')},
    'pending', json_build_object(
      'lost', (SELECT coalesce(json_agg(l), '[]') FROM (
        SELECT scope.id AS "requirementId", bool_or(high) AS severe, scope.basic
        FROM waiting, unnest(requirement_ids) AS failed_id JOIN scope ON scope.id = failed_id WHERE is_now GROUP BY 1, 3) l),
      'unlinked', (SELECT count(*) FROM waiting WHERE is_now AND unlinked),
      'high', (SELECT count(*) FROM waiting WHERE is_now AND high),
      'blocking', (SELECT count(*) FROM waiting WHERE is_now AND blocking)),
    'waiting', (SELECT json_build_object('firstDay', min(greatest(day, overdue_day)),
      'firstHighDay', min(greatest(day, overdue_day)) FILTER (WHERE high),
      'overdue', count(*) FILTER (WHERE overdue), 'overdueHigh', count(*) FILTER (WHERE overdue AND high),
      'longest', coalesce((array_agg(id ORDER BY since, id) FILTER (WHERE overdue))[1:${MAX_NUMBERS}], '{}')) FROM waiting),
    'newestEvidence', greatest(${newestTest(`'automated_scan', ${HUMAN}`)},
      (SELECT max(completed_at) FROM audits WHERE organization_id = $1 AND product_id = s.product_id AND status = 'completed' AND completed_at <= s.now)),
    'newestHumanTest', ${newestTest(HUMAN)},
    'audits', json_build_object(
      'substantiated', (SELECT max(completed_at) FROM done WHERE says),
      'covering', (SELECT max(completed_at) FROM done WHERE is_full AND says AND covers),
      'full', (SELECT json_build_object('number', number, 'completedAt', completed_at) FROM done WHERE is_full AND says
        ORDER BY completed_at DESC, number DESC LIMIT 1),
      'unsubstantiated', (SELECT json_build_object('number', number, 'completedAt', completed_at, 'covers', covers) FROM done WHERE is_full AND NOT says
        ORDER BY completed_at DESC, number DESC LIMIT 1))
  ) AS facts
  ) gathered`);
