import { query } from '#libs/database';
import { Forbidden, Unauthenticated } from '#libs/errors';
import { IsNull } from 'typeorm';
import type { Principal } from '../../platform/http/current.js';
import { REFUSALS } from '../../platform/http/refusal.js';
import type { Session } from '../../accounts/identity/sessions/session.entity.js';
import { Member } from '../../accounts/organizations/members/member.entity.js';
import { organizationLock } from '../../accounts/organizations/organization-lock.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { ApiKey } from './api-key.entity.js';
import { LOCK_SESSION } from './api-keys.sql.js';

/**
 * Ensures that the caller's session or key is still valid and stays so until the end of this unit: keys are revoked
 * with the organization locked, and the session's row is locked. Returns the calling key, if there is one.
 * @throws Unauthenticated
 * @throws Forbidden where the membership has ended
 */
export async function lockCaller(
  change: ChangeContext,
  organization: Organization,
  { key, userId, session }: Principal,
): Promise<ApiKey | undefined> {
  const { tx } = change;
  const lives = key !== undefined || (await query(tx, LOCK_SESSION, [(session as Session).id])).length > 0;
  await change.lock(organizationLock(organization.id));
  const isMember = await tx.existsBy(Member, { organizationId: organization.id, userId: userId! });
  // Its row too: it may be revoked without the organization's lock (`revokeApart`).
  const parent =
    key &&
    (await tx.findOne(ApiKey, {
      where: { id: key.id, revokedAt: IsNull(), suspendedBy: IsNull() },
      lock: { mode: 'pessimistic_read' },
    }));
  if (!lives || (key && !(isMember && parent))) throw new Unauthenticated();
  if (!isMember) throw new Forbidden('not_a_member', REFUSALS['not_a_member']!);
  return parent ?? undefined;
}
