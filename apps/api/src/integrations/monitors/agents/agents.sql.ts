import { sql, type Uuid } from '#libs/database';
import { isPresent } from '../../../accounts/organizations/deleted/is-present.js';
import { accountOfRow } from '../../../platform/places/account-of-work.js';

/** An agent as it shows itself by its token. */
export interface KnownAgent {
  id: Uuid;
  /** Null: of the operator. */
  organizationId: Uuid | null;
  labels: string[];
}

/** The agent of a token, unless its organization or its maker is suspended; notes that it was seen, once in ten seconds. */
export const SEE_AGENT = sql<[tokenHash: Buffer], KnownAgent>(`
  WITH seen AS (
    UPDATE agents SET last_seen_at = now()
    WHERE token_hash = $1 AND suspended_by IS NULL AND (last_seen_at IS NULL OR last_seen_at < now() - interval '10 seconds')
  )
  SELECT a.id, a.organization_id AS "organizationId", a.labels
  FROM agents a LEFT JOIN organizations o ON o.id = a.organization_id AND o.suspended_at IS NULL AND ${isPresent('o')}
  WHERE a.token_hash = $1 AND a.suspended_by IS NULL AND (a.organization_id IS NULL OR o.id IS NOT NULL)`);

/** How many agents have asked for work within a few minutes, and how many there are, suspended ones aside. */
export const COUNT_AGENTS = sql<[], { all: number; recent: number }>(`
  SELECT count(*)::int AS all, (count(*) FILTER (WHERE last_seen_at > now() - interval '3 minutes'))::int AS recent
  FROM agents WHERE suspended_by IS NULL`);

/** How many monitors run by themselves. */
export const COUNT_SCHEDULED = sql<[], { count: number }>(`
  /* all organizations: count_scheduled_monitors */
  SELECT count(*)::int AS count FROM monitors WHERE next_at IS NOT NULL AND state = 'on'`);

/** What an agent says of itself as it asks for work. */
export const NOTE_VERSION = sql<[id: Uuid, version: string]>(
  'UPDATE agents SET version = $2 WHERE id = $1 AND version IS DISTINCT FROM $2',
);

/** A run that an agent takes. */
export interface TakenRun {
  runId: Uuid;
  organizationId: Uuid;
  attempt: number;
}

/** How often a run is given to an agent at most. */
const MOST_ATTEMPTS = 5;
/** For how many seconds a lease holds. */
export const LEASE_SECONDS = 60;

const WITHIN = `interval '${LEASE_SECONDS} seconds'`;

/** Whether a run that `alias` queues waits for an agent. */
const waits = (alias: string): string =>
  `NOT ${alias}.is_cancelled AND ${alias}.attempt < ${MOST_ATTEMPTS} AND (${alias}.lease_until IS NULL OR ${alias}.lease_until < now())`;
/** Whether its organization has no agents of its own: those of the operator work for it. */
const isTheOperators = (alias: string): string =>
  `NOT EXISTS (SELECT FROM agents own WHERE own.organization_id = ${alias}.organization_id AND own.suspended_by IS NULL)`;

/** Gives the run that has waited longest to an agent which has what it asks for: one that nobody has in hand. */
export const TAKE_RUN = sql<[organizationId: Uuid, labels: readonly string[], agentId: Uuid, lease: Uuid], TakenRun>(`
  UPDATE agent_queue q SET agent_id = $3, lease = $4, lease_until = now() + ${WITHIN}, attempt = attempt + 1
  WHERE q.run_id = (
    SELECT w.run_id FROM agent_queue w
    WHERE w.organization_id = $1 AND ${waits('w')} AND w.labels <@ $2::text[]
    ORDER BY w.due_at, w.run_id LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  RETURNING q.run_id AS "runId", q.organization_id AS "organizationId", q.attempt`);

/**
 * The same for an agent of the operator: accounts of work take turns, so that who has many runs waiting keeps nobody
 * else from theirs.
 */
export const TAKE_RUN_OF_ANY = sql<[labels: readonly string[], agentId: Uuid, lease: Uuid], TakenRun>(`
  WITH waiting AS MATERIALIZED (
    SELECT w.organization_id, min(w.due_at) AS due_at FROM agent_queue w
    WHERE ${waits('w')} AND w.labels <@ $1::text[] GROUP BY 1
  ), turns AS MATERIALIZED (
    SELECT w.organization_id, ${accountOfRow('o')} AS account,
      row_number() OVER (ORDER BY t.taken_at NULLS FIRST, w.due_at, w.organization_id) AS place
    FROM waiting w JOIN organizations o ON o.id = w.organization_id AND o.suspended_at IS NULL AND ${isPresent('o')}
      LEFT JOIN agent_turns t ON t.account = ${accountOfRow('o')}
    WHERE ${isTheOperators('w')}
  ), turn AS (
    -- The first whose earliest run nobody else takes at this moment.
    SELECT earliest.run_id, next.account FROM (SELECT organization_id, account FROM turns ORDER BY place) next,
      LATERAL (SELECT w.run_id FROM agent_queue w
        WHERE w.organization_id = next.organization_id AND ${waits('w')} AND w.labels <@ $1::text[]
        ORDER BY w.due_at, w.run_id LIMIT 1 FOR UPDATE SKIP LOCKED) earliest
    LIMIT 1
  ), noted AS (
    INSERT INTO agent_turns (account, taken_at) SELECT account, clock_timestamp() FROM turn
    ON CONFLICT (account) DO UPDATE SET taken_at = excluded.taken_at
  )
  UPDATE agent_queue q SET agent_id = $2, lease = $3, lease_until = now() + ${WITHIN}, attempt = attempt + 1
  FROM turn WHERE q.run_id = turn.run_id
  RETURNING q.run_id AS "runId", q.organization_id AS "organizationId", q.attempt`);

/** Forgets whose turn it was long ago. */
export const FORGET_TURNS = sql<[]>("DELETE FROM agent_turns WHERE taken_at < now() - interval '1 day'");

/** Whether there may be work for agents of the operator. */
export const HAS_WORK_OF_ANY = sql<[], { hasWork: boolean }>(`/* each second */
  SELECT EXISTS (SELECT FROM agent_queue w WHERE ${waits('w')} AND ${isTheOperators('w')}) AS "hasWork"`);

/** Whether there may be work for agents of these organizations: one look for all that wait. */
export const HAVE_WORK = sql<[organizationIds: readonly Uuid[]], { organizationId: Uuid }>(`/* each second */
  SELECT DISTINCT w.organization_id AS "organizationId" FROM agent_queue w
  WHERE w.organization_id = ANY ($1::uuid[]) AND ${waits('w')}`);

/** The run of a lease that an agent still has. */
export interface RenewedLease {
  organizationId: Uuid;
  isCancelled: boolean;
}

/** Sets for how many minutes an agent that has taken a run may have it at most. */
export const BOUND_LEASE = sql<[runId: Uuid, minutes: number]>(
  'UPDATE agent_queue SET ends_at = now() + make_interval(mins => $2) WHERE run_id = $1',
);

/** Renews a lease that an agent still has, and says whether the run is cancelled. */
export const RENEW_LEASE = sql<[runId: Uuid, lease: Uuid, agentId: Uuid], RenewedLease>(`
  UPDATE agent_queue SET lease_until = least(now() + ${WITHIN}, ends_at)
  WHERE run_id = $1 AND lease = $2 AND agent_id = $3 AND lease_until > now()
  RETURNING organization_id AS "organizationId", is_cancelled AS "isCancelled"`);

/** Ends a lease before its time: another agent may take the run at once. */
export const END_LEASE = sql<[runId: Uuid, lease: Uuid]>(
  'UPDATE agent_queue SET agent_id = NULL, lease = NULL, lease_until = NULL WHERE run_id = $1 AND lease = $2',
);

/** Puts runs into the queue. */
export const QUEUE_RUNS = sql<[organizationId: Uuid, runs: string]>(`
  INSERT INTO agent_queue (run_id, organization_id, labels)
  SELECT given.id, $1, given.labels FROM json_to_recordset($2::json) AS given(id uuid, labels text[])`);

/** Takes runs out of the queue. */
export const LEAVE_QUEUE = sql<[organizationId: Uuid, runIds: readonly Uuid[]]>(
  'DELETE FROM agent_queue WHERE organization_id = $1 AND run_id = ANY ($2::uuid[])',
);

/** Takes a cancelled run out of the queue, or has the agent that has it in hand told. */
export const CANCEL_IN_QUEUE = sql<[organizationId: Uuid, runId: Uuid]>(`
  WITH told AS (
    UPDATE agent_queue SET is_cancelled = true
    WHERE organization_id = $1 AND run_id = $2 AND lease_until > now() RETURNING run_id
  )
  DELETE FROM agent_queue WHERE organization_id = $1 AND run_id = $2 AND run_id NOT IN (SELECT run_id FROM told)`);

/** Runs whose agent is lost, and runs that no agent took within a day. */
export const LOST_RUNS = sql<
  [],
  { runId: Uuid; organizationId: Uuid; attempt: number; isCancelled: boolean; isTaken: boolean }
>(`
  SELECT run_id AS "runId", organization_id AS "organizationId", attempt, is_cancelled AS "isCancelled", lease IS NOT NULL AS "isTaken"
  FROM agent_queue WHERE lease_until < now() OR (lease IS NULL AND due_at < now() - interval '24 hours')
  ORDER BY due_at LIMIT 10000`);

/** Has a run whose agent is lost wait for another one. */
export const RELEASE_RUN = sql<[runId: Uuid], { runId: Uuid }>(`
  UPDATE agent_queue SET agent_id = NULL, lease = NULL, lease_until = NULL WHERE run_id = $1 AND lease_until < now()
  RETURNING run_id AS "runId"`);

/** Whether a run whose lease has ended so often is given up. */
export const isGivenUp = (attempt: number): boolean => attempt >= MOST_ATTEMPTS;

export const SUSPEND_AGENTS = sql<[recoveryId: Uuid, ids: readonly Uuid[]], { id: Uuid }>(
  'UPDATE agents SET suspended_by = $1 WHERE id = ANY ($2::uuid[]) AND suspended_by IS NULL RETURNING id',
);

export const RESUME_AGENTS = sql<[recoveryId: Uuid, ids: readonly Uuid[]]>(
  'UPDATE agents SET suspended_by = NULL WHERE id = ANY ($2::uuid[]) AND suspended_by = $1',
);

export const END_SUSPENDED_AGENTS = sql<
  [recoveryId: Uuid, ids: readonly Uuid[]],
  { id: Uuid; organizationId: Uuid; name: string }
>(`
  DELETE FROM agents WHERE id = ANY ($2::uuid[]) AND suspended_by = $1
  RETURNING id, organization_id AS "organizationId", name`);
