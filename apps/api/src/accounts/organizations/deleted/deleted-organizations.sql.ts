import { sql, type Uuid } from '#libs/database';
import { isOpen } from '../invitations/is-open.js';

/** Whether an organization is deleted, and only kept. */
export const IS_KEPT = sql<[id: Uuid], { isKept: boolean }>(
  'SELECT deleted_at IS NOT NULL AS "isKept" FROM organizations WHERE id = $1',
);

/** Deletes an organization but for its records: its slugs are free. */
export const HIDE = sql<[id: Uuid]>(`
  UPDATE organizations SET deleted_at = statement_timestamp(), deleted_slugs = slug || former_slugs,
    slug = id::text, former_slugs = '{}'
  WHERE id = $1 AND deleted_at IS NULL`);

/** Invitations to an organization that is deleted are withdrawn for good. */
export const WITHDRAW_INVITATIONS = sql<[organizationId: Uuid]>(`
  UPDATE invitations i SET status = 'canceled', token_hash = NULL WHERE i.organization_id = $1 AND ${isOpen('i')}`);

/** The organization that had a slug when it was deleted; of several the one that was deleted last. */
export const DELETED_LAST = sql<[slug: string], { id: Uuid; name: string }>(`
  SELECT id, name FROM organizations WHERE deleted_at IS NOT NULL AND deleted_slugs[1] = $1
  ORDER BY deleted_at DESC, id LIMIT 1`);

export const DELETED_SLUGS = sql<[id: Uuid], { slugs: string[] | null }>(
  'SELECT deleted_slugs AS slugs FROM organizations WHERE id = $1',
);

/** Brings a deleted organization back, under this slug. */
export const SHOW = sql<[id: Uuid, slug: string, formerSlugs: readonly string[]]>(`
  UPDATE organizations SET deleted_at = NULL, deleted_slugs = NULL, slug = $2, former_slugs = $3::text[] WHERE id = $1`);

/** The organizations that were deleted before a moment, those first that were first. */
export const DELETED_BEFORE = sql<[before: Date], { id: Uuid }>(
  'SELECT id FROM organizations WHERE deleted_at < $1 ORDER BY deleted_at, id',
);
