-- The statements of webhooks, as they are sent. Written by `npm run sql`.

-- ORGANIZATION_OF_DELIVERY
--   Jobs that a former version queued do not name the organization.
--   $1 id: uuid
--   returns organizationId uuid
/* all organizations: jobs_of_former_versions */
SELECT organization_id AS "organizationId" FROM webhook_deliveries WHERE id = $1;

-- ORGANIZATION_OF_EVENT
--   Jobs that a former version queued for single events do not name the organization.
--   $1 id: uuid
--   returns organizationId uuid
/* all organizations: jobs_of_former_versions */
SELECT organization_id AS "organizationId" FROM events WHERE id = $1;

-- WEBHOOKS_PRESENT
--   Keeps the webhooks from being deleted until messages to them are stored.
--   $1 organizationId: uuid
--   returns id uuid, types text[], enabled boolean
SELECT w.id, w.types, w.enabled FROM webhooks w WHERE w.organization_id = $1 AND w.suspended_by IS NULL AND w.secret_suspended_by IS NULL FOR KEY SHARE;

-- INSERT_DELIVERIES
--   An event that is announced again makes no second message.
--   $1 organizationId: uuid
--   $2 rows: json
--   returns id uuid
INSERT INTO webhook_deliveries (id, organization_id, webhook_id, event_id, type, payload, next_attempt_at)
SELECT id, $1::uuid, "webhookId", "eventId", type, payload, now()
FROM json_to_recordset($2::json) AS d(id uuid, "webhookId" uuid, "eventId" uuid, type text, payload text)
ON CONFLICT ON CONSTRAINT uq_webhook_deliveries_event DO NOTHING RETURNING id;

-- DUE
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns id uuid, webhook_id uuid, next_attempt_at timestamp with time zone, waiting bigint
SELECT d.id, d.webhook_id, d.next_attempt_at, (SELECT count(*) FROM (
  SELECT FROM webhook_deliveries w WHERE w.organization_id = $1 AND w.status = 'pending' LIMIT 1000) AS waiting) AS waiting
FROM webhook_deliveries d WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[]);

-- ADD_JOBS
--   Queues a job for each of `due`, which are rows of `DUE`.
--   $1 task: text
--   $2 organizationId: uuid
--   $3 notBefore: timestamp with time zone
--   $4 due: json
--   returns add_job graphile_worker._private_jobs
SELECT graphile_worker.add_job($1, json_build_object('organizationId', $2::uuid, 'deliveryId', due.id), queue_name => 'webhook:' || due.webhook_id,
  run_at => greatest(due.next_attempt_at, $3), max_attempts => 25, job_key => 'delivery:' || due.id,
  priority => (due.waiting / 8)::int)
FROM json_to_recordset($4::json) AS due(id uuid, webhook_id uuid, next_attempt_at timestamptz, waiting bigint) ORDER BY due.id;

-- DELIVERED_SINCE
--   Returns a row if the webhook received a message after this moment.
--   $1 organizationId: uuid
--   $2 webhookId: uuid
--   $3 since: timestamp with time zone
--   returns ?column? integer
SELECT 1 FROM webhook_deliveries
WHERE organization_id = $1 AND webhook_id = $2 AND status = 'delivered' AND delivered_at > $3 LIMIT 1;

-- OVERDUE
--   returns organizationId uuid, ids uuid[]
/* all organizations: rescue_deliveries */ SELECT organization_id AS "organizationId", array_agg(id) AS ids
FROM (
  SELECT organization_id, id FROM webhook_deliveries
  WHERE status = 'pending' AND next_attempt_at < now() - interval '5 minutes' ORDER BY next_attempt_at LIMIT 1000
) AS overdue GROUP BY organization_id;

-- DELETE_OLD_DELIVERIES
/* all organizations: forget_deliveries */
DELETE FROM webhook_deliveries WHERE status <> 'pending' AND created_at < now() - interval '30 days';

-- DELETE_OLD_GITHUB_DELIVERIES
/* all organizations: forget_deliveries */
DELETE FROM github_deliveries WHERE received_at < now() - interval '30 days';

-- INSERT_GITHUB_DELIVERY
--   Returns a row unless the delivery was there before.
--   $1 organizationId: uuid
--   $2 id: text
--   returns ?column? integer
INSERT INTO github_deliveries (organization_id, id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1;

-- SET_GITHUB_SECRET
--   $1 organizationId: uuid
--   $2 secret: text
INSERT INTO github_secrets (organization_id, secret, updated_at) VALUES ($1, $2, now())
ON CONFLICT (organization_id) DO UPDATE SET secret = excluded.secret, updated_at = excluded.updated_at, suspended_by = NULL;

-- DELETE_GITHUB_SECRET
--   $1 organizationId: uuid
--   returns ?column? integer
DELETE FROM github_secrets WHERE organization_id = $1 AND suspended_by IS NULL RETURNING 1;

-- HAS_GITHUB_SECRET
--   $1 organizationId: uuid
--   returns ?column? integer
SELECT 1 FROM github_secrets WHERE organization_id = $1 AND suspended_by IS NULL;

-- GITHUB_SECRET
--   $1 organizationId: uuid
--   returns secret text
SELECT secret FROM github_secrets WHERE organization_id = $1 AND suspended_by IS NULL;

-- SECRET_OF
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns stored text
SELECT secret AS stored FROM webhooks WHERE organization_id = $1 AND id = $2;

-- ALL_SECRETS
--   returns organizationId uuid, row uuid, stored text
/* all organizations: encrypt_stored_secrets */
SELECT organization_id AS "organizationId", id AS row, secret AS stored FROM webhooks WHERE secret IS NOT NULL;

-- ALL_PREVIOUS_SECRETS
--   returns organizationId uuid, row uuid, stored text
/* all organizations: encrypt_stored_secrets */
SELECT organization_id AS "organizationId", id AS row, previous_secret AS stored FROM webhooks WHERE previous_secret IS NOT NULL;

-- ALL_GITHUB_SECRETS
--   returns row uuid, stored text
/* all organizations: encrypt_stored_secrets */
SELECT organization_id AS row, secret AS stored FROM github_secrets WHERE secret IS NOT NULL;

-- REPLACE_SECRET
--   Replaces a secret, unless it was changed meanwhile.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 stored: text
--   $4 encrypted: text
UPDATE webhooks SET secret = $4 WHERE organization_id = $1 AND id = $2 AND secret = $3;

-- REPLACE_PREVIOUS_SECRET
--   Replaces a previous secret, unless it was changed meanwhile.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 stored: text
--   $4 encrypted: text
UPDATE webhooks SET previous_secret = $4 WHERE organization_id = $1 AND id = $2 AND previous_secret = $3;

-- REPLACE_GITHUB_SECRET
--   Replaces a secret of GitHub, unless it was changed meanwhile.
--   $1 organizationId: uuid
--   $2 stored: text
--   $3 encrypted: text
UPDATE github_secrets SET secret = $3 WHERE organization_id = $1 AND secret = $2;

-- SUSPEND
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   $3 ids: uuid[]
--   returns id uuid
UPDATE webhooks SET suspended_by = $2 WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND suspended_by IS NULL RETURNING id;

-- RESUME
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   $3 ids: uuid[]
UPDATE webhooks SET suspended_by = NULL WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND suspended_by = $2;

-- END_SUSPENDED
--   Deletes webhooks that a recovery has suspended.
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   $3 ids: uuid[]
--   returns id uuid, url text
DELETE FROM webhooks WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND suspended_by = $2 RETURNING id, url;

-- SUSPEND_SECRETS
--   The same of webhooks whose secret somebody has renewed.
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   $3 ids: uuid[]
--   returns id uuid
UPDATE webhooks SET secret_suspended_by = $2
WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND secret_suspended_by IS NULL RETURNING id;

-- RESUME_SECRETS
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   $3 ids: uuid[]
UPDATE webhooks SET secret_suspended_by = NULL
WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND secret_suspended_by = $2;

-- END_SUSPENDED_SECRETS
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   $3 ids: uuid[]
--   returns id uuid, url text
DELETE FROM webhooks WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND secret_suspended_by = $2 RETURNING id, url;

-- SUSPEND_GITHUB_SECRET
--   The same of the secret of GitHub, of which an organization has one.
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   returns id uuid
UPDATE github_secrets SET suspended_by = $2 WHERE organization_id = $1 AND suspended_by IS NULL RETURNING organization_id AS id;

-- RESUME_GITHUB_SECRET
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
UPDATE github_secrets SET suspended_by = NULL WHERE organization_id = $1 AND suspended_by = $2;

-- END_SUSPENDED_GITHUB_SECRET
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   returns id uuid
DELETE FROM github_secrets WHERE organization_id = $1 AND suspended_by = $2 RETURNING organization_id AS id;
