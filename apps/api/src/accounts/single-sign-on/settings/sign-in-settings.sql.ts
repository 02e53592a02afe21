import { sql, type Uuid } from '#libs/database';
import { isPresent } from '../../organizations/deleted/is-present.js';
import type {
  KeyCount,
  NextSecrets,
  ReplacedSecrets,
  SecretOfOrganization,
} from '../../../platform/work/secrets-of-organizations.js';

/** Of these teams, those that are there. */
export const TEAMS_AMONG = sql<[organizationId: Uuid, ids: readonly Uuid[]], { id: Uuid }>(
  'SELECT id FROM teams WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
);

/** The certificates of an organization's provider, and of which people were told. */
export interface WithCertificates {
  organizationId: Uuid;
  certificates: string[];
  toldCertificates: string[];
}

/** Providers with certificates, a hundred after one. */
export const NEXT_WITH_CERTIFICATES = sql<[after: Uuid], WithCertificates>(`
  /* all organizations: tell_of_certificates */
  SELECT s.organization_id AS "organizationId", s.certificates, s.told_certificates AS "toldCertificates"
  FROM organization_sign_in s JOIN organizations o ON o.id = s.organization_id AND ${isPresent('o')}
  WHERE s.organization_id > $1 AND s.certificates <> '{}' AND s.suspended_by IS NULL
  ORDER BY s.organization_id LIMIT 100`);

export const SUSPEND = sql<[organizationId: Uuid, recoveryId: Uuid], { id: Uuid }>(`
  UPDATE organization_sign_in SET suspended_by = $2 WHERE organization_id = $1 AND suspended_by IS NULL
  RETURNING organization_id AS id`);

export const RESUME = sql<[organizationId: Uuid, recoveryId: Uuid], { id: Uuid }>(`
  UPDATE organization_sign_in SET suspended_by = NULL WHERE organization_id = $1 AND suspended_by = $2
  RETURNING organization_id AS id`);

export const END_SUSPENDED = sql<[organizationId: Uuid, recoveryId: Uuid], { id: Uuid }>(`
  DELETE FROM organization_sign_in WHERE organization_id = $1 AND suspended_by = $2 RETURNING organization_id AS id`);

export const NEXT_SECRETS = sql<NextSecrets, SecretOfOrganization>(`
  /* all organizations: encrypt_stored_secrets */
  SELECT organization_id AS "organizationId", organization_id AS row, client_secret AS stored FROM organization_sign_in
  WHERE ($1::uuid IS NULL OR (organization_id, organization_id) > ($1, $2::uuid)) AND NOT starts_with(client_secret, $3)
  ORDER BY organization_id LIMIT $4`);

export const REPLACE_SECRETS = sql<ReplacedSecrets>(`
  /* all organizations: encrypt_stored_secrets */
  UPDATE organization_sign_in t SET client_secret = r.encrypted
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r(organization_id, id, stored, encrypted)
  WHERE t.organization_id = r.organization_id AND t.organization_id = r.id AND t.client_secret = r.stored`);

export const KEYS_OF_SECRETS = sql<[], KeyCount>(`
  /* all organizations: encrypt_stored_secrets */
  SELECT CASE WHEN starts_with(client_secret, 'v1.') THEN split_part(client_secret, '.', 2) END AS "keyId",
    count(*)::int AS count
  FROM organization_sign_in WHERE client_secret IS NOT NULL GROUP BY 1`);
