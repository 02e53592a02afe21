import { sql, type Uuid, variants } from '#libs/database';
import { SNAPSHOT_KINDS, type SnapshotKind } from './message-types.js';
import { isInUse } from './suspended-webhooks.js';
import type {
  KeyCount,
  NextSecrets,
  ReplacedSecrets,
  SecretOfOrganization,
} from '../../platform/work/secrets-of-organizations.js';

/** How the keys of jobs that deliver begin; the id of the message follows. */
export const DELIVERY_KEY = 'delivery:';

/** So many more messages that wait make those of an organization less urgent by one. */
const LESS_URGENT = 8;
/** Longer backlogs are not distinguished. */
const LONGEST_BACKLOG = 1000;

/** Jobs that a former version queued do not name the organization. */
export const ORGANIZATION_OF_DELIVERY = sql<[id: Uuid], { organizationId: Uuid }>(`
  /* all organizations: jobs_of_former_versions */
  SELECT organization_id AS "organizationId" FROM webhook_deliveries WHERE id = $1`);

/** Jobs that a former version queued for single events do not name the organization. */
export const ORGANIZATION_OF_EVENT = sql<[id: Uuid], { organizationId: Uuid }>(`
  /* all organizations: jobs_of_former_versions */
  SELECT organization_id AS "organizationId" FROM events WHERE id = $1`);

/** The webhooks of an organization that are used, with what they are told of now. */
export const WEBHOOKS_PRESENT = sql<[organizationId: Uuid], { id: Uuid; types: string[]; enabled: boolean }>(`
  SELECT w.id, w.types, w.enabled FROM webhooks w WHERE w.organization_id = $1 AND ${isInUse('w')}`);

/**
 * The number of the last message to each of these webhooks, held so that the next is taken once, and they are not
 * deleted.
 */
export const HOLD_SEQUENCES = sql<[organizationId: Uuid, ids: readonly Uuid[]], { id: Uuid; last: number }>(`
  SELECT w.id, w.last_sequence AS last FROM webhooks w WHERE w.organization_id = $1 AND w.id = ANY ($2::uuid[])
  ORDER BY w.id FOR NO KEY UPDATE`);

/** Which messages of these events there are: an event that is announced again makes no second one. */
export const DELIVERIES_THERE = sql<
  [organizationId: Uuid, webhookIds: readonly Uuid[], eventIds: readonly Uuid[]],
  { webhookId: Uuid; eventId: Uuid | null; type: string; part: number }
>(`
  SELECT d.webhook_id AS "webhookId", d.event_id AS "eventId", d.type, d.part FROM webhook_deliveries d
  WHERE d.organization_id = $1 AND d.webhook_id = ANY ($2::uuid[]) AND d.event_id = ANY ($3::uuid[])`);

const TABLES: Record<SnapshotKind, string> = {
  area: 'areas',
  audit: 'audits',
  conformance_report: 'conformance_reports',
  finding: 'findings',
  issue: 'issues',
  product: 'products',
  risk: 'risks',
  test_activity: 'test_activities',
};

/** The newest record of a kind. */
export const NEWEST = variants<[organizationId: Uuid], { id: Uuid }, { kind: SnapshotKind }>(
  { kind: SNAPSHOT_KINDS },
  ({ kind }) =>
    `SELECT r.id FROM ${TABLES[kind]} r WHERE r.organization_id = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT 1`,
);

/** Stores messages, and the numbers of the last of each webhook. */
export const INSERT_DELIVERIES = sql<[organizationId: Uuid, rows: string, counters: string]>(`
  WITH counted AS (
    UPDATE webhooks w SET last_sequence = c.sequence FROM json_to_recordset($3::json) AS c(id uuid, sequence int)
    WHERE w.organization_id = $1 AND w.id = c.id
  )
  INSERT INTO webhook_deliveries (id, organization_id, webhook_id, event_id, part, type, sequence, payload,
    next_attempt_at)
  SELECT id, $1::uuid, "webhookId", "eventId", part, type, sequence, payload, now()
  FROM json_to_recordset($2::json) AS d(id uuid, "webhookId" uuid, "eventId" uuid, part int, type text, sequence int,
    payload text)`);

/** A message to send, and how many wait with it. */
interface Due {
  id: Uuid;
  webhook_id: Uuid;
  next_attempt_at: Date | null;
  waiting: string;
}

export const DUE = sql<[organizationId: Uuid, ids: readonly Uuid[]], Due>(`
  SELECT d.id, d.webhook_id, d.next_attempt_at, (SELECT count(*) FROM (
    SELECT FROM webhook_deliveries w WHERE w.organization_id = $1 AND w.status = 'pending'
    LIMIT ${LONGEST_BACKLOG}) AS waiting) AS waiting
  FROM webhook_deliveries d WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[])`);

/** Queues a job for each of `due`, which are rows of `DUE`. */
export const ADD_JOBS = sql<[task: string, organizationId: Uuid, notBefore: Date, due: string]>(`
  SELECT graphile_worker.add_job($1, json_build_object('organizationId', $2::uuid, 'deliveryId', due.id),
    queue_name => 'webhook:' || due.webhook_id,
    run_at => greatest(due.next_attempt_at, $3), max_attempts => 25, job_key => '${DELIVERY_KEY}' || due.id,
    priority => (due.waiting / ${LESS_URGENT})::int)
  FROM json_to_recordset($4::json) AS due(id uuid, webhook_id uuid, next_attempt_at timestamptz, waiting bigint)
  ORDER BY due.id`);

/** Returns a row if the webhook received a message after this moment. */
export const DELIVERED_SINCE = sql<[organizationId: Uuid, webhookId: Uuid, since: Date]>(`
  SELECT 1 FROM webhook_deliveries
  WHERE organization_id = $1 AND webhook_id = $2 AND status = 'delivered' AND delivered_at > $3 LIMIT 1`);

export const OVERDUE = sql<[], { organizationId: Uuid; ids: Uuid[] }>(`
  /* all organizations: rescue_deliveries */ SELECT organization_id AS "organizationId", array_agg(id) AS ids
  FROM (
    SELECT organization_id, id FROM webhook_deliveries
    WHERE status = 'pending' AND next_attempt_at < now() - interval '5 minutes' ORDER BY next_attempt_at LIMIT 1000
  ) AS overdue GROUP BY organization_id`);

/** When the first of the events happened whose messages are under way; null: none is. */
export const UNDER_WAY_SINCE = sql<[organizationId: Uuid], { since: Date | null }>(`
  SELECT min(e.at) AS since FROM webhook_deliveries d JOIN events e ON e.organization_id = $1 AND e.id = d.event_id
  WHERE d.organization_id = $1 AND d.status = 'pending'`);

export const DELETE_OLD_DELIVERIES = sql<[]>(`
  /* all organizations: forget_deliveries */
  DELETE FROM webhook_deliveries WHERE status <> 'pending' AND created_at < now() - interval '30 days'`);

export const DELETE_OLD_GITHUB_DELIVERIES = sql<[]>(`
  /* all organizations: forget_deliveries */
  DELETE FROM github_deliveries WHERE received_at < now() - interval '30 days'`);

/** Returns a row unless the delivery was there before. */
export const INSERT_GITHUB_DELIVERY = sql<[organizationId: Uuid, id: string]>(`
  INSERT INTO github_deliveries (organization_id, id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1`);

export const SET_GITHUB_SECRET = sql<[organizationId: Uuid, secret: string]>(`
  INSERT INTO github_secrets (organization_id, secret, updated_at) VALUES ($1, $2, now())
  ON CONFLICT (organization_id) DO UPDATE SET secret = excluded.secret, updated_at = excluded.updated_at,
    suspended_by = NULL`);

export const DELETE_GITHUB_SECRET = sql<[organizationId: Uuid]>(`
  DELETE FROM github_secrets WHERE organization_id = $1 AND suspended_by IS NULL RETURNING 1`);

export const HAS_GITHUB_SECRET = sql<[organizationId: Uuid]>(
  'SELECT 1 FROM github_secrets WHERE organization_id = $1 AND suspended_by IS NULL',
);

export const GITHUB_SECRET = sql<[organizationId: Uuid], { secret: string }>(`
  SELECT secret FROM github_secrets WHERE organization_id = $1 AND suspended_by IS NULL`);

export const SECRET_OF = sql<[organizationId: Uuid, id: Uuid], { stored: string }>(`
  SELECT secret AS stored FROM webhooks WHERE organization_id = $1 AND id = $2`);

/** The columns of encrypted texts. */
const ENCRYPTED = { column: ['secret', 'previous_secret', 'address'] } as const;
type Encrypted = { column: (typeof ENCRYPTED.column)[number] };

export const NEXT_SECRETS = variants<NextSecrets, SecretOfOrganization, Encrypted>(
  ENCRYPTED,
  ({ column }) => `
  /* all organizations: encrypt_stored_secrets */
  SELECT organization_id AS "organizationId", id AS row, ${column} AS stored FROM webhooks
  WHERE ($1::uuid IS NULL OR (organization_id, id) > ($1, $2::uuid)) AND NOT starts_with(${column}, $3)
  ORDER BY organization_id, id LIMIT $4`,
);

export const REPLACE_SECRETS = variants<ReplacedSecrets, never, Encrypted>(
  ENCRYPTED,
  ({ column }) => `
  /* all organizations: encrypt_stored_secrets */
  UPDATE webhooks t SET ${column} = r.encrypted
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r(organization_id, id, stored, encrypted)
  WHERE t.organization_id = r.organization_id AND t.id = r.id AND t.${column} = r.stored`,
);

export const KEYS_OF_SECRETS = variants<[], KeyCount, Encrypted>(
  ENCRYPTED,
  ({ column }) => `
  /* all organizations: encrypt_stored_secrets */
  SELECT CASE WHEN starts_with(${column}, 'v1.') THEN split_part(${column}, '.', 2) END AS "keyId",
    count(*)::int AS count
  FROM webhooks WHERE ${column} IS NOT NULL GROUP BY 1`,
);

export const NEXT_GITHUB_SECRETS = sql<
  [after: Uuid | null, prefix: string, count: number],
  { row: Uuid; stored: string }
>(`
  /* all organizations: encrypt_stored_secrets */
  SELECT organization_id AS row, secret AS stored FROM github_secrets
  WHERE ($1::uuid IS NULL OR organization_id > $1) AND NOT starts_with(secret, $2) ORDER BY organization_id LIMIT $3`);

export const REPLACE_GITHUB_SECRETS = sql<
  [organizationIds: readonly Uuid[], stored: readonly string[], encrypted: readonly string[]]
>(`
  /* all organizations: encrypt_stored_secrets */
  UPDATE github_secrets s SET secret = r.encrypted
  FROM unnest($1::uuid[], $2::text[], $3::text[]) AS r(organization_id, stored, encrypted)
  WHERE s.organization_id = r.organization_id AND s.secret = r.stored`);

export const KEYS_OF_GITHUB_SECRETS = sql<[], KeyCount>(`
  /* all organizations: encrypt_stored_secrets */
  SELECT CASE WHEN starts_with(secret, 'v1.') THEN split_part(secret, '.', 2) END AS "keyId", count(*)::int AS count
  FROM github_secrets WHERE secret IS NOT NULL GROUP BY 1`);

export const SUSPEND = sql<[organizationId: Uuid, recoveryId: Uuid, ids: readonly Uuid[]], { id: Uuid }>(`
  UPDATE webhooks SET suspended_by = $2 WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND suspended_by IS NULL
  RETURNING id`);

export const RESUME = sql<[organizationId: Uuid, recoveryId: Uuid, ids: readonly Uuid[]]>(`
  UPDATE webhooks SET suspended_by = NULL WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND suspended_by = $2`);

/** Deletes webhooks that a recovery has suspended. */
export const END_SUSPENDED = sql<
  [organizationId: Uuid, recoveryId: Uuid, ids: readonly Uuid[]],
  { id: Uuid; url: string }
>(`DELETE FROM webhooks WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND suspended_by = $2 RETURNING id, url`);

/** The same of webhooks whose secret somebody has renewed. */
export const SUSPEND_SECRETS = sql<[organizationId: Uuid, recoveryId: Uuid, ids: readonly Uuid[]], { id: Uuid }>(`
  UPDATE webhooks SET secret_suspended_by = $2
  WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND secret_suspended_by IS NULL RETURNING id`);

export const RESUME_SECRETS = sql<[organizationId: Uuid, recoveryId: Uuid, ids: readonly Uuid[]]>(`
  UPDATE webhooks SET secret_suspended_by = NULL
  WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND secret_suspended_by = $2`);

export const END_SUSPENDED_SECRETS = sql<
  [organizationId: Uuid, recoveryId: Uuid, ids: readonly Uuid[]],
  { id: Uuid; url: string }
>(`
  DELETE FROM webhooks WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND secret_suspended_by = $2 RETURNING id,
    url`);

/** The same of the secret of GitHub, of which an organization has one. */
export const SUSPEND_GITHUB_SECRET = sql<[organizationId: Uuid, recoveryId: Uuid], { id: Uuid }>(`
  UPDATE github_secrets SET suspended_by = $2 WHERE organization_id = $1 AND suspended_by IS NULL
  RETURNING organization_id AS id`);

export const RESUME_GITHUB_SECRET = sql<[organizationId: Uuid, recoveryId: Uuid]>(`
  UPDATE github_secrets SET suspended_by = NULL WHERE organization_id = $1 AND suspended_by = $2`);

export const END_SUSPENDED_GITHUB_SECRET = sql<[organizationId: Uuid, recoveryId: Uuid], { id: Uuid }>(`
  DELETE FROM github_secrets WHERE organization_id = $1 AND suspended_by = $2 RETURNING organization_id AS id`);
