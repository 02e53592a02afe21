import { clock } from '#libs/clock';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { wholeOrganizationLock } from './organization-lock.js';
import { Organization } from './organization.entity.js';

/**
 * Lets nothing be changed in an organization any more, or again.
 * @param reason why it is suspended; null: it is not any more
 * @returns false where that is so already
 */
export async function setSuspended(change: ChangeContext, id: string, reason: string | null): Promise<boolean> {
  const { tx } = change;
  await change.lock(wholeOrganizationLock(id));
  const { name, suspendedAt } = await tx.findOneByOrFail(Organization, { id });
  if ((suspendedAt === null) === (reason === null)) return false;
  await tx.update(Organization, { id }, { suspendedAt: reason === null ? null : clock.now() });
  change.record({
    organizationId: id,
    type: reason === null ? 'organization.resumed' : 'organization.suspended',
    subject: { id, title: name },
    changes: reason === null ? [] : [{ field: 'reason', from: null, to: reason }],
  });
  return true;
}
