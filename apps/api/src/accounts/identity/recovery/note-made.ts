import { query } from '#libs/database';
import { Unauthenticated } from '#libs/errors';
import { newId } from '#libs/ids';
import { currentRequest } from '#libs/logging';
import type { EntityManager } from 'typeorm';
import { currentNetwork } from '../../../platform/limits/current-network.js';
import {
  FOLLOW_MADE,
  FORGET_MADE,
  FORGET_MADE_ABOUT,
  FORGET_MADE_IN,
  FORGET_RAISED,
  LOCK_SESSION,
  NOTE_ANSWERERS,
  NOTE_CAME,
  NOTE_MADE,
} from './made-access.sql.js';

/** A record by which somebody gets in or stays; of a kind that is registered (`AccessKinds`). */
export interface MadeRecord {
  kind: string;
  recordId: string;
  /** Null: it is of the account alone. */
  organizationId: string | null;
  /** How people know it; never a secret. */
  title: string;
  /** What its kind must know later. */
  details?: object;
}

/**
 * Notes that the caller makes something by which somebody can stay, so that a recovery can suspend it. Call it in the
 * unit that makes it. What a key makes is not noted: it is suspended, and ends, with the key.
 * @throws Unauthenticated if the session has ended meanwhile: a recovery would not see what is made in it
 */
export async function noteMade(tx: EntityManager, made: MadeRecord): Promise<void> {
  const { kind, id: userId, session } = currentRequest().actor;
  if (kind !== 'user' || userId === null || !session) return;
  if ((await query(tx, LOCK_SESSION, [session.id])).length === 0) throw new Unauthenticated();
  await noteMadeBy(tx, { userId, sessionId: session.id, fresh: session.fresh }, made);
}

/** The same of somebody who has just signed in, where no session is yet. */
export async function noteMadeBy(
  tx: EntityManager,
  { userId, sessionId = null, fresh }: { userId: string; sessionId?: string | null; fresh: boolean },
  { kind, recordId, organizationId, title, details = {} }: MadeRecord,
): Promise<void> {
  const who = [newId(), userId] as const;
  const what = [kind, recordId, organizationId, title, JSON.stringify(details)] as const;
  await query(tx, NOTE_MADE, [...who, ...what, sessionId, fresh, currentNetwork()]);
  await query(tx, NOTE_ANSWERERS, [kind, recordId]);
}

/** Who made the one record answers for the other, which came of it. */
export async function followMade(
  tx: EntityManager,
  from: Pick<MadeRecord, 'kind' | 'recordId'>,
  { kind, recordId, title, details = {} }: Omit<MadeRecord, 'organizationId'>,
): Promise<void> {
  await query(tx, FOLLOW_MADE, [from.kind, from.recordId, kind, recordId, title, JSON.stringify(details)]);
}

/** Somebody who has become a member of an organization. */
export interface CameIn {
  memberId: string;
  userId: string;
  title: string;
}

/**
 * People have come into an organization by something of this kind: who made that lately answers for them, so that a
 * recovery finds whom a thief has let in by it.
 */
export async function noteCame(
  tx: EntityManager,
  kind: string,
  organizationId: string,
  came: readonly CameIn[],
): Promise<void> {
  const records = came.map((one) => ({ id: newId(), ...one }));
  if (records.length > 0) await query(tx, NOTE_CAME, [kind, organizationId, JSON.stringify(records)]);
}

/** These records are gone, or are nothing by which somebody stays any more. */
export async function forgetMade(tx: EntityManager, kind: string, recordIds: readonly string[]): Promise<void> {
  if (recordIds.length > 0) await query(tx, FORGET_MADE, [kind, recordIds]);
}

/** Members have no raised role any more. */
export async function forgetRaised(tx: EntityManager, ...memberIds: readonly string[]): Promise<void> {
  await query(tx, FORGET_RAISED, [memberIds]);
}

/** Records of a kind are about this person (`details.userId`), and are nothing that counts any more. */
export async function forgetMadeAbout(
  tx: EntityManager,
  kind: string,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await forgetMadeAboutEach(tx, kind, organizationId, [userId]);
}

/** The same of several people. */
export async function forgetMadeAboutEach(
  tx: EntityManager,
  kind: string,
  organizationId: string,
  userIds: readonly string[],
): Promise<void> {
  await query(tx, FORGET_MADE_ABOUT, [kind, organizationId, userIds]);
}

/** All records of an organization are gone. */
export async function forgetMadeIn(tx: EntityManager, organizationId: string): Promise<void> {
  await query(tx, FORGET_MADE_IN, [organizationId]);
}
