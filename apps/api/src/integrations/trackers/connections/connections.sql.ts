import { sql, type Uuid, variants } from '#libs/database';
import type {
  KeyCount,
  NextSecrets,
  ReplacedSecrets,
  SecretOfOrganization,
} from '../../../platform/work/secrets-of-organizations.js';

/** What stands for a person in connections, who is no member any more. */
export const FORGET_PERSON = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE tracker_connections c SET people = (
    SELECT coalesce(jsonb_agg(p.person), '[]') FROM jsonb_array_elements(c.people) AS p(person)
    WHERE p.person ->> 'userId' <> $2::uuid::text)
  WHERE c.organization_id = $1 AND c.people @> jsonb_build_array(jsonb_build_object('userId', $2::uuid))`);

/** A request succeeded. */
export const NOTE_SUCCESS = sql<[organizationId: Uuid, id: Uuid, status: number]>(`
  UPDATE tracker_connections SET state = 'on', problem = NULL, failing_since = NULL, paused_until = NULL,
    last_answer_at = now(), last_answer_status = $3
  WHERE organization_id = $1 AND id = $2 AND state <> 'off'`);

/**
 * A request failed. Answers what state the connection was in, and is in: it fails at once where `refused`, otherwise
 * after an hour, and is off after five days; nothing where it was off.
 */
export const NOTE_FAILURE = sql<
  [
    organizationId: Uuid,
    id: Uuid,
    problem: string,
    status: number | null,
    pausedUntil: Date | null,
    refused: boolean,
    counts: boolean,
  ],
  { before: string; after: string; name: string; productId: Uuid; productSlug: string }
>(`
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
    before.slug AS "productSlug"`);

export const NOTE_PROJECT = sql<[organizationId: Uuid, id: Uuid, projectId: string, projectName: string]>(`
  UPDATE tracker_connections SET project_id = $3, project_name = $4 WHERE organization_id = $1 AND id = $2`);

interface Found {
  id: Uuid;
  productId: Uuid;
  name: string;
}

export const SUSPEND = sql<[organizationId: Uuid, recoveryId: Uuid, ids: readonly Uuid[]], { id: Uuid }>(`
  UPDATE tracker_connections SET suspended_by = $2
  WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND suspended_by IS NULL RETURNING id`);

export const RESUME = sql<[organizationId: Uuid, recoveryId: Uuid, ids: readonly Uuid[]]>(`
  UPDATE tracker_connections SET suspended_by = NULL
  WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND suspended_by = $2`);

/** Deletes connections that a recovery has suspended. */
export const END_SUSPENDED = sql<[organizationId: Uuid, recoveryId: Uuid, ids: readonly Uuid[]], Found>(`
  DELETE FROM tracker_connections WHERE organization_id = $1 AND id = ANY ($3::uuid[]) AND suspended_by = $2
  RETURNING id, product_id AS "productId", name`);

/** The columns of encrypted texts. */
const ENCRYPTED = { column: ['credentials', 'webhook_secret'] } as const;
type Encrypted = { column: (typeof ENCRYPTED.column)[number] };

export const NEXT_SECRETS = variants<NextSecrets, SecretOfOrganization, Encrypted>(
  ENCRYPTED,
  ({ column }) => `
  /* all organizations: encrypt_stored_secrets */
  SELECT organization_id AS "organizationId", id AS row, ${column} AS stored FROM tracker_connections
  WHERE ($1::uuid IS NULL OR (organization_id, id) > ($1, $2::uuid)) AND NOT starts_with(${column}, $3)
  ORDER BY organization_id, id LIMIT $4`,
);

export const REPLACE_SECRETS = variants<ReplacedSecrets, never, Encrypted>(
  ENCRYPTED,
  ({ column }) => `
  /* all organizations: encrypt_stored_secrets */
  UPDATE tracker_connections t SET ${column} = r.encrypted
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r(organization_id, id, stored, encrypted)
  WHERE t.organization_id = r.organization_id AND t.id = r.id AND t.${column} = r.stored`,
);

export const KEYS_OF_SECRETS = variants<[], KeyCount, Encrypted>(
  ENCRYPTED,
  ({ column }) => `
  /* all organizations: encrypt_stored_secrets */
  SELECT CASE WHEN starts_with(${column}, 'v1.') THEN split_part(${column}, '.', 2) END AS "keyId",
    count(*)::int AS count
  FROM tracker_connections WHERE ${column} IS NOT NULL GROUP BY 1`,
);

/** What deliveries of a tracker are proved by. */
export const SECRET_OF_CONNECTION = sql<[organizationId: Uuid, id: Uuid], { kind: string; stored: string }>(`
  SELECT kind, webhook_secret AS stored FROM tracker_connections
  WHERE organization_id = $1 AND id = $2 AND webhook_secret IS NOT NULL AND state <> 'off' AND suspended_by IS NULL`);
