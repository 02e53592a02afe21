import type { Mail } from '#libs/mail';
import type { EntityManager } from 'typeorm';
import { record } from '../../events/record.js';
import { lockPerson } from '../lock-person.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../user.entity.js';
import { removeFactors } from './factors.js';
import { forgetWrong } from './wrong-codes.js';

/** What came of it. */
export type FactorReset = 'no account' | 'no factor' | 'reset';

/**
 * Takes the second factor from who has lost it: with all its codes, and every session. The person is told by mail, so that
 * a reset that was talked out of an operator does not go unnoticed.
 */
export async function resetFactor(tx: EntityManager, mail: Pick<Mail, 'post'>, address: string): Promise<FactorReset> {
  const user = await tx.findOneBy(User, { email: address.trim().toLowerCase() });
  if (!user) return 'no account';
  await lockPerson(tx, user.id);
  if (!(await removeFactors(tx, user.id))) return 'no factor';
  await forgetWrong(tx, user.id);
  await tx.delete(Session, { userId: user.id });
  const subject = { id: user.id, title: user.name };
  await record(tx, { organizationId: null, type: 'user.second_factor_reset', subject, accountId: user.id });
  await mail.post(tx, { to: user.email, subject: 'Your second factor was taken away', text: letterTo(user.email) });
  return 'reset';
}

const letterTo = (email: string): string =>
  `Hello,

whoever runs this service has taken the second factor of the account ${email} away, with its backup codes, and ended all
its sessions. The password is as it was: sign in with it, and turn a second factor on again.

If you did not ask for this, tell them at once, and change your password.
`;
