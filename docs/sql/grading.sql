-- The statements of grading, as they are sent. Written by `npm run sql`.

-- STATE
--   What a product has, from kept counts and its current Grade.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns findings integer, findingsToReview integer, pendingFindings integer, testActivities integer, letter text, score integer
SELECT (SELECT coalesce(sum(t.value), 0)::int FROM record_totals t
  WHERE t.organization_id = $1 AND t.product_id = $2 AND t.kind = 'findings') AS findings, (SELECT coalesce(sum(t.value), 0)::int FROM record_totals t
  WHERE t.organization_id = $1 AND t.product_id = $2 AND t.kind = 'findingsToReview') AS "findingsToReview",
  (SELECT coalesce(sum(c.value), 0)::int FROM pending_counts c
    WHERE c.organization_id = $1 AND c.product_id = $2 AND c.pending_from <= clock_timestamp()) AS "pendingFindings",
  (SELECT coalesce(sum(a.value), 0)::int FROM activity_counts a WHERE a.organization_id = $1
    AND a.product_id = $2) AS "testActivities",
  (SELECT c.grade ->> 'letter' FROM current_grades c WHERE c.organization_id = $1 AND c.product_id = $2) AS letter,
  (SELECT (c.grade ->> 'score')::int FROM current_grades c WHERE c.organization_id = $1
    AND c.product_id = $2) AS score;

-- LOCK
--   Serializes recomputations of these products until the commit, so that each sees all facts of the former ones. A
--   statement that had to wait still reads settings from before the wait; `outdated` detects that by a stored Grade that
--   the snapshot does not see.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns productId uuid, product json, organization json, grade jsonb, outdated boolean
WITH locked AS (
INSERT INTO current_grades (organization_id, product_id)
SELECT organization_id, id FROM products WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id
ON CONFLICT (organization_id, product_id) DO UPDATE SET product_id = excluded.product_id RETURNING product_id, grade)
SELECT p.id AS "productId",
  json_build_object('standardId', p.standard_id, 'conformanceLevelId', p.conformance_level_id, 'auditFrequency', p.audit_frequency,
    'type', p.type, 'features', p.features, 'drawnIn', p.drawn_in) AS product,
  json_build_object('standardId', o.standard_id, 'conformanceLevelId', o.conformance_level_id, 'auditFrequency', o.audit_frequency) AS organization, locked.grade, locked.grade IS DISTINCT FROM seen.grade AS outdated
FROM products p JOIN organizations o ON o.id = p.organization_id
JOIN locked ON locked.product_id = p.id
LEFT JOIN current_grades seen ON seen.organization_id = p.organization_id AND seen.product_id = p.id
WHERE p.organization_id = $1;

-- READ_AGAIN
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns productId uuid, product json, organization json, grade jsonb
SELECT p.id AS "productId",
  json_build_object('standardId', p.standard_id, 'conformanceLevelId', p.conformance_level_id, 'auditFrequency', p.audit_frequency,
    'type', p.type, 'features', p.features, 'drawnIn', p.drawn_in) AS product,
  json_build_object('standardId', o.standard_id, 'conformanceLevelId', o.conformance_level_id, 'auditFrequency', o.audit_frequency) AS organization, c.grade
FROM products p JOIN organizations o ON o.id = p.organization_id
JOIN current_grades c ON c.organization_id = p.organization_id AND c.product_id = p.id
WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[]);

-- SETTINGS_OF
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns productId uuid, product json, organization json
SELECT p.id AS "productId",
  json_build_object('standardId', p.standard_id, 'conformanceLevelId', p.conformance_level_id, 'auditFrequency', p.audit_frequency,
    'type', p.type, 'features', p.features, 'drawnIn', p.drawn_in) AS product,
  json_build_object('standardId', o.standard_id, 'conformanceLevelId', o.conformance_level_id, 'auditFrequency', o.audit_frequency) AS organization
FROM products p JOIN organizations o ON o.id = p.organization_id
WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[]);

-- AGED
--   The products whose Grades have another letter by age alone. A migration to another formula has them all run out.
--   returns organizationId uuid, id uuid
/* all organizations: age_grades */
SELECT c.organization_id AS "organizationId", c.product_id AS id FROM current_grades c WHERE c.valid_until <= now()
UNION
SELECT p.organization_id, p.product_id
FROM pending_counts p JOIN current_grades c ON c.organization_id = p.organization_id AND c.product_id = p.product_id
WHERE p.pending_from > '-infinity' AND p.value > 0 AND p.pending_from > (c.grade ->> 'computedAt')::timestamptz AND p.pending_from <= now();

-- OF_FORMER_FORMULA
--   Returns a row while a Grade of an organization is still one of another formula.
--   $1 organizationId: uuid
--   returns ?column? integer
SELECT 1 FROM current_grades WHERE organization_id = $1 AND (grade ->> 'formulaVersion')::int <> 2
LIMIT 1;

-- CHANGED_BY_FORMULA
--   $1 organizationId: uuid
--   returns name text, slug text, from text, to text
SELECT p.name, p.slug, former.letter AS "from", present.letter AS "to"
FROM products p CROSS JOIN LATERAL (
  SELECT g.letter, g.computed_at FROM grades g
  WHERE g.organization_id = $1 AND g.product_id = p.id AND (g.grade ->> 'formulaVersion')::int < 2
  ORDER BY g.computed_at DESC, g.id DESC LIMIT 1
) former CROSS JOIN LATERAL (
  SELECT g.letter FROM grades g
  WHERE g.organization_id = $1 AND g.product_id = p.id AND g.computed_at >= former.computed_at
    AND (g.grade ->> 'formulaVersion')::int = 2
  ORDER BY g.computed_at, g.id LIMIT 1
) present
WHERE p.organization_id = $1 AND p.archived_at IS NULL AND present.letter IS DISTINCT FROM former.letter
ORDER BY lower(p.name), p.id;

-- SHARE_PRODUCT
--   Keeps a product from being deleted or renamed.
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns name text
SELECT name FROM products WHERE organization_id = $1 AND id = $2 FOR SHARE;

-- ISSUES_PRESENT
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 numbers: integer[]
--   returns number integer
SELECT number FROM issues WHERE organization_id = $1 AND product_id = $2 AND number = ANY ($3::int[]);

-- FACTS
--   The facts of Grades; `scopes` are `GradeScope` with the organization. Only a simulation leaves out issues.
--   $1 organizationId: uuid
--   $2 scopes: json
--   returns productId uuid, facts json
-- where leavesOut = false
SELECT s.product_id AS "productId", gathered.facts
FROM (
  SELECT "productId" AS product_id, "standardId" AS standard_id, "levelId" AS level_id, type, features,
    "drawnIn" AS drawn_in, now,
    coalesce("withoutIssues", '{}') AS without_issues,
      (now AT TIME ZONE 'UTC')::date - 15 AS overdue_day
  FROM json_to_recordset($2::json) AS given(
    "organizationId" uuid, "productId" uuid, "standardId" uuid, "levelId" uuid, type text, features text[],
      "drawnIn" uuid[], now timestamptz, "withoutIssues" int[])
  WHERE "organizationId" = $1
) s, LATERAL (
WITH scope AS (
  SELECT r.id, CASE WHEN r.wcag <> '{}' THEN r.wcag && '{1.1.1,1.2.1,1.2.2,1.2.3,1.3.1,1.3.2,1.3.3,1.4.1,1.4.2,2.1.1,2.1.2,2.1.4,2.2.1,2.2.2,2.3.1,2.4.1,2.4.2,2.4.3,2.4.4,2.5.1,2.5.2,2.5.3,2.5.4,3.1.1,3.2.1,3.2.2,3.2.6,3.3.1,3.3.2,3.3.7,4.1.1,4.1.2}'
    ELSE standard.cumulative AND coalesce(own.sort_order < (SELECT max(sort_order) FROM standard_levels WHERE standard_id = r.standard_id)
      AND own.sort_order = (SELECT min(sort_order) FROM standard_levels WHERE standard_id = r.standard_id), false) END AS basic
  FROM requirements r JOIN standards standard ON standard.id = r.standard_id
  LEFT JOIN standard_levels own ON own.id = r.level_id
  LEFT JOIN standard_levels wanted ON wanted.id = s.level_id
  WHERE r.standard_id = s.standard_id
    AND (s.level_id IS NULL OR r.level_id IS NULL OR r.level_id = s.level_id OR (standard.cumulative AND own.sort_order <= wanted.sort_order)) AND (r.applies_to IS NULL OR r.id = ANY (s.drawn_in)
  OR (r.applies_to -> 'types' ? s.type::text OR r.applies_to -> 'features' ?| s.features)
    AND to_jsonb(s.features) @> (r.applies_to -> 'with'))
), counted AS MATERIALIZED (
  SELECT requirement_set, requirement_ids, sum(value) AS n, sum(high) AS high, sum(critical) AS critical,
    sum(blocking) AS blocking
  FROM open_issue_counts
  WHERE organization_id = $1 AND product_id = s.product_id GROUP BY requirement_set, requirement_ids
  HAVING sum(value) > 0
), linked AS MATERIALIZED (
  SELECT requirement_id, bool_or(high > 0 OR critical > 0) AS severe FROM counted,
    unnest(requirement_ids) AS requirement_id GROUP BY 1
), elsewhere AS MATERIALIZED (
  SELECT linked.requirement_id AS linked_id, severe, r.wcag
  FROM linked JOIN requirements r ON r.id = linked.requirement_id
  JOIN standards standard ON standard.id = r.standard_id
  WHERE r.standard_id <> s.standard_id AND (standard.organization_id IS NULL OR standard.organization_id = $1)
), candidates AS MATERIALIZED (
  SELECT r.standard_id, criterion, r.id AS requirement_id, count(*) OVER (PARTITION BY r.standard_id, criterion) AS rivals,
    bool_and(r.applies_to IS NOT NULL) OVER (PARTITION BY r.standard_id, criterion) AS are_alternatives,
    row_number() OVER (PARTITION BY r.standard_id, criterion
      ORDER BY coalesce(r.applies_to -> 'types' ? s.type::text, false) DESC, r.sort_order, r.id) AS place
  FROM requirements r CROSS JOIN unnest(r.wcag) AS criterion
  WHERE r.standard_id = s.standard_id AND (r.applies_to IS NULL OR r.id = ANY (s.drawn_in)
  OR (r.applies_to -> 'types' ? s.type::text OR r.applies_to -> 'features' ?| s.features)
    AND to_jsonb(s.features) @> (r.applies_to -> 'with'))
), answers AS MATERIALIZED (
  SELECT standard_id, criterion, requirement_id FROM candidates WHERE rivals = 1 OR (are_alternatives AND place = 1)
), lost AS MATERIALIZED (
  SELECT linked.requirement_id AS linked_id, severe, scope.id AS requirement_id, scope.basic
  FROM linked JOIN scope ON scope.id = linked.requirement_id
  UNION ALL
  SELECT linked_id, severe, scope.id, scope.basic FROM elsewhere
  JOIN answers ON answers.criterion = ANY (elsewhere.wcag)
  JOIN scope ON scope.id = answers.requirement_id
  WHERE cardinality(elsewhere.wcag) = 1
), unguessed AS MATERIALIZED (
  SELECT linked_id FROM elsewhere
  WHERE cardinality(wcag) > 1 OR (
    wcag && ARRAY(SELECT criterion FROM candidates) AND NOT wcag && ARRAY(SELECT criterion FROM answers))
), judged AS MATERIALIZED (
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
), failures AS MATERIALIZED (
  SELECT criterion, requirement_id FROM answers
  UNION
  SELECT criterion, requirement_id FROM candidates
  WHERE (SELECT organization_id IS NOT NULL FROM standards WHERE id = s.standard_id)
  UNION
  SELECT 'rgaa:' || split_part(r.name, ' ', 1), r.id FROM requirements r
  WHERE r.standard_id = s.standard_id AND s.standard_id = 'b1f6a3b1-c8f0-5981-8fad-7095ebd8acb3'
), failed AS MATERIALIZED (
  SELECT pending.row, pending.n, pending.high, failures.requirement_id AS linked_id, scope.id AS requirement_id,
    scope.basic,
    (criterion NOT LIKE 'rgaa:%'
      AND criterion NOT IN (SELECT criterion FROM candidates)
      AND (SELECT organization_id IS NULL FROM standards WHERE id = s.standard_id)) AS is_outside
  FROM pending LEFT JOIN unnest(ARRAY(
    SELECT criterion FROM unnest(pending.criteria) AS criterion
    WHERE criterion LIKE 'rgaa:%' = (pending.criteria && ARRAY(SELECT criterion FROM failures WHERE criterion LIKE 'rgaa:%')))) AS criterion ON true
  LEFT JOIN failures USING (criterion) LEFT JOIN scope ON scope.id = failures.requirement_id
), pending_meaning AS MATERIALIZED (
  SELECT pending.*, meaning.unlinked FROM pending JOIN (
    SELECT row, count(linked_id) = 0 AND bool_or(is_outside) IS NOT TRUE AS unlinked,
      count(requirement_id) > 0 AS linked FROM failed GROUP BY row
  ) meaning USING (row)
  WHERE meaning.unlinked OR meaning.linked
), newest AS MATERIALIZED (
  SELECT (
    SELECT max(completed_at) FROM test_activities
    WHERE organization_id = $1 AND product_id = s.product_id AND type = 'automated_scan' AND is_evidence) AS scan,
    (SELECT max(newest) FROM unnest(ARRAY['manual_test', 'usability_test', 'user_research']::activity_type[]) AS kind,
      LATERAL (SELECT (
    SELECT max(completed_at) FROM test_activities
    WHERE organization_id = $1 AND product_id = s.product_id AND type = kind AND (is_evidence AND type <> 'automated_scan'
      AND (finding_count > 0 OR tool ~ '\S' OR target ~ '\S' OR external_url ~ '\S'))) AS newest) t) AS human_test,
    (SELECT max(completed_at) FROM audits WHERE organization_id = $1 AND product_id = s.product_id
      AND status = 'completed' AND completed_at <= s.now) AS audit
)
SELECT json_build_object(
  'scope', (SELECT count(*) FROM scope),
  'lost', (SELECT coalesce(json_agg(l), '[]') FROM (
    SELECT requirement_id AS "requirementId", bool_or(severe) AS severe, bool_or(basic) AS basic FROM lost
    GROUP BY 1) l),
  'basic', json_build_object(
'count', (SELECT coalesce(sum(n), 0) FROM judged WHERE basic),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND requirement_set <> sha256('')
    AND EXISTS (SELECT FROM judged WHERE basic AND n > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE basic)) IS TRUE
    AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'linked', json_build_object(
'count', (SELECT coalesce(sum(n), 0) FROM judged WHERE linked),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND requirement_set <> sha256('')
    AND EXISTS (SELECT FROM judged WHERE linked AND n > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE linked)) IS TRUE
    AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'unlinked', json_build_object(
'count', (SELECT coalesce(sum(n), 0) FROM judged WHERE unlinked),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND requirement_set = sha256('')
    AND EXISTS (SELECT FROM judged WHERE unlinked AND n > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE unlinked)) IS TRUE
    AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10) UNION ALL (
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND requirement_set <> sha256('')
    AND EXISTS (SELECT FROM judged WHERE unlinked AND n > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE unlinked)) IS TRUE
    AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'high', json_build_object(
'count', (SELECT coalesce(sum(high), 0) FROM judged WHERE (linked OR unlinked)),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND severity = 'high'
    AND EXISTS (SELECT FROM judged WHERE (linked OR unlinked) AND high > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE (linked OR unlinked))) IS TRUE
    AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'blocking', json_build_object(
'count', (SELECT coalesce(sum(blocking), 0) FROM judged WHERE (linked OR unlinked)),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND severity = 'high' AND impact = 'high'
    AND EXISTS (SELECT FROM judged WHERE (linked OR unlinked) AND blocking > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE (linked OR unlinked))) IS TRUE
    AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'critical', json_build_object(
'count', (SELECT coalesce(sum(critical), 0) FROM judged WHERE (linked OR unlinked)),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND priority = 'critical'
    AND EXISTS (SELECT FROM judged WHERE (linked OR unlinked) AND critical > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE (linked OR unlinked))) IS TRUE
    AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'pending', json_build_object(
    'lost', (SELECT coalesce(json_agg(l), '[]') FROM (
      SELECT requirement_id AS "requirementId", bool_or(high > 0) AS severe, bool_or(basic) AS basic
      FROM failed WHERE requirement_id IS NOT NULL AND n > 0 GROUP BY 1) l),
    'unlinked', waiting.unlinked, 'high', waiting.high, 'blocking', waiting.blocking),
  'waiting', json_build_object('firstDay', waiting.first_day, 'firstHighDay', waiting.first_high_day, 'overdue',
    waiting.overdue,
    'overdueHigh', waiting.overdue_high, 'longest', CASE WHEN waiting.overdue > 0 THEN ARRAY(
      SELECT f.id FROM findings f
      WHERE f.organization_id = $1 AND f.product_id = s.product_id AND (NOT f.needs_review AND f.landed AND f.absent_at IS NULL
  AND (f.status = 'pending' OR (f.status = 'dismissed' AND f.dismissed_until IS NOT NULL)))
        AND greatest(f.first_seen_at, f.waits_from, f.dismissed_until) < (s.overdue_day + 1)::timestamp AT TIME ZONE 'UTC'
        AND (f.criteria IN (SELECT criteria FROM pending_meaning)) IS TRUE
      ORDER BY greatest(f.first_seen_at, f.waits_from, f.dismissed_until), f.id LIMIT 10) ELSE '{}' END),
  'newestEvidence', greatest(newest.scan, newest.human_test, newest.audit),
  'newestHumanTest', newest.human_test,
  'audits', json_build_object(
    'substantiated', (
SELECT a.completed_at FROM audits a LEFT JOIN standard_levels own ON own.id = a.conformance_level_id
WHERE a.organization_id = $1 AND a.product_id = s.product_id AND a.status = 'completed' AND a.completed_at <= s.now
  AND (CASE WHEN a.entry_count > 0 OR a.outcome_count > 0 THEN a.untested_count = 0
  ELSE coalesce(a.description ~ '\S', false)
    OR EXISTS (SELECT FROM issues i WHERE i.organization_id = $1 AND i.audit_id = a.id AND i.product_id = a.product_id) END)
ORDER BY a.completed_at DESC, a.number DESC LIMIT 1),
    'covering', (
SELECT a.completed_at FROM audits a LEFT JOIN standard_levels own ON own.id = a.conformance_level_id
WHERE a.organization_id = $1 AND a.product_id = s.product_id AND a.status = 'completed' AND a.completed_at <= s.now
  AND a.type = 'full' AND (NOT a.standard_removed AND (a.standard_id IS NULL OR a.standard_id = s.standard_id)
  AND (a.conformance_level_id IS NULL OR a.conformance_level_id IS NOT DISTINCT FROM s.level_id OR EXISTS (
    SELECT FROM standards standard JOIN standard_levels wanted ON wanted.standard_id = standard.id
    WHERE standard.id = s.standard_id AND standard.cumulative AND wanted.id = s.level_id
      AND own.sort_order >= wanted.sort_order))) AND (CASE WHEN a.entry_count > 0 OR a.outcome_count > 0 THEN a.untested_count = 0
  ELSE coalesce(a.description ~ '\S', false)
    OR EXISTS (SELECT FROM issues i WHERE i.organization_id = $1 AND i.audit_id = a.id AND i.product_id = a.product_id) END)
ORDER BY a.completed_at DESC, a.number DESC LIMIT 1),
    'full', (
SELECT json_build_object('number', a.number, 'completedAt', a.completed_at) FROM audits a LEFT JOIN standard_levels own ON own.id = a.conformance_level_id
WHERE a.organization_id = $1 AND a.product_id = s.product_id AND a.status = 'completed' AND a.completed_at <= s.now
  AND a.type = 'full' AND (CASE WHEN a.entry_count > 0 OR a.outcome_count > 0 THEN a.untested_count = 0
  ELSE coalesce(a.description ~ '\S', false)
    OR EXISTS (SELECT FROM issues i WHERE i.organization_id = $1 AND i.audit_id = a.id AND i.product_id = a.product_id) END)
ORDER BY a.completed_at DESC, a.number DESC LIMIT 1),
    'unsubstantiated', (
SELECT json_build_object('number', a.number, 'completedAt', a.completed_at, 'covers', (NOT a.standard_removed AND (a.standard_id IS NULL OR a.standard_id = s.standard_id)
  AND (a.conformance_level_id IS NULL OR a.conformance_level_id IS NOT DISTINCT FROM s.level_id OR EXISTS (
    SELECT FROM standards standard JOIN standard_levels wanted ON wanted.standard_id = standard.id
    WHERE standard.id = s.standard_id AND standard.cumulative AND wanted.id = s.level_id
      AND own.sort_order >= wanted.sort_order)))) FROM audits a LEFT JOIN standard_levels own ON own.id = a.conformance_level_id
WHERE a.organization_id = $1 AND a.product_id = s.product_id AND a.status = 'completed' AND a.completed_at <= s.now
  AND a.type = 'full' AND NOT (CASE WHEN a.entry_count > 0 OR a.outcome_count > 0 THEN a.untested_count = 0
  ELSE coalesce(a.description ~ '\S', false)
    OR EXISTS (SELECT FROM issues i WHERE i.organization_id = $1 AND i.audit_id = a.id AND i.product_id = a.product_id) END)
ORDER BY a.completed_at DESC, a.number DESC LIMIT 1))
) AS facts
FROM newest, (
  SELECT coalesce(sum(n) FILTER (WHERE unlinked), 0) AS unlinked, coalesce(sum(high), 0) AS high,
    coalesce(sum(blocking), 0) AS blocking,
    CASE WHEN sum(overdue) > 0 THEN s.overdue_day ELSE min(first_day) END AS first_day,
    CASE WHEN sum(overdue_high) > 0 THEN s.overdue_day ELSE min(first_high_day) END AS first_high_day,
    coalesce(sum(overdue), 0) AS overdue, coalesce(sum(overdue_high), 0) AS overdue_high
  FROM pending_meaning) waiting
) gathered;
-- where leavesOut = true
SELECT s.product_id AS "productId", gathered.facts
FROM (
  SELECT "productId" AS product_id, "standardId" AS standard_id, "levelId" AS level_id, type, features,
    "drawnIn" AS drawn_in, now,
    coalesce("withoutIssues", '{}') AS without_issues,
      (now AT TIME ZONE 'UTC')::date - 15 AS overdue_day
  FROM json_to_recordset($2::json) AS given(
    "organizationId" uuid, "productId" uuid, "standardId" uuid, "levelId" uuid, type text, features text[],
      "drawnIn" uuid[], now timestamptz, "withoutIssues" int[])
  WHERE "organizationId" = $1
) s, LATERAL (
WITH scope AS (
  SELECT r.id, CASE WHEN r.wcag <> '{}' THEN r.wcag && '{1.1.1,1.2.1,1.2.2,1.2.3,1.3.1,1.3.2,1.3.3,1.4.1,1.4.2,2.1.1,2.1.2,2.1.4,2.2.1,2.2.2,2.3.1,2.4.1,2.4.2,2.4.3,2.4.4,2.5.1,2.5.2,2.5.3,2.5.4,3.1.1,3.2.1,3.2.2,3.2.6,3.3.1,3.3.2,3.3.7,4.1.1,4.1.2}'
    ELSE standard.cumulative AND coalesce(own.sort_order < (SELECT max(sort_order) FROM standard_levels WHERE standard_id = r.standard_id)
      AND own.sort_order = (SELECT min(sort_order) FROM standard_levels WHERE standard_id = r.standard_id), false) END AS basic
  FROM requirements r JOIN standards standard ON standard.id = r.standard_id
  LEFT JOIN standard_levels own ON own.id = r.level_id
  LEFT JOIN standard_levels wanted ON wanted.id = s.level_id
  WHERE r.standard_id = s.standard_id
    AND (s.level_id IS NULL OR r.level_id IS NULL OR r.level_id = s.level_id OR (standard.cumulative AND own.sort_order <= wanted.sort_order)) AND (r.applies_to IS NULL OR r.id = ANY (s.drawn_in)
  OR (r.applies_to -> 'types' ? s.type::text OR r.applies_to -> 'features' ?| s.features)
    AND to_jsonb(s.features) @> (r.applies_to -> 'with'))
), left_out AS (
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
), linked AS MATERIALIZED (
  SELECT requirement_id, bool_or(high > 0 OR critical > 0) AS severe FROM counted,
    unnest(requirement_ids) AS requirement_id GROUP BY 1
), elsewhere AS MATERIALIZED (
  SELECT linked.requirement_id AS linked_id, severe, r.wcag
  FROM linked JOIN requirements r ON r.id = linked.requirement_id
  JOIN standards standard ON standard.id = r.standard_id
  WHERE r.standard_id <> s.standard_id AND (standard.organization_id IS NULL OR standard.organization_id = $1)
), candidates AS MATERIALIZED (
  SELECT r.standard_id, criterion, r.id AS requirement_id, count(*) OVER (PARTITION BY r.standard_id, criterion) AS rivals,
    bool_and(r.applies_to IS NOT NULL) OVER (PARTITION BY r.standard_id, criterion) AS are_alternatives,
    row_number() OVER (PARTITION BY r.standard_id, criterion
      ORDER BY coalesce(r.applies_to -> 'types' ? s.type::text, false) DESC, r.sort_order, r.id) AS place
  FROM requirements r CROSS JOIN unnest(r.wcag) AS criterion
  WHERE r.standard_id = s.standard_id AND (r.applies_to IS NULL OR r.id = ANY (s.drawn_in)
  OR (r.applies_to -> 'types' ? s.type::text OR r.applies_to -> 'features' ?| s.features)
    AND to_jsonb(s.features) @> (r.applies_to -> 'with'))
), answers AS MATERIALIZED (
  SELECT standard_id, criterion, requirement_id FROM candidates WHERE rivals = 1 OR (are_alternatives AND place = 1)
), lost AS MATERIALIZED (
  SELECT linked.requirement_id AS linked_id, severe, scope.id AS requirement_id, scope.basic
  FROM linked JOIN scope ON scope.id = linked.requirement_id
  UNION ALL
  SELECT linked_id, severe, scope.id, scope.basic FROM elsewhere
  JOIN answers ON answers.criterion = ANY (elsewhere.wcag)
  JOIN scope ON scope.id = answers.requirement_id
  WHERE cardinality(elsewhere.wcag) = 1
), unguessed AS MATERIALIZED (
  SELECT linked_id FROM elsewhere
  WHERE cardinality(wcag) > 1 OR (
    wcag && ARRAY(SELECT criterion FROM candidates) AND NOT wcag && ARRAY(SELECT criterion FROM answers))
), judged AS MATERIALIZED (
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
), failures AS MATERIALIZED (
  SELECT criterion, requirement_id FROM answers
  UNION
  SELECT criterion, requirement_id FROM candidates
  WHERE (SELECT organization_id IS NOT NULL FROM standards WHERE id = s.standard_id)
  UNION
  SELECT 'rgaa:' || split_part(r.name, ' ', 1), r.id FROM requirements r
  WHERE r.standard_id = s.standard_id AND s.standard_id = 'b1f6a3b1-c8f0-5981-8fad-7095ebd8acb3'
), failed AS MATERIALIZED (
  SELECT pending.row, pending.n, pending.high, failures.requirement_id AS linked_id, scope.id AS requirement_id,
    scope.basic,
    (criterion NOT LIKE 'rgaa:%'
      AND criterion NOT IN (SELECT criterion FROM candidates)
      AND (SELECT organization_id IS NULL FROM standards WHERE id = s.standard_id)) AS is_outside
  FROM pending LEFT JOIN unnest(ARRAY(
    SELECT criterion FROM unnest(pending.criteria) AS criterion
    WHERE criterion LIKE 'rgaa:%' = (pending.criteria && ARRAY(SELECT criterion FROM failures WHERE criterion LIKE 'rgaa:%')))) AS criterion ON true
  LEFT JOIN failures USING (criterion) LEFT JOIN scope ON scope.id = failures.requirement_id
), pending_meaning AS MATERIALIZED (
  SELECT pending.*, meaning.unlinked FROM pending JOIN (
    SELECT row, count(linked_id) = 0 AND bool_or(is_outside) IS NOT TRUE AS unlinked,
      count(requirement_id) > 0 AS linked FROM failed GROUP BY row
  ) meaning USING (row)
  WHERE meaning.unlinked OR meaning.linked
), newest AS MATERIALIZED (
  SELECT (
    SELECT max(completed_at) FROM test_activities
    WHERE organization_id = $1 AND product_id = s.product_id AND type = 'automated_scan' AND is_evidence) AS scan,
    (SELECT max(newest) FROM unnest(ARRAY['manual_test', 'usability_test', 'user_research']::activity_type[]) AS kind,
      LATERAL (SELECT (
    SELECT max(completed_at) FROM test_activities
    WHERE organization_id = $1 AND product_id = s.product_id AND type = kind AND (is_evidence AND type <> 'automated_scan'
      AND (finding_count > 0 OR tool ~ '\S' OR target ~ '\S' OR external_url ~ '\S'))) AS newest) t) AS human_test,
    (SELECT max(completed_at) FROM audits WHERE organization_id = $1 AND product_id = s.product_id
      AND status = 'completed' AND completed_at <= s.now) AS audit
)
SELECT json_build_object(
  'scope', (SELECT count(*) FROM scope),
  'lost', (SELECT coalesce(json_agg(l), '[]') FROM (
    SELECT requirement_id AS "requirementId", bool_or(severe) AS severe, bool_or(basic) AS basic FROM lost
    GROUP BY 1) l),
  'basic', json_build_object(
'count', (SELECT coalesce(sum(n), 0) FROM judged WHERE basic),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND requirement_set <> sha256('')
    AND EXISTS (SELECT FROM judged WHERE basic AND n > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE basic)) IS TRUE
    AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'linked', json_build_object(
'count', (SELECT coalesce(sum(n), 0) FROM judged WHERE linked),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND requirement_set <> sha256('')
    AND EXISTS (SELECT FROM judged WHERE linked AND n > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE linked)) IS TRUE
    AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'unlinked', json_build_object(
'count', (SELECT coalesce(sum(n), 0) FROM judged WHERE unlinked),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND requirement_set = sha256('')
    AND EXISTS (SELECT FROM judged WHERE unlinked AND n > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE unlinked)) IS TRUE
    AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10) UNION ALL (
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND requirement_set <> sha256('')
    AND EXISTS (SELECT FROM judged WHERE unlinked AND n > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE unlinked)) IS TRUE
    AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'high', json_build_object(
'count', (SELECT coalesce(sum(high), 0) FROM judged WHERE (linked OR unlinked)),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND severity = 'high'
    AND EXISTS (SELECT FROM judged WHERE (linked OR unlinked) AND high > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE (linked OR unlinked))) IS TRUE
    AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'blocking', json_build_object(
'count', (SELECT coalesce(sum(blocking), 0) FROM judged WHERE (linked OR unlinked)),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND severity = 'high' AND impact = 'high'
    AND EXISTS (SELECT FROM judged WHERE (linked OR unlinked) AND blocking > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE (linked OR unlinked))) IS TRUE
    AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'critical', json_build_object(
'count', (SELECT coalesce(sum(critical), 0) FROM judged WHERE (linked OR unlinked)),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND priority = 'critical'
    AND EXISTS (SELECT FROM judged WHERE (linked OR unlinked) AND critical > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE (linked OR unlinked))) IS TRUE
    AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'pending', json_build_object(
    'lost', (SELECT coalesce(json_agg(l), '[]') FROM (
      SELECT requirement_id AS "requirementId", bool_or(high > 0) AS severe, bool_or(basic) AS basic
      FROM failed WHERE requirement_id IS NOT NULL AND n > 0 GROUP BY 1) l),
    'unlinked', waiting.unlinked, 'high', waiting.high, 'blocking', waiting.blocking),
  'waiting', json_build_object('firstDay', waiting.first_day, 'firstHighDay', waiting.first_high_day, 'overdue',
    waiting.overdue,
    'overdueHigh', waiting.overdue_high, 'longest', CASE WHEN waiting.overdue > 0 THEN ARRAY(
      SELECT f.id FROM findings f
      WHERE f.organization_id = $1 AND f.product_id = s.product_id AND (NOT f.needs_review AND f.landed AND f.absent_at IS NULL
  AND (f.status = 'pending' OR (f.status = 'dismissed' AND f.dismissed_until IS NOT NULL)))
        AND greatest(f.first_seen_at, f.waits_from, f.dismissed_until) < (s.overdue_day + 1)::timestamp AT TIME ZONE 'UTC'
        AND (f.criteria IN (SELECT criteria FROM pending_meaning)) IS TRUE
      ORDER BY greatest(f.first_seen_at, f.waits_from, f.dismissed_until), f.id LIMIT 10) ELSE '{}' END),
  'newestEvidence', greatest(newest.scan, newest.human_test, newest.audit),
  'newestHumanTest', newest.human_test,
  'audits', json_build_object(
    'substantiated', (
SELECT a.completed_at FROM audits a LEFT JOIN standard_levels own ON own.id = a.conformance_level_id
WHERE a.organization_id = $1 AND a.product_id = s.product_id AND a.status = 'completed' AND a.completed_at <= s.now
  AND (CASE WHEN a.entry_count > 0 OR a.outcome_count > 0 THEN a.untested_count = 0
  ELSE coalesce(a.description ~ '\S', false)
    OR EXISTS (SELECT FROM issues i WHERE i.organization_id = $1 AND i.audit_id = a.id AND i.product_id = a.product_id) END)
ORDER BY a.completed_at DESC, a.number DESC LIMIT 1),
    'covering', (
SELECT a.completed_at FROM audits a LEFT JOIN standard_levels own ON own.id = a.conformance_level_id
WHERE a.organization_id = $1 AND a.product_id = s.product_id AND a.status = 'completed' AND a.completed_at <= s.now
  AND a.type = 'full' AND (NOT a.standard_removed AND (a.standard_id IS NULL OR a.standard_id = s.standard_id)
  AND (a.conformance_level_id IS NULL OR a.conformance_level_id IS NOT DISTINCT FROM s.level_id OR EXISTS (
    SELECT FROM standards standard JOIN standard_levels wanted ON wanted.standard_id = standard.id
    WHERE standard.id = s.standard_id AND standard.cumulative AND wanted.id = s.level_id
      AND own.sort_order >= wanted.sort_order))) AND (CASE WHEN a.entry_count > 0 OR a.outcome_count > 0 THEN a.untested_count = 0
  ELSE coalesce(a.description ~ '\S', false)
    OR EXISTS (SELECT FROM issues i WHERE i.organization_id = $1 AND i.audit_id = a.id AND i.product_id = a.product_id) END)
ORDER BY a.completed_at DESC, a.number DESC LIMIT 1),
    'full', (
SELECT json_build_object('number', a.number, 'completedAt', a.completed_at) FROM audits a LEFT JOIN standard_levels own ON own.id = a.conformance_level_id
WHERE a.organization_id = $1 AND a.product_id = s.product_id AND a.status = 'completed' AND a.completed_at <= s.now
  AND a.type = 'full' AND (CASE WHEN a.entry_count > 0 OR a.outcome_count > 0 THEN a.untested_count = 0
  ELSE coalesce(a.description ~ '\S', false)
    OR EXISTS (SELECT FROM issues i WHERE i.organization_id = $1 AND i.audit_id = a.id AND i.product_id = a.product_id) END)
ORDER BY a.completed_at DESC, a.number DESC LIMIT 1),
    'unsubstantiated', (
SELECT json_build_object('number', a.number, 'completedAt', a.completed_at, 'covers', (NOT a.standard_removed AND (a.standard_id IS NULL OR a.standard_id = s.standard_id)
  AND (a.conformance_level_id IS NULL OR a.conformance_level_id IS NOT DISTINCT FROM s.level_id OR EXISTS (
    SELECT FROM standards standard JOIN standard_levels wanted ON wanted.standard_id = standard.id
    WHERE standard.id = s.standard_id AND standard.cumulative AND wanted.id = s.level_id
      AND own.sort_order >= wanted.sort_order)))) FROM audits a LEFT JOIN standard_levels own ON own.id = a.conformance_level_id
WHERE a.organization_id = $1 AND a.product_id = s.product_id AND a.status = 'completed' AND a.completed_at <= s.now
  AND a.type = 'full' AND NOT (CASE WHEN a.entry_count > 0 OR a.outcome_count > 0 THEN a.untested_count = 0
  ELSE coalesce(a.description ~ '\S', false)
    OR EXISTS (SELECT FROM issues i WHERE i.organization_id = $1 AND i.audit_id = a.id AND i.product_id = a.product_id) END)
ORDER BY a.completed_at DESC, a.number DESC LIMIT 1))
) AS facts
FROM newest, (
  SELECT coalesce(sum(n) FILTER (WHERE unlinked), 0) AS unlinked, coalesce(sum(high), 0) AS high,
    coalesce(sum(blocking), 0) AS blocking,
    CASE WHEN sum(overdue) > 0 THEN s.overdue_day ELSE min(first_day) END AS first_day,
    CASE WHEN sum(overdue_high) > 0 THEN s.overdue_day ELSE min(first_high_day) END AS first_high_day,
    coalesce(sum(overdue), 0) AS overdue, coalesce(sum(overdue_high), 0) AS overdue_high
  FROM pending_meaning) waiting
) gathered;
