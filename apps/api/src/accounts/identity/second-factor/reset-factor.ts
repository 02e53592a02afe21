import type { Mailer } from '../../../platform/mails/mailer.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { accountEvent } from '../account-events/personal-events.js';
import { personLock } from '../person-lock.js';
import { Session } from '../sessions/session.entity.js';
import type { User } from '../user.entity.js';
import { removeFactors } from './factors.js';
import { clearWrongCodes } from './wrong-codes.js';

/**
 * Removes the second factor of a person who has lost it, with its codes and all sessions. The person is notified by
 * mail, so that a reset obtained by social engineering does not go unnoticed. False: there was none.
 */
export async function resetFactor(
  change: ChangeContext,
  mailer: Pick<Mailer, 'enqueue'>,
  user: User,
): Promise<boolean> {
  const { tx } = change;
  await change.lock(personLock(user.id));
  if (!(await removeFactors(tx, user.id))) return false;
  await clearWrongCodes(tx, user.id);
  await tx.delete(Session, { userId: user.id });
  change.record(accountEvent('user.second_factor_reset', user));
  await mailer.enqueue(tx, {
    to: user.email,
    subject: 'Your second factor was removed',
    text: mailTextFor(user.email),
  });
  return true;
}

const mailTextFor = (email: string): string =>
  `Hello,\n\nthe operator of this service has removed the second factor of the account ${email}, with its backup codes, and ended all\nits sessions. The password has not changed: sign in with it, and turn on a second factor again.\n\nIf you did not ask for this, inform the operator at once, and change your password.\n`;
