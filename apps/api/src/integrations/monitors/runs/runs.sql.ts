import { sql, type Uuid } from '#libs/database';
import { type RunPageState, type RunState, SEEN, TO_RUN, UNDER_WAY } from './run.entity.js';

const isOneOf = (states: readonly (RunState | RunPageState)[]): string =>
  `state IN (${states.map((state) => `'${state}'`).join(', ')})`;

/** Begins runs of monitors, but for those that have one under way. */
export const BEGIN_RUNS = sql<[organizationId: Uuid, runs: string, trigger: string], { id: Uuid; monitorId: Uuid }>(`
  INSERT INTO monitor_runs (organization_id, id, product_id, monitor_id, state, trigger)
  SELECT m.organization_id, given.id, m.product_id, m.id, 'waiting', $3
  FROM monitors m, json_to_recordset($2::json) AS given(id uuid, "monitorId" uuid)
  WHERE m.organization_id = $1 AND m.id = given."monitorId"
  ON CONFLICT (organization_id, monitor_id) WHERE ${isOneOf(UNDER_WAY)} DO NOTHING
  RETURNING id, monitor_id AS "monitorId"`);

/** An agent has a run in hand; answers whether it is still to be run. */
export const START_RUN = sql<[organizationId: Uuid, id: Uuid, attempt: number], { id: Uuid }>(`
  UPDATE monitor_runs SET state = 'running', attempt = $3, started_at = coalesce(started_at, statement_timestamp()), revision = revision + 1
  WHERE organization_id = $1 AND id = $2 AND ${isOneOf(TO_RUN)} RETURNING id`);

/** A run waits again, since its agent is lost. */
export const WAIT_AGAIN = sql<[organizationId: Uuid, id: Uuid]>(`
  UPDATE monitor_runs SET state = 'waiting', revision = revision + 1 WHERE organization_id = $1 AND id = $2 AND state = 'running'`);

/** Pages that a lost agent had in hand are handed out again. */
export const OPEN_AGAIN = sql<[organizationId: Uuid, runId: Uuid]>(
  `UPDATE monitor_run_pages SET state = 'open' WHERE organization_id = $1 AND run_id = $2 AND state = 'in_hand'`,
);

/** Ends a run, or has it reported. */
export const MOVE_RUN = sql<
  [
    organizationId: Uuid,
    id: Uuid,
    from: readonly string[],
    state: string,
    reason: string | null,
    message: string | null,
    isEnd: boolean,
  ],
  { id: Uuid }
>(`
  UPDATE monitor_runs SET state = $4, reason = $5, message = $6, ended_at = CASE WHEN $7 THEN statement_timestamp() END,
    finished_at = CASE WHEN $4 = 'finishing' THEN statement_timestamp() ELSE finished_at END, revision = revision + 1
  WHERE organization_id = $1 AND id = $2 AND state = ANY ($3::text[]) RETURNING id`);

/** Adds pages to a run that has fewer than it may, each address once; answers how many came. */
export const ADD_RUN_PAGES = sql<[organizationId: Uuid, runId: Uuid, pages: string, most: number], { id: Uuid }>(`
  INSERT INTO monitor_run_pages (organization_id, id, run_id, url, address_key, depth, state)
  SELECT r.organization_id, given.id, r.id, given.url, given."addressKey", given.depth, 'open'
  FROM monitor_runs r, json_to_recordset($3::json) AS given(id uuid, url text, "addressKey" uuid, depth int)
  WHERE r.organization_id = $1 AND r.id = $2 AND NOT EXISTS (
    SELECT 1 FROM monitor_run_pages p WHERE p.organization_id = $1 AND p.run_id = $2 AND p.address_key = given."addressKey")
  ORDER BY given.depth, given.id
  LIMIT greatest(0, $4 - (SELECT count(*) FROM monitor_run_pages c WHERE c.organization_id = $1 AND c.run_id = $2))
  ON CONFLICT ON CONSTRAINT uq_monitor_run_pages_address DO NOTHING RETURNING id`);

/** Whether a run has as many pages as it may. */
export const IS_FULL = sql<[organizationId: Uuid, runId: Uuid, most: number], { isFull: boolean }>(`
  SELECT count(*) >= $3 AS "isFull" FROM monitor_run_pages WHERE organization_id = $1 AND run_id = $2`);

/** Pages were left out of a run. */
export const NOTE_CUT = sql<[organizationId: Uuid, id: Uuid]>(
  'UPDATE monitor_runs SET was_cut = true, revision = revision + 1 WHERE organization_id = $1 AND id = $2 AND NOT was_cut',
);

/**
 * Hands pages out that nobody has in hand, those nearest to the start first. They are chosen once: below a nested loop, a
 * subquery of `IN` would choose others for each row, and hand out all of them.
 */
export const HAND_OUT = sql<[organizationId: Uuid, runId: Uuid, count: number], { id: Uuid; url: string }>(`
  WITH chosen AS MATERIALIZED (
    SELECT id FROM monitor_run_pages WHERE organization_id = $1 AND run_id = $2 AND state = 'open'
    ORDER BY depth, id LIMIT $3 FOR UPDATE SKIP LOCKED
  )
  UPDATE monitor_run_pages p SET state = 'in_hand' FROM chosen
  WHERE p.organization_id = $1 AND p.id = chosen.id RETURNING p.id, p.url`);

/** Pages of a run, by their ids, locked in their order. */
export const RUN_PAGES_OF = sql<
  [organizationId: Uuid, runId: Uuid, ids: readonly Uuid[]],
  { id: Uuid; url: string; depth: number; isOver: boolean }
>(`
  SELECT id, url, depth, state NOT IN ('open', 'in_hand') AS "isOver" FROM monitor_run_pages
  WHERE organization_id = $1 AND run_id = $2 AND id = ANY ($3::uuid[]) ORDER BY id FOR UPDATE`);

/** Keeps what an agent found on pages. */
export const KEEP_RESULTS = sql<[organizationId: Uuid, results: string]>(`
  UPDATE monitor_run_pages p SET state = given.outcome, reason = given.reason, final_url = given."finalUrl", title = given.title,
    template = given.template, ms = given.ms, findings = given.findings, finding_count = given."findingCount"
  FROM json_to_recordset($2::json) AS given(id uuid, outcome text, reason text, "finalUrl" text, title text, template text, ms int, findings text,
    "findingCount" int)
  WHERE p.organization_id = $1 AND p.id = given.id`);

/** Keeps which versions of its tools a run has used. */
export const KEEP_VERSIONS = sql<[organizationId: Uuid, id: Uuid, versions: string]>(
  'UPDATE monitor_runs SET tool_versions = tool_versions || $3::jsonb WHERE organization_id = $1 AND id = $2',
);

/** Counts pictures that have come with a run. */
export const COUNT_PICTURES_OF_RUN = sql<[organizationId: Uuid, id: Uuid, more: number]>(
  'UPDATE monitor_runs SET picture_count = picture_count + $3 WHERE organization_id = $1 AND id = $2',
);

/** How many pages of runs are in each state. */
export const COUNT_RUN_PAGES = sql<
  [organizationId: Uuid, runIds: readonly Uuid[]],
  { runId: Uuid; state: string; count: number; findings: number }
>(`
  SELECT run_id AS "runId", state, count(*)::int AS count, coalesce(sum(finding_count), 0)::int AS findings
  FROM monitor_run_pages WHERE organization_id = $1 AND run_id = ANY ($2::uuid[]) GROUP BY 1, 2`);

/** A page of a run, as it is reported. */
export interface RunPageToReport {
  url: string;
  addressKey: Uuid;
  state: string;
  title: string | null;
  template: string | null;
  findingCount: number | null;
  findings: string | null;
  /** Its findings are beyond what is read of a run. */
  isCut: boolean;
}

/** What a run is to report, in the order in which its pages became known: of findings 64 MiB at most. */
export const TO_REPORT = sql<[organizationId: Uuid, runId: Uuid], RunPageToReport>(`
  SELECT url, address_key AS "addressKey", state, title, template, finding_count AS "findingCount",
    CASE WHEN bytes <= 67108864 THEN findings END AS findings, bytes > 67108864 AS "isCut"
  FROM (
    SELECT *, sum(coalesce(octet_length(findings), 0)) OVER (ORDER BY depth, id) AS bytes FROM monitor_run_pages
    WHERE organization_id = $1 AND run_id = $2
  ) p ORDER BY depth, id`);

/** Pages of a run that later runs of its monitor have looked at and reported. */
export const EXAMINED_SINCE = sql<[organizationId: Uuid, runId: Uuid], { addressKey: Uuid }>(`
  SELECT DISTINCT p.address_key AS "addressKey"
  FROM monitor_runs r JOIN monitor_runs later ON later.organization_id = r.organization_id AND later.monitor_id = r.monitor_id
    AND later.created_at > r.created_at AND later.state IN ('done', 'partial')
    JOIN monitor_run_pages p ON p.organization_id = later.organization_id AND p.run_id = later.id AND p.${isOneOf(SEEN)}
  WHERE r.organization_id = $1 AND r.id = $2`);

/** A run has been reported: what was found stands in its findings now. */
export const FORGET_FINDINGS = sql<[organizationId: Uuid, runId: Uuid]>(
  'UPDATE monitor_run_pages SET findings = NULL WHERE organization_id = $1 AND run_id = $2 AND findings IS NOT NULL',
);

/** Runs that have waited for a minute for being reported, those first that have waited longest. */
export const FINISHING_RUNS = sql<[], { organizationId: Uuid; id: Uuid }>(`/* all organizations: finishing_runs */
  SELECT organization_id AS "organizationId", id FROM monitor_runs
  WHERE state = 'finishing' AND finished_at < now() - interval '1 minute' ORDER BY finished_at LIMIT 10000`);

/** Keeps what a run has reported, and on how many of the pages that it looked at it found something. */
export const KEEP_REPORTS = sql<[organizationId: Uuid, id: Uuid, reports: string, wasCut: boolean]>(`
  UPDATE monitor_runs r
  SET reports = $3::jsonb, was_cut = was_cut OR $4, looked_pages = pages.looked, found_pages = pages.found
  FROM (
    SELECT count(*) AS looked, count(*) FILTER (WHERE finding_count > 0) AS found
    FROM monitor_run_pages WHERE organization_id = $1 AND run_id = $2 AND ${isOneOf(SEEN)}
  ) pages WHERE r.organization_id = $1 AND r.id = $2`);

/** How many runs of a monitor are kept. */
const KEPT_RUNS = 100;

/** Forgets the oldest runs of a monitor that has more than are kept. */
export const FORGET_RUNS = sql<[organizationId: Uuid, monitorId: Uuid]>(`
  DELETE FROM monitor_runs WHERE organization_id = $1 AND id IN (
    SELECT id FROM monitor_runs WHERE organization_id = $1 AND monitor_id = $2 ORDER BY created_at DESC, id DESC OFFSET ${KEPT_RUNS})`);

/** The runs of a monitor that have not ended. */
export const RUNS_UNDER_WAY = sql<[organizationId: Uuid, monitorId: Uuid], { id: Uuid }>(`
  SELECT id FROM monitor_runs WHERE organization_id = $1 AND monitor_id = $2 AND ${isOneOf(UNDER_WAY)}`);
