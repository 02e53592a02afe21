import type { Role } from '../../http/policy.js';
import type { ChangeContext } from '../../work/change-context.js';
import { ungrantableRoles } from '../members/granting.js';
import { isOpen } from './open-invitation.js';

/**
 * Cancels the open invitations that a person could no longer send with this role (undefined: as a former member). Call
 * with the organization locked.
 */
export async function cancelUngrantable(
  change: ChangeContext,
  organizationId: string,
  inviterId: string,
  role: Role | undefined,
): Promise<void> {
  const [canceled] = await change.tx.query<[{ id: string; email: string }[], number]>(
    `UPDATE invitations i SET status = 'canceled', token_hash = NULL
     WHERE i.organization_id = $1 AND i.inviter_id = $2 AND i.role = ANY ($3::member_role[]) AND ${isOpen('i')}
     RETURNING i.id, i.email`,
    [organizationId, inviterId, ungrantableRoles(role)],
  );
  change.record(
    ...canceled.map(
      ({ id, email: title }) => ({ organizationId, type: 'invitation.canceled', subject: { id, title } }) as const,
    ),
  );
}
