import { query } from '#libs/database';
import type { Role } from '../../../platform/http/policy.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { ungrantableRoles } from '../members/granting.js';
import { CANCEL, CANCEL_OF } from './invitations.sql.js';

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
  recordCanceled(
    change,
    organizationId,
    await query(change.tx, CANCEL, [organizationId, inviterId, ungrantableRoles(role)]),
  );
}

/** Cancels all open invitations of people who are plain members now. Call with the organization locked. */
export async function cancelAllOf(
  change: ChangeContext,
  organizationId: string,
  inviterIds: readonly string[],
): Promise<void> {
  recordCanceled(change, organizationId, await query(change.tx, CANCEL_OF, [organizationId, inviterIds]));
}

const recordCanceled = (
  change: ChangeContext,
  organizationId: string,
  canceled: readonly { id: string; email: string }[],
): void =>
  change.record(
    ...canceled.map(
      ({ id, email: title }) => ({ organizationId, type: 'invitation.canceled', subject: { id, title } }) as const,
    ),
  );
