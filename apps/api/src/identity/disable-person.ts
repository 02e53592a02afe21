import type { Unit } from '../work/unit.js';
import { accountEvent } from './account-events/personal-events.js';
import { endSessions } from './sessions/end-sessions.js';
import { User } from './user.entity.js';

/** The outcome. */
type Outcome = 'no account' | 'no change' | 'changed';

/**
 * Keeps a person out, or lets them in again: while disabled they have no session, cannot sign in, and their keys and the repositories that they trust
 * are refused. Nothing of theirs is deleted.
 */
export async function setDisabled(unit: Unit, address: string, disabled: boolean): Promise<Outcome> {
  const { tx } = unit;
  const found = await tx.findOneBy(User, { email: address.trim().toLowerCase() });
  if (!found) return 'no account';
  // Sign-ins wait for this unit, and see what it has done.
  if (disabled) await endSessions(unit, found.id);
  const [, changed] = await tx.query<[unknown[], number]>(
    `UPDATE users SET disabled_at = CASE WHEN $2 THEN $3::timestamptz END WHERE id = $1 AND (disabled_at IS NOT NULL) <> $2`,
    [found.id, disabled, new Date()],
  );
  if (changed === 0) return 'no change';
  unit.record(accountEvent(disabled ? 'user.disabled' : 'user.enabled', found));
  return 'changed';
}
