import { execute } from '#libs/database';
import type { ChangeContext } from '../work/change-context.js';
import { accountEvent } from './account-events/personal-events.js';
import { SET_DISABLED } from './identity.sql.js';
import { endSessions } from './sessions/end-sessions.js';
import type { User } from './user.entity.js';

/**
 * Keeps a person out, or lets them in again: while disabled they have no session, cannot sign in, and their keys and the repositories that they trust
 * are refused. Nothing of theirs is deleted. False: it was so already.
 */
export async function setDisabled(change: ChangeContext, user: User, disabled: boolean): Promise<boolean> {
  // Sign-ins wait for this unit, and see what it has done.
  if (disabled) await endSessions(change, user.id);
  if ((await execute(change.tx, SET_DISABLED, [user.id, disabled, new Date()])) === 0) return false;
  change.record(accountEvent(disabled ? 'user.disabled' : 'user.enabled', user));
  return true;
}
