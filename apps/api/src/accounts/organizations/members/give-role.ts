import type { Role } from '../../../platform/http/policy.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { cancelUngrantable } from '../invitations/cancel-ungrantable.js';
import { Member } from './member.entity.js';

/** Gives a member a role at the word of an operator. Call with the organization locked. */
export async function giveRole(change: ChangeContext, member: Member, name: string, to: Role): Promise<void> {
  const { id, organizationId, userId, role: from } = member;
  await change.tx.update(Member, { id }, { role: to, recovery: false, roleProvisioned: false });
  await cancelUngrantable(change, organizationId, userId, to);
  const changes = [{ field: 'role', from, to }];
  change.record({ organizationId, type: 'member.role_updated', subject: { id, title: name }, changes });
}
