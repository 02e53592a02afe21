import { sql, type Uuid } from '#libs/database';
import { isPresent } from '../../../accounts/organizations/deleted/is-present.js';
import type { Organization } from '../../../accounts/organizations/organization.entity.js';

/** A token that is good, and the organization that it opens. */
export interface KnownToken extends Pick<Organization, 'account' | 'accountNetwork'> {
  id: Uuid;
  displayPrefix: string;
  isSuspended: boolean;
  /** Whether it is time to note that it is in use. */
  isUseDue: boolean;
}

/** A token of this organization; none where the organization is deleted. */
export const SEE_TOKEN = sql<[organizationId: Uuid, tokenHash: Buffer], KnownToken>(`
  SELECT t.id, t.display_prefix AS "displayPrefix", o.suspended_at IS NOT NULL AS "isSuspended", o.account,
    o.account_network AS "accountNetwork",
    (t.last_used_at IS NULL OR t.last_used_at < now() - interval '1 minute') AS "isUseDue"
  FROM provisioning_tokens t JOIN organizations o ON o.id = t.organization_id AND ${isPresent('o')}
  WHERE t.organization_id = $1 AND t.token_hash = $2 AND t.suspended_by IS NULL`);

/** Notes that a token is in use. */
export const NOTE_USE = sql<[organizationId: Uuid, id: Uuid]>(
  'UPDATE provisioning_tokens SET last_used_at = now() WHERE organization_id = $1 AND id = $2',
);

/** Suspends tokens: they open nothing. */
export const SUSPEND_TOKENS = sql<
  [recoveryId: Uuid, organizationIds: readonly Uuid[], ids: readonly Uuid[]],
  { id: Uuid }
>(`
  UPDATE provisioning_tokens SET suspended_by = $1
  WHERE organization_id = ANY ($2::uuid[]) AND id = ANY ($3::uuid[]) AND suspended_by IS NULL RETURNING id`);

export const RESUME_TOKENS = sql<[recoveryId: Uuid, organizationIds: readonly Uuid[], ids: readonly Uuid[]]>(`
  UPDATE provisioning_tokens SET suspended_by = NULL
  WHERE organization_id = ANY ($2::uuid[]) AND id = ANY ($3::uuid[]) AND suspended_by = $1`);

/** Deletes tokens that a recovery has suspended. */
export const END_SUSPENDED_TOKENS = sql<
  [recoveryId: Uuid, organizationIds: readonly Uuid[], ids: readonly Uuid[]],
  { organizationId: Uuid; id: Uuid; displayPrefix: string }
>(`
  DELETE FROM provisioning_tokens
  WHERE organization_id = ANY ($2::uuid[]) AND id = ANY ($3::uuid[]) AND suspended_by = $1
  RETURNING organization_id AS "organizationId", id, display_prefix AS "displayPrefix"`);
