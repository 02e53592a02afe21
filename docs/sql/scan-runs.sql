-- The statements of scan-runs, as they are sent. Written by `npm run sql`.

-- END
--   Ends those of these lines that have not ended, and reads the findings that they have.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 lineIds: uuid[]
--   returns ending json
WITH ended AS (
  UPDATE lines SET ended_at = now(),
    ended_number = coalesce((SELECT c.value FROM product_counters c WHERE c.organization_id = $1 AND c.product_id = $2
      AND c.kind = 'test_activity'), 0)
  WHERE organization_id = $1 AND product_id = $2 AND id = ANY ($3::uuid[]) AND ended_at IS NULL
  RETURNING id, number, kind, name, tool
), forgotten AS (
  DELETE FROM finding_spellings WHERE organization_id = $1 AND product_id = $2 AND line IN (SELECT number FROM ended)
), known AS (
  SELECT f.id, f.identity, f.words AS "wordingDigest", f.raised_number AS "raisedNumber",
f.landed, f.present, f.tracks AS streaks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held AS "keptOpen", f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited, f.commented,
f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
f.varied, f.needs_review AS "needsReview", NULL AS "issueState" FROM findings f
  WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool IN (SELECT tool FROM ended)
    AND (f.present && (SELECT array_agg(number) FROM ended) OR f.seen_in && (SELECT array_agg(number) FROM ended)
      OR f.tracks && (
      SELECT array_agg(t.number) FROM ended JOIN finding_tracks t ON t.organization_id = $1 AND t.product_id = $2
        AND t.line = ended.number))
  ORDER BY f.identity FOR UPDATE
)
SELECT json_build_object(
  'endedAt', now()::timestamptz(3),
  'ended', (SELECT coalesce(json_agg(json_build_object('id', id, 'number', number, 'kind', kind, 'name', name, 'tool',
    tool) ORDER BY number), '[]') FROM ended),
  'endedNumbers', (SELECT coalesce(json_agg(number), '[]') FROM (
    SELECT number FROM lines WHERE organization_id = $1 AND product_id = $2 AND ended_at IS NOT NULL
    UNION SELECT number FROM ended) numbers),
  'streaks', (SELECT coalesce(json_agg(json_build_object('number', t.number, 'line', t.line, 'setId', t.set_id,
  'completedAt', (extract(epoch FROM t.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM t.arrived_at) * 1000)::float8)), '[]')
    FROM finding_tracks t WHERE t.organization_id = $1 AND t.product_id = $2 AND t.number IN (SELECT unnest(streaks)
      FROM known)),
  'findings', (SELECT coalesce(json_agg(known), '[]') FROM known)
) AS ending;

-- PRESENT_IN_MAIN_LINES
--   How many findings are present in each main line, without what needs review.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns line integer, count integer
SELECT line, count(*)::int AS count FROM findings f, unnest(f.present) AS line
WHERE f.organization_id = $1 AND f.product_id = $2 AND f.landed AND NOT f.needs_review GROUP BY line;

-- AGED
--   The products with lines that have gone too long without a run.
--   $1 proposalDays: integer
--   $2 lineDays: integer
--   returns organizationId uuid, productId uuid
/* all organizations: end_lines */ SELECT DISTINCT l.organization_id AS "organizationId", l.product_id AS "productId"
FROM lines l WHERE l.ended_at IS NULL AND l.last_number IS NOT NULL AND CASE l.kind
WHEN 'proposal' THEN ($1::int > 0 AND l.arrived_at <= now() - make_interval(days => $1::int))
ELSE ($2::int > 0 AND l.arrived_at <= now() - make_interval(days => $2::int)) AND EXISTS (
  SELECT FROM lines other WHERE other.organization_id = l.organization_id AND other.product_id = l.product_id
    AND other.tool = l.tool
    AND other.kind = 'main' AND other.ended_at IS NULL AND other.last_number IS NOT NULL
    AND NOT ($2::int > 0 AND other.arrived_at <= now() - make_interval(days => $2::int)))
END;

-- READ_BEFORE_RUN
--   What a report may change. A full join is hashed: where statistics do not know the organization yet, all indexes of
--   findings look alike, and a planner that may look up each finding by itself reads all of the product for each; every
--   finding is one of those reported, so it adds no rows.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 tool: text
--   $4 lineKind: line_kind
--   $5 lineKey: text
--   $6 setId: uuid
--   $7 completedAt: timestamp with time zone
--   $8 identities: uuid[]
--   $9 wordingDigests: uuid[]
--   $10 sweepKey: text
--   $11 spellings: uuid[]
--   returns whole text, sets text, reported text, absentees text, fixed text
-- where kind = main, extent = partial
WITH RECURSIVE
own AS MATERIALIZED (
  SELECT id, number, last_number, last_track, layers, rest FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = $4::line_kind AND key = $5
    AND ended_at IS NULL
), also_ended AS MATERIALIZED (
  SELECT number FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = 'main' AND ended_at IS NULL AND $4 = 'main'
    AND (key = '[]') <> ($5 = '[]') AND coalesce(arrived_at <= now() - interval '35 days', true)
), track AS MATERIALIZED (
  SELECT t.* FROM own JOIN finding_tracks t
    ON t.organization_id = $1 AND t.product_id = $2 AND t.line = own.number
      AND (t.set_id = $6::uuid OR t.number = own.last_track)
  ORDER BY t.set_id = $6::uuid DESC, t.number = own.last_track DESC LIMIT 1
), base AS MATERIALIZED (
  SELECT coalesce((SELECT set_id FROM track), (
    SELECT t.set_id FROM lines l JOIN finding_tracks t ON t.organization_id = l.organization_id
      AND t.product_id = l.product_id AND t.number = l.last_track
    WHERE l.organization_id = $1 AND l.product_id = $2 AND l.tool = $3 AND l.kind = 'main'
    ORDER BY l.ended_at IS NULL DESC, l.last_number DESC LIMIT 1)) AS id
), chain AS (
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM base JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = base.id WHERE base.id <> $6::uuid
  UNION ALL
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM chain JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = chain.base_id
), reported AS MATERIALIZED (
  SELECT * FROM unnest($8::uuid[], $9::uuid[], $11::uuid[]) WITH ORDINALITY AS r(identity, words, spelling, position)
), met AS MATERIALIZED (
  SELECT r.position::int - 1 AS position, f.id IS NOT NULL AS is_known, CASE WHEN f.varied THEN (
  SELECT w.digest FROM finding_words w, own
  WHERE w.organization_id = $1 AND w.finding_id = f.id AND w.line IN (own.number, 0)
  ORDER BY w.line = own.number DESC, w.from_number DESC LIMIT 1)
ELSE f.words END AS line_wording,
    f.id, f.identity, f.words AS "wordingDigest", f.raised_number AS "raisedNumber",
f.landed, f.present, f.tracks AS streaks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held AS "keptOpen", f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited, f.commented,
f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
f.varied, f.needs_review AS "needsReview", (SELECT i.state FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id) AS "issueState",
    CASE WHEN $4 = 'main' AND coalesce(f.spelling, f.identity) <> coalesce(r.spelling, r.identity) THEN f.selector ||
      f.aliases END AS former_selectors
  FROM reported r FULL JOIN (
    SELECT * FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
      AND f.identity = ANY ($8::uuid[])) f
    ON f.identity = r.identity
  WHERE f.id IS NULL OR NOT coalesce((f.words = r.words AND ($4 = 'proposal' OR coalesce(f.spelling, f.identity) = coalesce(r.spelling, r.identity)) AND NOT f.varied
AND f.landed AND cardinality(f.tracks) < 16 AND (
  ($4 = 'main' AND f.present && (SELECT array_agg(own.number) FROM own)
    AND f.tracks && (SELECT array_agg(track.number) FROM track)
    AND f.first_seen_at <= $7)
  OR ($4 = 'proposal' AND f.absent_at IS NULL AND NOT f.held))
AND (f.status = 'pending' OR (f.status = 'confirmed' AND ($4 = 'proposal' OR EXISTS (
  SELECT FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id AND i.state = 'open'))))), false)
)
SELECT json_build_object(
  'arrivedAt', clock_timestamp()::timestamptz(3),
  'findingTotal', (SELECT coalesce(sum(value), 0) FROM record_totals WHERE organization_id = $1 AND product_id = $2
    AND kind IN ('findings', 'findingsToReview')),
  'line', (SELECT json_build_object('id', id, 'number', number, 'lastNumber', last_number, 'layers', layers, 'rest',
    rest::json) FROM own),
  'nextLine', (SELECT coalesce(max(number), 0) + 1 FROM lines WHERE organization_id = $1 AND product_id = $2),
  'nextStreak', (SELECT coalesce(max(number), 0) + 1 FROM finding_tracks WHERE organization_id = $1
    AND product_id = $2),
  'alsoEnds', (SELECT coalesce(json_agg(number ORDER BY number), '[]') FROM also_ended),
  'streak', (SELECT json_build_object('number', track.number, 'line', track.line, 'setId', track.set_id,
  'completedAt', (extract(epoch FROM track.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM track.arrived_at) * 1000)::float8) FROM track),
  'baseId', (SELECT id FROM base),
  'unknown', (SELECT coalesce(json_agg(position), '[]') FROM met WHERE NOT is_known),
  'spellings', (SELECT coalesce(json_agg(json_build_object('line', s.line, 'spelling', s.spelling, 'identity',
    s.identity)), '[]') FROM finding_spellings s
    WHERE s.organization_id = $1 AND s.product_id = $2 AND s.tool = $3 AND s.line IN (0, (SELECT number FROM own))
      AND s.spelling = ANY ($8::uuid[])),
  'hasSpellings', EXISTS (SELECT FROM finding_spellings WHERE organization_id = $1 AND product_id = $2 AND tool = $3),
  'answers', '[]'::json,
  'sweepReports', CASE WHEN $10::text IS NULL THEN '[]'::json END,
  'streaks', (SELECT coalesce(json_agg(json_build_object('number', t.number, 'line', t.line, 'setId', t.set_id,
  'completedAt', (extract(epoch FROM t.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM t.arrived_at) * 1000)::float8)), '[]')
    FROM (SELECT DISTINCT unnest(streaks) AS number FROM (SELECT streaks FROM met WHERE is_known) known) named
    JOIN finding_tracks t ON t.organization_id = $1 AND t.product_id = $2 AND t.number = named.number)
)::text AS whole, NULL AS sets, NULL AS reported, NULL AS absentees, NULL AS fixed
UNION ALL SELECT NULL, json_build_object('id', id, 'baseId', base_id, 'depth', depth, 'added', added, 'removed',
  removed, 'pages', pages, 'marks', marks)::text, NULL, NULL, NULL FROM chain
UNION ALL SELECT NULL, NULL,
  json_agg(json_build_object('position', position, 'lineWordingDigest', line_wording, 'formerSelectors',
    former_selectors, 'known', CASE WHEN is_known THEN to_json(met) END))::text, NULL, NULL
FROM met GROUP BY position / 100;
-- where kind = main, extent = ofSweep
WITH RECURSIVE
own AS MATERIALIZED (
  SELECT id, number, last_number, last_track, layers, rest FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = $4::line_kind AND key = $5
    AND ended_at IS NULL
), also_ended AS MATERIALIZED (
  SELECT number FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = 'main' AND ended_at IS NULL AND $4 = 'main'
    AND (key = '[]') <> ($5 = '[]') AND coalesce(arrived_at <= now() - interval '35 days', true)
), track AS MATERIALIZED (
  SELECT t.* FROM own JOIN finding_tracks t
    ON t.organization_id = $1 AND t.product_id = $2 AND t.line = own.number
      AND (t.set_id = $6::uuid OR t.number = own.last_track)
  ORDER BY t.set_id = $6::uuid DESC, t.number = own.last_track DESC LIMIT 1
), base AS MATERIALIZED (
  SELECT coalesce((SELECT set_id FROM track), (
    SELECT t.set_id FROM lines l JOIN finding_tracks t ON t.organization_id = l.organization_id
      AND t.product_id = l.product_id AND t.number = l.last_track
    WHERE l.organization_id = $1 AND l.product_id = $2 AND l.tool = $3 AND l.kind = 'main'
    ORDER BY l.ended_at IS NULL DESC, l.last_number DESC LIMIT 1)) AS id
), chain AS (
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM base JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = base.id WHERE base.id <> $6::uuid
  UNION ALL
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM chain JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = chain.base_id
), reported AS MATERIALIZED (
  SELECT * FROM unnest($8::uuid[], $9::uuid[], $11::uuid[]) WITH ORDINALITY AS r(identity, words, spelling, position)
), met AS MATERIALIZED (
  SELECT r.position::int - 1 AS position, f.id IS NOT NULL AS is_known, CASE WHEN f.varied THEN (
  SELECT w.digest FROM finding_words w, own
  WHERE w.organization_id = $1 AND w.finding_id = f.id AND w.line IN (own.number, 0)
  ORDER BY w.line = own.number DESC, w.from_number DESC LIMIT 1)
ELSE f.words END AS line_wording,
    f.id, f.identity, f.words AS "wordingDigest", f.raised_number AS "raisedNumber",
f.landed, f.present, f.tracks AS streaks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held AS "keptOpen", f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited, f.commented,
f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
f.varied, f.needs_review AS "needsReview", (SELECT i.state FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id) AS "issueState",
    CASE WHEN $4 = 'main' AND coalesce(f.spelling, f.identity) <> coalesce(r.spelling, r.identity) THEN f.selector ||
      f.aliases END AS former_selectors
  FROM reported r FULL JOIN (
    SELECT * FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
      AND f.identity = ANY ($8::uuid[])) f
    ON f.identity = r.identity
  WHERE f.id IS NULL OR NOT coalesce((f.words = r.words AND ($4 = 'proposal' OR coalesce(f.spelling, f.identity) = coalesce(r.spelling, r.identity)) AND NOT f.varied
AND f.landed AND cardinality(f.tracks) < 16 AND (
  ($4 = 'main' AND f.present && (SELECT array_agg(own.number) FROM own)
    AND f.tracks && (SELECT array_agg(track.number) FROM track)
    AND f.first_seen_at <= $7)
  OR ($4 = 'proposal' AND f.absent_at IS NULL AND NOT f.held))
AND (f.status = 'pending' OR (f.status = 'confirmed' AND ($4 = 'proposal' OR EXISTS (
  SELECT FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id AND i.state = 'open'))))), false)
)
SELECT json_build_object(
  'arrivedAt', clock_timestamp()::timestamptz(3),
  'findingTotal', (SELECT coalesce(sum(value), 0) FROM record_totals WHERE organization_id = $1 AND product_id = $2
    AND kind IN ('findings', 'findingsToReview')),
  'line', (SELECT json_build_object('id', id, 'number', number, 'lastNumber', last_number, 'layers', layers, 'rest',
    rest::json) FROM own),
  'nextLine', (SELECT coalesce(max(number), 0) + 1 FROM lines WHERE organization_id = $1 AND product_id = $2),
  'nextStreak', (SELECT coalesce(max(number), 0) + 1 FROM finding_tracks WHERE organization_id = $1
    AND product_id = $2),
  'alsoEnds', (SELECT coalesce(json_agg(number ORDER BY number), '[]') FROM also_ended),
  'streak', (SELECT json_build_object('number', track.number, 'line', track.line, 'setId', track.set_id,
  'completedAt', (extract(epoch FROM track.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM track.arrived_at) * 1000)::float8) FROM track),
  'baseId', (SELECT id FROM base),
  'unknown', (SELECT coalesce(json_agg(position), '[]') FROM met WHERE NOT is_known),
  'spellings', (SELECT coalesce(json_agg(json_build_object('line', s.line, 'spelling', s.spelling, 'identity',
    s.identity)), '[]') FROM finding_spellings s
    WHERE s.organization_id = $1 AND s.product_id = $2 AND s.tool = $3 AND s.line IN (0, (SELECT number FROM own))
      AND s.spelling = ANY ($8::uuid[])),
  'hasSpellings', EXISTS (SELECT FROM finding_spellings WHERE organization_id = $1 AND product_id = $2 AND tool = $3),
  'answers', '[]'::json,
  'sweepReports', (
    SELECT coalesce(json_agg(json_build_object('key', a.sweep_key, 'part', a.part, 'of', a.parts, 'piece', a.piece,
      'pieces', a.pieces, 'setId', a.set_id,
      'completedAt', (extract(epoch FROM a.completed_at) * 1000)::float8, 'arrivedAt', (extract(epoch FROM a.created_at) * 1000)::float8)
        ORDER BY a.number), '[]')
    FROM own JOIN test_activities a ON a.organization_id = $1 AND a.product_id = $2 AND a.line = own.number
      AND a.sweep_key = $10),
  'streaks', (SELECT coalesce(json_agg(json_build_object('number', t.number, 'line', t.line, 'setId', t.set_id,
  'completedAt', (extract(epoch FROM t.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM t.arrived_at) * 1000)::float8)), '[]')
    FROM (SELECT DISTINCT unnest(streaks) AS number FROM (SELECT streaks FROM met WHERE is_known) known) named
    JOIN finding_tracks t ON t.organization_id = $1 AND t.product_id = $2 AND t.number = named.number)
)::text AS whole, NULL AS sets, NULL AS reported, NULL AS absentees, NULL AS fixed
UNION ALL SELECT NULL, json_build_object('id', id, 'baseId', base_id, 'depth', depth, 'added', added, 'removed',
  removed, 'pages', pages, 'marks', marks)::text, NULL, NULL, NULL FROM chain
UNION ALL SELECT NULL, NULL,
  json_agg(json_build_object('position', position, 'lineWordingDigest', line_wording, 'formerSelectors',
    former_selectors, 'known', CASE WHEN is_known THEN to_json(met) END))::text, NULL, NULL
FROM met GROUP BY position / 100;
-- where kind = main, extent = ofPages
WITH RECURSIVE
own AS MATERIALIZED (
  SELECT id, number, last_number, last_track, layers, rest FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = $4::line_kind AND key = $5
    AND ended_at IS NULL
), also_ended AS MATERIALIZED (
  SELECT number FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = 'main' AND ended_at IS NULL AND $4 = 'main'
    AND (key = '[]') <> ($5 = '[]') AND coalesce(arrived_at <= now() - interval '35 days', true)
), track AS MATERIALIZED (
  SELECT t.* FROM own JOIN finding_tracks t
    ON t.organization_id = $1 AND t.product_id = $2 AND t.line = own.number
      AND (t.set_id = $6::uuid OR t.number = own.last_track)
  ORDER BY t.set_id = $6::uuid DESC, t.number = own.last_track DESC LIMIT 1
), base AS MATERIALIZED (
  SELECT coalesce((SELECT set_id FROM track), (
    SELECT t.set_id FROM lines l JOIN finding_tracks t ON t.organization_id = l.organization_id
      AND t.product_id = l.product_id AND t.number = l.last_track
    WHERE l.organization_id = $1 AND l.product_id = $2 AND l.tool = $3 AND l.kind = 'main'
    ORDER BY l.ended_at IS NULL DESC, l.last_number DESC LIMIT 1)) AS id
), chain AS (
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM base JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = base.id WHERE base.id <> $6::uuid
  UNION ALL
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM chain JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = chain.base_id
), reported AS MATERIALIZED (
  SELECT * FROM unnest($8::uuid[], $9::uuid[], $11::uuid[]) WITH ORDINALITY AS r(identity, words, spelling, position)
), met AS MATERIALIZED (
  SELECT r.position::int - 1 AS position, f.id IS NOT NULL AS is_known, CASE WHEN f.varied THEN (
  SELECT w.digest FROM finding_words w, own
  WHERE w.organization_id = $1 AND w.finding_id = f.id AND w.line IN (own.number, 0)
  ORDER BY w.line = own.number DESC, w.from_number DESC LIMIT 1)
ELSE f.words END AS line_wording,
    f.id, f.identity, f.words AS "wordingDigest", f.raised_number AS "raisedNumber",
f.landed, f.present, f.tracks AS streaks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held AS "keptOpen", f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited, f.commented,
f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
f.varied, f.needs_review AS "needsReview", (SELECT i.state FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id) AS "issueState",
    CASE WHEN $4 = 'main' AND coalesce(f.spelling, f.identity) <> coalesce(r.spelling, r.identity) THEN f.selector ||
      f.aliases END AS former_selectors
  FROM reported r FULL JOIN (
    SELECT * FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
      AND f.identity = ANY ($8::uuid[])) f
    ON f.identity = r.identity
  WHERE f.id IS NULL OR NOT coalesce((f.words = r.words AND ($4 = 'proposal' OR coalesce(f.spelling, f.identity) = coalesce(r.spelling, r.identity)) AND NOT f.varied
AND f.landed AND cardinality(f.tracks) < 16 AND (
  ($4 = 'main' AND f.present && (SELECT array_agg(own.number) FROM own)
    AND f.tracks && (SELECT array_agg(track.number) FROM track)
    AND f.first_seen_at <= $7)
  OR ($4 = 'proposal' AND f.absent_at IS NULL AND NOT f.held))
AND (f.status = 'pending' OR (f.status = 'confirmed' AND ($4 = 'proposal' OR EXISTS (
  SELECT FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id AND i.state = 'open'))))), false)
)
SELECT json_build_object(
  'arrivedAt', clock_timestamp()::timestamptz(3),
  'findingTotal', (SELECT coalesce(sum(value), 0) FROM record_totals WHERE organization_id = $1 AND product_id = $2
    AND kind IN ('findings', 'findingsToReview')),
  'line', (SELECT json_build_object('id', id, 'number', number, 'lastNumber', last_number, 'layers', layers, 'rest',
    rest::json) FROM own),
  'nextLine', (SELECT coalesce(max(number), 0) + 1 FROM lines WHERE organization_id = $1 AND product_id = $2),
  'nextStreak', (SELECT coalesce(max(number), 0) + 1 FROM finding_tracks WHERE organization_id = $1
    AND product_id = $2),
  'alsoEnds', (SELECT coalesce(json_agg(number ORDER BY number), '[]') FROM also_ended),
  'streak', (SELECT json_build_object('number', track.number, 'line', track.line, 'setId', track.set_id,
  'completedAt', (extract(epoch FROM track.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM track.arrived_at) * 1000)::float8) FROM track),
  'baseId', (SELECT id FROM base),
  'unknown', (SELECT coalesce(json_agg(position), '[]') FROM met WHERE NOT is_known),
  'spellings', (SELECT coalesce(json_agg(json_build_object('line', s.line, 'spelling', s.spelling, 'identity',
    s.identity)), '[]') FROM finding_spellings s
    WHERE s.organization_id = $1 AND s.product_id = $2 AND s.tool = $3 AND s.line IN (0, (SELECT number FROM own))
      AND s.spelling = ANY ($8::uuid[])),
  'hasSpellings', EXISTS (SELECT FROM finding_spellings WHERE organization_id = $1 AND product_id = $2 AND tool = $3),
  'answers', '[]'::json,
  'sweepReports', CASE WHEN $10::text IS NULL THEN '[]'::json END,
  'streaks', (SELECT coalesce(json_agg(json_build_object('number', t.number, 'line', t.line, 'setId', t.set_id,
  'completedAt', (extract(epoch FROM t.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM t.arrived_at) * 1000)::float8)), '[]')
    FROM (SELECT DISTINCT unnest(streaks) AS number FROM (SELECT streaks FROM met WHERE is_known) known) named
    JOIN finding_tracks t ON t.organization_id = $1 AND t.product_id = $2 AND t.number = named.number)
)::text AS whole, NULL AS sets, NULL AS reported, NULL AS absentees, NULL AS fixed
UNION ALL SELECT NULL, json_build_object('id', id, 'baseId', base_id, 'depth', depth, 'added', added, 'removed',
  removed, 'pages', pages, 'marks', marks)::text, NULL, NULL, NULL FROM chain
UNION ALL SELECT NULL, NULL,
  json_agg(json_build_object('position', position, 'lineWordingDigest', line_wording, 'formerSelectors',
    former_selectors, 'known', CASE WHEN is_known THEN to_json(met) END))::text, NULL, NULL
FROM met GROUP BY position / 100;
-- where kind = main, extent = complete
WITH RECURSIVE
own AS MATERIALIZED (
  SELECT id, number, last_number, last_track, layers, rest FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = $4::line_kind AND key = $5
    AND ended_at IS NULL
), also_ended AS MATERIALIZED (
  SELECT number FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = 'main' AND ended_at IS NULL AND $4 = 'main'
    AND (key = '[]') <> ($5 = '[]') AND coalesce(arrived_at <= now() - interval '35 days', true)
), track AS MATERIALIZED (
  SELECT t.* FROM own JOIN finding_tracks t
    ON t.organization_id = $1 AND t.product_id = $2 AND t.line = own.number
      AND (t.set_id = $6::uuid OR t.number = own.last_track)
  ORDER BY t.set_id = $6::uuid DESC, t.number = own.last_track DESC LIMIT 1
), base AS MATERIALIZED (
  SELECT coalesce((SELECT set_id FROM track), (
    SELECT t.set_id FROM lines l JOIN finding_tracks t ON t.organization_id = l.organization_id
      AND t.product_id = l.product_id AND t.number = l.last_track
    WHERE l.organization_id = $1 AND l.product_id = $2 AND l.tool = $3 AND l.kind = 'main'
    ORDER BY l.ended_at IS NULL DESC, l.last_number DESC LIMIT 1)) AS id
), chain AS (
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM base JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = base.id WHERE base.id <> $6::uuid
  UNION ALL
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM chain JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = chain.base_id
), reported AS MATERIALIZED (
  SELECT * FROM unnest($8::uuid[], $9::uuid[], $11::uuid[]) WITH ORDINALITY AS r(identity, words, spelling, position)
), met AS MATERIALIZED (
  SELECT r.position::int - 1 AS position, f.id IS NOT NULL AS is_known, CASE WHEN f.varied THEN (
  SELECT w.digest FROM finding_words w, own
  WHERE w.organization_id = $1 AND w.finding_id = f.id AND w.line IN (own.number, 0)
  ORDER BY w.line = own.number DESC, w.from_number DESC LIMIT 1)
ELSE f.words END AS line_wording,
    f.id, f.identity, f.words AS "wordingDigest", f.raised_number AS "raisedNumber",
f.landed, f.present, f.tracks AS streaks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held AS "keptOpen", f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited, f.commented,
f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
f.varied, f.needs_review AS "needsReview", (SELECT i.state FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id) AS "issueState",
    CASE WHEN $4 = 'main' AND coalesce(f.spelling, f.identity) <> coalesce(r.spelling, r.identity) THEN f.selector ||
      f.aliases END AS former_selectors
  FROM reported r FULL JOIN (
    SELECT * FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
      AND f.identity = ANY ($8::uuid[])) f
    ON f.identity = r.identity
  WHERE f.id IS NULL OR NOT coalesce((f.words = r.words AND ($4 = 'proposal' OR coalesce(f.spelling, f.identity) = coalesce(r.spelling, r.identity)) AND NOT f.varied
AND f.landed AND cardinality(f.tracks) < 16 AND (
  ($4 = 'main' AND f.present && (SELECT array_agg(own.number) FROM own)
    AND f.tracks && (SELECT array_agg(track.number) FROM track)
    AND f.first_seen_at <= $7)
  OR ($4 = 'proposal' AND f.absent_at IS NULL AND NOT f.held))
AND (f.status = 'pending' OR (f.status = 'confirmed' AND ($4 = 'proposal' OR EXISTS (
  SELECT FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id AND i.state = 'open'))))), false)
),
absent AS MATERIALIZED (
SELECT array_agg(f.id ORDER BY f.id) AS ids, array_agg(f.identity ORDER BY f.id) AS identities, state, state.streaks
FROM findings f, LATERAL (SELECT
f.landed, f.present, f.tracks AS streaks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held AS "keptOpen", f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited, f.commented,
f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
f.varied, f.needs_review AS "needsReview") state WHERE
    f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
    AND (f.status <> 'resolved' OR f.held) AND (f.landed OR $4 = 'proposal' OR f.held) AND NOT (f.landed AND $4 = 'proposal')
    AND (f.held OR f.present && (SELECT array_agg(number) FROM (SELECT number FROM own UNION ALL SELECT number FROM also_ended) ending))
    AND f.identity NOT IN (SELECT identity FROM reported) GROUP BY state, state.streaks
)
SELECT json_build_object(
  'arrivedAt', clock_timestamp()::timestamptz(3),
  'findingTotal', (SELECT coalesce(sum(value), 0) FROM record_totals WHERE organization_id = $1 AND product_id = $2
    AND kind IN ('findings', 'findingsToReview')),
  'line', (SELECT json_build_object('id', id, 'number', number, 'lastNumber', last_number, 'layers', layers, 'rest',
    rest::json) FROM own),
  'nextLine', (SELECT coalesce(max(number), 0) + 1 FROM lines WHERE organization_id = $1 AND product_id = $2),
  'nextStreak', (SELECT coalesce(max(number), 0) + 1 FROM finding_tracks WHERE organization_id = $1
    AND product_id = $2),
  'alsoEnds', (SELECT coalesce(json_agg(number ORDER BY number), '[]') FROM also_ended),
  'streak', (SELECT json_build_object('number', track.number, 'line', track.line, 'setId', track.set_id,
  'completedAt', (extract(epoch FROM track.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM track.arrived_at) * 1000)::float8) FROM track),
  'baseId', (SELECT id FROM base),
  'unknown', (SELECT coalesce(json_agg(position), '[]') FROM met WHERE NOT is_known),
  'spellings', (SELECT coalesce(json_agg(json_build_object('line', s.line, 'spelling', s.spelling, 'identity',
    s.identity)), '[]') FROM finding_spellings s
    WHERE s.organization_id = $1 AND s.product_id = $2 AND s.tool = $3 AND s.line IN (0, (SELECT number FROM own))
      AND s.spelling = ANY ($8::uuid[])),
  'hasSpellings', EXISTS (SELECT FROM finding_spellings WHERE organization_id = $1 AND product_id = $2 AND tool = $3),
  'answers', '[]'::json,
  'sweepReports', CASE WHEN $10::text IS NULL THEN '[]'::json END,
  'streaks', (SELECT coalesce(json_agg(json_build_object('number', t.number, 'line', t.line, 'setId', t.set_id,
  'completedAt', (extract(epoch FROM t.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM t.arrived_at) * 1000)::float8)), '[]')
    FROM (SELECT DISTINCT unnest(streaks) AS number FROM (SELECT streaks FROM met WHERE is_known UNION ALL SELECT streaks FROM absent) known) named
    JOIN finding_tracks t ON t.organization_id = $1 AND t.product_id = $2 AND t.number = named.number)
)::text AS whole, NULL AS sets, NULL AS reported, NULL AS absentees, NULL AS fixed
UNION ALL SELECT NULL, json_build_object('id', id, 'baseId', base_id, 'depth', depth, 'added', added, 'removed',
  removed, 'pages', pages, 'marks', marks)::text, NULL, NULL, NULL FROM chain
UNION ALL SELECT NULL, NULL,
  json_agg(json_build_object('position', position, 'lineWordingDigest', line_wording, 'formerSelectors',
    former_selectors, 'known', CASE WHEN is_known THEN to_json(met) END))::text, NULL, NULL
FROM met GROUP BY position / 100
UNION ALL SELECT NULL, NULL, NULL, part, NULL FROM (SELECT json_agg(json_build_object('ids', ids, 'identities', identities, 'state', state))::text
  FROM (SELECT ids[i:i + 999] AS ids, identities[i:i + 999] AS identities, state,
      sum(least(cardinality(ids) - i + 1, 1000)) OVER (ROWS UNBOUNDED PRECEDING) /
        1000 AS part
    FROM absent, generate_series(1, cardinality(ids), 1000) i) parts
  GROUP BY part) absentees(part);
-- where kind = proposal, extent = partial
WITH RECURSIVE
own AS MATERIALIZED (
  SELECT id, number, last_number, last_track, layers, rest FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = $4::line_kind AND key = $5
    AND ended_at IS NULL
), also_ended AS MATERIALIZED (
  SELECT number FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = 'main' AND ended_at IS NULL AND $4 = 'main'
    AND (key = '[]') <> ($5 = '[]') AND coalesce(arrived_at <= now() - interval '35 days', true)
), track AS MATERIALIZED (
  SELECT t.* FROM own JOIN finding_tracks t
    ON t.organization_id = $1 AND t.product_id = $2 AND t.line = own.number
      AND (t.set_id = $6::uuid OR t.number = own.last_track)
  ORDER BY t.set_id = $6::uuid DESC, t.number = own.last_track DESC LIMIT 1
), base AS MATERIALIZED (
  SELECT coalesce((SELECT set_id FROM track), (
    SELECT t.set_id FROM lines l JOIN finding_tracks t ON t.organization_id = l.organization_id
      AND t.product_id = l.product_id AND t.number = l.last_track
    WHERE l.organization_id = $1 AND l.product_id = $2 AND l.tool = $3 AND l.kind = 'main'
    ORDER BY l.ended_at IS NULL DESC, l.last_number DESC LIMIT 1)) AS id
), chain AS (
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM base JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = base.id WHERE base.id <> $6::uuid
  UNION ALL
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM chain JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = chain.base_id
), reported AS MATERIALIZED (
  SELECT * FROM unnest($8::uuid[], $9::uuid[], $11::uuid[]) WITH ORDINALITY AS r(identity, words, spelling, position)
), met AS MATERIALIZED (
  SELECT r.position::int - 1 AS position, f.id IS NOT NULL AS is_known, CASE WHEN f.varied THEN (
  SELECT w.digest FROM finding_words w, own
  WHERE w.organization_id = $1 AND w.finding_id = f.id AND w.line IN (own.number, 0)
  ORDER BY w.line = own.number DESC, w.from_number DESC LIMIT 1)
ELSE f.words END AS line_wording,
    f.id, f.identity, f.words AS "wordingDigest", f.raised_number AS "raisedNumber",
f.landed, f.present, f.tracks AS streaks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held AS "keptOpen", f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited, f.commented,
f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
f.varied, f.needs_review AS "needsReview", (SELECT i.state FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id) AS "issueState",
    CASE WHEN $4 = 'main' AND coalesce(f.spelling, f.identity) <> coalesce(r.spelling, r.identity) THEN f.selector ||
      f.aliases END AS former_selectors
  FROM reported r FULL JOIN (
    SELECT * FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
      AND f.identity = ANY ($8::uuid[])) f
    ON f.identity = r.identity
  WHERE f.id IS NULL OR NOT coalesce((f.words = r.words AND ($4 = 'proposal' OR coalesce(f.spelling, f.identity) = coalesce(r.spelling, r.identity)) AND NOT f.varied
AND f.landed AND cardinality(f.tracks) < 16 AND (
  ($4 = 'main' AND f.present && (SELECT array_agg(own.number) FROM own)
    AND f.tracks && (SELECT array_agg(track.number) FROM track)
    AND f.first_seen_at <= $7)
  OR ($4 = 'proposal' AND f.absent_at IS NULL AND NOT f.held))
AND (f.status = 'pending' OR (f.status = 'confirmed' AND ($4 = 'proposal' OR EXISTS (
  SELECT FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id AND i.state = 'open'))))), false)
)
SELECT json_build_object(
  'arrivedAt', clock_timestamp()::timestamptz(3),
  'findingTotal', (SELECT coalesce(sum(value), 0) FROM record_totals WHERE organization_id = $1 AND product_id = $2
    AND kind IN ('findings', 'findingsToReview')),
  'line', (SELECT json_build_object('id', id, 'number', number, 'lastNumber', last_number, 'layers', layers, 'rest',
    rest::json) FROM own),
  'nextLine', (SELECT coalesce(max(number), 0) + 1 FROM lines WHERE organization_id = $1 AND product_id = $2),
  'nextStreak', (SELECT coalesce(max(number), 0) + 1 FROM finding_tracks WHERE organization_id = $1
    AND product_id = $2),
  'alsoEnds', (SELECT coalesce(json_agg(number ORDER BY number), '[]') FROM also_ended),
  'streak', (SELECT json_build_object('number', track.number, 'line', track.line, 'setId', track.set_id,
  'completedAt', (extract(epoch FROM track.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM track.arrived_at) * 1000)::float8) FROM track),
  'baseId', (SELECT id FROM base),
  'unknown', (SELECT coalesce(json_agg(position), '[]') FROM met WHERE NOT is_known),
  'spellings', (SELECT coalesce(json_agg(json_build_object('line', s.line, 'spelling', s.spelling, 'identity',
    s.identity)), '[]') FROM finding_spellings s
    WHERE s.organization_id = $1 AND s.product_id = $2 AND s.tool = $3 AND s.line IN (0, (SELECT number FROM own))
      AND s.spelling = ANY ($8::uuid[])),
  'hasSpellings', EXISTS (SELECT FROM finding_spellings WHERE organization_id = $1 AND product_id = $2 AND tool = $3),
  'answers', (SELECT coalesce(json_agg(json_build_object('identity', named.identity, 'page', a.page)), '[]')
    FROM reported, LATERAL (
      SELECT id, identity FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
        AND f.identity = reported.identity LIMIT 1) named
    JOIN finding_page_answers a ON a.organization_id = $1 AND a.finding_id = named.id WHERE a.until IS NULL
      OR a.until > now()),
  'sweepReports', CASE WHEN $10::text IS NULL THEN '[]'::json END,
  'streaks', (SELECT coalesce(json_agg(json_build_object('number', t.number, 'line', t.line, 'setId', t.set_id,
  'completedAt', (extract(epoch FROM t.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM t.arrived_at) * 1000)::float8)), '[]')
    FROM (SELECT DISTINCT unnest(streaks) AS number FROM (SELECT streaks FROM met WHERE is_known) known) named
    JOIN finding_tracks t ON t.organization_id = $1 AND t.product_id = $2 AND t.number = named.number)
)::text AS whole, NULL AS sets, NULL AS reported, NULL AS absentees, NULL AS fixed
UNION ALL SELECT NULL, json_build_object('id', id, 'baseId', base_id, 'depth', depth, 'added', added, 'removed',
  removed, 'pages', pages, 'marks', marks)::text, NULL, NULL, NULL FROM chain
UNION ALL SELECT NULL, NULL,
  json_agg(json_build_object('position', position, 'lineWordingDigest', line_wording, 'formerSelectors',
    former_selectors, 'known', CASE WHEN is_known THEN to_json(met) END))::text, NULL, NULL
FROM met GROUP BY position / 100;
-- where kind = proposal, extent = ofSweep
WITH RECURSIVE
own AS MATERIALIZED (
  SELECT id, number, last_number, last_track, layers, rest FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = $4::line_kind AND key = $5
    AND ended_at IS NULL
), also_ended AS MATERIALIZED (
  SELECT number FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = 'main' AND ended_at IS NULL AND $4 = 'main'
    AND (key = '[]') <> ($5 = '[]') AND coalesce(arrived_at <= now() - interval '35 days', true)
), track AS MATERIALIZED (
  SELECT t.* FROM own JOIN finding_tracks t
    ON t.organization_id = $1 AND t.product_id = $2 AND t.line = own.number
      AND (t.set_id = $6::uuid OR t.number = own.last_track)
  ORDER BY t.set_id = $6::uuid DESC, t.number = own.last_track DESC LIMIT 1
), base AS MATERIALIZED (
  SELECT coalesce((SELECT set_id FROM track), (
    SELECT t.set_id FROM lines l JOIN finding_tracks t ON t.organization_id = l.organization_id
      AND t.product_id = l.product_id AND t.number = l.last_track
    WHERE l.organization_id = $1 AND l.product_id = $2 AND l.tool = $3 AND l.kind = 'main'
    ORDER BY l.ended_at IS NULL DESC, l.last_number DESC LIMIT 1)) AS id
), chain AS (
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM base JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = base.id WHERE base.id <> $6::uuid
  UNION ALL
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM chain JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = chain.base_id
), reported AS MATERIALIZED (
  SELECT * FROM unnest($8::uuid[], $9::uuid[], $11::uuid[]) WITH ORDINALITY AS r(identity, words, spelling, position)
), met AS MATERIALIZED (
  SELECT r.position::int - 1 AS position, f.id IS NOT NULL AS is_known, CASE WHEN f.varied THEN (
  SELECT w.digest FROM finding_words w, own
  WHERE w.organization_id = $1 AND w.finding_id = f.id AND w.line IN (own.number, 0)
  ORDER BY w.line = own.number DESC, w.from_number DESC LIMIT 1)
ELSE f.words END AS line_wording,
    f.id, f.identity, f.words AS "wordingDigest", f.raised_number AS "raisedNumber",
f.landed, f.present, f.tracks AS streaks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held AS "keptOpen", f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited, f.commented,
f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
f.varied, f.needs_review AS "needsReview", (SELECT i.state FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id) AS "issueState",
    CASE WHEN $4 = 'main' AND coalesce(f.spelling, f.identity) <> coalesce(r.spelling, r.identity) THEN f.selector ||
      f.aliases END AS former_selectors
  FROM reported r FULL JOIN (
    SELECT * FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
      AND f.identity = ANY ($8::uuid[])) f
    ON f.identity = r.identity
  WHERE f.id IS NULL OR NOT coalesce((f.words = r.words AND ($4 = 'proposal' OR coalesce(f.spelling, f.identity) = coalesce(r.spelling, r.identity)) AND NOT f.varied
AND f.landed AND cardinality(f.tracks) < 16 AND (
  ($4 = 'main' AND f.present && (SELECT array_agg(own.number) FROM own)
    AND f.tracks && (SELECT array_agg(track.number) FROM track)
    AND f.first_seen_at <= $7)
  OR ($4 = 'proposal' AND f.absent_at IS NULL AND NOT f.held))
AND (f.status = 'pending' OR (f.status = 'confirmed' AND ($4 = 'proposal' OR EXISTS (
  SELECT FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id AND i.state = 'open'))))), false)
)
SELECT json_build_object(
  'arrivedAt', clock_timestamp()::timestamptz(3),
  'findingTotal', (SELECT coalesce(sum(value), 0) FROM record_totals WHERE organization_id = $1 AND product_id = $2
    AND kind IN ('findings', 'findingsToReview')),
  'line', (SELECT json_build_object('id', id, 'number', number, 'lastNumber', last_number, 'layers', layers, 'rest',
    rest::json) FROM own),
  'nextLine', (SELECT coalesce(max(number), 0) + 1 FROM lines WHERE organization_id = $1 AND product_id = $2),
  'nextStreak', (SELECT coalesce(max(number), 0) + 1 FROM finding_tracks WHERE organization_id = $1
    AND product_id = $2),
  'alsoEnds', (SELECT coalesce(json_agg(number ORDER BY number), '[]') FROM also_ended),
  'streak', (SELECT json_build_object('number', track.number, 'line', track.line, 'setId', track.set_id,
  'completedAt', (extract(epoch FROM track.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM track.arrived_at) * 1000)::float8) FROM track),
  'baseId', (SELECT id FROM base),
  'unknown', (SELECT coalesce(json_agg(position), '[]') FROM met WHERE NOT is_known),
  'spellings', (SELECT coalesce(json_agg(json_build_object('line', s.line, 'spelling', s.spelling, 'identity',
    s.identity)), '[]') FROM finding_spellings s
    WHERE s.organization_id = $1 AND s.product_id = $2 AND s.tool = $3 AND s.line IN (0, (SELECT number FROM own))
      AND s.spelling = ANY ($8::uuid[])),
  'hasSpellings', EXISTS (SELECT FROM finding_spellings WHERE organization_id = $1 AND product_id = $2 AND tool = $3),
  'answers', (SELECT coalesce(json_agg(json_build_object('identity', named.identity, 'page', a.page)), '[]')
    FROM reported, LATERAL (
      SELECT id, identity FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
        AND f.identity = reported.identity LIMIT 1) named
    JOIN finding_page_answers a ON a.organization_id = $1 AND a.finding_id = named.id WHERE a.until IS NULL
      OR a.until > now()),
  'sweepReports', (
    SELECT coalesce(json_agg(json_build_object('key', a.sweep_key, 'part', a.part, 'of', a.parts, 'piece', a.piece,
      'pieces', a.pieces, 'setId', a.set_id,
      'completedAt', (extract(epoch FROM a.completed_at) * 1000)::float8, 'arrivedAt', (extract(epoch FROM a.created_at) * 1000)::float8)
        ORDER BY a.number), '[]')
    FROM own JOIN test_activities a ON a.organization_id = $1 AND a.product_id = $2 AND a.line = own.number
      AND a.sweep_key = $10),
  'streaks', (SELECT coalesce(json_agg(json_build_object('number', t.number, 'line', t.line, 'setId', t.set_id,
  'completedAt', (extract(epoch FROM t.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM t.arrived_at) * 1000)::float8)), '[]')
    FROM (SELECT DISTINCT unnest(streaks) AS number FROM (SELECT streaks FROM met WHERE is_known) known) named
    JOIN finding_tracks t ON t.organization_id = $1 AND t.product_id = $2 AND t.number = named.number)
)::text AS whole, NULL AS sets, NULL AS reported, NULL AS absentees, NULL AS fixed
UNION ALL SELECT NULL, json_build_object('id', id, 'baseId', base_id, 'depth', depth, 'added', added, 'removed',
  removed, 'pages', pages, 'marks', marks)::text, NULL, NULL, NULL FROM chain
UNION ALL SELECT NULL, NULL,
  json_agg(json_build_object('position', position, 'lineWordingDigest', line_wording, 'formerSelectors',
    former_selectors, 'known', CASE WHEN is_known THEN to_json(met) END))::text, NULL, NULL
FROM met GROUP BY position / 100;
-- where kind = proposal, extent = ofPages
WITH RECURSIVE
own AS MATERIALIZED (
  SELECT id, number, last_number, last_track, layers, rest FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = $4::line_kind AND key = $5
    AND ended_at IS NULL
), also_ended AS MATERIALIZED (
  SELECT number FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = 'main' AND ended_at IS NULL AND $4 = 'main'
    AND (key = '[]') <> ($5 = '[]') AND coalesce(arrived_at <= now() - interval '35 days', true)
), track AS MATERIALIZED (
  SELECT t.* FROM own JOIN finding_tracks t
    ON t.organization_id = $1 AND t.product_id = $2 AND t.line = own.number
      AND (t.set_id = $6::uuid OR t.number = own.last_track)
  ORDER BY t.set_id = $6::uuid DESC, t.number = own.last_track DESC LIMIT 1
), base AS MATERIALIZED (
  SELECT coalesce((SELECT set_id FROM track), (
    SELECT t.set_id FROM lines l JOIN finding_tracks t ON t.organization_id = l.organization_id
      AND t.product_id = l.product_id AND t.number = l.last_track
    WHERE l.organization_id = $1 AND l.product_id = $2 AND l.tool = $3 AND l.kind = 'main'
    ORDER BY l.ended_at IS NULL DESC, l.last_number DESC LIMIT 1)) AS id
), chain AS (
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM base JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = base.id WHERE base.id <> $6::uuid
  UNION ALL
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM chain JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = chain.base_id
), reported AS MATERIALIZED (
  SELECT * FROM unnest($8::uuid[], $9::uuid[], $11::uuid[]) WITH ORDINALITY AS r(identity, words, spelling, position)
), met AS MATERIALIZED (
  SELECT r.position::int - 1 AS position, f.id IS NOT NULL AS is_known, CASE WHEN f.varied THEN (
  SELECT w.digest FROM finding_words w, own
  WHERE w.organization_id = $1 AND w.finding_id = f.id AND w.line IN (own.number, 0)
  ORDER BY w.line = own.number DESC, w.from_number DESC LIMIT 1)
ELSE f.words END AS line_wording,
    f.id, f.identity, f.words AS "wordingDigest", f.raised_number AS "raisedNumber",
f.landed, f.present, f.tracks AS streaks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held AS "keptOpen", f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited, f.commented,
f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
f.varied, f.needs_review AS "needsReview", (SELECT i.state FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id) AS "issueState",
    CASE WHEN $4 = 'main' AND coalesce(f.spelling, f.identity) <> coalesce(r.spelling, r.identity) THEN f.selector ||
      f.aliases END AS former_selectors
  FROM reported r FULL JOIN (
    SELECT * FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
      AND f.identity = ANY ($8::uuid[])) f
    ON f.identity = r.identity
  WHERE f.id IS NULL OR NOT coalesce((f.words = r.words AND ($4 = 'proposal' OR coalesce(f.spelling, f.identity) = coalesce(r.spelling, r.identity)) AND NOT f.varied
AND f.landed AND cardinality(f.tracks) < 16 AND (
  ($4 = 'main' AND f.present && (SELECT array_agg(own.number) FROM own)
    AND f.tracks && (SELECT array_agg(track.number) FROM track)
    AND f.first_seen_at <= $7)
  OR ($4 = 'proposal' AND f.absent_at IS NULL AND NOT f.held))
AND (f.status = 'pending' OR (f.status = 'confirmed' AND ($4 = 'proposal' OR EXISTS (
  SELECT FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id AND i.state = 'open'))))), false)
)
SELECT json_build_object(
  'arrivedAt', clock_timestamp()::timestamptz(3),
  'findingTotal', (SELECT coalesce(sum(value), 0) FROM record_totals WHERE organization_id = $1 AND product_id = $2
    AND kind IN ('findings', 'findingsToReview')),
  'line', (SELECT json_build_object('id', id, 'number', number, 'lastNumber', last_number, 'layers', layers, 'rest',
    rest::json) FROM own),
  'nextLine', (SELECT coalesce(max(number), 0) + 1 FROM lines WHERE organization_id = $1 AND product_id = $2),
  'nextStreak', (SELECT coalesce(max(number), 0) + 1 FROM finding_tracks WHERE organization_id = $1
    AND product_id = $2),
  'alsoEnds', (SELECT coalesce(json_agg(number ORDER BY number), '[]') FROM also_ended),
  'streak', (SELECT json_build_object('number', track.number, 'line', track.line, 'setId', track.set_id,
  'completedAt', (extract(epoch FROM track.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM track.arrived_at) * 1000)::float8) FROM track),
  'baseId', (SELECT id FROM base),
  'unknown', (SELECT coalesce(json_agg(position), '[]') FROM met WHERE NOT is_known),
  'spellings', (SELECT coalesce(json_agg(json_build_object('line', s.line, 'spelling', s.spelling, 'identity',
    s.identity)), '[]') FROM finding_spellings s
    WHERE s.organization_id = $1 AND s.product_id = $2 AND s.tool = $3 AND s.line IN (0, (SELECT number FROM own))
      AND s.spelling = ANY ($8::uuid[])),
  'hasSpellings', EXISTS (SELECT FROM finding_spellings WHERE organization_id = $1 AND product_id = $2 AND tool = $3),
  'answers', (SELECT coalesce(json_agg(json_build_object('identity', named.identity, 'page', a.page)), '[]')
    FROM reported, LATERAL (
      SELECT id, identity FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
        AND f.identity = reported.identity LIMIT 1) named
    JOIN finding_page_answers a ON a.organization_id = $1 AND a.finding_id = named.id WHERE a.until IS NULL
      OR a.until > now()),
  'sweepReports', CASE WHEN $10::text IS NULL THEN '[]'::json END,
  'streaks', (SELECT coalesce(json_agg(json_build_object('number', t.number, 'line', t.line, 'setId', t.set_id,
  'completedAt', (extract(epoch FROM t.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM t.arrived_at) * 1000)::float8)), '[]')
    FROM (SELECT DISTINCT unnest(streaks) AS number FROM (SELECT streaks FROM met WHERE is_known) known) named
    JOIN finding_tracks t ON t.organization_id = $1 AND t.product_id = $2 AND t.number = named.number)
)::text AS whole, NULL AS sets, NULL AS reported, NULL AS absentees, NULL AS fixed
UNION ALL SELECT NULL, json_build_object('id', id, 'baseId', base_id, 'depth', depth, 'added', added, 'removed',
  removed, 'pages', pages, 'marks', marks)::text, NULL, NULL, NULL FROM chain
UNION ALL SELECT NULL, NULL,
  json_agg(json_build_object('position', position, 'lineWordingDigest', line_wording, 'formerSelectors',
    former_selectors, 'known', CASE WHEN is_known THEN to_json(met) END))::text, NULL, NULL
FROM met GROUP BY position / 100
UNION ALL SELECT NULL, NULL, NULL, NULL, part FROM (SELECT json_agg(identity)::text
  FROM (SELECT f.identity, row_number() OVER () / 1000 AS part FROM findings f
    WHERE $4 = 'proposal' AND f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3 AND f.landed
      AND NOT f.needs_review AND f.present <> '{}'
      AND ((f.status = 'pending' OR (f.status = 'dismissed' AND (f.dismissed_until IS NOT NULL AND f.dismissed_until <= now()) AND f.absent_at IS NULL)) OR (f.status = 'confirmed'))
      AND f.identity NOT IN (SELECT identity FROM reported)
      AND NOT EXISTS (SELECT FROM finding_tracks t JOIN lines l
          ON l.organization_id = t.organization_id AND l.product_id = t.product_id AND l.number = t.line
        WHERE t.organization_id = $1 AND t.product_id = $2 AND t.number = ANY (f.tracks) AND t.moment > $7
          AND l.ended_at IS NULL)
      AND NOT EXISTS (SELECT FROM unnest(f.seen_in, f.seen_at) AS s(line, at) JOIN lines l ON l.number = s.line
        WHERE l.organization_id = $1 AND l.product_id = $2 AND s.at > $7 AND l.ended_at IS NULL)) parts
  GROUP BY part) fixed(part);
-- where kind = proposal, extent = complete
WITH RECURSIVE
own AS MATERIALIZED (
  SELECT id, number, last_number, last_track, layers, rest FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = $4::line_kind AND key = $5
    AND ended_at IS NULL
), also_ended AS MATERIALIZED (
  SELECT number FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = 'main' AND ended_at IS NULL AND $4 = 'main'
    AND (key = '[]') <> ($5 = '[]') AND coalesce(arrived_at <= now() - interval '35 days', true)
), track AS MATERIALIZED (
  SELECT t.* FROM own JOIN finding_tracks t
    ON t.organization_id = $1 AND t.product_id = $2 AND t.line = own.number
      AND (t.set_id = $6::uuid OR t.number = own.last_track)
  ORDER BY t.set_id = $6::uuid DESC, t.number = own.last_track DESC LIMIT 1
), base AS MATERIALIZED (
  SELECT coalesce((SELECT set_id FROM track), (
    SELECT t.set_id FROM lines l JOIN finding_tracks t ON t.organization_id = l.organization_id
      AND t.product_id = l.product_id AND t.number = l.last_track
    WHERE l.organization_id = $1 AND l.product_id = $2 AND l.tool = $3 AND l.kind = 'main'
    ORDER BY l.ended_at IS NULL DESC, l.last_number DESC LIMIT 1)) AS id
), chain AS (
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM base JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = base.id WHERE base.id <> $6::uuid
  UNION ALL
  SELECT s.id, s.base_id, s.depth, s.added, s.removed, s.pages, s.marks FROM chain JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = chain.base_id
), reported AS MATERIALIZED (
  SELECT * FROM unnest($8::uuid[], $9::uuid[], $11::uuid[]) WITH ORDINALITY AS r(identity, words, spelling, position)
), met AS MATERIALIZED (
  SELECT r.position::int - 1 AS position, f.id IS NOT NULL AS is_known, CASE WHEN f.varied THEN (
  SELECT w.digest FROM finding_words w, own
  WHERE w.organization_id = $1 AND w.finding_id = f.id AND w.line IN (own.number, 0)
  ORDER BY w.line = own.number DESC, w.from_number DESC LIMIT 1)
ELSE f.words END AS line_wording,
    f.id, f.identity, f.words AS "wordingDigest", f.raised_number AS "raisedNumber",
f.landed, f.present, f.tracks AS streaks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held AS "keptOpen", f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited, f.commented,
f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
f.varied, f.needs_review AS "needsReview", (SELECT i.state FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id) AS "issueState",
    CASE WHEN $4 = 'main' AND coalesce(f.spelling, f.identity) <> coalesce(r.spelling, r.identity) THEN f.selector ||
      f.aliases END AS former_selectors
  FROM reported r FULL JOIN (
    SELECT * FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
      AND f.identity = ANY ($8::uuid[])) f
    ON f.identity = r.identity
  WHERE f.id IS NULL OR NOT coalesce((f.words = r.words AND ($4 = 'proposal' OR coalesce(f.spelling, f.identity) = coalesce(r.spelling, r.identity)) AND NOT f.varied
AND f.landed AND cardinality(f.tracks) < 16 AND (
  ($4 = 'main' AND f.present && (SELECT array_agg(own.number) FROM own)
    AND f.tracks && (SELECT array_agg(track.number) FROM track)
    AND f.first_seen_at <= $7)
  OR ($4 = 'proposal' AND f.absent_at IS NULL AND NOT f.held))
AND (f.status = 'pending' OR (f.status = 'confirmed' AND ($4 = 'proposal' OR EXISTS (
  SELECT FROM issues i WHERE i.organization_id = $1 AND i.id = f.issue_id AND i.state = 'open'))))), false)
),
absent AS MATERIALIZED (
SELECT array_agg(f.id ORDER BY f.id) AS ids, array_agg(f.identity ORDER BY f.id) AS identities, state, state.streaks
FROM findings f, LATERAL (SELECT
f.landed, f.present, f.tracks AS streaks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held AS "keptOpen", f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited, f.commented,
f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
f.varied, f.needs_review AS "needsReview") state WHERE
    f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
    AND (f.status <> 'resolved' OR f.held) AND (f.landed OR $4 = 'proposal' OR f.held) AND NOT (f.landed AND $4 = 'proposal')
    AND (f.held OR f.present && (SELECT array_agg(number) FROM (SELECT number FROM own UNION ALL SELECT number FROM also_ended) ending))
    AND f.identity NOT IN (SELECT identity FROM reported) GROUP BY state, state.streaks
)
SELECT json_build_object(
  'arrivedAt', clock_timestamp()::timestamptz(3),
  'findingTotal', (SELECT coalesce(sum(value), 0) FROM record_totals WHERE organization_id = $1 AND product_id = $2
    AND kind IN ('findings', 'findingsToReview')),
  'line', (SELECT json_build_object('id', id, 'number', number, 'lastNumber', last_number, 'layers', layers, 'rest',
    rest::json) FROM own),
  'nextLine', (SELECT coalesce(max(number), 0) + 1 FROM lines WHERE organization_id = $1 AND product_id = $2),
  'nextStreak', (SELECT coalesce(max(number), 0) + 1 FROM finding_tracks WHERE organization_id = $1
    AND product_id = $2),
  'alsoEnds', (SELECT coalesce(json_agg(number ORDER BY number), '[]') FROM also_ended),
  'streak', (SELECT json_build_object('number', track.number, 'line', track.line, 'setId', track.set_id,
  'completedAt', (extract(epoch FROM track.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM track.arrived_at) * 1000)::float8) FROM track),
  'baseId', (SELECT id FROM base),
  'unknown', (SELECT coalesce(json_agg(position), '[]') FROM met WHERE NOT is_known),
  'spellings', (SELECT coalesce(json_agg(json_build_object('line', s.line, 'spelling', s.spelling, 'identity',
    s.identity)), '[]') FROM finding_spellings s
    WHERE s.organization_id = $1 AND s.product_id = $2 AND s.tool = $3 AND s.line IN (0, (SELECT number FROM own))
      AND s.spelling = ANY ($8::uuid[])),
  'hasSpellings', EXISTS (SELECT FROM finding_spellings WHERE organization_id = $1 AND product_id = $2 AND tool = $3),
  'answers', (SELECT coalesce(json_agg(json_build_object('identity', named.identity, 'page', a.page)), '[]')
    FROM reported, LATERAL (
      SELECT id, identity FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
        AND f.identity = reported.identity LIMIT 1) named
    JOIN finding_page_answers a ON a.organization_id = $1 AND a.finding_id = named.id WHERE a.until IS NULL
      OR a.until > now()),
  'sweepReports', CASE WHEN $10::text IS NULL THEN '[]'::json END,
  'streaks', (SELECT coalesce(json_agg(json_build_object('number', t.number, 'line', t.line, 'setId', t.set_id,
  'completedAt', (extract(epoch FROM t.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM t.arrived_at) * 1000)::float8)), '[]')
    FROM (SELECT DISTINCT unnest(streaks) AS number FROM (SELECT streaks FROM met WHERE is_known UNION ALL SELECT streaks FROM absent) known) named
    JOIN finding_tracks t ON t.organization_id = $1 AND t.product_id = $2 AND t.number = named.number)
)::text AS whole, NULL AS sets, NULL AS reported, NULL AS absentees, NULL AS fixed
UNION ALL SELECT NULL, json_build_object('id', id, 'baseId', base_id, 'depth', depth, 'added', added, 'removed',
  removed, 'pages', pages, 'marks', marks)::text, NULL, NULL, NULL FROM chain
UNION ALL SELECT NULL, NULL,
  json_agg(json_build_object('position', position, 'lineWordingDigest', line_wording, 'formerSelectors',
    former_selectors, 'known', CASE WHEN is_known THEN to_json(met) END))::text, NULL, NULL
FROM met GROUP BY position / 100
UNION ALL SELECT NULL, NULL, NULL, part, NULL FROM (SELECT json_agg(json_build_object('ids', ids, 'identities', identities, 'state', state))::text
  FROM (SELECT ids[i:i + 999] AS ids, identities[i:i + 999] AS identities, state,
      sum(least(cardinality(ids) - i + 1, 1000)) OVER (ROWS UNBOUNDED PRECEDING) /
        1000 AS part
    FROM absent, generate_series(1, cardinality(ids), 1000) i) parts
  GROUP BY part) absentees(part)
UNION ALL SELECT NULL, NULL, NULL, NULL, part FROM (SELECT json_agg(identity)::text
  FROM (SELECT f.identity, row_number() OVER () / 1000 AS part FROM findings f
    WHERE $4 = 'proposal' AND f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3 AND f.landed
      AND NOT f.needs_review AND f.present <> '{}'
      AND ((f.status = 'pending' OR (f.status = 'dismissed' AND (f.dismissed_until IS NOT NULL AND f.dismissed_until <= now()) AND f.absent_at IS NULL)) OR (f.status = 'confirmed'))
      AND f.identity NOT IN (SELECT identity FROM reported)
      AND NOT EXISTS (SELECT FROM finding_tracks t JOIN lines l
          ON l.organization_id = t.organization_id AND l.product_id = t.product_id AND l.number = t.line
        WHERE t.organization_id = $1 AND t.product_id = $2 AND t.number = ANY (f.tracks) AND t.moment > $7
          AND l.ended_at IS NULL)
      AND NOT EXISTS (SELECT FROM unnest(f.seen_in, f.seen_at) AS s(line, at) JOIN lines l ON l.number = s.line
        WHERE l.organization_id = $1 AND l.product_id = $2 AND s.at > $7 AND l.ended_at IS NULL)) parts
  GROUP BY part) fixed(part);

-- READ_ABSENTEES
--   What ends when several reports are one: the findings that neither these sets nor these identities name.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 tool: text
--   $4 lineKind: line_kind
--   $5 lineKey: text
--   $6 setIds: uuid[]
--   $7 completedAt: timestamp with time zone
--   $8 identities: uuid[]
--   returns whole text, absentees text, fixed text
WITH RECURSIVE
own AS MATERIALIZED (
  SELECT id, number, last_number, last_track, layers, rest FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = $4::line_kind AND key = $5
    AND ended_at IS NULL
), also_ended AS MATERIALIZED (
  SELECT number FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND kind = 'main' AND ended_at IS NULL AND $4 = 'main'
    AND (key = '[]') <> ($5 = '[]') AND coalesce(arrived_at <= now() - interval '35 days', true)
), chain AS (
  SELECT s.id AS head, s.base_id, s.depth, s.added, s.removed FROM finding_sets s
  WHERE s.organization_id = $1 AND s.product_id = $2 AND s.id = ANY ($6::uuid[])
  UNION ALL
  SELECT chain.head, s.base_id, s.depth, s.added, s.removed FROM chain JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = $2 AND s.id = chain.base_id
), mentions AS (
  SELECT head, unnest(added) AS identity, depth, true AS is_member FROM chain
  UNION ALL SELECT head, unnest(removed), depth, false FROM chain
), reported AS MATERIALIZED (
  SELECT identity FROM (SELECT DISTINCT ON (head, identity) identity, is_member FROM mentions ORDER BY head, identity,
    depth DESC) latest
  WHERE is_member
  UNION SELECT unnest($8::uuid[])
),
absent AS MATERIALIZED (
SELECT array_agg(f.id ORDER BY f.id) AS ids, array_agg(f.identity ORDER BY f.id) AS identities, state, state.streaks
FROM findings f, LATERAL (SELECT
f.landed, f.present, f.tracks AS streaks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held AS "keptOpen", f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited, f.commented,
f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
f.varied, f.needs_review AS "needsReview") state WHERE
    f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3
    AND (f.status <> 'resolved' OR f.held) AND (f.landed OR $4 = 'proposal' OR f.held) AND NOT (f.landed AND $4 = 'proposal')
    AND (f.held OR f.present && (SELECT array_agg(number) FROM (SELECT number FROM own UNION ALL SELECT number FROM also_ended) ending))
    AND f.identity NOT IN (SELECT identity FROM reported) GROUP BY state, state.streaks
)
SELECT json_build_object(
  'streaks', (SELECT coalesce(json_agg(json_build_object('number', t.number, 'line', t.line, 'setId', t.set_id,
  'completedAt', (extract(epoch FROM t.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM t.arrived_at) * 1000)::float8)), '[]')
    FROM (SELECT DISTINCT unnest(streaks) AS number FROM (SELECT streaks FROM absent) known) named
    JOIN finding_tracks t ON t.organization_id = $1 AND t.product_id = $2 AND t.number = named.number))::text AS whole, NULL AS absentees, NULL AS fixed
UNION ALL SELECT NULL, part, NULL FROM (SELECT json_agg(json_build_object('ids', ids, 'identities', identities, 'state', state))::text
  FROM (SELECT ids[i:i + 999] AS ids, identities[i:i + 999] AS identities, state,
      sum(least(cardinality(ids) - i + 1, 1000)) OVER (ROWS UNBOUNDED PRECEDING) /
        1000 AS part
    FROM absent, generate_series(1, cardinality(ids), 1000) i) parts
  GROUP BY part) absentees(part)
UNION ALL SELECT NULL, NULL, part FROM (SELECT json_agg(identity)::text
  FROM (SELECT f.identity, row_number() OVER () / 1000 AS part FROM findings f
    WHERE $4 = 'proposal' AND f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3 AND f.landed
      AND NOT f.needs_review AND f.present <> '{}'
      AND ((f.status = 'pending' OR (f.status = 'dismissed' AND (f.dismissed_until IS NOT NULL AND f.dismissed_until <= now()) AND f.absent_at IS NULL)) OR (f.status = 'confirmed'))
      AND f.identity NOT IN (SELECT identity FROM reported)
      AND NOT EXISTS (SELECT FROM finding_tracks t JOIN lines l
          ON l.organization_id = t.organization_id AND l.product_id = t.product_id AND l.number = t.line
        WHERE t.organization_id = $1 AND t.product_id = $2 AND t.number = ANY (f.tracks) AND t.moment > $7
          AND l.ended_at IS NULL)
      AND NOT EXISTS (SELECT FROM unnest(f.seen_in, f.seen_at) AS s(line, at) JOIN lines l ON l.number = s.line
        WHERE l.organization_id = $1 AND l.product_id = $2 AND s.at > $7 AND l.ended_at IS NULL)) parts
  GROUP BY part) fixed(part);

-- READ_LOST
--   The findings that a run for some pages leaves on no page of its line.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 tool: text
--   $4 line: integer
--   $5 identities: uuid[]
--   returns whole text, absentees text
WITH absent AS MATERIALIZED (
SELECT array_agg(f.id ORDER BY f.id) AS ids, array_agg(f.identity ORDER BY f.id) AS identities, state, state.streaks
FROM findings f, LATERAL (SELECT
f.landed, f.present, f.tracks AS streaks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held AS "keptOpen", f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited, f.commented,
f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
f.varied, f.needs_review AS "needsReview") state WHERE
    f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3 AND f.present @> ARRAY[$4::int] AND f.identity = ANY ($5::uuid[]) GROUP BY state, state.streaks
)
SELECT json_build_object(
  'streaks', (SELECT coalesce(json_agg(json_build_object('number', t.number, 'line', t.line, 'setId', t.set_id,
  'completedAt', (extract(epoch FROM t.moment) * 1000)::float8, 'arrivedAt', (extract(epoch FROM t.arrived_at) * 1000)::float8)), '[]')
    FROM (SELECT DISTINCT unnest(streaks) AS number FROM (SELECT streaks FROM absent) known) named
    JOIN finding_tracks t ON t.organization_id = $1 AND t.product_id = $2 AND t.number = named.number))::text AS whole, NULL AS absentees
UNION ALL SELECT NULL, part FROM (SELECT json_agg(json_build_object('ids', ids, 'identities', identities, 'state', state))::text
  FROM (SELECT ids[i:i + 999] AS ids, identities[i:i + 999] AS identities, state,
      sum(least(cardinality(ids) - i + 1, 1000)) OVER (ROWS UNBOUNDED PRECEDING) /
        1000 AS part
    FROM absent, generate_series(1, cardinality(ids), 1000) i) parts
  GROUP BY part) absentees(part);

-- READ_CONTENTS
--   Reads what main lines have, if asked, and what some other lines have, with further sets.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 tool: text
--   $4 ofMainLines: boolean
--   $5 lines: integer[]
--   $6 commits: text[]
--   $7 setIds: uuid[]
--   returns contents json
WITH RECURSIVE meant AS MATERIALIZED (
  SELECT number, kind, layers, rest FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND ended_at IS NULL AND ($4 AND kind = 'main' OR number = ANY ($5::int[]))
), bases AS MATERIALIZED (
  SELECT DISTINCT ON (a.line) a.number, a.context ->> 'commitSha' AS commit_sha, a.completed_at, a.set_id,
    a.content_id,
    array_position($6::text[], a.context ->> 'commitSha') AS place
  FROM meant JOIN test_activities a ON a.organization_id = $1 AND a.product_id = $2 AND a.line = meant.number
    AND a.context ->> 'commitSha' = ANY ($6::text[]) AND a.line_kind = 'main'
  WHERE a.set_id IS NOT NULL ORDER BY a.line, place, a.number DESC
), based AS MATERIALIZED (
  SELECT b.*, coalesce(c.sets, ARRAY[b.set_id]) AS sets, coalesce(c.rest, '[]') AS rest
  FROM bases b LEFT JOIN finding_contents c ON c.organization_id = $1 AND c.product_id = $2 AND c.id = b.content_id
), needed AS (
  SELECT id FROM (
    SELECT (layer ->> 0)::uuid AS id FROM meant, json_array_elements(meant.layers) AS layer
    UNION ALL SELECT unnest(sets) FROM based UNION ALL SELECT unnest($7::uuid[])) named
  UNION
  SELECT s.base_id FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2
    AND s.id = needed.id
  WHERE s.base_id IS NOT NULL
)
SELECT json_build_object(
  'lines', (SELECT coalesce(json_agg(json_build_object('number', number, 'kind', kind, 'layers', layers, 'rest',
    rest::json)), '[]') FROM meant),
  'bases', (SELECT coalesce(json_agg(json_build_object('number', number, 'commitSha', commit_sha, 'completedAt',
    (extract(epoch FROM completed_at) * 1000)::float8,
    'place', place, 'sets', sets, 'rest', rest::json) ORDER BY place, number DESC), '[]') FROM based),
  'sets', (SELECT coalesce(json_agg(json_build_object('id', s.id, 'baseId', s.base_id, 'depth', s.depth, 'added',
    s.added, 'removed', s.removed, 'pages', s.pages, 'marks', s.marks)), '[]')
    FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2 AND s.id = needed.id)
) AS contents;

-- READ_PROPOSED
--   Reads what those proposals have that have findings of some rules which no main line has reported, and the identities
--   of these.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 tool: text
--   $4 ruleIds: text[]
--   returns proposed json, contents json
WITH proposed AS MATERIALIZED (
  SELECT f.identity, f.present FROM findings f
  WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool = $3 AND f.rule_id = ANY ($4::text[]) AND NOT f.landed
    AND f.present <> '{}'
)
SELECT (SELECT coalesce(json_agg(identity), '[]') FROM proposed) AS proposed, (
WITH RECURSIVE meant AS MATERIALIZED (
  SELECT number, kind, layers, rest FROM lines
  WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND ended_at IS NULL AND (kind = 'proposal' AND number IN (SELECT unnest(present) FROM proposed))
), bases AS MATERIALIZED (
  SELECT DISTINCT ON (a.line) a.number, a.context ->> 'commitSha' AS commit_sha, a.completed_at, a.set_id,
    a.content_id,
    array_position('{}'::text[], a.context ->> 'commitSha') AS place
  FROM meant JOIN test_activities a ON a.organization_id = $1 AND a.product_id = $2 AND a.line = meant.number
    AND a.context ->> 'commitSha' = ANY ('{}'::text[]) AND a.line_kind = 'main'
  WHERE a.set_id IS NOT NULL ORDER BY a.line, place, a.number DESC
), based AS MATERIALIZED (
  SELECT b.*, coalesce(c.sets, ARRAY[b.set_id]) AS sets, coalesce(c.rest, '[]') AS rest
  FROM bases b LEFT JOIN finding_contents c ON c.organization_id = $1 AND c.product_id = $2 AND c.id = b.content_id
), needed AS (
  SELECT id FROM (
    SELECT (layer ->> 0)::uuid AS id FROM meant, json_array_elements(meant.layers) AS layer
    UNION ALL SELECT unnest(sets) FROM based UNION ALL SELECT unnest('{}'::uuid[])) named
  UNION
  SELECT s.base_id FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2
    AND s.id = needed.id
  WHERE s.base_id IS NOT NULL
)
SELECT json_build_object(
  'lines', (SELECT coalesce(json_agg(json_build_object('number', number, 'kind', kind, 'layers', layers, 'rest',
    rest::json)), '[]') FROM meant),
  'bases', (SELECT coalesce(json_agg(json_build_object('number', number, 'commitSha', commit_sha, 'completedAt',
    (extract(epoch FROM completed_at) * 1000)::float8,
    'place', place, 'sets', sets, 'rest', rest::json) ORDER BY place, number DESC), '[]') FROM based),
  'sets', (SELECT coalesce(json_agg(json_build_object('id', s.id, 'baseId', s.base_id, 'depth', s.depth, 'added',
    s.added, 'removed', s.removed, 'pages', s.pages, 'marks', s.marks)), '[]')
    FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2 AND s.id = needed.id)
) AS contents) AS contents;

-- FACTS_OF_TOOL
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 tool: text
--   returns facts json
WITH RECURSIVE tool_lines AS MATERIALIZED (
  SELECT number, kind, ended_at, ended_number FROM lines WHERE organization_id = $1 AND product_id = $2 AND tool = $3
), tool_runs AS (
  SELECT a.id, a.number, a.line, l.kind, a.set_id, a.track, a.completed_at, a.created_at, a.complete, a.also_ends,
    a.sweep_key, a.part, a.parts, a.piece, a.pieces, a.content_id, a.pages_id
  FROM tool_lines l JOIN test_activities a ON a.organization_id = $1 AND a.product_id = $2 AND a.line = l.number
  WHERE a.set_id IS NOT NULL
), runs AS MATERIALIZED (
  SELECT * FROM tool_runs
), needed AS (
  SELECT set_id AS id FROM runs
  UNION
  SELECT s.base_id FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2
    AND s.id = needed.id
  WHERE s.base_id IS NOT NULL
)
SELECT json_build_object(
  'runs', (SELECT coalesce(json_agg(json_build_object('id', r.id, 'number', r.number, 'line', r.line, 'kind', r.kind,
    'setId', r.set_id, 'streak', r.track,
    'completedAt', (extract(epoch FROM r.completed_at) * 1000)::float8, 'arrivedAt', (extract(epoch FROM r.created_at) * 1000)::float8, 'complete',
      r.complete, 'alsoEnds', r.also_ends, 'contentId', r.content_id, 'pagesId', r.pages_id,
    'sweep', CASE WHEN r.sweep_key IS NOT NULL THEN json_build_object('key', r.sweep_key, 'part', r.part, 'of',
      r.parts, 'piece', r.piece, 'pieces', r.pieces) END) ORDER BY r.number), '[]') FROM runs r),
  'sets', (SELECT coalesce(json_agg(json_build_object('id', s.id, 'baseId', s.base_id, 'depth', s.depth, 'added',
    s.added, 'removed', s.removed, 'pages', s.pages, 'marks', s.marks) ORDER BY s.depth), '[]')
    FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2 AND s.id = needed.id),
  'scanned', (SELECT coalesce(json_agg(json_build_object('id', p.id, 'addresses', p.addresses)), '[]')
    FROM scanned_pages p WHERE p.organization_id = $1 AND p.product_id = $2 AND p.id IN (SELECT pages_id FROM runs)),
  'pageRules', (SELECT page_rules FROM products WHERE organization_id = $1 AND id = $2),
  'lines', (SELECT coalesce(json_agg(json_build_object('number', number, 'kind', kind, 'endedAt',
    (extract(epoch FROM ended_at) * 1000)::float8, 'endedNumber', ended_number)), '[]') FROM tool_lines)
) AS facts;

-- FACTS_OF_PROPOSALS
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 lines: integer[]
--   returns facts json
WITH RECURSIVE tool_lines AS MATERIALIZED (
  SELECT number, kind, ended_at, ended_number FROM lines WHERE organization_id = $1 AND product_id = $2 AND number = ANY ($3::int[])
), tool_runs AS (
  SELECT a.id, a.number, a.line, l.kind, a.set_id, a.track, a.completed_at, a.created_at, a.complete, a.also_ends,
    a.sweep_key, a.part, a.parts, a.piece, a.pieces, a.content_id, a.pages_id
  FROM tool_lines l JOIN test_activities a ON a.organization_id = $1 AND a.product_id = $2 AND a.line = l.number
  WHERE a.set_id IS NOT NULL
), runs AS MATERIALIZED (

SELECT * FROM (
  SELECT *, max(number) FILTER (WHERE is_last_word) OVER (PARTITION BY line) AS from_number FROM (
    SELECT *, complete AND bool_and(sweep_key IS NULL) OVER (PARTITION BY line)
      AND completed_at >= max(completed_at) OVER (PARTITION BY line ORDER BY number)
      AND completed_at <= min(completed_at) OVER (PARTITION BY line ORDER BY number DESC) AS is_last_word
        FROM tool_runs) marked) dated
WHERE number >= coalesce(from_number, 0)
), needed AS (
  SELECT set_id AS id FROM runs
  UNION
  SELECT s.base_id FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2
    AND s.id = needed.id
  WHERE s.base_id IS NOT NULL
)
SELECT json_build_object(
  'runs', (SELECT coalesce(json_agg(json_build_object('id', r.id, 'number', r.number, 'line', r.line, 'kind', r.kind,
    'setId', r.set_id, 'streak', r.track,
    'completedAt', (extract(epoch FROM r.completed_at) * 1000)::float8, 'arrivedAt', (extract(epoch FROM r.created_at) * 1000)::float8, 'complete',
      r.complete, 'alsoEnds', r.also_ends, 'contentId', r.content_id, 'pagesId', r.pages_id,
    'sweep', CASE WHEN r.sweep_key IS NOT NULL THEN json_build_object('key', r.sweep_key, 'part', r.part, 'of',
      r.parts, 'piece', r.piece, 'pieces', r.pieces) END) ORDER BY r.number), '[]') FROM runs r),
  'sets', (SELECT coalesce(json_agg(json_build_object('id', s.id, 'baseId', s.base_id, 'depth', s.depth, 'added',
    s.added, 'removed', s.removed, 'pages', s.pages, 'marks', s.marks) ORDER BY s.depth), '[]')
    FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2 AND s.id = needed.id),
  'scanned', (SELECT coalesce(json_agg(json_build_object('id', p.id, 'addresses', p.addresses)), '[]')
    FROM scanned_pages p WHERE p.organization_id = $1 AND p.product_id = $2 AND p.id IN (SELECT pages_id FROM runs)),
  'pageRules', (SELECT page_rules FROM products WHERE organization_id = $1 AND id = $2),
  'lines', (SELECT coalesce(json_agg(json_build_object('number', number, 'kind', kind, 'endedAt',
    (extract(epoch FROM ended_at) * 1000)::float8, 'endedNumber', ended_number)), '[]') FROM tool_lines)
) AS facts;

-- OPEN_LINE
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 line: integer
--   $4 number: integer
--   $5 completedAt: timestamp with time zone
--   $6 streak: integer
--   $7 arrivedAt: timestamp with time zone
--   $8 layers: json
--   $9 rest: text
--   $10 id: uuid
--   $11 tool: text
--   $12 kind: line_kind
--   $13 key: text
--   $14 name: text
--   $15 repository: text
--   $16 prNumber: integer
INSERT INTO lines (organization_id, product_id, number, first_number, last_number, first_at, last_at, arrived_at,
  last_track, layers, rest,
  id, tool, kind, key, name, repository, pr_number)
VALUES ($1, $2, $3, $4, $4, $5, $5, $7, $6, $8::json, coalesce($9, '[]'), $10, $11, $12, $13, $14, $15, $16);

-- UPDATE_LINE
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 line: integer
--   $4 number: integer
--   $5 completedAt: timestamp with time zone
--   $6 streak: integer
--   $7 arrivedAt: timestamp with time zone
--   $8 layers: json
--   $9 rest: text
UPDATE lines SET last_number = $4, last_at = $5, arrived_at = $7, last_track = $6,
  first_number = coalesce(first_number, $4), first_at = coalesce(first_at, $5), layers = $8::json,
    rest = coalesce($9, rest)
WHERE organization_id = $1 AND product_id = $2 AND number = $3;

-- STORE_STREAK
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 line: integer
--   $4 number: integer
--   $5 setId: uuid
--   $6 completedAt: timestamp with time zone
--   $7 arrivedAt: timestamp with time zone
INSERT INTO finding_tracks AS t (organization_id, product_id, line, number, set_id, moment, arrived_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (organization_id, product_id, number) DO UPDATE SET
  set_id = excluded.set_id, moment = excluded.moment, arrived_at = excluded.arrived_at;

-- KEEP_SET
--   `added` and `removed` are arrays in PostgreSQL's text form.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 id: uuid
--   $4 baseId: uuid
--   $5 depth: integer
--   $6 added: uuid[]
--   $7 removed: uuid[]
--   $8 pages: text
--   $9 marks: text
INSERT INTO finding_sets (organization_id, product_id, id, base_id, depth, added, removed, pages, marks)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (organization_id, product_id, id) DO NOTHING;

-- KEEP_ANSWER
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 id: uuid
--   $4 raised: uuid[]
--   $5 regressed: uuid[]
--   $6 dismissed: uuid[]
--   $7 resolved: uuid[]
--   $8 spread: uuid[]
INSERT INTO finding_answers (organization_id, product_id, id, raised, regressed, dismissed, resolved, spread)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (organization_id, product_id, id) DO NOTHING;

-- KEEP_CONTENT
--   `sets` is an array in PostgreSQL's text form.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 id: uuid
--   $4 sets: uuid[]
--   $5 rest: text
INSERT INTO finding_contents (organization_id, product_id, id, sets, rest)
VALUES ($1, $2, $3, $4, $5) ON CONFLICT (organization_id, product_id, id) DO NOTHING;

-- KEEP_PAGES
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 id: uuid
--   $4 addresses: text
INSERT INTO scanned_pages (organization_id, product_id, id, addresses)
VALUES ($1, $2, $3, $4) ON CONFLICT (organization_id, product_id, id) DO NOTHING;

-- CHANGE_OTHERS
--   What other lines have from now on, as JSON.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 lines: json
UPDATE lines l SET layers = c.layers, rest = c.rest FROM json_to_recordset($3::json) AS c(number int, layers json,
  rest text)
WHERE l.organization_id = $1 AND l.product_id = $2 AND l.number = c.number;

-- CREATE
--   New findings, which are JSON. It takes the organization from a table, and so happens where the rows are.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 tool: text
--   $4 streak: integer
--   $5 number: integer
--   $6 completedAt: timestamp with time zone
--   $7 activityId: uuid
--   $8 landed: boolean
--   $9 line: integer
--   $10 findings: json
--   $11 arrivedAt: timestamp with time zone
INSERT INTO findings (organization_id, id, product_id, tool, rule_id, selector, identity, title, description, severity, impact, wcag, criteria, snippet, help_url, group_key, needs_review,
  first_activity_id, first_seen_at, last_seen_at, last_reported_at, landed, present, tracks, words, raised_number,
    spelling)
SELECT p.organization_id, n.id, p.id, $3, n."ruleId", n.selector, n.identity, n.title, n.description, n.severity, n.impact, n.wcag, n.criteria, n.snippet, n."helpUrl", n."groupKey", n."needsReview",
  $7::uuid, $6::timestamptz, $6, $11::timestamptz, $8::boolean, ARRAY[$9::int], ARRAY[$4::int], n."wordingDigest",
    $5::int, n.spelling
FROM products p, json_to_recordset($10::json) AS n(id uuid, identity uuid, "ruleId" text, selector text,
  spelling uuid, "needsReview" boolean, "wordingDigest" uuid, title text, description text, severity rating, impact rating, wcag text[], criteria text[],
snippet text, "helpUrl" text, "groupKey" uuid)
WHERE p.organization_id = $1 AND p.id = $2;

-- HOLD_SPELLINGS
--   These findings have these selectors from now on: in main lines, whose number is 0 here, or in a proposal. Lists are
--   arrays in PostgreSQL's text form.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 tool: text
--   $4 line: integer
--   $5 spellings: uuid[]
--   $6 identities: uuid[]
INSERT INTO finding_spellings (organization_id, product_id, tool, line, spelling, identity)
SELECT p.organization_id, p.id, $3, $4::int, s.spelling, s.identity
FROM products p, unnest($5::uuid[], $6::uuid[]) AS s(spelling, identity) WHERE p.organization_id = $1 AND p.id = $2
ON CONFLICT (organization_id, product_id, tool, line, spelling) DO UPDATE SET identity = excluded.identity;

-- FORGET_SPELLINGS
--   These findings are no longer known by these selectors.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 tool: text
--   $4 spellings: uuid[]
--   $5 identities: uuid[]
DELETE FROM finding_spellings s USING unnest($4::uuid[], $5::uuid[]) AS gone(spelling, identity)
WHERE s.organization_id = $1 AND s.product_id = $2 AND s.tool = $3 AND s.line = 0 AND s.spelling = gone.spelling
  AND s.identity = gone.identity;

-- KEEP_WORDING
--   Keeps the wording that findings have shown in all lines.
--   $1 organizationId: uuid
--   $2 findingIds: uuid[]
INSERT INTO finding_words (organization_id, finding_id, line, from_number, digest, title, description, severity, impact, wcag, criteria, snippet, help_url, group_key)
SELECT f.organization_id, f.id, 0, 0, f.words, title, description, severity, impact, wcag, criteria, snippet, help_url, group_key
FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[]);

-- ADD_WORDING
--   Keeps wordings of a line, which are JSON.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 line: integer
--   $4 number: integer
--   $5 wordings: json
INSERT INTO finding_words (organization_id, finding_id, line, from_number, digest, title, description, severity, impact, wcag, criteria, snippet, help_url, group_key)
SELECT p.organization_id, w."findingId", $3::int, $4::int, w."wordingDigest", w.title, w.description, w.severity, w.impact, w.wcag, w.criteria, w.snippet, w."helpUrl", w."groupKey"
FROM products p, json_to_recordset($5::json) AS w("findingId" uuid, "wordingDigest" uuid, title text, description text, severity rating, impact rating, wcag text[], criteria text[],
snippet text, "helpUrl" text, "groupKey" uuid)
WHERE p.organization_id = $1 AND p.id = $2;

-- CHANGE
--   Stores `ChangedRow`s, which are JSON.
--   $1 organizationId: uuid
--   $2 rows: json
--   $3 activityId: uuid
--   returns changes json
WITH applied AS MATERIALIZED (
  SELECT c.*, now() AS written_at FROM json_to_recordset($2::json) AS c(place int, ids uuid[], landed boolean, present int[], streaks int[], "seenIn" int[], "seenAt" timestamptz[],
"keptOpen" boolean, status finding_status, "absentAt" timestamptz, "resolvedAt" timestamptz, "regressionCount" int,
"firstSeenAt" timestamptz, "lastSeenAt" timestamptz, "lastReportedAt" timestamptz,
    varied boolean, reported boolean, touched boolean, aliases text[], selector text, spelling uuid, "wordingDigest" uuid, title text, description text, severity rating, impact rating, wcag text[], criteria text[],
snippet text, "helpUrl" text, "groupKey" uuid)
), targets AS MATERIALIZED (
  SELECT place, id FROM applied, unnest(ids) AS id
), before AS MATERIALIZED (
SELECT f.product_id, CASE WHEN f.needs_review OR NOT f.landed OR f.absent_at IS NOT NULL THEN NULL
  WHEN f.status = 'pending' THEN '-infinity'::timestamptz
  WHEN f.status = 'dismissed' THEN f.dismissed_until END AS pending_from, (greatest(f.first_seen_at, f.waits_from, f.dismissed_until) AT TIME ZONE 'UTC')::date AS waiting_day,
  f.criteria,
 coalesce(f.severity = 'high', false) AS high,
   coalesce(f.severity = 'high' AND f.impact = 'high', false) AS blocking FROM findings f WHERE f.organization_id = $1 AND f.id = ANY (ARRAY(SELECT id FROM targets))
), changed AS (
  UPDATE findings f SET landed = c.landed, present = c.present, tracks = c.streaks, seen_in = c."seenIn", seen_at = c."seenAt", held = c."keptOpen",
status = c.status, absent_at = c."absentAt", resolved_at = c."resolvedAt", regression_count = c."regressionCount",
first_seen_at = c."firstSeenAt", last_seen_at = c."lastSeenAt", last_reported_at = c."lastReportedAt", varied = c.varied,
    first_activity_id = CASE WHEN c.reported THEN coalesce(f.first_activity_id, $3::uuid)
      ELSE f.first_activity_id END,
    updated_at = CASE WHEN c.touched THEN c.written_at ELSE f.updated_at END,
      words = coalesce(c."wordingDigest", f.words),
    selector = CASE WHEN c.aliases IS NULL THEN f.selector ELSE c.selector END, spelling = CASE
      WHEN c.aliases IS NULL THEN f.spelling ELSE c.spelling END,
    aliases = coalesce(c.aliases, f.aliases), title = CASE WHEN c."wordingDigest" IS NULL OR 'title' = ANY (f.edited) THEN f.title
        ELSE c.title END, description = CASE WHEN c."wordingDigest" IS NULL OR 'description' = ANY (f.edited) THEN f.description
        ELSE c.description END, severity = CASE WHEN c."wordingDigest" IS NULL OR 'severity' = ANY (f.edited) THEN f.severity
        ELSE c.severity END, impact = CASE WHEN c."wordingDigest" IS NULL OR 'impact' = ANY (f.edited) THEN f.impact
        ELSE c.impact END, wcag = CASE WHEN c."wordingDigest" IS NULL OR 'wcag' = ANY (f.edited) THEN f.wcag
        ELSE c.wcag END, criteria = CASE WHEN c."wordingDigest" IS NULL OR 'criteria' = ANY (f.edited) THEN f.criteria
        ELSE c.criteria END, snippet = CASE WHEN c."wordingDigest" IS NULL OR 'snippet' = ANY (f.edited) THEN f.snippet
        ELSE c.snippet END, help_url = CASE WHEN c."wordingDigest" IS NULL OR 'help_url' = ANY (f.edited) THEN f.help_url
        ELSE c."helpUrl" END, group_key = CASE WHEN c."wordingDigest" IS NULL OR 'group_key' = ANY (f.edited) THEN f.group_key
        ELSE c."groupKey" END
  FROM targets JOIN applied c USING (place) WHERE f.organization_id = $1 AND f.id = ANY (ARRAY(SELECT id FROM targets)) AND f.id = targets.id
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

-- JOIN
--   The streak is the first to have these findings.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 tool: text
--   $4 streak: integer
--   $5 identities: uuid[]
UPDATE findings f SET tracks = tracks || $4::int WHERE f.organization_id = $1 AND f.id = ANY (ARRAY(
SELECT known.id FROM unnest($5::uuid[]) AS named(identity), LATERAL (
  SELECT n.id FROM findings n WHERE n.organization_id = $1 AND n.product_id = $2 AND n.tool = $3
    AND n.identity = named.identity LIMIT 1) known));

-- LEAVE
--   The streak no longer has these findings. Its times are those before the run.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 tool: text
--   $4 streak: integer
--   $5 identities: uuid[]
--   $6 line: integer
--   $7 completedAt: timestamp with time zone
--   $8 arrivedAt: timestamp with time zone
--   $9 before: integer
UPDATE findings f SET tracks = array_remove(tracks, $4::int), last_seen_at = greatest(last_seen_at, $7::timestamptz),
  last_reported_at = greatest(last_reported_at, $8::timestamptz),
  seen_in = coalesce(seen_in, '{}') || $6::int, seen_at = coalesce(seen_at, '{}') || $7::timestamptz
WHERE f.organization_id = $1 AND f.id = ANY (ARRAY(
    SELECT known.id FROM unnest($5::uuid[]) AS named(identity), LATERAL (
      SELECT n.id FROM findings n WHERE n.organization_id = $1 AND n.product_id = $2 AND n.tool = $3
        AND n.identity = named.identity LIMIT 1) known)) AND tracks @> ARRAY[$9::int];
