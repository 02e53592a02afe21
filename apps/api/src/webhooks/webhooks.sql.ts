import { sql, type Uuid } from '#libs/database';
import { isInUse } from './suspended-webhooks.js';

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

/** Keeps the webhooks from being deleted until messages to them are stored. */
export const WEBHOOKS_PRESENT = sql<[organizationId: Uuid], { id: Uuid; types: string[]; enabled: boolean }>(`
  SELECT w.id, w.types, w.enabled FROM webhooks w WHERE w.organization_id = $1 AND ${isInUse('w')} FOR KEY SHARE`);

/** An event that is announced again makes no second message. */
export const INSERT_DELIVERIES = sql<[organizationId: Uuid, rows: string], { id: Uuid }>(`
  INSERT INTO webhook_deliveries (id, organization_id, webhook_id, event_id, type, payload, next_attempt_at)
  SELECT id, $1::uuid, "webhookId", "eventId", type, payload, now()
  FROM json_to_recordset($2::json) AS d(id uuid, "webhookId" uuid, "eventId" uuid, type text, payload text)
  ON CONFLICT ON CONSTRAINT uq_webhook_deliveries_event DO NOTHING RETURNING id`);

/** A message to send, and how many wait with it. */
interface Due {
  id: Uuid;
  webhook_id: Uuid;
  next_attempt_at: Date | null;
  waiting: string;
}

export const DUE = sql<[organizationId: Uuid, ids: readonly Uuid[]], Due>(`
  SELECT d.id, d.webhook_id, d.next_attempt_at, (SELECT count(*) FROM (
    SELECT FROM webhook_deliveries w WHERE w.organization_id = $1 AND w.status = 'pending' LIMIT ${LONGEST_BACKLOG}) AS waiting) AS waiting
  FROM webhook_deliveries d WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[])`);

/** Queues a job for each of `due`, which are rows of `DUE`. */
export const ADD_JOBS = sql<[task: string, organizationId: Uuid, notBefore: Date, due: string]>(`
  SELECT graphile_worker.add_job($1, json_build_object('organizationId', $2::uuid, 'deliveryId', due.id), queue_name => 'webhook:' || due.webhook_id,
    run_at => greatest(due.next_attempt_at, $3), max_attempts => 25, job_key => '${DELIVERY_KEY}' || due.id,
    priority => (due.waiting / ${LESS_URGENT})::int)
  FROM json_to_recordset($4::json) AS due(id uuid, webhook_id uuid, next_attempt_at timestamptz, waiting bigint) ORDER BY due.id`);

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
  ON CONFLICT (organization_id) DO UPDATE SET secret = excluded.secret, updated_at = excluded.updated_at, suspended_by = NULL`);

export const DELETE_GITHUB_SECRET = sql<[organizationId: Uuid]>(`
  DELETE FROM github_secrets WHERE organization_id = $1 AND suspended_by IS NULL RETURNING 1`);

export const HAS_GITHUB_SECRET = sql<[organizationId: Uuid]>(
  'SELECT 1 FROM github_secrets WHERE organization_id = $1 AND suspended_by IS NULL',
);

export const GITHUB_SECRET = sql<[organizationId: Uuid], { secret: string }>(`
  SELECT secret FROM github_secrets WHERE organization_id = $1 AND suspended_by IS NULL`);

export const SECRET_OF = sql<[organizationId: Uuid, id: Uuid], { stored: string }>(`
  SELECT secret AS stored FROM webhooks WHERE organization_id = $1 AND id = $2`);

/** The secret of a webhook; `row` is its id. */
export interface WebhookSecret {
  organizationId: Uuid;
  row: Uuid;
  stored: string;
}

export const ALL_SECRETS = sql<[], WebhookSecret>(`
  /* all organizations: encrypt_stored_secrets */
  SELECT organization_id AS "organizationId", id AS row, secret AS stored FROM webhooks WHERE secret IS NOT NULL`);

export const ALL_PREVIOUS_SECRETS = sql<[], WebhookSecret>(`
  /* all organizations: encrypt_stored_secrets */
  SELECT organization_id AS "organizationId", id AS row, previous_secret AS stored FROM webhooks WHERE previous_secret IS NOT NULL`);

export const ALL_GITHUB_SECRETS = sql<[], { row: Uuid; stored: string }>(`
  /* all organizations: encrypt_stored_secrets */
  SELECT organization_id AS row, secret AS stored FROM github_secrets WHERE secret IS NOT NULL`);

/** Replaces a secret, unless it was changed meanwhile. */
export const REPLACE_SECRET = sql<[organizationId: Uuid, id: Uuid, stored: string, encrypted: string]>(`
  UPDATE webhooks SET secret = $4 WHERE organization_id = $1 AND id = $2 AND secret = $3`);

/** Replaces a previous secret, unless it was changed meanwhile. */
export const REPLACE_PREVIOUS_SECRET = sql<[organizationId: Uuid, id: Uuid, stored: string, encrypted: string]>(`
  UPDATE webhooks SET previous_secret = $4 WHERE organization_id = $1 AND id = $2 AND previous_secret = $3`);

/** Replaces a secret of GitHub, unless it was changed meanwhile. */
export const REPLACE_GITHUB_SECRET = sql<[organizationId: Uuid, stored: string, encrypted: string]>(`
  UPDATE github_secrets SET secret = $3 WHERE organization_id = $1 AND secret = $2`);

export const SUSPEND = sql<[organizationId: Uuid, recoveryId: Uuid, ids: readonly Uuid[]], { id: Uuid }>(`
  UPDATE webhooks SET suspended_by = $2 WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND suspended_by IS NULL RETURNING id`);

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
  DELETE FROM webhooks WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND secret_suspended_by = $2 RETURNING id, url`);

/** The same of the secret of GitHub, of which an organization has one. */
export const SUSPEND_GITHUB_SECRET = sql<[organizationId: Uuid, recoveryId: Uuid], { id: Uuid }>(`
  UPDATE github_secrets SET suspended_by = $2 WHERE organization_id = $1 AND suspended_by IS NULL RETURNING organization_id AS id`);

export const RESUME_GITHUB_SECRET = sql<[organizationId: Uuid, recoveryId: Uuid]>(`
  UPDATE github_secrets SET suspended_by = NULL WHERE organization_id = $1 AND suspended_by = $2`);

export const END_SUSPENDED_GITHUB_SECRET = sql<[organizationId: Uuid, recoveryId: Uuid], { id: Uuid }>(`
  DELETE FROM github_secrets WHERE organization_id = $1 AND suspended_by = $2 RETURNING organization_id AS id`);
