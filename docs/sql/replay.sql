-- The statements of replay, as they are sent. Written by `npm run sql`.

-- AFFECTED
--   The findings that a run may have changed, with what people decided of them; locked.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 tool: text
--   $4 identities: uuid[]
--   $5 endsOthers: boolean
--   returns affected json
WITH concerned AS MATERIALIZED (
  SELECT f.id FROM unnest($4::uuid[]) AS named(identity), LATERAL (
    SELECT id FROM findings WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND identity = named.identity
    LIMIT 1) f
  UNION
  SELECT id FROM findings WHERE $5 AND organization_id = $1 AND product_id = $2 AND tool = $3
    AND triaged_at IS NOT NULL
), affected AS (
  SELECT f.id, f.identity, f.words AS "wordingDigest", f.raised_number AS "raisedNumber",
f.landed, f.present, f.tracks AS streaks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held AS "keptOpen", f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited, f.commented,
f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
f.varied, f.needs_review AS "needsReview", NULL AS "issueState", greatest(f.last_seen_at, (
SELECT max(t.moment) FROM finding_tracks t
WHERE t.organization_id = $1 AND t.product_id = f.product_id AND t.number = ANY (f.tracks))) AS "shownLastSeenAt",
    f.first_activity_id AS "firstActivityId",
    (SELECT coalesce(json_agg(json_build_object('afterNumber', d.after_number, 'action', d.action,
      'until', (extract(epoch FROM d.until) * 1000)::float8, 'at', (extract(epoch FROM d.decided_at) * 1000)::float8,
      'undone', CASE WHEN d.undone_at IS NOT NULL THEN json_build_object('afterNumber', d.undone_after, 'at',
        (extract(epoch FROM d.undone_at) * 1000)::float8) END)
      ORDER BY d.decided_at), '[]')
     FROM finding_decisions d WHERE d.organization_id = $1 AND d.finding_id = f.id) AS decisions
  FROM concerned JOIN findings f ON f.organization_id = $1 AND f.id = concerned.id
  ORDER BY f.identity FOR UPDATE OF f
)
SELECT coalesce(json_agg(affected), '[]') AS affected FROM affected;

-- WITHDRAW
--   The line and its streaks as the remaining runs leave them. Their rows are read as they are afterwards.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 line: integer
--   $4 number: integer
--   returns number integer, line integer, setId uuid, completedAt double precision, arrivedAt double precision
WITH remaining AS MATERIALIZED (
  SELECT number, track, set_id, completed_at, created_at FROM test_activities
  WHERE organization_id = $1 AND product_id = $2 AND line = $3 AND number <> $4
), latest AS MATERIALIZED (
  SELECT DISTINCT ON (track) track, set_id, created_at, max(completed_at) OVER (PARTITION BY track) AS moment
  FROM remaining ORDER BY track, number DESC
), withdrawn AS (
  UPDATE lines l SET (first_number, first_at) = (SELECT number, completed_at FROM remaining ORDER BY number LIMIT 1),
    (last_number, last_at, arrived_at, last_track) = (SELECT number, completed_at, created_at, track FROM remaining
      ORDER BY number DESC LIMIT 1)
  WHERE l.organization_id = $1 AND l.product_id = $2 AND l.number = $3
), forgotten AS (
  DELETE FROM finding_tracks t WHERE t.organization_id = $1 AND t.product_id = $2 AND t.line = $3
    AND t.number NOT IN (SELECT track FROM latest)
), moved AS (
  UPDATE finding_tracks t SET set_id = latest.set_id, moment = latest.moment, arrived_at = latest.created_at
  FROM latest WHERE t.organization_id = $1 AND t.product_id = $2 AND t.number = latest.track
)
SELECT t.number, t.line, coalesce(latest.set_id, t.set_id) AS "setId",
  (extract(epoch FROM coalesce(latest.moment, t.moment)) * 1000)::float8 AS "completedAt",
  (extract(epoch FROM coalesce(latest.created_at, t.arrived_at)) * 1000)::float8 AS "arrivedAt"
FROM finding_tracks t LEFT JOIN latest ON latest.track = t.number
WHERE t.organization_id = $1 AND t.product_id = $2 AND (t.line <> $3 OR latest.track IS NOT NULL);

-- RESTORE_CONTENTS
--   Stores what lines have, and what is kept of it, all JSON. It takes the organization from a table, and so happens
--   where the rows are.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 lines: json
--   $4 contents: json
WITH kept AS (
  INSERT INTO finding_contents (organization_id, product_id, id, sets, rest)
  SELECT p.organization_id, p.id, c.id, c.sets, c.rest FROM products p,
    json_to_recordset($4::json) AS c(id uuid, sets uuid[], rest text)
  WHERE p.organization_id = $1 AND p.id = $2 ON CONFLICT (organization_id, product_id, id) DO NOTHING
)
UPDATE lines l SET layers = c.layers, rest = c.rest FROM json_to_recordset($3::json) AS c(number int, layers json,
  rest text)
WHERE l.organization_id = $1 AND l.product_id = $2 AND l.number = c.number;

-- RESTORE
--   Stores findings as their histories leave them, `RestoredRow`s as JSON.
--   $1 organizationId: uuid
--   $2 rows: json
--   returns changes json
WITH restored AS MATERIALIZED (
  SELECT c.*, w.digest, w.title AS title, w.description AS description, w.severity AS severity, w.impact AS impact, w.wcag AS wcag, w.criteria AS criteria, w.snippet AS snippet, w.help_url AS "helpUrl", w.group_key AS "groupKey"
  FROM json_to_recordset($2::json) AS c(id uuid, landed boolean, present int[], streaks int[], "seenIn" int[], "seenAt" timestamptz[],
"keptOpen" boolean, status finding_status, "absentAt" timestamptz, "resolvedAt" timestamptz, "regressionCount" int,
"firstSeenAt" timestamptz, "lastSeenAt" timestamptz, "lastReportedAt" timestamptz, "firstActivityId" uuid, "wordingLine" int,
    "wordingNumber" int)
  LEFT JOIN LATERAL (
    SELECT * FROM finding_words w WHERE w.organization_id = $1 AND w.finding_id = c.id
      AND ((w.line = c."wordingLine" AND w.from_number <= c."wordingNumber") OR w.line = 0)
    ORDER BY w.line = 0, w.from_number DESC LIMIT 1) w ON c."wordingLine" IS NOT NULL
), before AS MATERIALIZED (
SELECT f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.id = ANY (ARRAY(SELECT id FROM restored))
), changed AS (
  UPDATE findings f SET landed = c.landed, present = c.present, tracks = c.streaks, seen_in = c."seenIn", seen_at = c."seenAt", held = c."keptOpen",
status = c.status, absent_at = c."absentAt", resolved_at = c."resolvedAt", regression_count = c."regressionCount",
first_seen_at = c."firstSeenAt", last_seen_at = c."lastSeenAt", last_reported_at = c."lastReportedAt", updated_at = now(), first_activity_id = c."firstActivityId",
    words = coalesce(c.digest, f.words), title = CASE WHEN c.digest IS NULL OR 'title' = ANY (f.edited) THEN f.title
        ELSE c.title END, description = CASE WHEN c.digest IS NULL OR 'description' = ANY (f.edited) THEN f.description
        ELSE c.description END, severity = CASE WHEN c.digest IS NULL OR 'severity' = ANY (f.edited) THEN f.severity
        ELSE c.severity END, impact = CASE WHEN c.digest IS NULL OR 'impact' = ANY (f.edited) THEN f.impact
        ELSE c.impact END, wcag = CASE WHEN c.digest IS NULL OR 'wcag' = ANY (f.edited) THEN f.wcag
        ELSE c.wcag END, criteria = CASE WHEN c.digest IS NULL OR 'criteria' = ANY (f.edited) THEN f.criteria
        ELSE c.criteria END, snippet = CASE WHEN c.digest IS NULL OR 'snippet' = ANY (f.edited) THEN f.snippet
        ELSE c.snippet END, help_url = CASE WHEN c.digest IS NULL OR 'help_url' = ANY (f.edited) THEN f.help_url
        ELSE c."helpUrl" END, group_key = CASE WHEN c.digest IS NULL OR 'group_key' = ANY (f.edited) THEN f.group_key
        ELSE c."groupKey" END
  FROM restored c WHERE f.organization_id = $1 AND f.id = ANY (ARRAY(SELECT id FROM restored)) AND f.id = c.id
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
