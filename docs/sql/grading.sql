-- The statements of grading, as they are sent. Written by `npm run sql`.

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
--   The products whose Grades have another letter by age alone.
--   returns organizationId uuid, id uuid
/* all organizations: age_grades */
SELECT c.organization_id AS "organizationId", c.product_id AS id FROM current_grades c WHERE c.valid_until <= now()
UNION
SELECT p.organization_id, p.product_id
FROM pending_counts p JOIN current_grades c ON c.organization_id = p.organization_id AND c.product_id = p.product_id
WHERE p.pending_from > '-infinity' AND p.value > 0 AND p.pending_from > (c.grade ->> 'computedAt')::timestamptz AND p.pending_from <= now();

-- SHARE_PRODUCT
--   Keeps a product from being deleted or renamed, and reads its stored Grade.
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns name text, grade jsonb
SELECT p.name, c.grade FROM products p
LEFT JOIN current_grades c ON c.organization_id = p.organization_id AND c.product_id = p.id
WHERE p.organization_id = $1 AND p.id = $2 FOR SHARE OF p;

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
    AND (s.level_id IS NULL OR r.level_id IS NULL OR r.level_id = s.level_id OR (standard.cumulative AND own.sort_order <= wanted.sort_order)) AND (r.applies_to IS NULL OR r.id = ANY (s.drawn_in)
  OR (r.applies_to -> 'types' ? s.type::text OR r.applies_to -> 'features' ?| s.features)
    AND to_jsonb(s.features) @> (r.applies_to -> 'with'))
), counted AS MATERIALIZED (
  SELECT requirement_set, requirement_ids, sum(value) AS n, sum(high) AS high, sum(critical) AS critical FROM open_issue_counts
  WHERE organization_id = $1 AND product_id = s.product_id GROUP BY requirement_set, requirement_ids HAVING sum(value) > 0
), linked AS MATERIALIZED (
  SELECT requirement_id, bool_or(high > 0 OR critical > 0) AS severe FROM counted, unnest(requirement_ids) AS requirement_id GROUP BY 1
), elsewhere AS MATERIALIZED (
  SELECT linked.requirement_id AS linked_id, severe, r.wcag
  FROM linked JOIN requirements r ON r.id = linked.requirement_id JOIN standards standard ON standard.id = r.standard_id
  WHERE r.standard_id <> s.standard_id AND (standard.organization_id IS NULL OR standard.organization_id = $1)
), candidates AS MATERIALIZED (
  SELECT criterion, r.id AS requirement_id, count(*) OVER (PARTITION BY criterion) AS rivals,
    bool_and(r.applies_to IS NOT NULL) OVER (PARTITION BY criterion) AS are_alternatives,
    row_number() OVER (PARTITION BY criterion
      ORDER BY coalesce(r.applies_to -> 'types' ? s.type::text, false) DESC, r.sort_order, r.id) AS place
  FROM requirements r CROSS JOIN unnest(r.wcag) AS criterion
  WHERE r.standard_id = s.standard_id AND (r.applies_to IS NULL OR r.id = ANY (s.drawn_in)
  OR (r.applies_to -> 'types' ? s.type::text OR r.applies_to -> 'features' ?| s.features)
    AND to_jsonb(s.features) @> (r.applies_to -> 'with'))
), answers AS MATERIALIZED (
  SELECT criterion, requirement_id FROM candidates WHERE rivals = 1 OR (are_alternatives AND place = 1)
), lost AS MATERIALIZED (
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
    (criterion NOT LIKE 'rgaa:%'
      AND criterion NOT IN (SELECT criterion FROM candidates)
      AND (SELECT organization_id IS NULL FROM standards WHERE id = s.standard_id)) AS is_outside
  FROM pending LEFT JOIN unnest(ARRAY(
    SELECT criterion FROM unnest(pending.criteria) AS criterion
    WHERE criterion LIKE 'rgaa:%' = (pending.criteria && ARRAY(SELECT criterion FROM failures WHERE criterion LIKE 'rgaa:%')))) AS criterion ON true
  LEFT JOIN failures USING (criterion) LEFT JOIN scope ON scope.id = failures.requirement_id
), pending_meaning AS MATERIALIZED (
  SELECT min(n) AS n, min(high) AS high, count(linked_id) = 0 AND bool_or(is_outside) IS NOT TRUE AS unlinked, count(requirement_id) > 0 AS linked
  FROM failed GROUP BY row
), newest AS MATERIALIZED (
  SELECT max(newest) AS test, max(newest) FILTER (WHERE kind <> 'automated_scan') AS human_test,
    (
SELECT max(completed_at) FROM audits WHERE organization_id = $1 AND product_id = s.product_id AND status = 'completed') AS audit, (
SELECT max(completed_at) FROM audits WHERE organization_id = $1 AND product_id = s.product_id AND status = 'completed' AND type = 'full') AS full_audit
  FROM unnest(ARRAY['automated_scan', 'manual_test', 'usability_test', 'user_research']::activity_type[]) AS kind, LATERAL (
    SELECT max(completed_at) AS newest FROM test_activities
    WHERE organization_id = $1 AND product_id = s.product_id AND type = kind AND is_evidence) t
)
SELECT json_build_object(
  'scope', (SELECT count(*) FROM scope),
  'lost', (SELECT coalesce(json_agg(l), '[]') FROM (
    SELECT requirement_id AS "requirementId", bool_or(severe) AS severe FROM lost GROUP BY 1) l),
  'linked', json_build_object(
'count', (SELECT coalesce(sum(n), 0) FROM judged WHERE linked),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND requirement_set <> sha256('')
    AND EXISTS (SELECT FROM judged WHERE linked AND n > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE linked)) IS TRUE AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'unlinked', json_build_object(
'count', (SELECT coalesce(sum(n), 0) FROM judged WHERE unlinked),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND requirement_set = sha256('')
    AND EXISTS (SELECT FROM judged WHERE unlinked AND n > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE unlinked)) IS TRUE AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10) UNION ALL (
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND requirement_set <> sha256('')
    AND EXISTS (SELECT FROM judged WHERE unlinked AND n > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE unlinked)) IS TRUE AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'high', json_build_object(
'count', (SELECT coalesce(sum(high), 0) FROM judged WHERE (linked OR unlinked)),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND severity = 'high'
    AND EXISTS (SELECT FROM judged WHERE (linked OR unlinked) AND high > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE (linked OR unlinked))) IS TRUE AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'critical', json_build_object(
'count', (SELECT coalesce(sum(critical), 0) FROM judged WHERE (linked OR unlinked)),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND priority = 'critical'
    AND EXISTS (SELECT FROM judged WHERE (linked OR unlinked) AND critical > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE (linked OR unlinked))) IS TRUE AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
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
) gathered;
-- where leavesOut = true
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
    AND (s.level_id IS NULL OR r.level_id IS NULL OR r.level_id = s.level_id OR (standard.cumulative AND own.sort_order <= wanted.sort_order)) AND (r.applies_to IS NULL OR r.id = ANY (s.drawn_in)
  OR (r.applies_to -> 'types' ? s.type::text OR r.applies_to -> 'features' ?| s.features)
    AND to_jsonb(s.features) @> (r.applies_to -> 'with'))
), left_out AS (
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
), linked AS MATERIALIZED (
  SELECT requirement_id, bool_or(high > 0 OR critical > 0) AS severe FROM counted, unnest(requirement_ids) AS requirement_id GROUP BY 1
), elsewhere AS MATERIALIZED (
  SELECT linked.requirement_id AS linked_id, severe, r.wcag
  FROM linked JOIN requirements r ON r.id = linked.requirement_id JOIN standards standard ON standard.id = r.standard_id
  WHERE r.standard_id <> s.standard_id AND (standard.organization_id IS NULL OR standard.organization_id = $1)
), candidates AS MATERIALIZED (
  SELECT criterion, r.id AS requirement_id, count(*) OVER (PARTITION BY criterion) AS rivals,
    bool_and(r.applies_to IS NOT NULL) OVER (PARTITION BY criterion) AS are_alternatives,
    row_number() OVER (PARTITION BY criterion
      ORDER BY coalesce(r.applies_to -> 'types' ? s.type::text, false) DESC, r.sort_order, r.id) AS place
  FROM requirements r CROSS JOIN unnest(r.wcag) AS criterion
  WHERE r.standard_id = s.standard_id AND (r.applies_to IS NULL OR r.id = ANY (s.drawn_in)
  OR (r.applies_to -> 'types' ? s.type::text OR r.applies_to -> 'features' ?| s.features)
    AND to_jsonb(s.features) @> (r.applies_to -> 'with'))
), answers AS MATERIALIZED (
  SELECT criterion, requirement_id FROM candidates WHERE rivals = 1 OR (are_alternatives AND place = 1)
), lost AS MATERIALIZED (
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
    (criterion NOT LIKE 'rgaa:%'
      AND criterion NOT IN (SELECT criterion FROM candidates)
      AND (SELECT organization_id IS NULL FROM standards WHERE id = s.standard_id)) AS is_outside
  FROM pending LEFT JOIN unnest(ARRAY(
    SELECT criterion FROM unnest(pending.criteria) AS criterion
    WHERE criterion LIKE 'rgaa:%' = (pending.criteria && ARRAY(SELECT criterion FROM failures WHERE criterion LIKE 'rgaa:%')))) AS criterion ON true
  LEFT JOIN failures USING (criterion) LEFT JOIN scope ON scope.id = failures.requirement_id
), pending_meaning AS MATERIALIZED (
  SELECT min(n) AS n, min(high) AS high, count(linked_id) = 0 AND bool_or(is_outside) IS NOT TRUE AS unlinked, count(requirement_id) > 0 AS linked
  FROM failed GROUP BY row
), newest AS MATERIALIZED (
  SELECT max(newest) AS test, max(newest) FILTER (WHERE kind <> 'automated_scan') AS human_test,
    (
SELECT max(completed_at) FROM audits WHERE organization_id = $1 AND product_id = s.product_id AND status = 'completed') AS audit, (
SELECT max(completed_at) FROM audits WHERE organization_id = $1 AND product_id = s.product_id AND status = 'completed' AND type = 'full') AS full_audit
  FROM unnest(ARRAY['automated_scan', 'manual_test', 'usability_test', 'user_research']::activity_type[]) AS kind, LATERAL (
    SELECT max(completed_at) AS newest FROM test_activities
    WHERE organization_id = $1 AND product_id = s.product_id AND type = kind AND is_evidence) t
)
SELECT json_build_object(
  'scope', (SELECT count(*) FROM scope),
  'lost', (SELECT coalesce(json_agg(l), '[]') FROM (
    SELECT requirement_id AS "requirementId", bool_or(severe) AS severe FROM lost GROUP BY 1) l),
  'linked', json_build_object(
'count', (SELECT coalesce(sum(n), 0) FROM judged WHERE linked),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND requirement_set <> sha256('')
    AND EXISTS (SELECT FROM judged WHERE linked AND n > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE linked)) IS TRUE AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'unlinked', json_build_object(
'count', (SELECT coalesce(sum(n), 0) FROM judged WHERE unlinked),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND requirement_set = sha256('')
    AND EXISTS (SELECT FROM judged WHERE unlinked AND n > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE unlinked)) IS TRUE AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10) UNION ALL (
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND requirement_set <> sha256('')
    AND EXISTS (SELECT FROM judged WHERE unlinked AND n > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE unlinked)) IS TRUE AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'high', json_build_object(
'count', (SELECT coalesce(sum(high), 0) FROM judged WHERE (linked OR unlinked)),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND severity = 'high'
    AND EXISTS (SELECT FROM judged WHERE (linked OR unlinked) AND high > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE (linked OR unlinked))) IS TRUE AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
  'critical', json_build_object(
'count', (SELECT coalesce(sum(critical), 0) FROM judged WHERE (linked OR unlinked)),
'numbers', ARRAY(SELECT number FROM ((
  SELECT number FROM issues
  WHERE organization_id = $1 AND product_id = s.product_id AND state = 'open' AND priority = 'critical'
    AND EXISTS (SELECT FROM judged WHERE (linked OR unlinked) AND critical > 0)
    AND (requirement_set IN (SELECT requirement_set FROM judged WHERE (linked OR unlinked))) IS TRUE AND number <> ALL (s.without_issues)
  ORDER BY number LIMIT 10)) lowest ORDER BY number LIMIT 10)),
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
) gathered;
