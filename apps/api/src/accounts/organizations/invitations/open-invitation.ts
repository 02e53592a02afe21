import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { isId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import { invitationNotFound } from '../people-errors.js';
import { Invitation } from './invitation.entity.js';
import { CLOSE } from './invitations.sql.js';
import { isOpenAt } from './is-open.js';

/** The invitation with this id, with the hash of its secret; `path` points to the id in the request. */
export async function findInvitation(
  tx: EntityManager,
  invitationId: string,
  path = '/invitationId',
): Promise<Invitation> {
  const invitation = isId(invitationId)
    ? await tx
        .createQueryBuilder(Invitation, 'invitation')
        .addSelect('invitation.tokenHash')
        .where({ id: invitationId })
        .getOne()
    : null;
  if (!invitation) throw invitationNotFound(path);
  return invitation;
}

/** The same, but only if the invitation is open. */
export async function findOpenInvitation(tx: EntityManager, invitationId: string, path?: string): Promise<Invitation> {
  const invitation = await findInvitation(tx, invitationId, path);
  if (!isOpenAt(invitation, clock.now())) throw invitationNotFound(path);
  return invitation;
}

/** Closes an invitation and deletes its secret; of several concurrent answers only one finds it open. */
export async function closeInvitation(
  tx: EntityManager,
  id: string,
  status: 'accepted' | 'rejected' | 'canceled',
): Promise<Invitation> {
  const closed = await query(tx, CLOSE, [id, status]);
  if (closed.length === 0) throw invitationNotFound();
  return tx.findOneByOrFail(Invitation, { id });
}
