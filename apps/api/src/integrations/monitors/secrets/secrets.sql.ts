import { sql, type Uuid } from '#libs/database';
import type {
  KeyCount,
  NextSecrets,
  ReplacedSecrets,
  SecretOfOrganization,
} from '../../../platform/work/secrets-of-organizations.js';

/** What is told of a secret. */
export interface KnownSecret {
  id: Uuid;
  name: string;
  origins: string[];
  operatorAgents: boolean;
  /** Numbers of the monitors whose steps name it. */
  monitors: number[];
  createdAt: Date;
  updatedAt: Date;
}

const COLUMNS = `s.id, s.name, s.origins, s.operator_agents AS "operatorAgents", s.created_at AS "createdAt", s.updated_at AS "updatedAt",
    ARRAY(
      SELECT m.number FROM monitors m WHERE m.organization_id = $1 AND m.product_id = $2
        AND m.steps @> jsonb_build_array(jsonb_build_object('fill', jsonb_build_object('secret', s.name)))
      ORDER BY m.number
    ) AS monitors`;

/** The secrets of a product, by name. */
export const SECRETS = sql<[organizationId: Uuid, productId: Uuid], KnownSecret>(`
  SELECT ${COLUMNS} FROM monitor_secrets s WHERE s.organization_id = $1 AND s.product_id = $2 ORDER BY s.name`);

/** Adds a secret, or replaces it whole. */
export const SET_SECRET = sql<
  [
    organizationId: Uuid,
    productId: Uuid,
    id: Uuid,
    name: string,
    value: string,
    origins: readonly string[],
    operatorAgents: boolean,
  ]
>(`
  INSERT INTO monitor_secrets (organization_id, product_id, id, name, value, origins, operator_agents)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (organization_id, id) DO UPDATE SET value = excluded.value, origins = excluded.origins,
    operator_agents = excluded.operator_agents, updated_at = now()`);

/** Deletes a secret. */
export const DELETE_SECRET = sql<[organizationId: Uuid, productId: Uuid, name: string], { id: Uuid }>(`
  DELETE FROM monitor_secrets WHERE organization_id = $1 AND product_id = $2 AND name = $3 RETURNING id`);

/** A secret as it is stored. */
export interface StoredSecret {
  id: Uuid;
  name: string;
  value: string;
  origins: string[];
  operatorAgents: boolean;
}

/** The secrets of these names. */
export const SECRETS_NAMED = sql<[organizationId: Uuid, productId: Uuid, names: readonly string[]], StoredSecret>(`
  SELECT id, name, value, origins, operator_agents AS "operatorAgents" FROM monitor_secrets
  WHERE organization_id = $1 AND product_id = $2 AND name = ANY ($3::text[])`);

export const NEXT_VALUES = sql<NextSecrets, SecretOfOrganization>(`
  /* all organizations: encrypt_stored_secrets */
  SELECT organization_id AS "organizationId", id AS row, value AS stored FROM monitor_secrets
  WHERE ($1::uuid IS NULL OR (organization_id, id) > ($1, $2::uuid)) AND NOT starts_with(value, $3)
  ORDER BY organization_id, id LIMIT $4`);

export const REPLACE_VALUES = sql<ReplacedSecrets>(`
  /* all organizations: encrypt_stored_secrets */
  UPDATE monitor_secrets s SET value = r.encrypted
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r(organization_id, id, stored, encrypted)
  WHERE s.organization_id = r.organization_id AND s.id = r.id AND s.value = r.stored`);

export const KEYS_OF_VALUES = sql<[], KeyCount>(`
  /* all organizations: encrypt_stored_secrets */
  SELECT CASE WHEN starts_with(value, 'v1.') THEN split_part(value, '.', 2) END AS "keyId", count(*)::int AS count
  FROM monitor_secrets GROUP BY 1`);
