import { sql, type Uuid } from '#libs/database';
import { isLive, isUseDue } from './api-key.entity.js';
import type { ApiKeyDto } from './dto/api-key.dto.js';

/** A key as its organization sees it, but for the names of its product. */
export type ListedKey = Omit<ApiKeyDto, 'productName' | 'productSlug'>;

const keysWhere = (condition: string): string => `
  SELECT k.id, k.name, k.display_prefix AS "displayPrefix", k.scopes, k.product_id AS "productId",
    k.owner_user_id AS "ownerUserId", u.name AS "ownerName", u.email AS "ownerEmail", k.expires_at AS "expiresAt",
      k.allowed_addresses AS "allowedAddresses",
    k.last_used_at AS "lastUsedAt", k.created_at AS "createdAt"
  FROM api_keys k LEFT JOIN users u ON u.id = k.owner_user_id
  WHERE k.organization_id = $1 AND ${condition} ORDER BY k.created_at DESC, k.id DESC`;

/** The keys of an organization that are good, newest first. */
export const LIST = sql<[organizationId: Uuid], ListedKey>(keysWhere(isLive('k')));

export const READ = sql<[organizationId: Uuid, id: Uuid], ListedKey>(keysWhere('k.id = $2'));

export const COUNT_LIVE = sql<[organizationId: Uuid], { live: number }>(`
  SELECT count(*)::int AS live FROM api_keys k WHERE k.organization_id = $1 AND ${isLive('k')}`);

/** Updates `last_used_at` of a key if it is due. */
export const RECORD_USE = sql<[id: Uuid]>(
  `UPDATE api_keys k SET last_used_at = now() WHERE id = $1 AND ${isUseDue('k')}`,
);

/** Notes where in the log this key has just written. */
export const NOTE_WRITE = sql<[id: Uuid]>('UPDATE api_keys SET written_to = pg_current_wal_insert_lsn() WHERE id = $1');

export const LOCK_SESSION = sql<[id: Uuid]>('SELECT 1 FROM sessions WHERE id = $1 FOR KEY SHARE');

export const LOCK_ALL = sql<[organizationId: Uuid]>(
  'SELECT 1 FROM api_keys WHERE organization_id = $1 ORDER BY id FOR UPDATE',
);

/** Revokes keys and, recursively, all keys created with them. */
export const REVOKE = sql<
  [organizationId: Uuid | null, ids: readonly Uuid[] | null, ownerUserId: Uuid | null, productId: Uuid | null],
  { id: string; name: string; organizationId: string; accountId: string | null }
>(`
  WITH RECURSIVE ending AS (
    SELECT id FROM api_keys WHERE revoked_at IS NULL
      AND ($1::uuid IS NULL OR organization_id = $1) AND ($2::uuid[] IS NULL OR id = ANY ($2))
      AND ($3::uuid IS NULL OR owner_user_id = $3)
      AND ($4::uuid IS NULL OR product_id = $4)
    UNION SELECT child.id FROM api_keys child JOIN ending ON child.parent_id = ending.id
  )
  UPDATE api_keys SET revoked_at = now() WHERE id IN (SELECT id FROM ending) AND revoked_at IS NULL
  RETURNING id, name, organization_id AS "organizationId", owner_user_id AS "accountId"`);

/** Suspends live keys and, recursively, all keys created with them. */
export const SUSPEND = sql<[recoveryId: Uuid, ids: readonly Uuid[]], { id: string }>(`
  WITH RECURSIVE ending AS (
    SELECT id FROM api_keys WHERE id = ANY ($2::uuid[]) AND revoked_at IS NULL AND suspended_by IS NULL
    UNION SELECT child.id FROM api_keys child JOIN ending ON child.parent_id = ending.id
  )
  UPDATE api_keys SET suspended_by = $1 WHERE id IN (SELECT id FROM ending) AND revoked_at IS NULL
    AND suspended_by IS NULL RETURNING id`);

/** Makes keys that a recovery has suspended good again, with all that were created with them. */
export const RESUME = sql<[recoveryId: Uuid, ids: readonly Uuid[]], { id: string }>(`
  WITH RECURSIVE resumed AS (
    SELECT id FROM api_keys WHERE id = ANY ($2::uuid[])
    UNION SELECT child.id FROM api_keys child JOIN resumed ON child.parent_id = resumed.id
  )
  UPDATE api_keys SET suspended_by = NULL WHERE id IN (SELECT id FROM resumed) AND suspended_by = $1 RETURNING id`);

/** The organizations in which a person has keys or trusted publishers, in one order. */
export const ORGANIZATIONS_OF = sql<[ownerUserId: Uuid], { id: string }>(`
  SELECT organization_id AS id FROM api_keys WHERE owner_user_id = $1
  UNION SELECT organization_id FROM trusted_publishers WHERE owner_user_id = $1 ORDER BY 1`);
