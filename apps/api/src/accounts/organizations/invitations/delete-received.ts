import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { forgetMade } from '../../identity/recovery/note-made.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { rememberGuest } from '../members/former-members.js';
import { INVITATION } from '../made-kinds.js';
import { DELETE_RECEIVED } from './invitations.sql.js';
import { isOpenAt } from './is-open.js';

/**
 * Deletes the invitations to these addresses of a person, and declines those that are open. Their organizations
 * remember the person, whose addresses their events name.
 */
export async function deleteReceived(
  change: ChangeContext,
  userId: string,
  addresses: readonly string[],
): Promise<void> {
  const invitations = await query(change.tx, DELETE_RECEIVED, [addresses]);
  await forgetMade(
    change.tx,
    INVITATION,
    invitations.map(({ id }) => id),
  );
  const now = clock.now();
  for (const { organizationId, id, ...invitation } of invitations) {
    await rememberGuest(change.tx, { organizationId, userId });
    if (isOpenAt(invitation, now)) change.record({ organizationId, type: 'invitation.rejected', subject: { id } });
  }
}
