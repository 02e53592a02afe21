-- The statements of monitors, as they are sent. Written by `npm run sql`.

-- SEE_AGENT
--   The agent of a token, unless its organization or its maker is suspended; notes that it was seen, once in ten seconds.
--   $1 tokenHash: bytea
--   returns id uuid, organizationId uuid, labels text[]
WITH seen AS (
  UPDATE agents SET last_seen_at = now()
  WHERE token_hash = $1 AND suspended_by IS NULL AND (last_seen_at IS NULL OR last_seen_at < now() - interval '10 seconds')
)
SELECT a.id, a.organization_id AS "organizationId", a.labels
FROM agents a LEFT JOIN organizations o ON o.id = a.organization_id AND o.suspended_at IS NULL AND o.deleted_at IS NULL
WHERE a.token_hash = $1 AND a.suspended_by IS NULL AND (a.organization_id IS NULL OR o.id IS NOT NULL);

-- COUNT_AGENTS
--   How many agents have asked for work within a few minutes, and how many there are, suspended ones aside.
--   returns all integer, recent integer
SELECT count(*)::int AS all, (count(*) FILTER (WHERE last_seen_at > now() - interval '3 minutes'))::int AS recent
FROM agents WHERE suspended_by IS NULL;

-- COUNT_SCHEDULED
--   How many monitors run by themselves.
--   returns count integer
/* all organizations: count_scheduled_monitors */
SELECT count(*)::int AS count FROM monitors WHERE next_at IS NOT NULL AND state = 'on';

-- NOTE_VERSION
--   What an agent says of itself as it asks for work.
--   $1 id: uuid
--   $2 version: text
UPDATE agents SET version = $2 WHERE id = $1 AND version IS DISTINCT FROM $2;

-- TAKE_RUN
--   Gives the run that has waited longest to an agent which has what it asks for: one that nobody has in hand.
--   $1 organizationId: uuid
--   $2 labels: text[]
--   $3 agentId: uuid
--   $4 lease: uuid
--   returns runId uuid, organizationId uuid, attempt integer
UPDATE agent_queue q SET agent_id = $3, lease = $4, lease_until = now() + interval '60 seconds', attempt = attempt + 1
WHERE q.run_id = (
  SELECT w.run_id FROM agent_queue w
  WHERE w.organization_id = $1 AND NOT w.is_cancelled AND w.attempt < 5 AND (w.lease_until IS NULL OR w.lease_until < now()) AND w.labels <@ $2::text[]
  ORDER BY w.due_at, w.run_id LIMIT 1 FOR UPDATE SKIP LOCKED
)
RETURNING q.run_id AS "runId", q.organization_id AS "organizationId", q.attempt;

-- TAKE_RUN_OF_ANY
--   The same for an agent of the operator: accounts of work take turns, so that who has many runs waiting keeps nobody
--   else from theirs.
--   $1 labels: text[]
--   $2 agentId: uuid
--   $3 lease: uuid
--   returns runId uuid, organizationId uuid, attempt integer
WITH waiting AS MATERIALIZED (
  SELECT w.organization_id, min(w.due_at) AS due_at FROM agent_queue w
  WHERE NOT w.is_cancelled AND w.attempt < 5 AND (w.lease_until IS NULL OR w.lease_until < now()) AND w.labels <@ $1::text[] GROUP BY 1
), turns AS MATERIALIZED (
  SELECT w.organization_id, coalesce(o.account_network, o.account::text, o.id::text) AS account,
    row_number() OVER (ORDER BY t.taken_at NULLS FIRST, w.due_at, w.organization_id) AS place
  FROM waiting w JOIN organizations o ON o.id = w.organization_id AND o.suspended_at IS NULL AND o.deleted_at IS NULL
    LEFT JOIN agent_turns t ON t.account = coalesce(o.account_network, o.account::text, o.id::text)
  WHERE NOT EXISTS (SELECT FROM agents own WHERE own.organization_id = w.organization_id AND own.suspended_by IS NULL)
), turn AS (
  -- The first whose earliest run nobody else takes at this moment.
  SELECT earliest.run_id, next.account FROM (SELECT organization_id, account FROM turns ORDER BY place) next,
    LATERAL (SELECT w.run_id FROM agent_queue w
      WHERE w.organization_id = next.organization_id AND NOT w.is_cancelled AND w.attempt < 5 AND (w.lease_until IS NULL OR w.lease_until < now()) AND w.labels <@ $1::text[]
      ORDER BY w.due_at, w.run_id LIMIT 1 FOR UPDATE SKIP LOCKED) earliest
  LIMIT 1
), noted AS (
  INSERT INTO agent_turns (account, taken_at) SELECT account, clock_timestamp() FROM turn
  ON CONFLICT (account) DO UPDATE SET taken_at = excluded.taken_at
)
UPDATE agent_queue q SET agent_id = $2, lease = $3, lease_until = now() + interval '60 seconds', attempt = attempt + 1
FROM turn WHERE q.run_id = turn.run_id
RETURNING q.run_id AS "runId", q.organization_id AS "organizationId", q.attempt;

-- FORGET_TURNS
--   Forgets whose turn it was long ago.
DELETE FROM agent_turns WHERE taken_at < now() - interval '1 day';

-- HAS_WORK_OF_ANY
--   Whether there may be work for agents of the operator.
--   returns hasWork boolean
/* each second */
SELECT EXISTS (SELECT FROM agent_queue w WHERE NOT w.is_cancelled AND w.attempt < 5 AND (w.lease_until IS NULL OR w.lease_until < now()) AND NOT EXISTS (SELECT FROM agents own WHERE own.organization_id = w.organization_id AND own.suspended_by IS NULL)) AS "hasWork";

-- HAVE_WORK
--   Whether there may be work for agents of these organizations: one look for all that wait.
--   $1 organizationIds: uuid[]
--   returns organizationId uuid
/* each second */
SELECT DISTINCT w.organization_id AS "organizationId" FROM agent_queue w
WHERE w.organization_id = ANY ($1::uuid[]) AND NOT w.is_cancelled AND w.attempt < 5 AND (w.lease_until IS NULL OR w.lease_until < now());

-- BOUND_LEASE
--   Sets for how many minutes an agent that has taken a run may have it at most.
--   $1 runId: uuid
--   $2 minutes: integer
UPDATE agent_queue SET ends_at = now() + make_interval(mins => $2) WHERE run_id = $1;

-- RENEW_LEASE
--   Renews a lease that an agent still has, and says whether the run is cancelled.
--   $1 runId: uuid
--   $2 lease: uuid
--   $3 agentId: uuid
--   returns organizationId uuid, isCancelled boolean
UPDATE agent_queue SET lease_until = least(now() + interval '60 seconds', ends_at)
WHERE run_id = $1 AND lease = $2 AND agent_id = $3 AND lease_until > now()
RETURNING organization_id AS "organizationId", is_cancelled AS "isCancelled";

-- END_LEASE
--   Ends a lease before its time: another agent may take the run at once.
--   $1 runId: uuid
--   $2 lease: uuid
UPDATE agent_queue SET agent_id = NULL, lease = NULL, lease_until = NULL WHERE run_id = $1 AND lease = $2;

-- QUEUE_RUNS
--   Puts runs into the queue.
--   $1 organizationId: uuid
--   $2 runs: json
INSERT INTO agent_queue (run_id, organization_id, labels)
SELECT given.id, $1, given.labels FROM json_to_recordset($2::json) AS given(id uuid, labels text[]);

-- LEAVE_QUEUE
--   Takes runs out of the queue.
--   $1 organizationId: uuid
--   $2 runIds: uuid[]
DELETE FROM agent_queue WHERE organization_id = $1 AND run_id = ANY ($2::uuid[]);

-- CANCEL_IN_QUEUE
--   Takes a cancelled run out of the queue, or has the agent that has it in hand told.
--   $1 organizationId: uuid
--   $2 runId: uuid
WITH told AS (
  UPDATE agent_queue SET is_cancelled = true
  WHERE organization_id = $1 AND run_id = $2 AND lease_until > now() RETURNING run_id
)
DELETE FROM agent_queue WHERE organization_id = $1 AND run_id = $2 AND run_id NOT IN (SELECT run_id FROM told);

-- LOST_RUNS
--   Runs whose agent is lost, and runs that no agent took within a day.
--   returns runId uuid, organizationId uuid, attempt integer, isCancelled boolean, isTaken boolean
SELECT run_id AS "runId", organization_id AS "organizationId", attempt, is_cancelled AS "isCancelled", lease IS NOT NULL AS "isTaken"
FROM agent_queue WHERE lease_until < now() OR (lease IS NULL AND due_at < now() - interval '24 hours')
ORDER BY due_at LIMIT 10000;

-- RELEASE_RUN
--   Has a run whose agent is lost wait for another one.
--   $1 runId: uuid
--   returns runId uuid
UPDATE agent_queue SET agent_id = NULL, lease = NULL, lease_until = NULL WHERE run_id = $1 AND lease_until < now()
RETURNING run_id AS "runId";

-- SUSPEND_AGENTS
--   $1 recoveryId: uuid
--   $2 ids: uuid[]
--   returns id uuid
UPDATE agents SET suspended_by = $1 WHERE id = ANY ($2::uuid[]) AND suspended_by IS NULL RETURNING id;

-- RESUME_AGENTS
--   $1 recoveryId: uuid
--   $2 ids: uuid[]
UPDATE agents SET suspended_by = NULL WHERE id = ANY ($2::uuid[]) AND suspended_by = $1;

-- END_SUSPENDED_AGENTS
--   $1 recoveryId: uuid
--   $2 ids: uuid[]
--   returns id uuid, organizationId uuid, name text
DELETE FROM agents WHERE id = ANY ($2::uuid[]) AND suspended_by = $1
RETURNING id, organization_id AS "organizationId", name;

-- PAGES_BY_AREA
--   What the last look at each page found, by area and in all; `isTotal` tells which row is of all.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns isTotal boolean, areaId uuid, pages integer, withFindings integer, withoutFindings integer, notLookedAt integer
SELECT GROUPING(area_id) = 1 AS "isTotal", area_id AS "areaId",
count(*)::int AS pages,
(count(*) FILTER (WHERE finding_count > 0))::int AS "withFindings",
(count(*) FILTER (WHERE finding_count = 0))::int AS "withoutFindings",
(count(*) FILTER (WHERE finding_count IS NULL))::int AS "notLookedAt" FROM inventory_pages WHERE organization_id = $1 AND product_id = $2 AND state = 'active'
GROUP BY GROUPING SETS ((), (area_id)) ORDER BY 1 DESC, "withFindings" DESC, 2;

-- PAGES_BY_TEMPLATE
--   The same by how pages are made, as far as agents have told it.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns template text, example text, pages integer, withFindings integer, withoutFindings integer, notLookedAt integer
SELECT template, min(url) AS example,
count(*)::int AS pages,
(count(*) FILTER (WHERE finding_count > 0))::int AS "withFindings",
(count(*) FILTER (WHERE finding_count = 0))::int AS "withoutFindings",
(count(*) FILTER (WHERE finding_count IS NULL))::int AS "notLookedAt" FROM inventory_pages WHERE organization_id = $1 AND product_id = $2 AND state = 'active' AND template IS NOT NULL
GROUP BY template ORDER BY "withFindings" DESC, pages DESC, template LIMIT 50;

-- COUNT_ADDRESSES
--   How many pages that are looked at have one of these addresses.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 addressKeys: uuid[]
--   returns count integer
SELECT count(*)::int AS count FROM inventory_pages WHERE organization_id = $1 AND product_id = $2 AND state = 'active' AND address_key = ANY ($3::uuid[]);

-- ADDRESSES_OF_PEOPLE
--   The addresses of entries of audits on which a person has decided a requirement.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns url text
SELECT DISTINCT e.url FROM audits a JOIN audit_entries e ON e.organization_id = a.organization_id AND e.audit_id = a.id
WHERE a.organization_id = $1 AND a.product_id = $2 AND e.url IS NOT NULL AND EXISTS (
  SELECT 1 FROM audit_outcomes o
  WHERE o.organization_id = e.organization_id AND o.audit_id = e.audit_id AND o.entry IN (0, e.number)
    AND o.outcome <> 'untested');

-- RUNS_BY_WEEK
--   On how many pages something was found, by week (it begins on Monday, in UTC): of each monitor its last run.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns week text, lookedAt integer, withFindings integer
SELECT to_char(week, 'YYYY-MM-DD') AS week, sum(looked_pages)::int AS "lookedAt", sum(found_pages)::int AS "withFindings"
FROM (
  SELECT DISTINCT ON (r.monitor_id, week) r.monitor_id, week, r.looked_pages, r.found_pages
  FROM monitors m JOIN monitor_runs r ON r.organization_id = m.organization_id AND r.monitor_id = m.id,
    date_trunc('week', r.ended_at AT TIME ZONE 'UTC') AS week
  WHERE m.organization_id = $1 AND m.product_id = $2 AND r.state IN ('done', 'partial')
    AND r.ended_at >= now() - interval '26 weeks'
  ORDER BY r.monitor_id, week, r.ended_at DESC
) runs GROUP BY week ORDER BY week;

-- LAST_RUNS
--   What the last run of each monitor that has reported brought that was not known.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns monitorNumber integer, name text, runId uuid, endedAt timestamp with time zone, newFindings integer
SELECT m.number AS "monitorNumber", m.name, last.id AS "runId", last.ended_at AS "endedAt",
  coalesce((
    SELECT sum((t.delta ->> 'new')::int)
    FROM jsonb_to_recordset(last.reports) AS report("testActivityNumber" int)
      JOIN test_activities t ON t.organization_id = m.organization_id AND t.product_id = m.product_id
        AND t.number = report."testActivityNumber"
  ), 0)::int AS "newFindings"
FROM monitors m JOIN LATERAL (
  SELECT r.id, r.ended_at, r.reports FROM monitor_runs r
  WHERE r.organization_id = m.organization_id AND r.monitor_id = m.id AND r.state IN ('done', 'partial')
  ORDER BY r.created_at DESC, r.id DESC LIMIT 1
) last ON true
WHERE m.organization_id = $1 AND m.product_id = $2 ORDER BY m.number;

-- ADD_PAGES
--   Adds those of these pages that the inventory does not have, and notes of the others that they were named again. One
--   that was there answers the id that it has.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 pages: json
--   $4 origin: text
--   returns id uuid
INSERT INTO inventory_pages AS l (organization_id, product_id, id, url, address_key, title, kind, area_id, state,
  origin)
SELECT p.organization_id, p.id, given.id, given.url, given."addressKey", given.title, given.kind, given."areaId",
  'active', $4
FROM products p, json_to_recordset($3::json) AS given(id uuid, url text, "addressKey" uuid, title text, kind text,
  "areaId" uuid)
WHERE p.organization_id = $1 AND p.id = $2
ON CONFLICT ON CONSTRAINT uq_inventory_pages_address DO UPDATE SET last_seen_at = excluded.last_seen_at
RETURNING l.id;

-- COUNT_PAGES
--   How many pages the inventory of a product has.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns count integer
SELECT count(*)::int AS count FROM inventory_pages WHERE organization_id = $1 AND product_id = $2;

-- CLEAR_AREA
--   Pages stay without an area that is about to be deleted.
--   $1 organizationId: uuid
--   $2 areaId: uuid
UPDATE inventory_pages SET area_id = NULL WHERE organization_id = $1 AND area_id = $2;

-- KNOWN_ADDRESSES
--   Which of these addresses the inventory of a product has.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 addressKeys: uuid[]
--   returns addressKey uuid
SELECT address_key AS "addressKey" FROM inventory_pages
WHERE organization_id = $1 AND product_id = $2 AND address_key = ANY ($3::uuid[]);

-- NOTE_LOOKED
--   Notes what a run saw of pages, unless a later one has looked at them since, and adds those that the inventory does not
--   have. What was gone twice in a row is gone; one that is there again is active.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 pages: json
--   $4 origin: text
--   $5 lookedAt: timestamp with time zone
--   returns id uuid
INSERT INTO inventory_pages AS l
  (organization_id, product_id, id, url, address_key, title, kind, state, origin, looked_at, template, finding_count, gone_runs)
SELECT p.organization_id, p.id, given.id, given.url, given."addressKey", given.title, 'page', 'active', $4, $5::timestamptz, given.template,
  given."findingCount", given.gone
FROM products p, json_to_recordset($3::json) AS given(id uuid, url text, "addressKey" uuid, title text, template text, "findingCount" int, gone int)
WHERE p.organization_id = $1 AND p.id = $2
ON CONFLICT ON CONSTRAINT uq_inventory_pages_address DO UPDATE SET last_seen_at = excluded.last_seen_at, looked_at = excluded.looked_at,
  title = coalesce(l.title, excluded.title), template = coalesce(excluded.template, l.template), finding_count = excluded.finding_count,
  gone_runs = CASE WHEN excluded.gone_runs = 1 THEN l.gone_runs + 1 ELSE 0 END,
  state = CASE WHEN l.state = 'ignored' THEN 'ignored' WHEN excluded.gone_runs = 0 THEN 'active' WHEN l.gone_runs > 0 THEN 'gone' ELSE l.state END
WHERE l.looked_at IS NULL OR l.looked_at <= excluded.looked_at
RETURNING l.id;

-- COUNT_MONITORS
--   How many monitors a product has.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns count integer
SELECT count(*)::int AS count FROM monitors WHERE organization_id = $1 AND product_id = $2;

-- DUE_MONITORS
--   Monitors whose time has come, of products that are not archived, the longest overdue first.
--   $1 limit: bigint
--   returns organizationId uuid, id uuid
/* all organizations: due_monitors */
SELECT m.organization_id AS "organizationId", m.id
FROM monitors m JOIN products p ON p.organization_id = m.organization_id AND p.id = m.product_id AND p.archived_at IS NULL
WHERE m.next_at <= now() AND m.state = 'on' ORDER BY m.next_at LIMIT $1;

-- SET_NEXT
--   Sets when monitors are due next; they are not changed by people.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   $3 nextAt: timestamp with time zone[]
UPDATE monitors m SET next_at = given.next_at
FROM unnest($2::uuid[], $3::timestamptz[]) AS given(id, next_at) WHERE m.organization_id = $1 AND m.id = given.id;

-- COUNT_FAILURES
--   Counts how many runs of a monitor have failed, one after the other.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 hasFailed: boolean
--   returns failures integer
UPDATE monitors SET failures = CASE WHEN $3 THEN failures + 1 ELSE 0 END
WHERE organization_id = $1 AND id = $2 RETURNING failures;

-- BEGIN_RUNS
--   Begins runs of monitors, but for those that have one under way.
--   $1 organizationId: uuid
--   $2 runs: json
--   $3 trigger: text
--   returns id uuid, monitorId uuid
INSERT INTO monitor_runs (organization_id, id, product_id, monitor_id, state, trigger)
SELECT m.organization_id, given.id, m.product_id, m.id, 'waiting', $3
FROM monitors m, json_to_recordset($2::json) AS given(id uuid, "monitorId" uuid)
WHERE m.organization_id = $1 AND m.id = given."monitorId"
ON CONFLICT (organization_id, monitor_id) WHERE state IN ('waiting', 'running', 'finishing') DO NOTHING
RETURNING id, monitor_id AS "monitorId";

-- START_RUN
--   An agent has a run in hand; answers whether it is still to be run.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 attempt: integer
--   returns id uuid
UPDATE monitor_runs SET state = 'running', attempt = $3, started_at = coalesce(started_at, statement_timestamp()), revision = revision + 1
WHERE organization_id = $1 AND id = $2 AND state IN ('waiting', 'running') RETURNING id;

-- WAIT_AGAIN
--   A run waits again, since its agent is lost.
--   $1 organizationId: uuid
--   $2 id: uuid
UPDATE monitor_runs SET state = 'waiting', revision = revision + 1 WHERE organization_id = $1 AND id = $2 AND state = 'running';

-- OPEN_AGAIN
--   Pages that a lost agent had in hand are handed out again.
--   $1 organizationId: uuid
--   $2 runId: uuid
UPDATE monitor_run_pages SET state = 'open' WHERE organization_id = $1 AND run_id = $2 AND state = 'in_hand';

-- MOVE_RUN
--   Ends a run, or has it reported.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 from: text[]
--   $4 state: text
--   $5 reason: text
--   $6 message: text
--   $7 isEnd: boolean
--   returns id uuid
UPDATE monitor_runs SET state = $4, reason = $5, message = $6, ended_at = CASE WHEN $7 THEN statement_timestamp() END,
  finished_at = CASE WHEN $4 = 'finishing' THEN statement_timestamp() ELSE finished_at END, revision = revision + 1
WHERE organization_id = $1 AND id = $2 AND state = ANY ($3::text[]) RETURNING id;

-- ADD_RUN_PAGES
--   Adds pages to a run that has fewer than it may, each address once; answers how many came.
--   $1 organizationId: uuid
--   $2 runId: uuid
--   $3 pages: json
--   $4 most: bigint
--   returns id uuid
INSERT INTO monitor_run_pages (organization_id, id, run_id, url, address_key, depth, state)
SELECT r.organization_id, given.id, r.id, given.url, given."addressKey", given.depth, 'open'
FROM monitor_runs r, json_to_recordset($3::json) AS given(id uuid, url text, "addressKey" uuid, depth int)
WHERE r.organization_id = $1 AND r.id = $2 AND NOT EXISTS (
  SELECT 1 FROM monitor_run_pages p WHERE p.organization_id = $1 AND p.run_id = $2 AND p.address_key = given."addressKey")
ORDER BY given.depth, given.id
LIMIT greatest(0, $4 - (SELECT count(*) FROM monitor_run_pages c WHERE c.organization_id = $1 AND c.run_id = $2))
ON CONFLICT ON CONSTRAINT uq_monitor_run_pages_address DO NOTHING RETURNING id;

-- IS_FULL
--   Whether a run has as many pages as it may.
--   $1 organizationId: uuid
--   $2 runId: uuid
--   $3 most: bigint
--   returns isFull boolean
SELECT count(*) >= $3 AS "isFull" FROM monitor_run_pages WHERE organization_id = $1 AND run_id = $2;

-- NOTE_CUT
--   Pages were left out of a run.
--   $1 organizationId: uuid
--   $2 id: uuid
UPDATE monitor_runs SET was_cut = true, revision = revision + 1 WHERE organization_id = $1 AND id = $2 AND NOT was_cut;

-- HAND_OUT
--   Hands pages out that nobody has in hand, those nearest to the start first. They are chosen once: below a nested loop, a
--   subquery of `IN` would choose others for each row, and hand out all of them.
--   $1 organizationId: uuid
--   $2 runId: uuid
--   $3 count: bigint
--   returns id uuid, url text
WITH chosen AS MATERIALIZED (
  SELECT id FROM monitor_run_pages WHERE organization_id = $1 AND run_id = $2 AND state = 'open'
  ORDER BY depth, id LIMIT $3 FOR UPDATE SKIP LOCKED
)
UPDATE monitor_run_pages p SET state = 'in_hand' FROM chosen
WHERE p.organization_id = $1 AND p.id = chosen.id RETURNING p.id, p.url;

-- RUN_PAGES_OF
--   Pages of a run, by their ids, locked in their order.
--   $1 organizationId: uuid
--   $2 runId: uuid
--   $3 ids: uuid[]
--   returns id uuid, url text, depth integer, isOver boolean
SELECT id, url, depth, state NOT IN ('open', 'in_hand') AS "isOver" FROM monitor_run_pages
WHERE organization_id = $1 AND run_id = $2 AND id = ANY ($3::uuid[]) ORDER BY id FOR UPDATE;

-- KEEP_RESULTS
--   Keeps what an agent found on pages.
--   $1 organizationId: uuid
--   $2 results: json
UPDATE monitor_run_pages p SET state = given.outcome, reason = given.reason, final_url = given."finalUrl", title = given.title,
  template = given.template, ms = given.ms, findings = given.findings, finding_count = given."findingCount"
FROM json_to_recordset($2::json) AS given(id uuid, outcome text, reason text, "finalUrl" text, title text, template text, ms int, findings text,
  "findingCount" int)
WHERE p.organization_id = $1 AND p.id = given.id;

-- KEEP_VERSIONS
--   Keeps which versions of its tools a run has used.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 versions: jsonb
UPDATE monitor_runs SET tool_versions = tool_versions || $3::jsonb WHERE organization_id = $1 AND id = $2;

-- COUNT_PICTURES_OF_RUN
--   Counts pictures that have come with a run.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 more: integer
UPDATE monitor_runs SET picture_count = picture_count + $3 WHERE organization_id = $1 AND id = $2;

-- COUNT_RUN_PAGES
--   How many pages of runs are in each state.
--   $1 organizationId: uuid
--   $2 runIds: uuid[]
--   returns runId uuid, state text, count integer, findings integer
SELECT run_id AS "runId", state, count(*)::int AS count, coalesce(sum(finding_count), 0)::int AS findings
FROM monitor_run_pages WHERE organization_id = $1 AND run_id = ANY ($2::uuid[]) GROUP BY 1, 2;

-- TO_REPORT
--   What a run is to report, in the order in which its pages became known: of findings 64 MiB at most.
--   $1 organizationId: uuid
--   $2 runId: uuid
--   returns url text, addressKey uuid, state text, title text, template text, findingCount integer, findings text, isCut boolean
SELECT url, address_key AS "addressKey", state, title, template, finding_count AS "findingCount",
  CASE WHEN bytes <= 67108864 THEN findings END AS findings, bytes > 67108864 AS "isCut"
FROM (
  SELECT *, sum(coalesce(octet_length(findings), 0)) OVER (ORDER BY depth, id) AS bytes FROM monitor_run_pages
  WHERE organization_id = $1 AND run_id = $2
) p ORDER BY depth, id;

-- LOOKED_SINCE
--   Pages of a run that later runs of its monitor have looked at and reported.
--   $1 organizationId: uuid
--   $2 runId: uuid
--   returns addressKey uuid
SELECT DISTINCT p.address_key AS "addressKey"
FROM monitor_runs r JOIN monitor_runs later ON later.organization_id = r.organization_id AND later.monitor_id = r.monitor_id
  AND later.created_at > r.created_at AND later.state IN ('done', 'partial')
  JOIN monitor_run_pages p ON p.organization_id = later.organization_id AND p.run_id = later.id AND p.state IN ('looked', 'gone')
WHERE r.organization_id = $1 AND r.id = $2;

-- FORGET_FINDINGS
--   A run has been reported: what was found stands in its findings now.
--   $1 organizationId: uuid
--   $2 runId: uuid
UPDATE monitor_run_pages SET findings = NULL WHERE organization_id = $1 AND run_id = $2 AND findings IS NOT NULL;

-- FINISHING_RUNS
--   Runs that have waited for a minute for being reported, those first that have waited longest.
--   returns organizationId uuid, id uuid
/* all organizations: finishing_runs */
SELECT organization_id AS "organizationId", id FROM monitor_runs
WHERE state = 'finishing' AND finished_at < now() - interval '1 minute' ORDER BY finished_at LIMIT 10000;

-- KEEP_REPORTS
--   Keeps what a run has reported, and on how many of the pages that it looked at it found something.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 reports: jsonb
--   $4 wasCut: boolean
UPDATE monitor_runs r
SET reports = $3::jsonb, was_cut = was_cut OR $4, looked_pages = pages.looked, found_pages = pages.found
FROM (
  SELECT count(*) AS looked, count(*) FILTER (WHERE finding_count > 0) AS found
  FROM monitor_run_pages WHERE organization_id = $1 AND run_id = $2 AND state IN ('looked', 'gone')
) pages WHERE r.organization_id = $1 AND r.id = $2;

-- FORGET_RUNS
--   Forgets the oldest runs of a monitor that has more than are kept.
--   $1 organizationId: uuid
--   $2 monitorId: uuid
DELETE FROM monitor_runs WHERE organization_id = $1 AND id IN (
  SELECT id FROM monitor_runs WHERE organization_id = $1 AND monitor_id = $2 ORDER BY created_at DESC, id DESC OFFSET 100);

-- RUNS_UNDER_WAY
--   The runs of a monitor that have not ended.
--   $1 organizationId: uuid
--   $2 monitorId: uuid
--   returns id uuid
SELECT id FROM monitor_runs WHERE organization_id = $1 AND monitor_id = $2 AND state IN ('waiting', 'running', 'finishing');

-- SECRETS
--   The secrets of a product, by name.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns id uuid, name text, origins text[], operatorAgents boolean, createdAt timestamp with time zone, updatedAt timestamp with time zone, monitors integer[]
SELECT s.id, s.name, s.origins, s.operator_agents AS "operatorAgents", s.created_at AS "createdAt", s.updated_at AS "updatedAt",
  ARRAY(
    SELECT m.number FROM monitors m WHERE m.organization_id = $1 AND m.product_id = $2
      AND m.steps @> jsonb_build_array(jsonb_build_object('fill', jsonb_build_object('secret', s.name)))
    ORDER BY m.number
  ) AS monitors FROM monitor_secrets s WHERE s.organization_id = $1 AND s.product_id = $2 ORDER BY s.name;

-- SET_SECRET
--   Adds a secret, or replaces it whole.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 id: uuid
--   $4 name: text
--   $5 value: text
--   $6 origins: text[]
--   $7 operatorAgents: boolean
INSERT INTO monitor_secrets (organization_id, product_id, id, name, value, origins, operator_agents)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (organization_id, id) DO UPDATE SET value = excluded.value, origins = excluded.origins,
  operator_agents = excluded.operator_agents, updated_at = now();

-- DELETE_SECRET
--   Deletes a secret.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 name: text
--   returns id uuid
DELETE FROM monitor_secrets WHERE organization_id = $1 AND product_id = $2 AND name = $3 RETURNING id;

-- SECRETS_NAMED
--   The secrets of these names.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 names: text[]
--   returns id uuid, name text, value text, origins text[], operatorAgents boolean
SELECT id, name, value, origins, operator_agents AS "operatorAgents" FROM monitor_secrets
WHERE organization_id = $1 AND product_id = $2 AND name = ANY ($3::text[]);

-- NEXT_VALUES
--   $1 organizationId: uuid
--   $2 after: uuid
--   $3 prefix: text
--   $4 count: bigint
--   returns organizationId uuid, row uuid, stored text
/* all organizations: encrypt_stored_secrets */
SELECT organization_id AS "organizationId", id AS row, value AS stored FROM monitor_secrets
WHERE ($1::uuid IS NULL OR (organization_id, id) > ($1, $2::uuid)) AND NOT starts_with(value, $3)
ORDER BY organization_id, id LIMIT $4;

-- REPLACE_VALUES
--   $1 organizationIds: uuid[]
--   $2 ids: uuid[]
--   $3 stored: text[]
--   $4 encrypted: text[]
/* all organizations: encrypt_stored_secrets */
UPDATE monitor_secrets s SET value = r.encrypted
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r(organization_id, id, stored, encrypted)
WHERE s.organization_id = r.organization_id AND s.id = r.id AND s.value = r.stored;

-- KEYS_OF_VALUES
--   returns keyId text, count integer
/* all organizations: encrypt_stored_secrets */
SELECT CASE WHEN starts_with(value, 'v1.') THEN split_part(value, '.', 2) END AS "keyId", count(*)::int AS count
FROM monitor_secrets GROUP BY 1;
