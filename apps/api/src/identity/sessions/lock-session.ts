import { Unauthenticated } from '#libs/errors';
import type { Unit } from '../../work/unit.js';
import { personLock } from '../person-lock.js';
import { Session } from './session.entity.js';

/**
 * Locks the person of a session in which something grave is done, and answers the session as it is then: it may have ended
 * while they waited.
 * @throws Unauthenticated `UNAUTHORIZED`
 */
export async function lockSession(unit: Unit, { id, userId }: Pick<Session, 'id' | 'userId'>): Promise<Session> {
  await unit.lock(personLock(userId));
  const session = await unit.tx.findOneBy(Session, { id });
  if (!session) throw new Unauthenticated('UNAUTHORIZED');
  return session;
}
