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
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])
), changed AS (
  UPDATE findings f SET status = 'confirmed', issue_id = ($3::uuid[])[targets.position], triaged_at = now(), held = present = '{}', absent_at = NULL, resolved_at = NULL, dismissal_reason = NULL, dismissal_comment = NULL, dismissed_until = NULL, duplicate_of_id = NULL, updated_at = now(), revision = f.revision + 1
  FROM targets WHERE f.organization_id = $1 AND f.id = targets.id
  RETURNING f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria,
    sum(n)::int AS value,
    sum(n * high::int)::int AS high, sum(n * blocking::int)::int AS blocking
  FROM (
    SELECT product_id, pending_from, waiting_day, criteria, high, blocking, -1 AS n FROM before
    UNION ALL SELECT product_id, pending_from, waiting_day, criteria, high, blocking, 1 FROM changed) moved
  WHERE pending_from IS NOT NULL
  GROUP BY product_id, pending_from, waiting_day, criteria
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes;

-- DISMISS
--   Dismisses each finding as is said at the same place.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   $3 reasons: dismissal_reason[]
--   $4 comments: text[]
--   $5 untils: timestamp with time zone[]
--   $6 duplicateOfIds: uuid[]
--   returns changes json
WITH targets AS (SELECT id, position, now() AS moment FROM unnest($2::uuid[]) WITH ORDINALITY AS t(id, position)
), before AS MATERIALIZED (
  SELECT f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])
), changed AS (
  UPDATE findings f SET status = 'dismissed', issue_id = NULL, triaged_at = now(),
    dismissal_reason = ($3::dismissal_reason[])[targets.position],
    dismissal_comment = ($4::text[])[targets.position],
    dismissed_until = ($5::timestamptz[])[targets.position],
    duplicate_of_id = ($6::uuid[])[targets.position], held = false,
    absent_at = CASE WHEN present = '{}' THEN coalesce(absent_at, targets.moment) END,
    resolved_at = CASE WHEN present = '{}' THEN coalesce(resolved_at, targets.moment) END, updated_at = now(), revision = f.revision + 1
  FROM targets WHERE f.organization_id = $1 AND f.id = targets.id
  RETURNING f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria,
    sum(n)::int AS value,
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
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])
), changed AS (
  UPDATE findings f SET status = 'pending', issue_id = NULL, triaged_at = now(), waits_from = targets.moment, held = present = '{}', absent_at = NULL, resolved_at = NULL, dismissal_reason = NULL, dismissal_comment = NULL, dismissed_until = NULL, duplicate_of_id = NULL, updated_at = now(), revision = f.revision + 1
  FROM targets WHERE f.organization_id = $1 AND f.id = targets.id
  RETURNING f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria,
    sum(n)::int AS value,
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
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])
), changed AS (
  UPDATE findings f SET title = $3, description = $4, severity = $5, impact = $6, edited = $7, updated_at = now(), revision = f.revision + 1
  FROM targets WHERE f.organization_id = $1 AND f.id = targets.id
  RETURNING f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria,
    sum(n)::int AS value,
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
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.issue_id = ANY ($2::uuid[])
), present AS MATERIALIZED (SELECT now() AS moment
), changed AS (
  UPDATE findings f SET issue_id = NULL, revision = f.revision + 1,
    status = CASE WHEN status = 'confirmed' THEN 'pending' ELSE status END,
    waits_from = CASE WHEN status = 'confirmed' THEN present.moment ELSE waits_from END,
    updated_at = CASE WHEN status = 'confirmed' THEN present.moment ELSE updated_at END
  FROM present WHERE f.organization_id = $1 AND f.issue_id = ANY ($2::uuid[])
  RETURNING f.id, f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria,
    sum(n)::int AS value,
    sum(n * high::int)::int AS high, sum(n * blocking::int)::int AS blocking
  FROM (
    SELECT product_id, pending_from, waiting_day, criteria, high, blocking, -1 AS n FROM before
    UNION ALL SELECT product_id, pending_from, waiting_day, criteria, high, blocking, 1 FROM changed) moved
  WHERE pending_from IS NOT NULL
  GROUP BY product_id, pending_from, waiting_day, criteria
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes, (SELECT coalesce(json_agg(id), '[]')
  FROM changed) AS findings;

-- MARK_COMMENTED
--   Marks a finding that somebody comments on, and says whether nobody has edited it; answers nothing where it was marked
--   before.
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns isFirst boolean
UPDATE findings SET commented = true WHERE organization_id = $1 AND id = $2 AND NOT commented
RETURNING edited = '{}' AS "isFirst";

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
--   Notes a decision with what each finding has before it, and its end and the issue that is made of it at its place.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   $3 action: finding_decision
--   $4 untils: timestamp with time zone[]
--   $5 decisionId: uuid
--   $6 userId: uuid
--   $7 issueIds: uuid[]
WITH made AS (
  INSERT INTO triage_decisions (organization_id, id, made_by_user_id) VALUES ($1::uuid, $5::uuid, $6::uuid)
)
INSERT INTO finding_decisions (organization_id, finding_id, after_number, action, until, decided_at, decision_id,
  before, issue_id)
SELECT $1::uuid, f.id, coalesce(c.value, 0), $3::finding_decision, ($4::timestamptz[])[targets.position], clock_timestamp(), $5::uuid,
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
--   The lines that have had a finding, those that had it last first: 100 at most. From the set of each run back to the
--   one that names it last.
--   $1 organizationId: uuid
--   $2 findingId: uuid
--   returns id uuid, kind line_kind, name text, firstSeenAt timestamp with time zone, lastSeenAt timestamp with time zone, endedAt timestamp with time zone
WITH RECURSIVE used AS MATERIALIZED (
  SELECT f.product_id, f.identity, n.id AS line_id, a.set_id, min(a.completed_at) AS first,
    max(a.completed_at) AS last
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
  SELECT w.set_id FROM walk w JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id
    AND s.id = w.at
  WHERE w.identity = ANY (s.added)
), seen AS MATERIALIZED (
  SELECT line_id, min(first) AS first, max(last) AS last FROM used WHERE set_id IN (SELECT set_id FROM having_it)
  GROUP BY line_id
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
  FROM findings f JOIN findings o ON o.organization_id = $1 AND o.rule_id = f.rule_id AND o.product_id = f.product_id
    AND o.tool = f.tool
  WHERE f.organization_id = $1 AND f.id = $2 AND o.id <> f.id
    AND ((o.status = 'confirmed') OR (o.status = 'dismissed' AND NOT (o.dismissed_until IS NOT NULL AND o.dismissed_until <= now())))
), newest AS MATERIALIZED (
  SELECT id, is_dismissed FROM decided ORDER BY triaged_at DESC NULLS LAST, id LIMIT 5
)
SELECT count(*) FILTER (WHERE NOT d.is_dismissed)::int AS confirmed,
  count(*) FILTER (WHERE d.is_dismissed)::int AS dismissed,
  (SELECT coalesce(json_agg(json_build_object('id', o.id, 'title', o.title, 'selector', o.selector,
      'status', CASE WHEN n.is_dismissed THEN 'dismissed' ELSE 'confirmed' END,
      'dismissalReason', o.dismissal_reason, 'dismissalComment', o.dismissal_comment,
      'issueNumber', (SELECT i.number FROM issues i WHERE i.organization_id = $1 AND i.id = o.issue_id),
      'decidedAt', o.triaged_at) ORDER BY o.triaged_at DESC NULLS LAST, o.id), '[]')
    FROM newest n JOIN findings o ON o.organization_id = $1 AND o.id = n.id) AS newest
FROM decided d;

-- NEWEST_PAGES
--   The page on which each finding was seen last, and the first in order where these are several; none of those that no
--   page is told of. Each set of the chains is opened once for all findings: looking for each of them in it would take as
--   long as there are findings, times as long as it is.
--   $1 organizationId: uuid
--   $2 findingIds: uuid[]
--   returns findingId uuid, sourceUrl text
WITH RECURSIVE seen AS MATERIALIZED (
  SELECT DISTINCT f.id AS finding_id, f.product_id, f.identity, a.set_id AS head
  FROM findings f JOIN test_activities a ON a.organization_id = $1 AND a.product_id = f.product_id
    AND a.completed_at = greatest(f.last_seen_at, (
SELECT max(t.moment) FROM finding_tracks t
WHERE t.organization_id = $1 AND t.product_id = f.product_id AND t.number = ANY (f.tracks)))
  WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[]) AND a.set_id IS NOT NULL
), chain AS (
  SELECT product_id, head, head AS at, 0 AS back FROM seen GROUP BY 1, 2
  UNION ALL
  SELECT c.product_id, c.head, s.base_id, c.back + 1
  FROM chain c JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = c.product_id AND s.id = c.at
  WHERE s.base_id IS NOT NULL
), used AS MATERIALIZED (
  SELECT product_id, at, array_agg(head) AS heads, array_agg(back) AS backs FROM chain GROUP BY 1, 2
), named AS MATERIALIZED (
  SELECT u.product_id, u.at, u.heads, u.backs, n.identity, n.place
  FROM used u JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = u.product_id AND s.id = u.at,
    LATERAL (SELECT identity, place FROM (
      SELECT identity, place FROM unnest(s.added) WITH ORDINALITY AS added(identity, place)
      UNION ALL SELECT identity, NULL FROM unnest(s.removed) AS removed(identity)) every
    -- As a truth value it is no join: what was seen is hashed, however little the planner expects.
    WHERE (identity IN (SELECT identity FROM seen)) IS TRUE) n
), naming AS MATERIALIZED (
  SELECT DISTINCT ON (finding_id, head) finding_id, product_id, at, place FROM (
    SELECT seen.finding_id, seen.head, n.product_id, n.at, n.place, n.backs[array_position(n.heads, seen.head)] AS back
    -- A full join is hashed too.
    FROM seen FULL JOIN named n ON n.product_id = seen.product_id AND n.identity = seen.identity) met
  WHERE back IS NOT NULL ORDER BY finding_id, head, back
), pages AS MATERIALIZED (
  SELECT s.product_id, s.id, p.place, p.addresses
  FROM finding_sets s, json_array_elements(s.pages::json) WITH ORDINALITY AS p(addresses, place)
  WHERE s.organization_id = $1 AND (s.product_id, s.id) IN (SELECT product_id, at FROM naming WHERE place IS NOT NULL)
)
SELECT n.finding_id AS "findingId", min(address) AS "sourceUrl"
FROM naming n JOIN pages p ON p.product_id = n.product_id AND p.id = n.at AND p.place = n.place,
  json_array_elements_text(p.addresses) AS address
GROUP BY 1;

-- OCCURRENCES
--   From the set of each run back to the one that names the finding last. Each set is read once, whatever the number of
--   findings: what it names, and the pages of that, would have to be parsed for each of them.
--   $1 organizationId: uuid
--   $2 findingIds: uuid[]
--   returns findingId uuid, sourceUrl text, firstSeenAt timestamp with time zone, lastSeenAt timestamp with time zone
WITH RECURSIVE used AS MATERIALIZED (
  SELECT f.id AS finding_id, f.product_id, f.identity, a.set_id, min(a.completed_at) AS first,
    max(a.completed_at) AS last
  FROM findings f
  LEFT JOIN test_activities first ON first.organization_id = $1 AND first.id = f.first_activity_id
  JOIN lines l ON l.organization_id = $1 AND l.product_id = f.product_id AND l.tool = f.tool
  JOIN test_activities a ON a.organization_id = $1 AND a.product_id = f.product_id AND a.line = l.number
  WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[]) AND a.number >= coalesce(first.number, f.raised_number)
    AND (l.kind = 'main') = f.landed
  GROUP BY 1, 2, 3, 4
), walk AS (
  SELECT * FROM (SELECT DISTINCT product_id, set_id, set_id AS at, 0 AS steps FROM used) starts
  UNION ALL
  SELECT w.product_id, w.set_id, s.base_id, w.steps + 1
  FROM walk w JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at
  WHERE s.base_id IS NOT NULL
), named AS MATERIALIZED (
  SELECT s.product_id, s.id, member.identity, member.pages
  FROM (SELECT DISTINCT product_id, at FROM walk) walked
  JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = walked.product_id AND s.id = walked.at,
    LATERAL (
      SELECT * FROM ROWS FROM (unnest(s.added), json_array_elements(s.pages::json)) AS added(identity, pages)
      UNION ALL SELECT removed, NULL::json FROM unnest(s.removed) AS removed
    ) member
  WHERE member.identity IN (SELECT identity FROM used)
), nearest AS (
  SELECT DISTINCT ON (u.finding_id, u.set_id) u.finding_id, u.first, u.last, n.pages
  FROM used u JOIN walk w ON w.product_id = u.product_id AND w.set_id = u.set_id
  JOIN named n ON n.product_id = w.product_id AND n.id = w.at AND n.identity = u.identity
  ORDER BY u.finding_id, u.set_id, w.steps
)
SELECT finding_id AS "findingId", url AS "sourceUrl", min(first) AS "firstSeenAt", max(last) AS "lastSeenAt"
FROM nearest, json_array_elements_text(pages) AS url GROUP BY 1, 2 ORDER BY 1, 2;

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
SELECT p.organization_id, p.id, coalesce(c.day, (now() AT TIME ZONE 'UTC')::date) AS on_day, sum(c.raised),
  sum(c.regressed), sum(c.resolved)
FROM products p, json_to_recordset($2::json) AS c("productId" uuid, day date, raised int, regressed int, resolved int)
WHERE p.organization_id = $1 AND p.id = c."productId"
GROUP BY p.organization_id, p.id, on_day ORDER BY p.id, on_day
ON CONFLICT ON CONSTRAINT pk_finding_days DO UPDATE SET
  raised = d.raised + excluded.raised, regressed = d.regressed + excluded.regressed,
    resolved = d.resolved + excluded.resolved;

-- LOCK_RULES
--   The rules of products that have some; they stay until the unit has ended.
--   $1 organizationId: uuid
--   $2 productIds: uuid[]
--   returns productId uuid, rules jsonb, turns uuid[]
SELECT r.product_id AS "productId", r.rules, r.turns FROM ownership_rules r
WHERE r.organization_id = $1 AND r.product_id = ANY ($2::uuid[]) AND r.rules <> '[]'
ORDER BY r.product_id FOR UPDATE;

-- NAMED_PEOPLE
--   The members that rules name, each without a team; and the members of the teams that rules name, with a null for one
--   without anybody.
--   $1 organizationId: uuid
--   $2 userIds: uuid[]
--   $3 teamIds: uuid[]
--   returns teamId uuid, userId uuid
SELECT NULL::uuid AS "teamId", m.user_id AS "userId" FROM members m
WHERE m.organization_id = $1 AND m.user_id = ANY ($2::uuid[])
UNION ALL
SELECT t.id, m.user_id FROM teams t LEFT JOIN members m ON m.organization_id = t.organization_id AND m.team_id = t.id
WHERE t.organization_id = $1 AND t.id = ANY ($3::uuid[])
ORDER BY 1, 2;

-- NAMED_AREAS
--   The slugs of areas that are there.
--   $1 organizationId: uuid
--   $2 areaIds: uuid[]
--   returns id uuid, slug text
SELECT a.id, a.slug FROM areas a WHERE a.organization_id = $1 AND a.id = ANY ($2::uuid[]);

-- AREAS_OF_SLUGS
--   The areas of a product with these slugs.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 slugs: text[]
--   returns id uuid, slug text
SELECT a.id, a.slug FROM areas a WHERE a.organization_id = $1 AND a.product_id = $2 AND a.slug = ANY ($3::text[]);

-- AREAS_OF_RUNS
--   The areas that runs were about.
--   $1 organizationId: uuid
--   $2 activityIds: uuid[]
--   returns activityId uuid, areaIds uuid[]
SELECT t.test_activity_id AS "activityId", array_agg(t.area_id) AS "areaIds" FROM test_activity_areas t
WHERE t.organization_id = $1 AND t.test_activity_id = ANY ($2::uuid[]) GROUP BY 1;

-- KEEP_TURNS
--   Keeps who was taken last.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 turns: uuid[]
UPDATE ownership_rules SET turns = $3::uuid[] WHERE organization_id = $1 AND product_id = $2;

-- BEGIN_RULES
--   Gives a product rules, none at first, so that there is something to lock.
--   $1 organizationId: uuid
--   $2 productId: uuid
INSERT INTO ownership_rules (organization_id, product_id) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- FORGET_OWNER
--   The account of somebody whom rules name is gone: whoever it was is nobody.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE ownership_rules SET turns = array_remove(turns, $2::uuid), revision = revision + 1,
  rules = coalesce((
    SELECT jsonb_agg(CASE WHEN rule #>> '{assign,userId}' = $2::text THEN jsonb_set(rule, '{assign,userId}', 'null')
      ELSE rule END ORDER BY place)
    FROM jsonb_array_elements(rules) WITH ORDINALITY AS each(rule, place)), '[]')
WHERE organization_id = $1
  AND ($2::uuid = ANY (turns) OR rules @> jsonb_build_array(jsonb_build_object('assign',
    jsonb_build_object('userId', $2::text))));

-- OPEN_FINDINGS
--   The newest findings of a product that wait for a decision, or whose open issue nobody does.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 atMost: integer
--   returns id uuid, tool text, ruleId text, selector text, wcag text[], criteria text[], firstActivityId uuid
SELECT f.id, f.tool, f.rule_id AS "ruleId", f.selector, f.wcag, f.criteria, f.first_activity_id AS "firstActivityId"
FROM findings f LEFT JOIN issues i ON i.organization_id = f.organization_id AND i.id = f.issue_id
WHERE f.organization_id = $1 AND f.product_id = $2 AND NOT f.needs_review
  AND ((f.status = 'pending' OR (f.status = 'dismissed' AND (f.dismissed_until IS NOT NULL AND f.dismissed_until <= now()) AND f.absent_at IS NULL)) OR ((f.status = 'confirmed') AND i.state = 'open'
    AND i.assignee_id IS NULL))
ORDER BY f.created_at DESC, f.id LIMIT $3::int;

-- PAGES_OF_FINDING
--   The lines that have a finding, and what was answered for its pages.
--   $1 organizationId: uuid
--   $2 findingId: uuid
--   returns lines json, answers json
WITH RECURSIVE meant AS MATERIALIZED (
  SELECT f.id AS finding_id, f.product_id, f.identity, l.id, l.kind, l.name, l.number, l.layers, l.rest
  FROM findings f JOIN lines l ON l.organization_id = $1 AND l.product_id = f.product_id AND l.tool = f.tool
    AND l.ended_at IS NULL
  WHERE f.organization_id = $1 AND f.id = $2
), heads AS MATERIALIZED (
  SELECT m.finding_id AS id, m.product_id, m.identity, m.number, (layer ->> 0)::uuid AS head,
    (layer ->> 1)::float8 AS moment
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
      SELECT json_agg(json_build_object('addresses', seen.addresses, 'at', seen.moment)) FROM seen
      WHERE seen.number = m.number)) ORDER BY m.number), '[]')
    FROM meant m WHERE m.number IN (SELECT number FROM seen)) AS lines,
  (SELECT coalesce(json_agg(json_build_object('page', a.page, 'action', a.action, 'reason', a.reason, 'comment',
    a.comment, 'until', a.until, 'answeredAt', a.answered_at)), '[]')
    FROM finding_page_answers a WHERE a.organization_id = $1 AND a.finding_id = $2) AS answers;

-- IN_PROPOSALS
--   Those of some findings that proposals have which have not ended.
--   $1 organizationId: uuid
--   $2 findingIds: uuid[]
--   returns id uuid
WITH RECURSIVE meant AS MATERIALIZED (
  SELECT f.id, f.product_id, f.identity, l.layers, l.rest
  FROM findings f JOIN lines l ON l.organization_id = $1 AND l.product_id = f.product_id AND l.tool = f.tool
    AND l.kind = 'proposal' AND l.ended_at IS NULL
  WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])
), heads AS MATERIALIZED (
  SELECT m.id, m.product_id, m.identity, (layer ->> 0)::uuid AS head FROM meant m,
    json_array_elements(m.layers) AS layer
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
--   Answers for pages of a finding; former answers go, but for what is kept of those of the same kind. It takes the organization from a table, and so happens where the
--   rows are.
--   $1 organizationId: uuid
--   $2 findingId: uuid
--   $3 pageIds: uuid[]
--   $4 pages: text[]
--   $5 action: page_answer
--   $6 reason: dismissal_reason
--   $7 comment: text
--   $8 until: timestamp with time zone
--   $9 keepsComment: boolean
--   $10 keepsUntil: boolean
WITH touched AS (UPDATE findings SET revision = revision + 1, updated_at = now() WHERE organization_id = $1
AND id = $2)
INSERT INTO finding_page_answers (organization_id, finding_id, page_id, page, action, reason, comment, until,
  answered_at)
SELECT f.organization_id, f.id, p.id, p.page, $5::page_answer, $6::dismissal_reason, $7::text, $8::timestamptz, now()
FROM findings f, unnest($3::uuid[], $4::text[]) AS p(id, page) WHERE f.organization_id = $1 AND f.id = $2
ON CONFLICT (organization_id, finding_id, page_id) DO UPDATE SET action = excluded.action, reason = excluded.reason,
  comment = CASE WHEN $9::boolean AND finding_page_answers.action = excluded.action
    AND (finding_page_answers.until IS NULL OR finding_page_answers.until > excluded.answered_at) THEN finding_page_answers.comment ELSE excluded.comment END,
  until = CASE WHEN $10::boolean AND finding_page_answers.action = excluded.action
    AND (finding_page_answers.until IS NULL OR finding_page_answers.until > excluded.answered_at) THEN finding_page_answers.until ELSE excluded.until END,
  answered_at = excluded.answered_at;

-- REOPEN_PAGES
--   Takes answers back.
--   $1 organizationId: uuid
--   $2 findingId: uuid
--   $3 pageIds: uuid[]
WITH touched AS (UPDATE findings SET revision = revision + 1, updated_at = now() WHERE organization_id = $1
AND id = $2)
DELETE FROM finding_page_answers WHERE organization_id = $1 AND finding_id = $2 AND page_id = ANY ($3::uuid[]);

-- ADD_PENDING
--   Adds changes to the counts by the moment from which findings await triage. It takes the organization from a table,
--   and so happens where the rows are.
--   $1 organizationId: uuid
--   $2 changes: json
INSERT INTO pending_counts AS c (organization_id, product_id, pending_from, criteria_key, criteria, value, high,
  blocking)
SELECT p.organization_id, p.id, change."pendingFrom", sha256(convert_to(array_to_string(change.criteria, ' '), 'UTF8')), change.criteria, change.value, change.high,
  change.blocking
FROM products p, json_to_recordset($2::json) AS change("productId" uuid, "pendingFrom" timestamptz(3), "waitingDay" date, criteria text[],
  value int, high int, blocking int)
WHERE p.organization_id = $1 AND p.id = change."productId"
  AND (change.value <> 0 OR change.high <> 0 OR change.blocking <> 0)
ON CONFLICT ON CONSTRAINT pk_pending_counts
  DO UPDATE SET value = c.value + excluded.value, high = c.high + excluded.high,
    blocking = c.blocking + excluded.blocking;

-- ADD_PENDING_DAYS
--   Adds changes to the counts by the day since which findings wait.
--   $1 organizationId: uuid
--   $2 changes: json
INSERT INTO pending_days AS d (organization_id, product_id, waiting_day, criteria_key, value, high)
SELECT p.organization_id, p.id, change."waitingDay", sha256(convert_to(array_to_string(change.criteria, ' '), 'UTF8')), change.value, change.high
FROM products p, json_to_recordset($2::json) AS change("productId" uuid, "pendingFrom" timestamptz(3), "waitingDay" date, criteria text[],
  value int, high int, blocking int)
WHERE p.organization_id = $1 AND p.id = change."productId" AND (change.value <> 0 OR change.high <> 0)
ON CONFLICT ON CONSTRAINT pk_pending_days DO UPDATE SET value = d.value + excluded.value,
  high = d.high + excluded.high;

-- PURGE_PENDING
--   Deletes the counts of `PendingChange`s that are 0.
--   $1 organizationId: uuid
--   $2 changes: json
DELETE FROM pending_counts c USING (SELECT "productId", "pendingFrom", sha256(convert_to(array_to_string(change.criteria, ' '), 'UTF8')) AS key FROM json_to_recordset($2::json) AS change("productId" uuid, "pendingFrom" timestamptz(3), "waitingDay" date, criteria text[],
  value int, high int, blocking int)) fewer
WHERE c.organization_id = $1 AND c.value = 0
  AND (c.product_id, c.pending_from, c.criteria_key) = (fewer."productId", fewer."pendingFrom", fewer.key);

-- PURGE_PENDING_DAYS
--   $1 organizationId: uuid
--   $2 changes: json
DELETE FROM pending_days d USING (SELECT "productId", "waitingDay", sha256(convert_to(array_to_string(change.criteria, ' '), 'UTF8')) AS key FROM json_to_recordset($2::json) AS change("productId" uuid, "pendingFrom" timestamptz(3), "waitingDay" date, criteria text[],
  value int, high int, blocking int)) fewer
WHERE d.organization_id = $1 AND d.value = 0
  AND (d.product_id, d.waiting_day, d.criteria_key) = (fewer."productId", fewer."waitingDay", fewer.key);

-- WANT_PICTURES
--   Notes that pictures are wanted; returns the digests of those that the product has.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 digests: text[]
--   returns sha256 text
UPDATE finding_picture_files SET wanted_at = now()
WHERE organization_id = $1 AND id IN (
  SELECT id FROM finding_picture_files WHERE organization_id = $1 AND product_id = $2 AND sha256 = ANY ($3::text[])
  ORDER BY id FOR UPDATE)
RETURNING sha256;

-- COUNT_PICTURES
--   How many pictures a product has.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns count integer
SELECT count(*)::int AS count FROM finding_picture_files WHERE organization_id = $1 AND product_id = $2;

-- ADD_PICTURES
--   Adds pictures that the product does not have; returns the ids of those that are new.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 pictures: json
--   returns id uuid
INSERT INTO finding_picture_files (organization_id, product_id, id, sha256, bytes, wanted_at)
SELECT $1::uuid, $2::uuid, given.id, given.sha256, given.bytes, now()
FROM json_to_recordset($3::json) AS given(id uuid, sha256 text, bytes int) ORDER BY given.sha256
ON CONFLICT ON CONSTRAINT uq_finding_picture_files_digest DO NOTHING RETURNING id;

-- SET_PICTURES
--   Gives findings of a tool these pictures in place of the ones that they had. `pictures`: `{ spelling, digest, alt }`,
--   by what a main line calls them.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 tool: text
--   $4 pictures: json
INSERT INTO finding_pictures AS had (organization_id, finding_id, picture_id, alt, taken_at)
SELECT DISTINCT ON (f.id) $1::uuid, f.id, p.id, given.alt, now()
FROM json_to_recordset($4::json) AS given(spelling uuid, digest text, alt text)
  JOIN finding_picture_files p ON p.organization_id = $1 AND p.product_id = $2 AND p.sha256 = given.digest
  JOIN findings f ON f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3 AND f.identity = coalesce((
    SELECT s.identity FROM finding_spellings s
    WHERE s.organization_id = $1 AND s.product_id = $2 AND s.tool = $3 AND s.line = 0 AND s.spelling = given.spelling
  ), given.spelling)
ORDER BY f.id
ON CONFLICT (organization_id, finding_id) DO UPDATE
  SET picture_id = excluded.picture_id, alt = excluded.alt, taken_at = excluded.taken_at;

-- PICTURE_OF
--   The picture of a finding.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 findingId: uuid
--   returns id uuid, bytes integer
SELECT p.id, p.bytes
FROM findings f
  JOIN finding_pictures had ON had.organization_id = $1 AND had.finding_id = f.id
  JOIN finding_picture_files p ON p.organization_id = $1 AND p.id = had.picture_id
WHERE f.organization_id = $1 AND f.product_id = $2 AND f.id = $3;

-- PICTURES_OF_PRODUCT
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns id uuid
SELECT id FROM finding_picture_files WHERE organization_id = $1 AND product_id = $2;

-- PICTURES_OF_ORGANIZATION
--   $1 organizationId: uuid
--   returns id uuid
SELECT id FROM finding_picture_files WHERE organization_id = $1;

-- END_PICTURES
--   Takes pictures from findings that have not been open since this moment; a thousand at a time.
--   $1 before: timestamp with time zone
--   returns findingId uuid
/* all organizations: end_pictures */
DELETE FROM finding_pictures had USING (
  SELECT e.organization_id, e.finding_id
  FROM finding_pictures e JOIN findings f ON f.organization_id = e.organization_id AND f.id = e.finding_id
  WHERE e.taken_at < $1 AND (((f.status = 'resolved' OR (f.status = 'dismissed' AND (f.dismissed_until IS NOT NULL AND f.dismissed_until <= now()) AND f.absent_at IS NOT NULL)) AND f.absent_at < $1) OR ((f.status = 'dismissed' AND NOT (f.dismissed_until IS NOT NULL AND f.dismissed_until <= now())) AND f.triaged_at < $1))
  ORDER BY e.organization_id, e.finding_id LIMIT 1000
) old WHERE had.organization_id = old.organization_id AND had.finding_id = old.finding_id
RETURNING had.finding_id AS "findingId";

-- DELETE_UNUSED_PICTURES
--   Deletes pictures that no finding has and no run has named since this moment; a thousand at a time.
--   $1 before: timestamp with time zone
--   returns id uuid
/* all organizations: end_pictures */
DELETE FROM finding_picture_files p USING (
  SELECT e.organization_id, e.id FROM finding_picture_files e
  WHERE e.wanted_at < $1 AND NOT EXISTS (
    SELECT FROM finding_pictures had WHERE had.organization_id = e.organization_id AND had.picture_id = e.id)
  ORDER BY e.organization_id, e.id LIMIT 1000
) old WHERE p.organization_id = old.organization_id AND p.id = old.id AND p.wanted_at < $1
RETURNING p.id;

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
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.id = ANY (ARRAY(SELECT id FROM new_states))
), changed AS (
  UPDATE findings f SET landed = c.landed, present = c.present, tracks = c.streaks, seen_in = c."seenIn", seen_at = c."seenAt", held = c."keptOpen",
status = c.status, absent_at = c."absentAt", resolved_at = c."resolvedAt", regression_count = c."regressionCount",
first_seen_at = c."firstSeenAt", last_seen_at = c."lastSeenAt", last_reported_at = c."lastReportedAt", updated_at = now() FROM new_states c WHERE f.organization_id = $1 AND f.id = ANY (ARRAY(SELECT id FROM new_states))
    AND f.id = c.id
  RETURNING f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria,
    sum(n)::int AS value,
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
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria,
    sum(n)::int AS value,
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
--   Of the findings of a decision those of which it still says what is decided: nobody has decided since, answered for
--   pages of them, or deleted what they would get back. A decision that was taken back is none. Call it with them locked.
--   $1 organizationId: uuid
--   $2 decisionId: uuid
--   returns id uuid, duplicateOfId uuid
WITH decided AS MATERIALIZED (
  SELECT d.finding_id, d.decided_at, b.issue_id, b.duplicate_of_id FROM finding_decisions d, jsonb_to_record(d.before) AS b(issue_id uuid, dismissal_reason dismissal_reason, dismissal_comment text, dismissed_until timestamptz, duplicate_of_id uuid, held boolean, absent_at timestamptz, resolved_at timestamptz, waits_from timestamptz, triaged_at timestamptz)
  WHERE d.organization_id = $1 AND d.decision_id = $2
)
SELECT c.finding_id AS id, c.duplicate_of_id AS "duplicateOfId" FROM decided c
WHERE NOT EXISTS (SELECT FROM finding_decisions later WHERE later.organization_id = $1
  AND later.finding_id = c.finding_id
    AND later.decided_at > c.decided_at AND later.action <> 'edit' AND later.undone_at IS NULL)
  AND NOT EXISTS (SELECT FROM finding_page_answers a WHERE a.organization_id = $1 AND a.finding_id = c.finding_id
    AND a.answered_at > c.decided_at)
  AND (c.issue_id IS NULL OR EXISTS (SELECT FROM issues i WHERE i.organization_id = $1 AND i.id = c.issue_id))
  AND (c.duplicate_of_id IS NULL OR EXISTS (SELECT FROM findings f WHERE f.organization_id = $1
    AND f.id = c.duplicate_of_id));

-- DUPLICATES_FROM
--   What these findings, and those that they are duplicates of, are duplicates of now: each finding is read once, however
--   many lead to it.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns id uuid, duplicateOfId uuid
WITH RECURSIVE duplicates AS (
  SELECT f.id, f.duplicate_of_id FROM findings f
  WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[]) AND f.status = 'dismissed'
    AND f.duplicate_of_id IS NOT NULL
  UNION
  SELECT f.id, f.duplicate_of_id FROM duplicates d JOIN findings f ON f.organization_id = $1
    AND f.id = d.duplicate_of_id
  WHERE f.status = 'dismissed' AND f.duplicate_of_id IS NOT NULL
)
SELECT id, duplicate_of_id AS "duplicateOfId" FROM duplicates;

-- UNDO
--   Gives findings back what they had before a decision; what runs have said of them since stays. That somebody has
--   decided of them does too: such a finding does not go with the lines that reported it, and runs that are undone are
--   judged with the decision in its place.
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
  SELECT f.id, b.issue_id, b.dismissal_reason, b.dismissal_comment, b.dismissed_until, b.duplicate_of_id,
    b.waits_from, b.triaged_at,
    CASE WHEN f.present = '{}' AND (f.held OR (d.action = 'dismiss' AND b.held AND f.absent_at <= d.decided_at)) THEN b.held ELSE f.held END AS held,
    CASE WHEN f.present = '{}' AND (f.held OR (d.action = 'dismiss' AND b.held AND f.absent_at <= d.decided_at)) THEN b.absent_at ELSE f.absent_at END AS absent_at,
    CASE WHEN f.present = '{}' AND (f.held OR (d.action = 'dismiss' AND b.held AND f.absent_at <= d.decided_at)) THEN b.resolved_at ELSE f.resolved_at END AS resolved_at
  FROM finding_decisions d, jsonb_to_record(d.before) AS b(issue_id uuid, dismissal_reason dismissal_reason, dismissal_comment text, dismissed_until timestamptz, duplicate_of_id uuid, held boolean, absent_at timestamptz, resolved_at timestamptz, waits_from timestamptz, triaged_at timestamptz), findings f
  WHERE d.organization_id = $1 AND d.decision_id = $2 AND d.finding_id = ANY ($3::uuid[])
    AND f.organization_id = $1 AND f.id = d.finding_id
), before AS MATERIALIZED (
  SELECT f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($3::uuid[])
), changed AS (
  UPDATE findings f SET issue_id = t.issue_id, dismissal_reason = t.dismissal_reason,
    dismissal_comment = t.dismissal_comment,
    dismissed_until = t.dismissed_until, duplicate_of_id = t.duplicate_of_id, waits_from = t.waits_from,
      triaged_at = coalesce(t.triaged_at, f.triaged_at),
    held = t.held, absent_at = t.absent_at, resolved_at = t.resolved_at, updated_at = now(),
      revision = f.revision + 1,
    status = CASE WHEN t.dismissal_reason IS NOT NULL THEN 'dismissed'::finding_status
      WHEN t.absent_at IS NOT NULL THEN 'resolved' WHEN t.issue_id IS NOT NULL THEN 'confirmed' ELSE 'pending' END
  FROM targets t WHERE f.organization_id = $1 AND f.id = t.id
  RETURNING f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", pending_from AS "pendingFrom", waiting_day AS "waitingDay", criteria,
    sum(n)::int AS value,
    sum(n * high::int)::int AS high, sum(n * blocking::int)::int AS blocking
  FROM (
    SELECT product_id, pending_from, waiting_day, criteria, high, blocking, -1 AS n FROM before
    UNION ALL SELECT product_id, pending_from, waiting_day, criteria, high, blocking, 1 FROM changed) moved
  WHERE pending_from IS NOT NULL
  GROUP BY product_id, pending_from, waiting_day, criteria
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes;

-- TOUCHED_ISSUES
--   Those of these issues that were changed, commented on or given evidence since they were made, or that a finding was
--   confirmed as. Call it with them locked.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns id uuid
SELECT i.id FROM issues i WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[])
  AND (i.revision > i.untouched_revision
    OR EXISTS (SELECT FROM findings f WHERE f.organization_id = $1 AND f.issue_id = i.id)
    OR EXISTS (SELECT FROM comments c WHERE c.organization_id = $1 AND c.record_id = i.id)
    OR EXISTS (SELECT FROM evidence_links l WHERE l.organization_id = $1 AND l.record_id = i.id));

-- CLEAR_MAKER
--   Decisions stay without their maker when the person's account is deleted.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE triage_decisions SET made_by_user_id = NULL WHERE organization_id = $1 AND made_by_user_id = $2;
