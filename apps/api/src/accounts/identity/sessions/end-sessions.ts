import { Not } from 'typeorm';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { personLock } from '../person-lock.js';
import { Challenge } from '../second-factor/challenge.entity.js';
import { Session } from './session.entity.js';

/**
 * Ends all sessions of a person, or all but one, and sign-ins under way. Concurrent sign-ins wait until this unit has
 * committed.
 */
export async function endSessions(change: ChangeContext, userId: string, except?: Session): Promise<void> {
  await change.lock(personLock(userId));
  await change.tx.delete(Challenge, { userId });
  await change.tx.delete(Session, { userId, ...(except ? { id: Not(except.id) } : {}) });
}
