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
--   The webhooks of an organization that are used, with what they are told of now.
--   $1 organizationId: uuid
--   returns id uuid, types text[], enabled boolean
SELECT w.id, w.types, w.enabled FROM webhooks w WHERE w.organization_id = $1 AND w.suspended_by IS NULL AND w.secret_suspended_by IS NULL;

-- HOLD_SEQUENCES
--   The number of the last message to each of these webhooks, held so that the next is taken once, and they are not
--   deleted.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns id uuid, last integer
SELECT w.id, w.last_sequence AS last FROM webhooks w WHERE w.organization_id = $1 AND w.id = ANY ($2::uuid[])
ORDER BY w.id FOR NO KEY UPDATE;

-- DELIVERIES_THERE
--   Which messages of these events there are: an event that is announced again makes no second one.
--   $1 organizationId: uuid
--   $2 webhookIds: uuid[]
--   $3 eventIds: uuid[]
--   returns webhookId uuid, eventId uuid, type text, part integer
SELECT d.webhook_id AS "webhookId", d.event_id AS "eventId", d.type, d.part FROM webhook_deliveries d
WHERE d.organization_id = $1 AND d.webhook_id = ANY ($2::uuid[]) AND d.event_id = ANY ($3::uuid[]);

-- NEWEST
--   The newest record of a kind.
--   $1 organizationId: uuid
--   returns id uuid
-- where kind = area
SELECT r.id FROM areas r WHERE r.organization_id = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT 1;
-- where kind = audit
SELECT r.id FROM audits r WHERE r.organization_id = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT 1;
-- where kind = conformance_report
SELECT r.id FROM conformance_reports r WHERE r.organization_id = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT 1;
-- where kind = finding
SELECT r.id FROM findings r WHERE r.organization_id = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT 1;
-- where kind = issue
SELECT r.id FROM issues r WHERE r.organization_id = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT 1;
-- where kind = product
SELECT r.id FROM products r WHERE r.organization_id = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT 1;
-- where kind = risk
SELECT r.id FROM risks r WHERE r.organization_id = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT 1;
-- where kind = test_activity
SELECT r.id FROM test_activities r WHERE r.organization_id = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT 1;

-- INSERT_DELIVERIES
--   Stores messages, and the numbers of the last of each webhook.
--   $1 organizationId: uuid
--   $2 rows: json
--   $3 counters: json
WITH counted AS (
  UPDATE webhooks w SET last_sequence = c.sequence FROM json_to_recordset($3::json) AS c(id uuid, sequence int)
  WHERE w.organization_id = $1 AND w.id = c.id
)
INSERT INTO webhook_deliveries (id, organization_id, webhook_id, event_id, part, type, sequence, payload,
  next_attempt_at)
SELECT id, $1::uuid, "webhookId", "eventId", part, type, sequence, payload, now()
FROM json_to_recordset($2::json) AS d(id uuid, "webhookId" uuid, "eventId" uuid, part int, type text, sequence int,
  payload text);

-- DUE
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns id uuid, webhook_id uuid, next_attempt_at timestamp with time zone, waiting bigint
SELECT d.id, d.webhook_id, d.next_attempt_at, (SELECT count(*) FROM (
  SELECT FROM webhook_deliveries w WHERE w.organization_id = $1 AND w.status = 'pending'
  LIMIT 1000) AS waiting) AS waiting
FROM webhook_deliveries d WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[]);

-- ADD_JOBS
--   Queues a job for each of `due`, which are rows of `DUE`.
--   $1 task: text
--   $2 organizationId: uuid
--   $3 notBefore: timestamp with time zone
--   $4 due: json
--   returns add_job graphile_worker._private_jobs
SELECT graphile_worker.add_job($1, json_build_object('organizationId', $2::uuid, 'deliveryId', due.id),
  queue_name => 'webhook:' || due.webhook_id,
  run_at => greatest(due.next_attempt_at, $3), max_attempts => 25, job_key => 'delivery:' || due.id,
  priority => (due.waiting / 8)::int)
FROM json_to_recordset($4::json) AS due(id uuid, webhook_id uuid, next_attempt_at timestamptz, waiting bigint)
ORDER BY due.id;

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

-- UNDER_WAY_SINCE
--   When the first of the events happened whose messages are under way; null: none is.
--   $1 organizationId: uuid
--   returns since timestamp with time zone
SELECT min(e.at) AS since FROM webhook_deliveries d JOIN events e ON e.organization_id = $1 AND e.id = d.event_id
WHERE d.organization_id = $1 AND d.status = 'pending';

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
ON CONFLICT (organization_id) DO UPDATE SET secret = excluded.secret, updated_at = excluded.updated_at,
  suspended_by = NULL;

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

-- NEXT_SECRETS
--   $1 organizationId: uuid
--   $2 after: uuid
--   $3 prefix: text
--   $4 count: bigint
--   returns organizationId uuid, row uuid, stored text
-- where column = secret
/* all organizations: encrypt_stored_secrets */
SELECT organization_id AS "organizationId", id AS row, secret AS stored FROM webhooks
WHERE ($1::uuid IS NULL OR (organization_id, id) > ($1, $2::uuid)) AND NOT starts_with(secret, $3)
ORDER BY organization_id, id LIMIT $4;
-- where column = previous_secret
/* all organizations: encrypt_stored_secrets */
SELECT organization_id AS "organizationId", id AS row, previous_secret AS stored FROM webhooks
WHERE ($1::uuid IS NULL OR (organization_id, id) > ($1, $2::uuid)) AND NOT starts_with(previous_secret, $3)
ORDER BY organization_id, id LIMIT $4;
-- where column = address
/* all organizations: encrypt_stored_secrets */
SELECT organization_id AS "organizationId", id AS row, address AS stored FROM webhooks
WHERE ($1::uuid IS NULL OR (organization_id, id) > ($1, $2::uuid)) AND NOT starts_with(address, $3)
ORDER BY organization_id, id LIMIT $4;

-- REPLACE_SECRETS
--   $1 organizationIds: uuid[]
--   $2 ids: uuid[]
--   $3 stored: text[]
--   $4 encrypted: text[]
-- where column = secret
/* all organizations: encrypt_stored_secrets */
UPDATE webhooks t SET secret = r.encrypted
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r(organization_id, id, stored, encrypted)
WHERE t.organization_id = r.organization_id AND t.id = r.id AND t.secret = r.stored;
-- where column = previous_secret
/* all organizations: encrypt_stored_secrets */
UPDATE webhooks t SET previous_secret = r.encrypted
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r(organization_id, id, stored, encrypted)
WHERE t.organization_id = r.organization_id AND t.id = r.id AND t.previous_secret = r.stored;
-- where column = address
/* all organizations: encrypt_stored_secrets */
UPDATE webhooks t SET address = r.encrypted
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r(organization_id, id, stored, encrypted)
WHERE t.organization_id = r.organization_id AND t.id = r.id AND t.address = r.stored;

-- KEYS_OF_SECRETS
--   returns keyId text, count integer
-- where column = secret
/* all organizations: encrypt_stored_secrets */
SELECT CASE WHEN starts_with(secret, 'v1.') THEN split_part(secret, '.', 2) END AS "keyId",
  count(*)::int AS count
FROM webhooks WHERE secret IS NOT NULL GROUP BY 1;
-- where column = previous_secret
/* all organizations: encrypt_stored_secrets */
SELECT CASE WHEN starts_with(previous_secret, 'v1.') THEN split_part(previous_secret, '.', 2) END AS "keyId",
  count(*)::int AS count
FROM webhooks WHERE previous_secret IS NOT NULL GROUP BY 1;
-- where column = address
/* all organizations: encrypt_stored_secrets */
SELECT CASE WHEN starts_with(address, 'v1.') THEN split_part(address, '.', 2) END AS "keyId",
  count(*)::int AS count
FROM webhooks WHERE address IS NOT NULL GROUP BY 1;

-- NEXT_GITHUB_SECRETS
--   $1 after: uuid
--   $2 prefix: text
--   $3 count: bigint
--   returns row uuid, stored text
/* all organizations: encrypt_stored_secrets */
SELECT organization_id AS row, secret AS stored FROM github_secrets
WHERE ($1::uuid IS NULL OR organization_id > $1) AND NOT starts_with(secret, $2) ORDER BY organization_id LIMIT $3;

-- REPLACE_GITHUB_SECRETS
--   $1 organizationIds: uuid[]
--   $2 stored: text[]
--   $3 encrypted: text[]
/* all organizations: encrypt_stored_secrets */
UPDATE github_secrets s SET secret = r.encrypted
FROM unnest($1::uuid[], $2::text[], $3::text[]) AS r(organization_id, stored, encrypted)
WHERE s.organization_id = r.organization_id AND s.secret = r.stored;

-- KEYS_OF_GITHUB_SECRETS
--   returns keyId text, count integer
/* all organizations: encrypt_stored_secrets */
SELECT CASE WHEN starts_with(secret, 'v1.') THEN split_part(secret, '.', 2) END AS "keyId", count(*)::int AS count
FROM github_secrets WHERE secret IS NOT NULL GROUP BY 1;

-- SUSPEND
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   $3 ids: uuid[]
--   returns id uuid
UPDATE webhooks SET suspended_by = $2 WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND suspended_by IS NULL
RETURNING id;

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
DELETE FROM webhooks WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND secret_suspended_by = $2 RETURNING id,
  url;

-- SUSPEND_GITHUB_SECRET
--   The same of the secret of GitHub, of which an organization has one.
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   returns id uuid
UPDATE github_secrets SET suspended_by = $2 WHERE organization_id = $1 AND suspended_by IS NULL
RETURNING organization_id AS id;

-- RESUME_GITHUB_SECRET
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
UPDATE github_secrets SET suspended_by = NULL WHERE organization_id = $1 AND suspended_by = $2;

-- END_SUSPENDED_GITHUB_SECRET
--   $1 organizationId: uuid
--   $2 recoveryId: uuid
--   returns id uuid
DELETE FROM github_secrets WHERE organization_id = $1 AND suspended_by = $2 RETURNING organization_id AS id;
