import type { ChangeContext } from '../work/change-context.js';
import { accountEvent } from './account-events/personal-events.js';
import { endSessions } from './sessions/end-sessions.js';
import type { User } from './user.entity.js';

/**
 * Keeps a person out, or lets them in again: while disabled they have no session, cannot sign in, and their keys and the repositories that they trust
 * are refused. Nothing of theirs is deleted. False: it was so already.
 */
export async function setDisabled(change: ChangeContext, user: User, disabled: boolean): Promise<boolean> {
  // Sign-ins wait for this unit, and see what it has done.
  if (disabled) await endSessions(change, user.id);
  const [, changed] = await change.tx.query<[unknown[], number]>(
    `UPDATE users SET disabled_at = CASE WHEN $2 THEN $3::timestamptz END WHERE id = $1 AND (disabled_at IS NOT NULL) <> $2`,
    [user.id, disabled, new Date()],
  );
  if (changed === 0) return false;
  change.record(accountEvent(disabled ? 'user.disabled' : 'user.enabled', user));
  return true;
}
