import type { Member } from '../../../accounts/organizations/members/member.entity.js';
import type { Memberships } from '../../../accounts/organizations/members/memberships.js';
import { noteLoss } from '../../../accounts/organizations/members/note-loss.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';

/**
 * Ends a membership as the provider says, with all that hangs on it. Call with the organization locked.
 * @throws LastOwner
 */
export async function endMembership(
  change: ChangeContext,
  memberships: Memberships,
  member: Member,
  name: string,
): Promise<void> {
  const { organizationId, id, userId, role } = member;
  await noteLoss(change.tx, member, name);
  await memberships.end(change, member, 'provider');
  change.record({
    organizationId,
    type: 'member.removed',
    subject: { id, title: name },
    changes: [
      { field: 'userId', from: userId, to: null },
      { field: 'role', from: role, to: null },
    ],
  });
}
