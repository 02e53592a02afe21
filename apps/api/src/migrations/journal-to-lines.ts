import type { QueryRunner } from 'typeorm';

/**
 * Tells the old journal, a row for each finding of each run, in lines: who spoke where, the set that each run reported, what it said, and where each finding is.
 * Everybody goes on seeing what they saw: a finding keeps its status, and what runs were answered stays. Only where it is follows the new rules, so later runs judge by these.
 * What the journal does not tell is taken as follows. A run was complete if it resolved something. Of what people decided, the last is known. A finding that no
 * run is known to have now, but that is not resolved, is held open until a complete run of a main line speaks. One that is resolved although a line may still have it stays
 * resolved until a main line reports it. `regressionCount` keeps what pull requests added. Proposals have all their days from now on.
 */
export async function journalToLines(runner: QueryRunner): Promise<void> {
  // Sorts of all runs and of the journal would else be many small files.
  await runner.query(`SET LOCAL work_mem = '64MB'`);
  await runner.query(SAID);
  await nameRepositories(runner);
  for (const step of [...RUNS, ...SETS, ...STATE]) await runner.query(step);
}

const PAGE = 1000;

// GitHub, GitLab, Bitbucket, Azure DevOps, Gitea: what comes before these is the repository.
const OF_REPOSITORY = /\/(?:-\/)?(?:pull|pulls|merge_requests|pull-requests|pullrequest)\/\d+.*$/;

/** As URLs are read by their standard, which SQL cannot; a thousand at a time. */
async function nameRepositories(runner: QueryRunner): Promise<void> {
  await runner.query('CREATE TEMP TABLE repositories (url text, repository text) ON COMMIT DROP');
  for (let last = '', isOver = false; !isOver;) {
    const rows: { url: string }[] = await runner.query(
      `SELECT DISTINCT context ->> 'prUrl' COLLATE "C" AS url FROM test_activities WHERE context ->> 'prUrl' COLLATE "C" > $1 ORDER BY 1 LIMIT ${PAGE}`,
      [last],
    );
    const urls = rows.map(({ url }) => url);
    const repositories = urls.map((url) => {
      const { host, pathname } = new URL(url);
      return `${host}${pathname.replace(OF_REPOSITORY, '').replace(/\/+$/, '')}`;
    });
    await runner.query('INSERT INTO repositories SELECT * FROM unnest($1::text[], $2::text[])', [urls, repositories]);
    isOver = urls.length < PAGE;
    last = urls.at(-1) ?? last;
  }
}

const uuidOf = (text: string): string =>
  `encode(substring(sha256(convert_to(${text}, 'UTF8')) FROM 1 FOR 16), 'hex')::uuid`;
const identityOf = (finding: string): string => `encode(substring(${finding}.identity FROM 1 FOR 16), 'hex')::uuid`;
const pagesOf = (row: string): string => `array_to_json(${row}.source_urls)::text`;
const jsonOf = (value: string): string => `coalesce(to_json(${value})::text, 'null')`;

// What `trim()` of JavaScript takes away.
const WHITE = String.raw`U&' \0009\000A\000B\000C\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'`;
const trimmed = (text: string): string => `nullif(btrim(${text}, ${WHITE}), '')`;

const ids = (change: string): string =>
  `coalesce(array_agg(r.finding_id ORDER BY r.finding_id) FILTER (WHERE r.change = '${change}'), '{}')`;
const isSeen = `r.change <> 'resolved'`;

// What each run reported and said, if it was anything.
const SAID = `
  CREATE TEMP TABLE said ON COMMIT DROP AS
  SELECT r.organization_id, r.test_activity_id AS id, min(f.tool) AS tool, count(*) FILTER (WHERE ${isSeen}) AS size,
    ${uuidOf(`coalesce(string_agg(${identityOf('f')}::text || ${pagesOf('r')}, E'\\n' ORDER BY f.identity) FILTER (WHERE ${isSeen}), '')`)} AS set_id,
    ${ids('new')} AS raised, ${ids('regressed')} AS regressed, ${ids('dismissed')} AS dismissed, ${ids('resolved')} AS resolved
  FROM finding_reports r JOIN findings f ON f.organization_id = r.organization_id AND f.id = r.finding_id
  GROUP BY 1, 2`;

const news = `((delta ->> 'new')::int + (delta ->> 'regressed')::int)`;

const RUNS = [
  `CREATE TEMP TABLE named ON COMMIT DROP AS
   SELECT named.*, CASE
     WHEN pr_number IS NOT NULL THEN '["number",' || pr_number || ',' || ${jsonOf('repository')} || ']'
     WHEN name IS NULL THEN '[]'
     ELSE '["' || CASE kind WHEN 'main' THEN 'environment' ELSE 'ref' END || '",' || to_json(name)::text || ']' END AS key
   FROM (
     SELECT a.organization_id, a.product_id, a.id, a.number, a.completed_at, a.created_at, coalesce(said.tool, lower(${trimmed('a.tool')})) AS tool, a.kind,
       coalesce(said.set_id, ${uuidOf(`''`)}) AS set_id, coalesce(said.size, 0) AS size, coalesce(said.resolved <> '{}', false) AS complete,
       CASE WHEN said.raised || said.regressed || said.dismissed || said.resolved <> '{}' THEN
         ${uuidOf(`'{"raised":' || array_to_json(raised) || ',"regressed":' || array_to_json(regressed) || ',"dismissed":' || array_to_json(dismissed) || ',"resolved":' || array_to_json(resolved) || '}'`)} END AS answer_id,
       CASE kind WHEN 'proposal' THEN (context ->> 'prNumber')::int END AS pr_number,
       CASE WHEN kind = 'proposal' AND context ? 'prNumber' THEN repository END AS repository,
       CASE kind WHEN 'main' THEN ${trimmed(`context ->> 'environment'`)} ELSE coalesce(context ->> 'prNumber', ${trimmed(`context ->> 'ref'`)}) END AS name
     FROM (SELECT *, CASE context ->> 'trigger' WHEN 'pull_request' THEN 'proposal' ELSE 'main' END::line_kind AS kind FROM test_activities) a
     LEFT JOIN said ON said.organization_id = a.organization_id AND said.id = a.id
     LEFT JOIN repositories ON url = context ->> 'prUrl'
     WHERE a.type = 'automated_scan' AND a.tool IS NOT NULL AND (a.delta IS NOT NULL OR said.id IS NOT NULL)
   ) named`,
  // Lines have the ids of their first runs; runs of a line that repeat each other are a track.
  `CREATE TEMP TABLE runs ON COMMIT DROP AS
   SELECT *, dense_rank() OVER (PARTITION BY organization_id, product_id ORDER BY line_from)::int AS line,
     dense_rank() OVER (PARTITION BY organization_id, product_id ORDER BY track_from)::int AS track
   FROM (
     SELECT *, max(number) FILTER (WHERE begins) OVER (PARTITION BY organization_id, product_id, line_key ORDER BY number) AS track_from,
       max(completed_at) FILTER (WHERE complete) OVER (PARTITION BY organization_id, product_id, line_key ORDER BY number DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS missed_at,
       min(number) OVER (PARTITION BY organization_id, product_id, line_key) AS line_from,
       count(*) FILTER (WHERE begins) OVER (PARTITION BY organization_id, product_id, line_key ORDER BY number) AS place
     FROM (
       SELECT *, set_id IS DISTINCT FROM lag(set_id) OVER (PARTITION BY organization_id, product_id, line_key ORDER BY number) AS begins
       FROM (SELECT *, md5(json_build_array(tool, kind, key)::text)::uuid AS line_key FROM named) keyed
     ) begun
   ) told`,
  `CREATE UNIQUE INDEX ON runs (organization_id, id)`,
  `CREATE UNIQUE INDEX ON runs (organization_id, product_id, number)`,
  `ANALYZE runs`,
  `ANALYZE said`,
  `INSERT INTO finding_tracks (organization_id, product_id, number, line, set_id, moment, arrived_at)
   SELECT organization_id, product_id, track, min(line), min(set_id::text)::uuid, max(completed_at), (array_agg(created_at ORDER BY number DESC))[1]
   FROM runs GROUP BY 1, 2, 3`,
  `INSERT INTO lines (organization_id, id, product_id, tool, number, kind, key, name, repository, pr_number, first_number, first_at, last_number, last_at, arrived_at, last_track, created_at)
   SELECT first.organization_id, first.id, first.product_id, first.tool, first.line, first.kind, first.key, first.name, first.repository, first.pr_number,
     first.number, first.completed_at, last.number, last.completed_at, CASE first.kind WHEN 'proposal' THEN now() ELSE last.created_at END, last.track, first.created_at
   FROM (SELECT DISTINCT ON (organization_id, product_id, line) * FROM runs ORDER BY organization_id, product_id, line, number) first
   JOIN (SELECT DISTINCT ON (organization_id, product_id, line) * FROM runs ORDER BY organization_id, product_id, line, number DESC) last
     USING (organization_id, product_id, line)`,
  `INSERT INTO finding_answers (organization_id, product_id, id, raised, regressed, dismissed, resolved)
   SELECT DISTINCT ON (runs.organization_id, product_id, answer_id) runs.organization_id, product_id, answer_id, raised, regressed, dismissed, resolved
   FROM runs JOIN said USING (organization_id, id) WHERE answer_id IS NOT NULL
   ORDER BY runs.organization_id, product_id, answer_id`,
  `UPDATE test_activities a SET line = runs.line, line_kind = runs.kind, track = runs.track, set_id = runs.set_id, answer_id = runs.answer_id, complete = runs.complete,
     introduced = CASE WHEN delta IS NOT NULL THEN json_build_object('count', ${news}, 'regressed', '[]'::json, 'places', '[]'::json) END
   FROM runs WHERE a.organization_id = runs.organization_id AND a.id = runs.id`,
  // What people reported was all news, as it is answered now; of a scan only the number is known.
  `UPDATE test_activities SET introduced = json_build_object('count', ${news}, 'regressed', '[]'::json,
     'places', CASE WHEN ${news} > 0 THEN json_build_array(json_build_array(0, least(${news}, 1000) - 1)) ELSE '[]' END)
   WHERE delta IS NOT NULL AND line IS NULL`,
];

const reportedBy = (run: string): string =>
  `(SELECT * FROM finding_reports r WHERE r.organization_id = s.organization_id AND r.test_activity_id = ${run} AND ${isSeen})`;

// A longer chain of differences costs more to read than a whole set does.
const MAX_DEPTH = 30;

const SETS = [
  // Each set is stored where it comes first; it may differ from the one before in its line if that one comes first there too.
  `CREATE TEMP TABLE steps ON COMMIT DROP AS
   SELECT *, is_first AND place % ${MAX_DEPTH} <> 0 AND lag(is_first) OVER of_line AS may_differ, lag(id) OVER of_line AS base_run, lag(set_id) OVER of_line AS base_id, lag(size) OVER of_line AS base_size
   FROM (SELECT organization_id, product_id, line, place, id, number, set_id, size,
     row_number() OVER (PARTITION BY organization_id, product_id, set_id ORDER BY number) = 1 AS is_first FROM runs WHERE begins) begun
   WINDOW of_line AS (PARTITION BY organization_id, product_id, line ORDER BY place)`,
  `CREATE TEMP TABLE differences ON COMMIT DROP AS
   SELECT s.organization_id, s.id, changed.* FROM steps s, LATERAL (
     SELECT coalesce(array_agg(${identityOf('f')} ORDER BY f.identity) FILTER (WHERE is_added), '{}') AS added,
       coalesce(array_agg(${identityOf('f')} ORDER BY f.identity) FILTER (WHERE NOT is_added), '{}') AS removed,
       '[' || coalesce(string_agg(${pagesOf('d')}, ',' ORDER BY f.identity) FILTER (WHERE is_added), '') || ']' AS pages
     FROM (
       SELECT coalesce(now.finding_id, before.finding_id) AS finding_id, now.finding_id IS NOT NULL AS is_added, now.source_urls
       FROM ${reportedBy('s.id')} now FULL JOIN ${reportedBy('s.base_run')} before USING (finding_id)
       WHERE now.source_urls IS DISTINCT FROM before.source_urls
     ) d JOIN findings f ON f.organization_id = s.organization_id AND f.id = d.finding_id
   ) changed
   WHERE s.may_differ AND 2 * least(s.size, s.base_size) >= greatest(s.size, s.base_size)`,
  `CREATE TEMP TABLE kept ON COMMIT DROP AS
   SELECT *, place - max(place) FILTER (WHERE NOT differs) OVER (PARTITION BY organization_id, product_id, line ORDER BY place) AS depth
   FROM (SELECT s.*, d.added, d.removed, d.pages, coalesce(2 * (cardinality(d.added) + cardinality(d.removed)) <= s.size, false) AS differs
     FROM steps s LEFT JOIN differences d USING (organization_id, id)) s`,
  `INSERT INTO finding_sets (organization_id, product_id, id, base_id, depth, added, removed, pages)
   SELECT organization_id, product_id, set_id, base_id, depth, added, removed, pages FROM kept WHERE differs
   UNION ALL
   SELECT organization_id, product_id, set_id, NULL, 0, whole.added, '{}', whole.pages FROM kept s, LATERAL (
     SELECT coalesce(array_agg(${identityOf('f')} ORDER BY f.identity), '{}') AS added, '[' || coalesce(string_agg(${pagesOf('d')}, ',' ORDER BY f.identity), '') || ']' AS pages
     FROM ${reportedBy('s.id')} d JOIN findings f ON f.organization_id = s.organization_id AND f.id = d.finding_id
   ) whole
   WHERE is_first AND NOT differs`,
];

const isExpired = `(f.status = 'dismissed' AND f.dismissed_until IS NOT NULL AND f.dismissed_until <= now())`;
const isResolved = `f.status = 'resolved'`;
// Until it runs out, a dismissal hides whether anything is left to dismiss.
const isAbsent = `(${isResolved} OR (f.status = 'dismissed' AND NOT ${isExpired} AND s.present = '{}'))`;
const words = `'[' || to_json(f.title)::text || ',' || ${jsonOf('f.description')} || ',' || ${jsonOf('f.severity')} || ',' || ${jsonOf('f.impact')} || ',' || array_to_json(f.wcag)::text || ']'`;

const STATE = [
  'ANALYZE lines',
  'ANALYZE finding_tracks',
  // A landed finding counts where main lines saw it, a proposed one where proposals did.
  `CREATE TEMP TABLE seen ON COMMIT DROP AS
   SELECT organization_id, id, bool_or(kind = 'main') AS landed, min(from_number) AS raised_number,
     coalesce(array_agg(line ORDER BY line) FILTER (WHERE counts AND is_present), '{}') AS present,
     coalesce(array_agg(told_by ORDER BY line) FILTER (WHERE counts AND told_by IS NOT NULL), '{}') AS tracks,
     array_agg(line ORDER BY line) FILTER (WHERE counts AND told_at IS DISTINCT FROM last_seen) AS seen_in,
     array_agg(last_seen ORDER BY line) FILTER (WHERE counts AND told_at IS DISTINCT FROM last_seen) AS seen_at,
     min(first_seen) FILTER (WHERE counts) AS first_seen, max(last_seen) FILTER (WHERE counts) AS last_seen, max(reported_at) FILTER (WHERE counts) AS reported_at
   FROM (
     SELECT seen.*, (seen.kind = 'main') = bool_or(seen.kind = 'main') OVER (PARTITION BY seen.organization_id, seen.id) AS counts,
       last.missed_at IS NULL OR last.missed_at < last_seen AS is_present,
       CASE WHEN last.track = l.last_track THEN last.track END AS told_by, CASE WHEN last.track = l.last_track THEN t.moment END AS told_at
     FROM (
       SELECT r.organization_id, r.finding_id AS id, runs.product_id, runs.line, runs.kind, min(runs.number) AS from_number, max(runs.number) AS to_number,
         min(r.seen_at) AS first_seen, max(r.seen_at) AS last_seen, max(runs.created_at) AS reported_at
       FROM finding_reports r JOIN runs ON runs.organization_id = r.organization_id AND runs.id = r.test_activity_id
       WHERE ${isSeen} GROUP BY 1, 2, 3, 4, 5
     ) seen
     JOIN runs last ON last.organization_id = seen.organization_id AND last.product_id = seen.product_id AND last.number = seen.to_number
     JOIN lines l ON l.organization_id = seen.organization_id AND l.product_id = seen.product_id AND l.number = seen.line
     JOIN finding_tracks t ON t.organization_id = l.organization_id AND t.product_id = l.product_id AND t.number = l.last_track
   ) judged GROUP BY 1, 2`,
  `CREATE UNIQUE INDEX ON seen (organization_id, id)`,
  `ANALYZE seen`,
  // What was swept after its dismissal had run out stays dismissed beneath, as it is written from now on.
  `UPDATE findings f SET landed = s.landed, raised_number = s.raised_number, tracks = s.tracks, seen_in = s.seen_in, seen_at = s.seen_at,
     first_seen_at = coalesce(s.first_seen, f.first_seen_at), last_seen_at = coalesce(s.last_seen, f.last_seen_at), last_reported_at = coalesce(s.reported_at, f.last_reported_at),
     present = CASE WHEN ${isResolved} THEN '{}' ELSE s.present END,
     held = s.present = '{}' AND NOT ${isAbsent},
     absent_at = CASE WHEN ${isAbsent} THEN coalesce(s.resolved_at, f.resolved_at, f.triaged_at, f.updated_at) END,
     resolved_at = CASE WHEN ${isAbsent} THEN coalesce(f.resolved_at, f.triaged_at, f.updated_at) END,
     status = CASE WHEN ${isResolved} AND f.issue_id IS NULL AND f.dismissal_reason IS NOT NULL AND f.dismissed_until <= now() THEN 'dismissed' ELSE f.status END,
     words = CASE WHEN f.edited = '{}' THEN ${uuidOf(words)} END
   FROM (
     SELECT f.organization_id, f.id, coalesce(seen.landed, false) AS landed, coalesce(seen.raised_number, 0) AS raised_number, coalesce(seen.present, '{}') AS present,
       coalesce(seen.tracks, '{}') AS tracks, seen.seen_in, seen.seen_at, seen.first_seen, seen.last_seen, seen.reported_at, a.created_at AS resolved_at
     FROM findings f LEFT JOIN seen USING (organization_id, id)
     LEFT JOIN test_activities a ON a.organization_id = f.organization_id AND a.id = f.resolved_by_activity_id
   ) s
   WHERE f.organization_id = s.organization_id AND f.id = s.id`,
  // The last run before each decision, in one pass over both.
  `INSERT INTO finding_decisions (organization_id, id, finding_id, after_number, action, until, decided_at)
   SELECT f.organization_id, f.id, f.id, coalesce(after_number, 0),
     CASE WHEN f.issue_id IS NOT NULL THEN 'confirm' WHEN f.dismissal_reason IS NOT NULL THEN 'dismiss' ELSE 'reopen' END::finding_decision,
     CASE WHEN f.issue_id IS NULL THEN f.dismissed_until END, f.triaged_at
   FROM (
     SELECT organization_id, finding_id, max(number) OVER (PARTITION BY organization_id, product_id ORDER BY at) AS after_number
     FROM (
       SELECT organization_id, product_id, created_at AS at, number, NULL::uuid AS finding_id FROM test_activities
       UNION ALL SELECT organization_id, product_id, triaged_at, NULL, id FROM findings WHERE triaged_at IS NOT NULL
     ) happened
   ) placed JOIN findings f ON f.organization_id = placed.organization_id AND f.id = placed.finding_id`,
  // As if somebody had opened it now.
  `INSERT INTO finding_decisions (organization_id, id, finding_id, after_number, action, decided_at)
   SELECT f.organization_id, ${uuidOf(`'held ' || f.id`)}, f.id, coalesce(last.number, 0), CASE f.status WHEN 'confirmed' THEN 'confirm' ELSE 'reopen' END::finding_decision, now()
   FROM findings f LEFT JOIN (SELECT organization_id, product_id, max(number) AS number FROM test_activities GROUP BY 1, 2) last USING (organization_id, product_id)
   WHERE f.held AND f.status IN ('pending', 'confirmed')`,
  // The Grade supposes only what main lines have.
  'DELETE FROM pending_counts',
  `INSERT INTO pending_counts (organization_id, product_id, pending_from, criteria_key, criteria, value, high)
   SELECT organization_id, product_id, CASE status WHEN 'pending' THEN '-infinity' ELSE dismissed_until END,
     sha256(convert_to(array_to_string(criteria, ' '), 'UTF8')), criteria, count(*), count(*) FILTER (WHERE severity = 'high')
   FROM findings WHERE landed AND (status = 'pending' OR (status = 'dismissed' AND dismissed_until IS NOT NULL AND absent_at IS NULL)) GROUP BY 1, 2, 3, 5`,
  // Stored Grades that supposed more are computed anew by the next job that looks for those that are due.
  `UPDATE current_grades c SET valid_until = now() WHERE EXISTS (
     SELECT FROM findings f WHERE f.organization_id = c.organization_id AND f.product_id = c.product_id AND NOT f.landed AND f.status IN ('pending', 'dismissed'))`,
  'DROP TABLE finding_reports',
];
