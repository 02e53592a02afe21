import { sql, type Uuid } from '#libs/database';
import { isLive } from '../api-key.entity.js';
import type { TrustedPublisher } from './trusted-publisher.entity.js';
import { isPresent } from '../../../accounts/organizations/deleted/is-present.js';

/** What events of a publisher are about. */
export type NamedPublisher = Pick<
  TrustedPublisher,
  'id' | 'organizationId' | 'productId' | 'claims' | 'repository' | 'ownerUserId'
>;

/** The columns of a `NamedPublisher`. */
const NAMED = (table: string): string =>
  `${table}.id, ${table}.organization_id AS "organizationId", ${table}.product_id AS "productId", ${table}.claims, ${table}.repository, ${table}.owner_user_id AS "ownerUserId"`;

/** A publisher whose claims a token fulfils, with the limits of the key that made it. */
export type Match = NamedPublisher & {
  keyExpiresAt: Date | null;
  allowedAddresses: string[] | null;
  /**
   * Whether a token of the repository has been exchanged for it before, so that its pipelines have named the
   * organization.
   */
  isProved: boolean;
};

/** The publishers whose claims a token fulfils; at most a thousand, more than anybody has of one repository. */
export const MATCHES = sql<[issuer: string, sourceId: string, claims: string, organizationId: Uuid | null], Match>(`
  SELECT ${NAMED('p')},
    k.expires_at AS "keyExpiresAt", k.allowed_addresses AS "allowedAddresses", p.last_used_at IS NOT NULL AS "isProved"
  FROM trusted_publishers p
  JOIN organizations o ON o.id = p.organization_id AND ${isPresent('o')}
  JOIN members m ON m.organization_id = p.organization_id AND m.user_id = p.owner_user_id
  JOIN users u ON u.id = p.owner_user_id AND u.disabled_at IS NULL
  LEFT JOIN api_keys k ON k.id = p.parent_key_id
  WHERE p.suspended_by IS NULL AND p.issuer = $1 AND p.source_id = $2 AND p.claims <@ $3::jsonb
    AND ($4::uuid IS NULL OR p.organization_id = $4)
    AND (p.parent_key_id IS NULL OR ${isLive('k')})
  ORDER BY p.last_used_at IS NULL, p.created_at, p.id LIMIT 1000`);

/**
 * Publishers that wait for the ids of a repository of this name are shown them; of those that were shown the same
 * before none is returned.
 */
export const PRESENT = sql<
  [issuer: string, repository: string, presented: string, organizationId: Uuid, productId: Uuid | null],
  NamedPublisher
>(`
  UPDATE trusted_publishers w SET presented = $3::jsonb
  FROM trusted_publishers p JOIN members m ON m.organization_id = p.organization_id AND m.user_id = p.owner_user_id
    JOIN organizations o ON o.id = p.organization_id AND ${isPresent('o')}
    JOIN users u ON u.id = p.owner_user_id AND u.disabled_at IS NULL
    LEFT JOIN api_keys k ON k.id = p.parent_key_id
  WHERE w.id = p.id AND p.organization_id = $4 AND p.suspended_by IS NULL AND p.issuer = $1 AND p.source_id IS NULL
    AND lower(p.repository) = lower($2) AND p.presented IS DISTINCT FROM $3::jsonb
    AND (p.parent_key_id IS NULL OR ${isLive('k')})
    AND ($5::uuid IS NULL OR p.product_id = $5)
  RETURNING ${NAMED('w')}`);

/** Accepts the ids that a publisher was shown last, if they are these. */
export const ACCEPT = sql<[organizationId: Uuid, id: Uuid, claims: string, sourceId: string], { id: string }>(`
  UPDATE trusted_publishers SET claims = $3::jsonb, source_id = $4, presented = NULL
  WHERE organization_id = $1 AND id = $2 AND source_id IS NULL AND presented = $3::jsonb AND suspended_by IS NULL
  RETURNING id`);

/** Deletes a publisher with its passes. */
export const DELETE = sql<[organizationId: Uuid, productId: Uuid, id: Uuid], NamedPublisher>(`
  DELETE FROM trusted_publishers WHERE organization_id = $1 AND product_id = $2 AND id = $3
  RETURNING ${NAMED('trusted_publishers')}`);

/**
 * Deletes the publishers that a selection of keys concerns, by member, product or organization, and those that the
 * revoked keys have made.
 */
export const END = sql<
  [
    byKey: boolean,
    organizationId: Uuid | null,
    ownerUserId: Uuid | null,
    productId: Uuid | null,
    revokedKeyIds: readonly Uuid[],
  ],
  NamedPublisher
>(`
  DELETE FROM trusted_publishers WHERE parent_key_id = ANY ($5::uuid[]) OR (NOT $1::boolean
    AND ($2::uuid IS NULL OR organization_id = $2) AND ($3::uuid IS NULL OR owner_user_id = $3)
    AND ($4::uuid IS NULL OR product_id = $4))
  RETURNING ${NAMED('trusted_publishers')}`);

/** Suspends publishers, and those that keys have made. */
export const SUSPEND = sql<[recoveryId: Uuid, ids: readonly Uuid[], keyIds: readonly Uuid[]], { id: string }>(`
  UPDATE trusted_publishers SET suspended_by = $1
  WHERE (id = ANY ($2::uuid[]) OR parent_key_id = ANY ($3::uuid[])) AND suspended_by IS NULL RETURNING id`);

/** Makes publishers that a recovery has suspended good again, and those that keys have made. */
export const RESUME = sql<[recoveryId: Uuid, ids: readonly Uuid[], keyIds: readonly Uuid[]]>(`
  UPDATE trusted_publishers SET suspended_by = NULL
  WHERE (id = ANY ($2::uuid[]) OR parent_key_id = ANY ($3::uuid[])) AND suspended_by = $1`);

/** Deletes publishers that a recovery has suspended, with their passes. */
export const END_SUSPENDED = sql<[recoveryId: Uuid, ids: readonly Uuid[]], NamedPublisher>(`
  DELETE FROM trusted_publishers WHERE id = ANY ($2::uuid[]) AND suspended_by = $1
  RETURNING ${NAMED('trusted_publishers')}`);
