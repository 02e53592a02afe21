import type { Unit } from '../../work/unit.js';
import { rememberGuest } from '../members/former-members.js';
import { isOpen } from './open-invitation.js';

/**
 * Deletes the invitations to these addresses of a person, and declines those that are open. Their organizations remember
 * the person, whose addresses their events name.
 */
export async function deleteReceived(unit: Unit, userId: string, addresses: readonly string[]): Promise<void> {
  const [invitations] = await unit.tx.query<[{ organizationId: string; id: string; isOpen: boolean }[], number]>(
    `DELETE FROM invitations i WHERE i.email = ANY ($1::text[])
     RETURNING i.organization_id AS "organizationId", i.id, ${isOpen('i')} AS "isOpen"`,
    [addresses],
  );
  for (const { organizationId, id, isOpen } of invitations) {
    await rememberGuest(unit.tx, { organizationId, userId });
    if (isOpen) unit.record({ organizationId, type: 'invitation.rejected', subject: { id } });
  }
}
