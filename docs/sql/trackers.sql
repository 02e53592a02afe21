-- The statements of trackers, as they are sent. Written by `npm run sql`.

-- FORGET_PERSON
--   What stands for a person in connections, who is no member any more.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE tracker_connections c SET people = (
  SELECT coalesce(jsonb_agg(p.person), '[]') FROM jsonb_array_elements(c.people) AS p(person)
  WHERE p.person ->> 'userId' <> $2::uuid::text)
WHERE c.organization_id = $1 AND c.people @> jsonb_build_array(jsonb_build_object('userId', $2::uuid));

-- NOTE_SUCCESS
--   A request succeeded.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 status: integer
UPDATE tracker_connections SET state = 'on', problem = NULL, failing_since = NULL, paused_until = NULL,
  last_answer_at = now(), last_answer_status = $3
WHERE organization_id = $1 AND id = $2 AND state <> 'off';

-- NOTE_FAILURE
--   A request failed. Answers what state the connection was in, and is in: it fails at once where `refused`, otherwise
--   after an hour, and is off after five days; nothing where it was off.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 problem: text
--   $4 status: integer
--   $5 pausedUntil: timestamp with time zone
--   $6 refused: boolean
--   $7 counts: boolean
--   returns before text, after text, name text, productId uuid, productSlug text
WITH before AS MATERIALIZED (
  SELECT c.state, p.slug, CASE WHEN $7::boolean THEN coalesce(c.failing_since, now()) ELSE c.failing_since END AS since
  FROM tracker_connections c JOIN products p ON p.organization_id = $1 AND p.id = c.product_id
  WHERE c.organization_id = $1 AND c.id = $2 AND c.state <> 'off' FOR UPDATE OF c
)
UPDATE tracker_connections c SET problem = $3, last_answer_at = now(), last_answer_status = $4::int,
  paused_until = $5::timestamptz, failing_since = before.since,
  state = CASE WHEN before.since < now() - interval '5 days' THEN 'off'
    WHEN $6::boolean OR before.since < now() - interval '1 hour' THEN 'failing' ELSE c.state END
FROM before WHERE c.organization_id = $1 AND c.id = $2
RETURNING before.state AS before, c.state AS after, c.name, c.product_id AS "productId",
  before.slug AS "productSlug";

-- NOTE_PROJECT
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 projectId: text
--   $4 projectName: text
UPDATE tracker_connections SET project_id = $3, project_name = $4 WHERE organization_id = $1 AND id = $2;

-- SUSPEND
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   $3 ids: uuid[]
--   returns id uuid
UPDATE tracker_connections SET suspended_by = $2
WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND suspended_by IS NULL RETURNING id;

-- RESUME
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   $3 ids: uuid[]
UPDATE tracker_connections SET suspended_by = NULL
WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND suspended_by = $2;

-- END_SUSPENDED
--   Deletes connections that a recovery has suspended.
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   $3 ids: uuid[]
--   returns id uuid, productId uuid, name text
DELETE FROM tracker_connections WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND suspended_by = $2
RETURNING id, product_id AS "productId", name;

-- NEXT_SECRETS
--   $1 organizationId: uuid
--   $2 after: uuid
--   $3 prefix: text
--   $4 count: bigint
--   returns organizationId uuid, row uuid, stored text
-- where column = credentials
/* all organizations: encrypt_stored_secrets */
SELECT organization_id AS "organizationId", id AS row, credentials AS stored FROM tracker_connections
WHERE ($1::uuid IS NULL OR (organization_id, id) > ($1, $2::uuid)) AND NOT starts_with(credentials, $3)
ORDER BY organization_id, id LIMIT $4;
-- where column = webhook_secret
/* all organizations: encrypt_stored_secrets */
SELECT organization_id AS "organizationId", id AS row, webhook_secret AS stored FROM tracker_connections
WHERE ($1::uuid IS NULL OR (organization_id, id) > ($1, $2::uuid)) AND NOT starts_with(webhook_secret, $3)
ORDER BY organization_id, id LIMIT $4;

-- REPLACE_SECRETS
--   $1 organizationIds: uuid[]
--   $2 ids: uuid[]
--   $3 stored: text[]
--   $4 encrypted: text[]
-- where column = credentials
/* all organizations: encrypt_stored_secrets */
UPDATE tracker_connections t SET credentials = r.encrypted
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r(organization_id, id, stored, encrypted)
WHERE t.organization_id = r.organization_id AND t.id = r.id AND t.credentials = r.stored;
-- where column = webhook_secret
/* all organizations: encrypt_stored_secrets */
UPDATE tracker_connections t SET webhook_secret = r.encrypted
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r(organization_id, id, stored, encrypted)
WHERE t.organization_id = r.organization_id AND t.id = r.id AND t.webhook_secret = r.stored;

-- KEYS_OF_SECRETS
--   returns keyId text, count integer
-- where column = credentials
/* all organizations: encrypt_stored_secrets */
SELECT CASE WHEN starts_with(credentials, 'v1.') THEN split_part(credentials, '.', 2) END AS "keyId",
  count(*)::int AS count
FROM tracker_connections WHERE credentials IS NOT NULL GROUP BY 1;
-- where column = webhook_secret
/* all organizations: encrypt_stored_secrets */
SELECT CASE WHEN starts_with(webhook_secret, 'v1.') THEN split_part(webhook_secret, '.', 2) END AS "keyId",
  count(*)::int AS count
FROM tracker_connections WHERE webhook_secret IS NOT NULL GROUP BY 1;

-- SECRET_OF_CONNECTION
--   What deliveries of a tracker are proved by.
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns kind text, stored text
SELECT kind, webhook_secret AS stored FROM tracker_connections
WHERE organization_id = $1 AND id = $2 AND webhook_secret IS NOT NULL AND state <> 'off' AND suspended_by IS NULL;

-- MEMBERS_BY_ADDRESS
--   The members who have verified one of these addresses.
--   $1 organizationId: uuid
--   $2 addresses: text[]
--   returns userId uuid, address text
SELECT m.user_id AS "userId", u.email AS address FROM members m JOIN users u ON u.id = m.user_id
WHERE m.organization_id = $1 AND u.email = ANY ($2::text[]) AND u.email_verified ORDER BY u.email;

-- ADD_SYNCS
--   Queues comparing issues, each once; those of one connection follow each other.
--   $1 organizationId: uuid
--   $2 issueIds: uuid[]
--   $3 connectionIds: uuid[]
--   $4 at: timestamp with time zone
--   returns add_job graphile_worker._private_jobs
SELECT graphile_worker.add_job('sync_tracker_issue', json_build_object('organizationId', $1::uuid, 'issueId', due.issue_id),
  queue_name => 'tracker:' || due.connection_id, job_key => 'tracker:' || due.issue_id,
  run_at => coalesce($4::timestamptz, now()))
FROM unnest($2::uuid[], $3::uuid[]) AS due(issue_id, connection_id);

-- ADD_POLLS
--   Queues looking what has changed in these trackers.
--   $1 organizationIds: uuid[]
--   $2 connectionIds: uuid[]
--   returns add_job graphile_worker._private_jobs
SELECT graphile_worker.add_job('poll_tracker', json_build_object('organizationId', due.organization_id,
  'connectionId', due.connection_id), queue_name => 'tracker:' || due.connection_id,
  job_key => 'tracker-poll:' || due.connection_id)
FROM unnest($1::uuid[], $2::uuid[]) AS due(organization_id, connection_id);

-- LINK
--   Links issues that have no link yet; answers those that it linked.
--   $1 organizationId: uuid
--   $2 connectionId: uuid
--   $3 issueIds: uuid[]
--   $4 markers: uuid[]
--   returns issueId uuid, connectionId uuid
INSERT INTO tracker_links (organization_id, connection_id, issue_id, marker, next_at)
SELECT $1::uuid, $2::uuid, given.issue_id, given.marker, now()
FROM unnest($3::uuid[], $4::uuid[]) AS given(issue_id, marker) ORDER BY 3
ON CONFLICT (organization_id, issue_id) DO NOTHING
RETURNING issue_id AS "issueId", connection_id AS "connectionId";

-- TAKEN_BY_RULE
--   Which of these issues go to a tracker by themselves, and to which: the first connection whose rule takes them.
--   $1 organizationId: uuid
--   $2 issueIds: uuid[]
--   returns issueId uuid, connectionId uuid
SELECT DISTINCT ON (i.id) i.id AS "issueId", c.id AS "connectionId"
FROM issues i JOIN tracker_connections c ON c.organization_id = $1 AND c.product_id = i.product_id
WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[]) AND i.state = 'open' AND i.source = 'internal'
  AND c.push_by = 'rule' AND c.state <> 'off' AND c.suspended_by IS NULL
  AND (c.push_min_severity IS NULL
    OR array_position(ARRAY['low', 'medium', 'high'], i.severity::text) >= array_position(ARRAY['low', 'medium', 'high'], c.push_min_severity))
ORDER BY i.id, c.created_at, c.id;

-- STANDS_FOR
--   The issue that stands for one of a tracker, which is asked for by its id or its key.
--   $1 organizationId: uuid
--   $2 connectionId: uuid
--   $3 idOrKey: text
--   returns issueId uuid
SELECT issue_id AS "issueId" FROM tracker_links
WHERE organization_id = $1 AND connection_id = $2 AND (external_id = $3 OR external_key = $3);

-- KNOWN_THERE
--   Those of these issues of a tracker that stand for one here.
--   $1 organizationId: uuid
--   $2 connectionId: uuid
--   $3 externalIds: text[]
--   returns externalId text
SELECT external_id AS "externalId" FROM tracker_links
WHERE organization_id = $1 AND connection_id = $2 AND external_id = ANY ($3::text[]);

-- INSERT_LINKED
--   Links issues with those of a tracker that they were made of. `links` is JSON.
--   $1 organizationId: uuid
--   $2 connectionId: uuid
--   $3 links: json
INSERT INTO tracker_links (organization_id, connection_id, issue_id, marker, state, external_id, external_key,
  external_url, last, seen_revision, synced_at)
SELECT $1::uuid, $2::uuid, l."issueId", l.marker, 'linked', l."externalId", l.key, l.url, l.last, l.revision, now()
FROM json_to_recordset($3::json)
  AS l("issueId" uuid, marker uuid, "externalId" text, key text, url text, last jsonb, revision int);

-- MARK_CHANGED
--   Marks links whose issue has changed here since it was compared.
--   $1 organizationId: uuid
--   returns issueId uuid, connectionId uuid
UPDATE tracker_links l SET next_at = now() FROM issues i
WHERE l.organization_id = $1 AND i.organization_id = $1 AND i.id = l.issue_id AND i.revision > l.seen_revision
  AND l.state IN ('pending', 'linked') AND l.next_at IS NULL
RETURNING l.issue_id AS "issueId", l.connection_id AS "connectionId";

-- MARK_REGRESSED
--   Marks links whose issue is closed, and which one of these runs has found again: once, until it is opened again.
--   $1 organizationId: uuid
--   $2 eventIds: uuid[]
--   returns issueId uuid, connectionId uuid
WITH runs AS MATERIALIZED (
  SELECT t.product_id, t.number, a.regressed FROM events e
    JOIN test_activities t ON t.organization_id = $1 AND t.id = e.subject_id
    JOIN finding_answers a ON a.organization_id = $1 AND a.product_id = t.product_id AND a.id = t.answer_id
  WHERE e.organization_id = $1 AND e.id = ANY ($2::uuid[]) AND e.type = 'test_activity.ingested'
), found AS MATERIALIZED (
  SELECT f.issue_id, max(runs.number) AS number FROM runs
    JOIN findings f ON f.organization_id = $1 AND f.product_id = runs.product_id AND f.id = ANY (runs.regressed)
  WHERE f.issue_id IS NOT NULL GROUP BY 1
)
UPDATE tracker_links l SET regressed_in = found.number, regressed_at = now(), next_at = now()
FROM found, issues i
WHERE l.organization_id = $1 AND l.issue_id = found.issue_id AND l.state = 'linked'
  AND i.organization_id = $1 AND i.id = l.issue_id AND i.state = 'closed'
  AND (l.regressed_at IS NULL OR l.regressed_at < i.closed_at)
RETURNING l.issue_id AS "issueId", l.connection_id AS "connectionId";

-- MARK_CHANGED_THERE
--   Marks links of issues of a tracker that have changed there.
--   $1 organizationId: uuid
--   $2 connectionId: uuid
--   $3 externalIds: text[]
--   returns issueId uuid, connectionId uuid
UPDATE tracker_links l SET next_at = now()
WHERE l.organization_id = $1 AND l.connection_id = $2 AND l.external_id = ANY ($3::text[])
  AND l.state IN ('pending', 'linked')
RETURNING l.issue_id AS "issueId", l.connection_id AS "connectionId";

-- HEAR
--   Keeps what a tracker has told of an issue, unless it has told something later. `fields` is JSON.
--   $1 organizationId: uuid
--   $2 connectionId: uuid
--   $3 externalId: text
--   $4 fields: jsonb
--   $5 sentAt: timestamp with time zone
--   returns issueId uuid, connectionId uuid
UPDATE tracker_links l SET heard = coalesce(l.heard, '{}') || $4::jsonb, heard_at = $5, next_at = now()
WHERE l.organization_id = $1 AND l.connection_id = $2 AND l.external_id = $3 AND l.state IN ('pending', 'linked')
  AND (l.heard_at IS NULL OR l.heard_at <= $5)
RETURNING l.issue_id AS "issueId", l.connection_id AS "connectionId";

-- OVERDUE
--   Links that should have been compared: a worker was killed, or a connection was off.
--   returns organizationId uuid, issueId uuid, connectionId uuid
/* all organizations: rescue_tracker_links */
SELECT l.organization_id AS "organizationId", l.issue_id AS "issueId", l.connection_id AS "connectionId"
FROM tracker_links l JOIN tracker_connections c ON c.organization_id = l.organization_id AND c.id = l.connection_id
WHERE l.next_at < now() - interval '2 minutes' AND l.state IN ('pending', 'linked')
  AND c.state <> 'off' AND c.suspended_by IS NULL
ORDER BY l.next_at LIMIT 1000;

-- TO_POLL
--   returns organizationId uuid, connectionId uuid
/* all organizations: poll_trackers */
SELECT c.organization_id AS "organizationId", c.id AS "connectionId" FROM tracker_connections c
WHERE c.state <> 'off' AND c.suspended_by IS NULL AND EXISTS (
  SELECT FROM tracker_links l
  WHERE l.organization_id = c.organization_id AND l.connection_id = c.id AND l.state = 'linked');

-- SET_POLLED
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 until: timestamp with time zone
UPDATE tracker_connections SET polled_until = $3 WHERE organization_id = $1 AND id = $2;
