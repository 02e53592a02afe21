import { Unauthenticated } from '#libs/errors';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { personLock } from '../person-lock.js';
import { Session } from './session.entity.js';

/**
 * Locks the person for a sensitive action and returns the session as it is under the lock: it may have ended in the
 * meantime.
 * @throws Unauthenticated
 */
export async function lockSession(
  change: ChangeContext,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
): Promise<Session> {
  await change.lock(personLock(userId));
  const session = await change.tx.findOneBy(Session, { id });
  if (!session) throw new Unauthenticated();
  return session;
}
