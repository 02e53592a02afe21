import { sql } from '#libs/database';
import type {
  KeyCount,
  NextSecrets,
  ReplacedSecrets,
  SecretOfOrganization,
} from '../../../platform/work/secrets-of-organizations.js';

export const NEXT_SECRETS = sql<NextSecrets, SecretOfOrganization>(`
  /* all organizations: encrypt_stored_secrets */
  SELECT organization_id AS "organizationId", id AS row, private_key AS stored FROM sign_in_keys
  WHERE ($1::uuid IS NULL OR (organization_id, id) > ($1, $2::uuid)) AND NOT starts_with(private_key, $3)
  ORDER BY organization_id, id LIMIT $4`);

export const REPLACE_SECRETS = sql<ReplacedSecrets>(`
  /* all organizations: encrypt_stored_secrets */
  UPDATE sign_in_keys t SET private_key = r.encrypted
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r(organization_id, id, stored, encrypted)
  WHERE t.organization_id = r.organization_id AND t.id = r.id AND t.private_key = r.stored`);

export const KEYS_OF_SECRETS = sql<[], KeyCount>(`
  /* all organizations: encrypt_stored_secrets */
  SELECT CASE WHEN starts_with(private_key, 'v1.') THEN split_part(private_key, '.', 2) END AS "keyId",
    count(*)::int AS count
  FROM sign_in_keys GROUP BY 1`);
