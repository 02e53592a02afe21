import { query } from '#libs/database';
import type { Role } from '../../http/policy.js';
import type { ChangeContext } from '../../work/change-context.js';
import { ungrantableRoles } from '../members/granting.js';
import { CANCEL } from './invitations.sql.js';

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
  const canceled = await query(change.tx, CANCEL, [organizationId, inviterId, ungrantableRoles(role)]);
  change.record(
    ...canceled.map(
      ({ id, email: title }) => ({ organizationId, type: 'invitation.canceled', subject: { id, title } }) as const,
    ),
  );
}
