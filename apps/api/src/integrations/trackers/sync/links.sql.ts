import { sql, type Uuid } from '#libs/database';

/** A job that compares an issue with the tracker. */
export const SYNC = 'sync_tracker_issue';
/** A job that looks what has changed in a tracker. */
export const POLL = 'poll_tracker';

/** A link that is due, for its job. */
export interface DueLink {
  issueId: Uuid;
  connectionId: Uuid;
}

/** Queues comparing issues, each once; those of one connection follow each other. */
export const ADD_SYNCS = sql<
  [organizationId: Uuid, issueIds: readonly Uuid[], connectionIds: readonly Uuid[], at: Date | null]
>(`
  SELECT graphile_worker.add_job('${SYNC}', json_build_object('organizationId', $1::uuid, 'issueId', due.issue_id),
    queue_name => 'tracker:' || due.connection_id, job_key => 'tracker:' || due.issue_id,
    run_at => coalesce($4::timestamptz, now()))
  FROM unnest($2::uuid[], $3::uuid[]) AS due(issue_id, connection_id)`);

/** Queues looking what has changed in these trackers. */
export const ADD_POLLS = sql<[organizationIds: readonly Uuid[], connectionIds: readonly Uuid[]]>(`
  SELECT graphile_worker.add_job('${POLL}', json_build_object('organizationId', due.organization_id,
    'connectionId', due.connection_id), queue_name => 'tracker:' || due.connection_id,
    job_key => 'tracker-poll:' || due.connection_id)
  FROM unnest($1::uuid[], $2::uuid[]) AS due(organization_id, connection_id)`);

/** Links issues that have no link yet; answers those that it linked. */
export const LINK = sql<
  [organizationId: Uuid, connectionId: Uuid, issueIds: readonly Uuid[], markers: readonly Uuid[]],
  DueLink
>(`
  INSERT INTO tracker_links (organization_id, connection_id, issue_id, marker, next_at)
  SELECT $1::uuid, $2::uuid, given.issue_id, given.marker, now()
  FROM unnest($3::uuid[], $4::uuid[]) AS given(issue_id, marker) ORDER BY 3
  ON CONFLICT (organization_id, issue_id) DO NOTHING
  RETURNING issue_id AS "issueId", connection_id AS "connectionId"`);

const RANKS = `array_position(ARRAY['low', 'medium', 'high'], `;

/** Which of these issues go to a tracker by themselves, and to which: the first connection whose rule takes them. */
export const TAKEN_BY_RULE = sql<[organizationId: Uuid, issueIds: readonly Uuid[]], DueLink>(`
  SELECT DISTINCT ON (i.id) i.id AS "issueId", c.id AS "connectionId"
  FROM issues i JOIN tracker_connections c ON c.organization_id = $1 AND c.product_id = i.product_id
  WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[]) AND i.state = 'open' AND i.source = 'internal'
    AND c.push_by = 'rule' AND c.state <> 'off' AND c.suspended_by IS NULL
    AND (c.push_min_severity IS NULL
      OR ${RANKS}i.severity::text) >= ${RANKS}c.push_min_severity))
  ORDER BY i.id, c.created_at, c.id`);

/** The issue that stands for one of a tracker, which is asked for by its id or its key. */
export const STANDS_FOR = sql<[organizationId: Uuid, connectionId: Uuid, idOrKey: string], { issueId: Uuid }>(`
  SELECT issue_id AS "issueId" FROM tracker_links
  WHERE organization_id = $1 AND connection_id = $2 AND (external_id = $3 OR external_key = $3)`);

/** Those of these issues of a tracker that stand for one here. */
export const KNOWN_THERE = sql<
  [organizationId: Uuid, connectionId: Uuid, externalIds: readonly string[]],
  { externalId: string }
>(`
  SELECT external_id AS "externalId" FROM tracker_links
  WHERE organization_id = $1 AND connection_id = $2 AND external_id = ANY ($3::text[])`);

/** Links issues with those of a tracker that they were made of. `links` is JSON. */
export const INSERT_LINKED = sql<[organizationId: Uuid, connectionId: Uuid, links: string]>(`
  INSERT INTO tracker_links (organization_id, connection_id, issue_id, marker, state, external_id, external_key,
    external_url, last, seen_revision, synced_at)
  SELECT $1::uuid, $2::uuid, l."issueId", l.marker, 'linked', l."externalId", l.key, l.url, l.last, l.revision, now()
  FROM json_to_recordset($3::json)
    AS l("issueId" uuid, marker uuid, "externalId" text, key text, url text, last jsonb, revision int)`);

/** Marks links whose issue has changed here since it was compared. */
export const MARK_CHANGED = sql<[organizationId: Uuid], DueLink>(`
  UPDATE tracker_links l SET next_at = now() FROM issues i
  WHERE l.organization_id = $1 AND i.organization_id = $1 AND i.id = l.issue_id AND i.revision > l.seen_revision
    AND l.state IN ('pending', 'linked') AND l.next_at IS NULL
  RETURNING l.issue_id AS "issueId", l.connection_id AS "connectionId"`);

/** Marks links whose issue is closed, and which one of these runs has found again: once, until it is opened again. */
export const MARK_REGRESSED = sql<[organizationId: Uuid, eventIds: readonly Uuid[]], DueLink>(`
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
  RETURNING l.issue_id AS "issueId", l.connection_id AS "connectionId"`);

/** Marks links of issues of a tracker that have changed there. */
export const MARK_CHANGED_THERE = sql<
  [organizationId: Uuid, connectionId: Uuid, externalIds: readonly string[]],
  DueLink
>(`
  UPDATE tracker_links l SET next_at = now()
  WHERE l.organization_id = $1 AND l.connection_id = $2 AND l.external_id = ANY ($3::text[])
    AND l.state IN ('pending', 'linked')
  RETURNING l.issue_id AS "issueId", l.connection_id AS "connectionId"`);

/** Keeps what a tracker has told of an issue, unless it has told something later. `fields` is JSON. */
export const HEAR = sql<
  [organizationId: Uuid, connectionId: Uuid, externalId: string, fields: string, sentAt: Date],
  DueLink
>(`
  UPDATE tracker_links l SET heard = coalesce(l.heard, '{}') || $4::jsonb, heard_at = $5, next_at = now()
  WHERE l.organization_id = $1 AND l.connection_id = $2 AND l.external_id = $3 AND l.state IN ('pending', 'linked')
    AND (l.heard_at IS NULL OR l.heard_at <= $5)
  RETURNING l.issue_id AS "issueId", l.connection_id AS "connectionId"`);

/** Links that should have been compared: a worker was killed, or a connection was off. */
export const OVERDUE = sql<[], DueLink & { organizationId: Uuid }>(`
  /* all organizations: rescue_tracker_links */
  SELECT l.organization_id AS "organizationId", l.issue_id AS "issueId", l.connection_id AS "connectionId"
  FROM tracker_links l JOIN tracker_connections c ON c.organization_id = l.organization_id AND c.id = l.connection_id
  WHERE l.next_at < now() - interval '2 minutes' AND l.state IN ('pending', 'linked')
    AND c.state <> 'off' AND c.suspended_by IS NULL
  ORDER BY l.next_at LIMIT 1000`);

export const TO_POLL = sql<[], { organizationId: Uuid; connectionId: Uuid }>(`
  /* all organizations: poll_trackers */
  SELECT c.organization_id AS "organizationId", c.id AS "connectionId" FROM tracker_connections c
  WHERE c.state <> 'off' AND c.suspended_by IS NULL AND EXISTS (
    SELECT FROM tracker_links l
    WHERE l.organization_id = c.organization_id AND l.connection_id = c.id AND l.state = 'linked')`);

export const SET_POLLED = sql<[organizationId: Uuid, id: Uuid, until: Date]>(`
  UPDATE tracker_connections SET polled_until = $3 WHERE organization_id = $1 AND id = $2`);
