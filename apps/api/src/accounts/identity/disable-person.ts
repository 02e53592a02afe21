import { clock } from '#libs/clock';
import { execute } from '#libs/database';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { accountEvent } from './account-events/personal-events.js';
import { SET_DISABLED } from './identity.sql.js';
import { endSessions } from './sessions/end-sessions.js';
import type { User } from './user.entity.js';

/**
 * Keeps a person out, or lets them in again: while disabled they have no session, cannot sign in, and their keys and
 * the repositories that they trust are refused. Nothing of theirs is deleted. False: it was so already, or is not for
 * the organization to say.
 *
 * @param by the organization that manages the account, as its provider says; null: whoever runs the service
 */
export async function setDisabled(
  change: ChangeContext,
  user: User,
  disabled: boolean,
  by: string | null = null,
): Promise<boolean> {
  // Sign-ins wait for this unit, and see what it has done.
  if (disabled) await endSessions(change, user.id);
  if ((await execute(change.tx, SET_DISABLED, [user.id, disabled, clock.now(), by])) === 0) return false;
  change.record(accountEvent(disabled ? 'user.disabled' : 'user.enabled', user));
  return true;
}
