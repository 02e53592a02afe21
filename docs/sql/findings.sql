-- The statements of findings, as they are sent. Written by `npm run sql`.

-- CONFIRM
--   Confirms each finding as the issue at the same place.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   $3 issueIds: uuid[]
--   returns changes json
WITH targets AS (SELECT id, position, now() AS moment FROM unnest($2::uuid[]) WITH ORDINALITY AS t(id, position)
), before AS MATERIALIZED (
  SELECT f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day, f.criteria,
 coalesce(f.severity = 'high', false) AS high, coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])
), changed AS (
  UPDATE findings f SET status = 'confirmed', issue_id = ($3::uuid[])[targets.position], triaged_at = now(), held = present = '{}', absent_at = NULL, resolved_at = NULL, dismissal_reason = NULL, dismissal_comment = NULL, dismissed_until = NULL, duplicate_of_id = NULL, updated_at = now(), revision = f.revision + 1
  FROM targets WHERE f.organization_id = $1 AND f.id = targets.id
  RETURNING f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day, f.criteria,
 coalesce(f.severity = 'high', false) AS high, coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria, sum(n)::int AS value,
    sum(n * high::int)::int AS high, sum(n * blocking::int)::int AS blocking
  FROM (
    SELECT product_id, pending_from, waiting_day, criteria, high, blocking, -1 AS n FROM before
    UNION ALL SELECT product_id, pending_from, waiting_day, criteria, high, blocking, 1 FROM changed) moved
  WHERE pending_from IS NOT NULL
  GROUP BY product_id, pending_from, waiting_day, criteria
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes;

-- DISMISS
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   $3 reason: dismissal_reason
--   $4 comment: text
--   $5 until: timestamp with time zone
--   $6 duplicateOfId: uuid
--   returns changes json
WITH targets AS (SELECT id, position, now() AS moment FROM unnest($2::uuid[]) WITH ORDINALITY AS t(id, position)
), before AS MATERIALIZED (
  SELECT f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day, f.criteria,
 coalesce(f.severity = 'high', false) AS high, coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])
), changed AS (
  UPDATE findings f SET status = 'dismissed', issue_id = NULL, triaged_at = now(), dismissal_reason = $3, dismissal_comment = $4,
    dismissed_until = $5, duplicate_of_id = $6, held = false,
    absent_at = CASE WHEN present = '{}' THEN coalesce(absent_at, targets.moment) END,
    resolved_at = CASE WHEN present = '{}' THEN coalesce(resolved_at, targets.moment) END, updated_at = now(), revision = f.revision + 1
  FROM targets WHERE f.organization_id = $1 AND f.id = targets.id
  RETURNING f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day, f.criteria,
 coalesce(f.severity = 'high', false) AS high, coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria, sum(n)::int AS value,
    sum(n * high::int)::int AS high, sum(n * blocking::int)::int AS blocking
  FROM (
    SELECT product_id, pending_from, waiting_day, criteria, high, blocking, -1 AS n FROM before
    UNION ALL SELECT product_id, pending_from, waiting_day, criteria, high, blocking, 1 FROM changed) moved
  WHERE pending_from IS NOT NULL
  GROUP BY product_id, pending_from, waiting_day, criteria
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes;

-- REOPEN
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns changes json
WITH targets AS (SELECT id, position, now() AS moment FROM unnest($2::uuid[]) WITH ORDINALITY AS t(id, position)
), before AS MATERIALIZED (
  SELECT f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day, f.criteria,
 coalesce(f.severity = 'high', false) AS high, coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])
), changed AS (
  UPDATE findings f SET status = 'pending', issue_id = NULL, triaged_at = now(), waits_from = targets.moment, held = present = '{}', absent_at = NULL, resolved_at = NULL, dismissal_reason = NULL, dismissal_comment = NULL, dismissed_until = NULL, duplicate_of_id = NULL, updated_at = now(), revision = f.revision + 1
  FROM targets WHERE f.organization_id = $1 AND f.id = targets.id
  RETURNING f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day, f.criteria,
 coalesce(f.severity = 'high', false) AS high, coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria, sum(n)::int AS value,
    sum(n * high::int)::int AS high, sum(n * blocking::int)::int AS blocking
  FROM (
    SELECT product_id, pending_from, waiting_day, criteria, high, blocking, -1 AS n FROM before
    UNION ALL SELECT product_id, pending_from, waiting_day, criteria, high, blocking, 1 FROM changed) moved
  WHERE pending_from IS NOT NULL
  GROUP BY product_id, pending_from, waiting_day, criteria
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes;

-- EDIT
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   $3 title: text
--   $4 description: text
--   $5 severity: rating
--   $6 impact: rating
--   $7 edited: text[]
--   returns changes json
WITH targets AS (SELECT id, position, now() AS moment FROM unnest($2::uuid[]) WITH ORDINALITY AS t(id, position)
), before AS MATERIALIZED (
  SELECT f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day, f.criteria,
 coalesce(f.severity = 'high', false) AS high, coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])
), changed AS (
  UPDATE findings f SET title = $3, description = $4, severity = $5, impact = $6, edited = $7, updated_at = now(), revision = f.revision + 1
  FROM targets WHERE f.organization_id = $1 AND f.id = targets.id
  RETURNING f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day, f.criteria,
 coalesce(f.severity = 'high', false) AS high, coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria, sum(n)::int AS value,
    sum(n * high::int)::int AS high, sum(n * blocking::int)::int AS blocking
  FROM (
    SELECT product_id, pending_from, waiting_day, criteria, high, blocking, -1 AS n FROM before
    UNION ALL SELECT product_id, pending_from, waiting_day, criteria, high, blocking, 1 FROM changed) moved
  WHERE pending_from IS NOT NULL
  GROUP BY product_id, pending_from, waiting_day, criteria
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes;

-- RESET
--   Takes the issues from findings.
--   $1 organizationId: uuid
--   $2 issueIds: uuid[]
--   returns changes json, findings json
WITH before AS MATERIALIZED (SELECT f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day, f.criteria,
 coalesce(f.severity = 'high', false) AS high, coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.issue_id = ANY ($2::uuid[])
), present AS MATERIALIZED (SELECT now() AS moment
), changed AS (
  UPDATE findings f SET issue_id = NULL, revision = f.revision + 1,
    status = CASE WHEN status = 'confirmed' THEN 'pending' ELSE status END,
    waits_from = CASE WHEN status = 'confirmed' THEN present.moment ELSE waits_from END,
    updated_at = CASE WHEN status = 'confirmed' THEN present.moment ELSE updated_at END
  FROM present WHERE f.organization_id = $1 AND f.issue_id = ANY ($2::uuid[])
  RETURNING f.id, f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day, f.criteria,
 coalesce(f.severity = 'high', false) AS high, coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria, sum(n)::int AS value,
    sum(n * high::int)::int AS high, sum(n * blocking::int)::int AS blocking
  FROM (
    SELECT product_id, pending_from, waiting_day, criteria, high, blocking, -1 AS n FROM before
    UNION ALL SELECT product_id, pending_from, waiting_day, criteria, high, blocking, 1 FROM changed) moved
  WHERE pending_from IS NOT NULL
  GROUP BY product_id, pending_from, waiting_day, criteria
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes, (SELECT coalesce(json_agg(id), '[]') FROM changed) AS findings;

-- NOTE_DECISION
--   Notes what happened to findings beside triage.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   $3 action: finding_decision
INSERT INTO finding_decisions (organization_id, finding_id, after_number, action, decided_at)
SELECT $1::uuid, f.id, coalesce(c.value, 0), $3::finding_decision, clock_timestamp()
FROM findings f LEFT JOIN product_counters c
  ON c.organization_id = f.organization_id AND c.product_id = f.product_id AND c.kind = 'test_activity'
WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[]);

-- DECIDE
--   Notes a decision with what each finding has before it, and the issue at the same place that is made of it.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   $3 action: finding_decision
--   $4 until: timestamp with time zone
--   $5 decisionId: uuid
--   $6 userId: uuid
--   $7 issueIds: uuid[]
WITH made AS (
  INSERT INTO triage_decisions (organization_id, id, made_by_user_id) VALUES ($1::uuid, $5::uuid, $6::uuid)
)
INSERT INTO finding_decisions (organization_id, finding_id, after_number, action, until, decided_at, decision_id, before, issue_id)
SELECT $1::uuid, f.id, coalesce(c.value, 0), $3::finding_decision, $4::timestamptz, clock_timestamp(), $5::uuid,
  jsonb_build_object('issue_id', f.issue_id, 'dismissal_reason', f.dismissal_reason, 'dismissal_comment', f.dismissal_comment, 'dismissed_until', f.dismissed_until, 'duplicate_of_id', f.duplicate_of_id, 'held', f.held, 'absent_at', f.absent_at, 'resolved_at', f.resolved_at, 'waits_from', f.waits_from, 'triaged_at', f.triaged_at), ($7::uuid[])[targets.position]
FROM unnest($2::uuid[]) WITH ORDINALITY AS targets(id, position)
JOIN findings f ON f.organization_id = $1 AND f.id = targets.id
LEFT JOIN product_counters c
  ON c.organization_id = f.organization_id AND c.product_id = f.product_id AND c.kind = 'test_activity';

-- ORIGINALS
--   A finding and what it is a duplicate of, which may be one in its turn; a dismissal that has expired binds nobody.
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns id uuid, productId uuid
WITH RECURSIVE originals AS (
  SELECT f.id, f.product_id, CASE WHEN (f.status = 'dismissed' AND NOT (f.dismissed_until IS NOT NULL AND f.dismissed_until <= now())) THEN f.duplicate_of_id END AS next
  FROM findings f WHERE f.organization_id = $1 AND f.id = $2
  UNION
  SELECT f.id, f.product_id, CASE WHEN (f.status = 'dismissed' AND NOT (f.dismissed_until IS NOT NULL AND f.dismissed_until <= now())) THEN f.duplicate_of_id END
  FROM originals o JOIN findings f ON f.organization_id = $1 AND f.id = o.next
)
SELECT id, product_id AS "productId" FROM originals;

-- LINES_OF_FINDING
--   The lines that have had a finding, those that had it last first: 100 at most. From the set of each run back to the one that names it last.
--   $1 organizationId: uuid
--   $2 findingId: uuid
--   returns id uuid, kind line_kind, name text, firstSeenAt timestamp with time zone, lastSeenAt timestamp with time zone, endedAt timestamp with time zone
WITH RECURSIVE used AS MATERIALIZED (
  SELECT f.product_id, f.identity, n.id AS line_id, a.set_id, min(a.completed_at) AS first, max(a.completed_at) AS last
  FROM findings f
  JOIN lines n ON n.organization_id = $1 AND n.product_id = f.product_id AND n.tool = f.tool
  JOIN test_activities a ON a.organization_id = $1 AND a.product_id = f.product_id AND a.line = n.number
  WHERE f.organization_id = $1 AND f.id = $2 AND a.set_id IS NOT NULL
  GROUP BY 1, 2, 3, 4
), walk AS (
  SELECT DISTINCT product_id, identity, set_id, set_id AS at FROM used
  UNION ALL
  SELECT w.product_id, w.identity, w.set_id, s.base_id
  FROM walk w JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at
  WHERE w.identity <> ALL (s.added) AND w.identity <> ALL (s.removed) AND s.base_id IS NOT NULL
), having_it AS MATERIALIZED (
  SELECT w.set_id FROM walk w JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at
  WHERE w.identity = ANY (s.added)
), seen AS MATERIALIZED (
  SELECT line_id, min(first) AS first, max(last) AS last FROM used WHERE set_id IN (SELECT set_id FROM having_it) GROUP BY line_id
)
SELECT n.id, n.kind, n.name, seen.first AS "firstSeenAt", seen.last AS "lastSeenAt", n.ended_at AS "endedAt"
FROM seen JOIN lines n ON n.organization_id = $1 AND n.id = seen.line_id
ORDER BY seen.last DESC, n.id LIMIT 100;

-- SIMILAR
--   The decided findings of the product, tool and rule of another one: how many, and the five that were decided last.
--   $1 organizationId: uuid
--   $2 findingId: uuid
--   returns confirmed integer, dismissed integer, newest json
WITH decided AS MATERIALIZED (
  SELECT o.id, (o.status = 'dismissed' AND NOT (o.dismissed_until IS NOT NULL AND o.dismissed_until <= now())) AS is_dismissed, o.triaged_at
  FROM findings f JOIN findings o ON o.organization_id = $1 AND o.rule_id = f.rule_id AND o.product_id = f.product_id AND o.tool = f.tool
  WHERE f.organization_id = $1 AND f.id = $2 AND o.id <> f.id
    AND ((o.status = 'confirmed') OR (o.status = 'dismissed' AND NOT (o.dismissed_until IS NOT NULL AND o.dismissed_until <= now())))
), newest AS MATERIALIZED (
  SELECT id, is_dismissed FROM decided ORDER BY triaged_at DESC NULLS LAST, id LIMIT 5
)
SELECT count(*) FILTER (WHERE NOT d.is_dismissed)::int AS confirmed, count(*) FILTER (WHERE d.is_dismissed)::int AS dismissed,
  (SELECT coalesce(json_agg(json_build_object('id', o.id, 'title', o.title, 'selector', o.selector,
      'status', CASE WHEN n.is_dismissed THEN 'dismissed' ELSE 'confirmed' END,
      'dismissalReason', o.dismissal_reason, 'dismissalComment', o.dismissal_comment,
      'issueNumber', (SELECT i.number FROM issues i WHERE i.organization_id = $1 AND i.id = o.issue_id),
      'decidedAt', o.triaged_at) ORDER BY o.triaged_at DESC NULLS LAST, o.id), '[]')
    FROM newest n JOIN findings o ON o.organization_id = $1 AND o.id = n.id) AS newest
FROM decided d;

-- NEWEST_PAGES
--   The page on which each finding was seen last, and the first in order where these are several; none of those that no page is told of.
--   $1 organizationId: uuid
--   $2 findingIds: uuid[]
--   returns findingId uuid, sourceUrl text
WITH RECURSIVE heads AS MATERIALIZED (
  SELECT DISTINCT f.id AS finding_id, f.product_id, f.identity, a.set_id AS head
  FROM findings f JOIN test_activities a ON a.organization_id = $1 AND a.product_id = f.product_id AND a.completed_at = greatest(f.last_seen_at, (
SELECT max(t.moment) FROM finding_tracks t
WHERE t.organization_id = $1 AND t.product_id = f.product_id AND t.number = ANY (f.tracks)))
  WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[]) AND a.set_id IS NOT NULL
), walk AS (
  SELECT finding_id, product_id, identity, head AS at FROM heads
  UNION ALL
  SELECT w.finding_id, w.product_id, w.identity, s.base_id
  FROM walk w JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at
  WHERE w.identity <> ALL (s.added) AND w.identity <> ALL (s.removed) AND s.base_id IS NOT NULL
), naming AS MATERIALIZED (
  SELECT w.finding_id, w.product_id, w.at, array_position(s.added, w.identity) AS place
  FROM walk w JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at
  WHERE w.identity = ANY (s.added)
), pages AS MATERIALIZED (
  SELECT s.product_id, s.id, p.place, p.addresses
  FROM finding_sets s, json_array_elements(s.pages::json) WITH ORDINALITY AS p(addresses, place)
  WHERE s.organization_id = $1 AND (s.product_id, s.id) IN (SELECT product_id, at FROM naming)
)
SELECT n.finding_id AS "findingId", min(address) AS "sourceUrl"
FROM naming n JOIN pages p ON p.product_id = n.product_id AND p.id = n.at AND p.place = n.place, json_array_elements_text(p.addresses) AS address
GROUP BY 1;

-- OCCURRENCES
--   From the set of each run back to the one that names the finding last.
--   $1 organizationId: uuid
--   $2 findingIds: uuid[]
--   returns findingId uuid, sourceUrl text, firstSeenAt timestamp with time zone, lastSeenAt timestamp with time zone
WITH RECURSIVE used AS (
  SELECT f.id AS finding_id, f.product_id, f.identity, a.set_id, min(a.completed_at) AS first, max(a.completed_at) AS last
  FROM findings f
  LEFT JOIN test_activities first ON first.organization_id = $1 AND first.id = f.first_activity_id
  JOIN lines l ON l.organization_id = $1 AND l.product_id = f.product_id AND l.tool = f.tool
  JOIN test_activities a ON a.organization_id = $1 AND a.product_id = f.product_id AND a.line = l.number
  WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[]) AND a.number >= coalesce(first.number, f.raised_number) AND (l.kind = 'main') = f.landed
  GROUP BY 1, 2, 3, 4
), walk AS (
  SELECT used.*, set_id AS at FROM used
  UNION ALL
  SELECT w.finding_id, w.product_id, w.identity, w.set_id, w.first, w.last, s.base_id
  FROM walk w JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at
  WHERE w.identity <> ALL (s.added) AND w.identity <> ALL (s.removed)
)
SELECT w.finding_id AS "findingId", url AS "sourceUrl", min(w.first) AS "firstSeenAt", max(w.last) AS "lastSeenAt"
FROM walk w
JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at AND w.identity = ANY (s.added),
  json_array_elements_text(s.pages::json -> (array_position(s.added, w.identity) - 1)) AS url
GROUP BY 1, 2 ORDER BY 1, 2;

-- FINDING_CONTEXT
--   What the issues of findings take from their products.
--   $1 organizationId: uuid
--   $2 findingIds: uuid[]
--   returns findingId uuid, standardId uuid, conformanceLevelId uuid, auditFrequency smallint, type product_type, features text[], drawnIn uuid[]
SELECT f.id AS "findingId", p.standard_id AS "standardId", p.conformance_level_id AS "conformanceLevelId",
  p.audit_frequency AS "auditFrequency", p.type, p.features, p.drawn_in AS "drawnIn"
FROM findings f JOIN products p ON p.organization_id = f.organization_id AND p.id = f.product_id
WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[]);

-- ADD_TO_DAYS
--   It takes the organization from a table, and so happens where the rows are.
--   $1 organizationId: uuid
--   $2 changes: json
INSERT INTO finding_days AS d (organization_id, product_id, day, raised, regressed, resolved)
SELECT p.organization_id, p.id, coalesce(c.day, (now() AT TIME ZONE 'UTC')::date) AS on_day, sum(c.raised), sum(c.regressed), sum(c.resolved)
FROM products p, json_to_recordset($2::json) AS c("productId" uuid, day date, raised int, regressed int, resolved int)
WHERE p.organization_id = $1 AND p.id = c."productId"
GROUP BY p.organization_id, p.id, on_day ORDER BY p.id, on_day
ON CONFLICT ON CONSTRAINT pk_finding_days DO UPDATE SET
  raised = d.raised + excluded.raised, regressed = d.regressed + excluded.regressed, resolved = d.resolved + excluded.resolved;

-- PAGES_OF_FINDING
--   The lines that have a finding, and what was answered for its pages.
--   $1 organizationId: uuid
--   $2 findingId: uuid
--   returns lines json, answers json
WITH RECURSIVE meant AS MATERIALIZED (
  SELECT f.id AS finding_id, f.product_id, f.identity, l.id, l.kind, l.name, l.number, l.layers, l.rest
  FROM findings f JOIN lines l ON l.organization_id = $1 AND l.product_id = f.product_id AND l.tool = f.tool AND l.ended_at IS NULL
  WHERE f.organization_id = $1 AND f.id = $2
), heads AS MATERIALIZED (
  SELECT m.finding_id AS id, m.product_id, m.identity, m.number, (layer ->> 0)::uuid AS head, (layer ->> 1)::float8 AS moment
  FROM meant m, json_array_elements(m.layers) AS layer
), walk AS (
  SELECT DISTINCT id, product_id, identity, head, head AS at FROM heads
  UNION ALL
  SELECT w.id, w.product_id, w.identity, w.head, s.base_id
  FROM walk w JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at
  WHERE w.identity <> ALL (s.added) AND w.identity <> ALL (s.removed) AND s.base_id IS NOT NULL
), named AS MATERIALIZED (
  SELECT w.head, s.pages::json -> (array_position(s.added, w.identity) - 1) AS addresses FROM walk w JOIN finding_sets s
  ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at AND w.identity = ANY (s.added)
), seen AS MATERIALIZED (
  SELECT h.number, named.addresses, h.moment FROM heads h JOIN named ON named.head = h.head
  UNION ALL
  SELECT m.number, CASE WHEN pair ->> 1 IS NULL THEN '[]' ELSE json_build_array(pair -> 1) END, (pair ->> 2)::float8
  FROM meant m, json_array_elements(m.rest::json) AS pair WHERE (pair ->> 0)::uuid = m.identity
)
SELECT
  (SELECT coalesce(json_agg(json_build_object('id', m.id, 'kind', m.kind, 'name', m.name, 'seen', (
      SELECT json_agg(json_build_object('addresses', seen.addresses, 'at', seen.moment)) FROM seen WHERE seen.number = m.number)) ORDER BY m.number), '[]')
    FROM meant m WHERE m.number IN (SELECT number FROM seen)) AS lines,
  (SELECT coalesce(json_agg(json_build_object('page', a.page, 'action', a.action, 'reason', a.reason, 'comment', a.comment, 'until', a.until, 'answeredAt', a.answered_at)), '[]')
    FROM finding_page_answers a WHERE a.organization_id = $1 AND a.finding_id = $2) AS answers;

-- IN_PROPOSALS
--   Those of some findings that proposals have which have not ended.
--   $1 organizationId: uuid
--   $2 findingIds: uuid[]
--   returns id uuid
WITH RECURSIVE meant AS MATERIALIZED (
  SELECT f.id, f.product_id, f.identity, l.layers, l.rest
  FROM findings f JOIN lines l ON l.organization_id = $1 AND l.product_id = f.product_id AND l.tool = f.tool AND l.kind = 'proposal' AND l.ended_at IS NULL
  WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])
), heads AS MATERIALIZED (
  SELECT m.id, m.product_id, m.identity, (layer ->> 0)::uuid AS head FROM meant m, json_array_elements(m.layers) AS layer
), walk AS (
  SELECT DISTINCT id, product_id, identity, head, head AS at FROM heads
  UNION ALL
  SELECT w.id, w.product_id, w.identity, w.head, s.base_id
  FROM walk w JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at
  WHERE w.identity <> ALL (s.added) AND w.identity <> ALL (s.removed) AND s.base_id IS NOT NULL
)
SELECT w.id FROM walk w JOIN finding_sets s
  ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at AND w.identity = ANY (s.added)
UNION
SELECT m.id FROM meant m, json_array_elements(m.rest::json) AS pair WHERE (pair ->> 0)::uuid = m.identity;

-- ANSWER_PAGES
--   Answers for pages of a finding; former answers go. It takes the organization from a table, and so happens where the rows are.
--   $1 organizationId: uuid
--   $2 findingId: uuid
--   $3 pageIds: uuid[]
--   $4 pages: text[]
--   $5 action: page_answer
--   $6 reason: dismissal_reason
--   $7 comment: text
--   $8 until: timestamp with time zone
WITH touched AS (UPDATE findings SET revision = revision + 1, updated_at = now() WHERE organization_id = $1 AND id = $2)
INSERT INTO finding_page_answers (organization_id, finding_id, page_id, page, action, reason, comment, until, answered_at)
SELECT f.organization_id, f.id, p.id, p.page, $5::page_answer, $6::dismissal_reason, $7::text, $8::timestamptz, now()
FROM findings f, unnest($3::uuid[], $4::text[]) AS p(id, page) WHERE f.organization_id = $1 AND f.id = $2
ON CONFLICT (organization_id, finding_id, page_id) DO UPDATE SET action = excluded.action, reason = excluded.reason,
  comment = excluded.comment, until = excluded.until, answered_at = excluded.answered_at;

-- REOPEN_PAGES
--   Takes answers back.
--   $1 organizationId: uuid
--   $2 findingId: uuid
--   $3 pageIds: uuid[]
WITH touched AS (UPDATE findings SET revision = revision + 1, updated_at = now() WHERE organization_id = $1 AND id = $2)
DELETE FROM finding_page_answers WHERE organization_id = $1 AND finding_id = $2 AND page_id = ANY ($3::uuid[]);

-- ADD_PENDING
--   Adds `PendingChange`s to the kept counts. It takes the organization from a table, and so happens where the rows are.
--   $1 organizationId: uuid
--   $2 changes: json
INSERT INTO pending_counts AS c (organization_id, product_id, pending_from, waiting_day, criteria_key, criteria, value, high, blocking)
SELECT p.organization_id, p.id, change."pendingFrom", change."waitingDay", sha256(convert_to(array_to_string(change.criteria, ' '), 'UTF8')), change.criteria, change.value, change.high, change.blocking
FROM products p, json_to_recordset($2::json) AS change("productId" uuid, "pendingFrom" timestamptz(3), "waitingDay" date, criteria text[],
  value int, high int, blocking int)
WHERE p.organization_id = $1 AND p.id = change."productId" AND (change.value <> 0 OR change.high <> 0 OR change.blocking <> 0)
ON CONFLICT ON CONSTRAINT pk_pending_counts
  DO UPDATE SET value = c.value + excluded.value, high = c.high + excluded.high, blocking = c.blocking + excluded.blocking;

-- PURGE_PENDING
--   Deletes the counts of `PendingChange`s that are 0.
--   $1 organizationId: uuid
--   $2 changes: json
DELETE FROM pending_counts c USING (SELECT "productId", "pendingFrom", "waitingDay", sha256(convert_to(array_to_string(change.criteria, ' '), 'UTF8')) AS key FROM json_to_recordset($2::json) AS change("productId" uuid, "pendingFrom" timestamptz(3), "waitingDay" date, criteria text[],
  value int, high int, blocking int)) fewer
WHERE c.organization_id = $1 AND c.value = 0
  AND (c.product_id, c.pending_from, c.waiting_day, c.criteria_key) = (fewer."productId", fewer."pendingFrom", fewer."waitingDay", fewer.key);

-- STORE
--   Stores findings in their new state, `FindingRow`s with their ids as JSON.
--   $1 organizationId: uuid
--   $2 rows: json
--   returns changes json
WITH new_states AS MATERIALIZED (SELECT * FROM json_to_recordset($2::json) AS c(id uuid, landed boolean, present int[], streaks int[], "seenIn" int[], "seenAt" timestamptz[],
"keptOpen" boolean, status finding_status, "absentAt" timestamptz, "resolvedAt" timestamptz, "regressionCount" int,
"firstSeenAt" timestamptz, "lastSeenAt" timestamptz, "lastReportedAt" timestamptz)
), before AS MATERIALIZED (
SELECT f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day, f.criteria,
 coalesce(f.severity = 'high', false) AS high, coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.id = ANY (ARRAY(SELECT id FROM new_states))
), changed AS (
  UPDATE findings f SET landed = c.landed, present = c.present, tracks = c.streaks, seen_in = c."seenIn", seen_at = c."seenAt", held = c."keptOpen",
status = c.status, absent_at = c."absentAt", resolved_at = c."resolvedAt", regression_count = c."regressionCount",
first_seen_at = c."firstSeenAt", last_seen_at = c."lastSeenAt", last_reported_at = c."lastReportedAt", updated_at = now() FROM new_states c WHERE f.organization_id = $1 AND f.id = ANY (ARRAY(SELECT id FROM new_states)) AND f.id = c.id
  RETURNING f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day, f.criteria,
 coalesce(f.severity = 'high', false) AS high, coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria, sum(n)::int AS value,
    sum(n * high::int)::int AS high, sum(n * blocking::int)::int AS blocking
  FROM (
    SELECT product_id, pending_from, waiting_day, criteria, high, blocking, -1 AS n FROM before
    UNION ALL SELECT product_id, pending_from, waiting_day, criteria, high, blocking, 1 FROM changed) moved
  WHERE pending_from IS NOT NULL
  GROUP BY product_id, pending_from, waiting_day, criteria
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes;

-- DELETE
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns changes json
WITH cleared AS (
  UPDATE findings SET duplicate_of_id = NULL WHERE organization_id = $1 AND duplicate_of_id = ANY ($2::uuid[])
), gone AS (
  DELETE FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2) RETURNING f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day, f.criteria,
 coalesce(f.severity = 'high', false) AS high, coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria, sum(n)::int AS value,
    sum(n * high::int)::int AS high, sum(n * blocking::int)::int AS blocking
  FROM (SELECT product_id, pending_from, waiting_day, criteria, high, blocking, -1 AS n FROM gone) moved
  WHERE pending_from IS NOT NULL
  GROUP BY product_id, pending_from, waiting_day, criteria
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes;

-- FIND_DECISION
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns userId uuid, isTooOld boolean, productIds json
SELECT t.made_by_user_id AS "userId", t.made_at < now() - interval '24 hours' AS "isTooOld",
  (SELECT coalesce(json_agg(DISTINCT f.product_id), '[]') FROM finding_decisions d
    JOIN findings f ON f.organization_id = $1 AND f.id = d.finding_id
    WHERE d.organization_id = $1 AND d.decision_id = t.id) AS "productIds"
FROM triage_decisions t WHERE t.organization_id = $1 AND t.id = $2;

-- MARK_UNDONE
--   Marks a decision as taken back; returns nothing where it was before.
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns id uuid
UPDATE triage_decisions SET undone_at = clock_timestamp() WHERE organization_id = $1 AND id = $2 AND undone_at IS NULL
RETURNING id;

-- LOCK_DECIDED
--   The findings of a decision, locked as runs and triage lock them.
--   $1 organizationId: uuid
--   $2 decisionId: uuid
--   returns id uuid, productId uuid, title text, madeIssueId uuid
SELECT f.id, f.product_id AS "productId", f.title, d.issue_id AS "madeIssueId"
FROM finding_decisions d JOIN findings f ON f.organization_id = $1 AND f.id = d.finding_id
WHERE d.organization_id = $1 AND d.decision_id = $2
ORDER BY f.product_id, f.tool, f.identity FOR UPDATE OF f;

-- UNDOABLE
--   Of the findings of a decision those of which it still says what is decided: nobody has decided since, answered for pages of them, or deleted what they would
--   get back, and none would be a duplicate of itself. A decision that was taken back is none. Call it with them locked.
--   $1 organizationId: uuid
--   $2 decisionId: uuid
--   returns id uuid
WITH RECURSIVE decided AS MATERIALIZED (
  SELECT d.finding_id, d.decided_at, b.issue_id, b.duplicate_of_id FROM finding_decisions d, jsonb_to_record(d.before) AS b(issue_id uuid, dismissal_reason dismissal_reason, dismissal_comment text, dismissed_until timestamptz, duplicate_of_id uuid, held boolean, absent_at timestamptz, resolved_at timestamptz, waits_from timestamptz, triaged_at timestamptz)
  WHERE d.organization_id = $1 AND d.decision_id = $2
), originals AS (
  SELECT finding_id, duplicate_of_id AS id FROM decided WHERE duplicate_of_id IS NOT NULL
  UNION
  SELECT o.finding_id, f.duplicate_of_id FROM originals o JOIN findings f ON f.organization_id = $1 AND f.id = o.id
  WHERE f.status = 'dismissed' AND f.duplicate_of_id IS NOT NULL
)
SELECT c.finding_id AS id FROM decided c
WHERE NOT EXISTS (SELECT FROM finding_decisions later WHERE later.organization_id = $1 AND later.finding_id = c.finding_id
    AND later.decided_at > c.decided_at AND later.action <> 'edit' AND later.undone_at IS NULL)
  AND NOT EXISTS (SELECT FROM finding_page_answers a WHERE a.organization_id = $1 AND a.finding_id = c.finding_id AND a.answered_at > c.decided_at)
  AND (c.issue_id IS NULL OR EXISTS (SELECT FROM issues i WHERE i.organization_id = $1 AND i.id = c.issue_id))
  AND (c.duplicate_of_id IS NULL OR EXISTS (SELECT FROM findings f WHERE f.organization_id = $1 AND f.id = c.duplicate_of_id))
  AND NOT EXISTS (SELECT FROM originals o WHERE o.finding_id = c.finding_id AND o.id = c.finding_id);

-- UNDO
--   Gives findings back what they had before a decision; what runs have said of them since stays.
--   $1 organizationId: uuid
--   $2 decisionId: uuid
--   $3 ids: uuid[]
--   returns changes json
WITH noted AS (
  UPDATE finding_decisions d SET undone_at = clock_timestamp(), undone_after = coalesce(c.value, 0)
  FROM findings f LEFT JOIN product_counters c
    ON c.organization_id = f.organization_id AND c.product_id = f.product_id AND c.kind = 'test_activity'
  WHERE d.organization_id = $1 AND d.decision_id = $2 AND d.finding_id = ANY ($3::uuid[])
    AND f.organization_id = $1 AND f.id = d.finding_id
), targets AS MATERIALIZED (
  SELECT f.id, b.issue_id, b.dismissal_reason, b.dismissal_comment, b.dismissed_until, b.duplicate_of_id, b.waits_from, b.triaged_at,
    CASE WHEN f.present = '{}' AND (f.held OR (d.action = 'dismiss' AND b.held AND f.absent_at <= d.decided_at)) THEN b.held ELSE f.held END AS held,
    CASE WHEN f.present = '{}' AND (f.held OR (d.action = 'dismiss' AND b.held AND f.absent_at <= d.decided_at)) THEN b.absent_at ELSE f.absent_at END AS absent_at,
    CASE WHEN f.present = '{}' AND (f.held OR (d.action = 'dismiss' AND b.held AND f.absent_at <= d.decided_at)) THEN b.resolved_at ELSE f.resolved_at END AS resolved_at
  FROM finding_decisions d, jsonb_to_record(d.before) AS b(issue_id uuid, dismissal_reason dismissal_reason, dismissal_comment text, dismissed_until timestamptz, duplicate_of_id uuid, held boolean, absent_at timestamptz, resolved_at timestamptz, waits_from timestamptz, triaged_at timestamptz), findings f
  WHERE d.organization_id = $1 AND d.decision_id = $2 AND d.finding_id = ANY ($3::uuid[])
    AND f.organization_id = $1 AND f.id = d.finding_id
), before AS MATERIALIZED (
  SELECT f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day, f.criteria,
 coalesce(f.severity = 'high', false) AS high, coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($3::uuid[])
), changed AS (
  UPDATE findings f SET issue_id = t.issue_id, dismissal_reason = t.dismissal_reason, dismissal_comment = t.dismissal_comment,
    dismissed_until = t.dismissed_until, duplicate_of_id = t.duplicate_of_id, waits_from = t.waits_from, triaged_at = t.triaged_at,
    held = t.held, absent_at = t.absent_at, resolved_at = t.resolved_at, updated_at = now(), revision = f.revision + 1,
    status = CASE WHEN t.dismissal_reason IS NOT NULL THEN 'dismissed'::finding_status
      WHEN t.absent_at IS NOT NULL THEN 'resolved' WHEN t.issue_id IS NOT NULL THEN 'confirmed' ELSE 'pending' END
  FROM targets t WHERE f.organization_id = $1 AND f.id = t.id
  RETURNING f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day, f.criteria,
 coalesce(f.severity = 'high', false) AS high, coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria, sum(n)::int AS value,
    sum(n * high::int)::int AS high, sum(n * blocking::int)::int AS blocking
  FROM (
    SELECT product_id, pending_from, waiting_day, criteria, high, blocking, -1 AS n FROM before
    UNION ALL SELECT product_id, pending_from, waiting_day, criteria, high, blocking, 1 FROM changed) moved
  WHERE pending_from IS NOT NULL
  GROUP BY product_id, pending_from, waiting_day, criteria
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes;

-- TOUCHED_ISSUES
--   Those of these issues that were changed since they were made, or that a finding was confirmed as. Call it with them locked.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns id uuid
SELECT i.id FROM issues i WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[])
  AND (i.revision > 1 OR EXISTS (SELECT FROM findings f WHERE f.organization_id = $1 AND f.issue_id = i.id));

-- CLEAR_MAKER
--   Decisions stay without their maker when the person's account is deleted.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE triage_decisions SET made_by_user_id = NULL WHERE organization_id = $1 AND made_by_user_id = $2;
