import type { ChangeContext } from '../../work/change-context.js';
import { rememberGuest } from '../members/former-members.js';
import type { Invitation } from './invitation.entity.js';
import { isOpenAt } from './open-invitation.js';

/**
 * Deletes the invitations to these addresses of a person, and declines those that are open. Their organizations remember
 * the person, whose addresses their events name.
 */
export async function deleteReceived(
  change: ChangeContext,
  userId: string,
  addresses: readonly string[],
): Promise<void> {
  const [invitations] = await change.tx.query<
    [Pick<Invitation, 'organizationId' | 'id' | 'status' | 'expiresAt'>[], number]
  >(
    `DELETE FROM invitations i WHERE i.email = ANY ($1::text[])
     RETURNING i.organization_id AS "organizationId", i.id, i.status, i.expires_at AS "expiresAt"`,
    [addresses],
  );
  const now = new Date();
  for (const { organizationId, id, ...invitation } of invitations) {
    await rememberGuest(change.tx, { organizationId, userId });
    if (isOpenAt(invitation, now)) change.record({ organizationId, type: 'invitation.rejected', subject: { id } });
  }
}
