import { query } from '#libs/database';
import { currentRequest } from '#libs/logging';
import type { EntityManager } from 'typeorm';
import { forgetMadeAbout, noteMade } from '../../identity/recovery/note-made.js';
import { LOST_MEMBERSHIP } from '../made-kinds.js';
import type { Member } from './member.entity.js';
import { ANSWERING, type Answering } from './members.sql.js';

/**
 * Notes that the caller takes a role, or the membership, so that a recovery can give it back. Call it before either is
 * gone.
 *
 * Nothing is given back to those for whom another answers: it may have been a thief who gave it to them. Of what others
 * take than those whom the member has let in, only ownership is noted, of which there must be somebody's.
 */
export async function noteLoss(tx: EntityManager, member: Member, title: string): Promise<void> {
  const { organizationId, userId, teamId, role } = member;
  const caller = currentRequest().actor.id;
  const [{ forMember, forCaller }] = (await query(tx, ANSWERING, [organizationId, userId, caller])) as [Answering];
  const byOther = caller !== userId;
  const byAccomplice = byOther && forCaller === userId;
  // What somebody else decides counts from then on.
  if (byOther && !byAccomplice) await forgetMadeAbout(tx, LOST_MEMBERSHIP, member);
  if (forMember !== null && forMember !== userId) return;
  if (byOther && !byAccomplice && role !== 'owner') return;
  const details = { userId, teamId, [role]: true, ...(byAccomplice && { byAccomplice }) };
  await noteMade(tx, { kind: LOST_MEMBERSHIP, recordId: member.id, organizationId, title, details });
}
