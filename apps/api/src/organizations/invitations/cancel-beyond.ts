import type { Role } from '#libs/access';
import type { EntityManager } from 'typeorm';
import { recordEach } from '../../events/record.js';
import { beyond } from '../members/granting.js';
import { openIn } from './open-invitation.js';

/**
 * Cancels the open invitations of a person who could no longer make them with this role, or as no member any more. Call
 * with the owners locked.
 */
export async function cancelBeyond(
  tx: EntityManager,
  organizationId: string,
  inviterId: string,
  role: Role | undefined,
): Promise<void> {
  const [canceled] = await tx.query<[{ id: string; email: string }[], number]>(
    `UPDATE invitations SET status = 'canceled', token_hash = NULL
     WHERE organization_id = $1 AND inviter_id = $2 AND role = ANY ($3::member_role[]) AND ${openIn('invitations')}
     RETURNING id, email`,
    [organizationId, inviterId, beyond(role)],
  );
  await recordEach(
    tx,
    canceled.map(({ id, email: title }) => ({ organizationId, type: 'invitation.canceled', subject: { id, title } })),
  );
}
