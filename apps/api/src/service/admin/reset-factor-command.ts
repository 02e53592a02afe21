import { Jobs } from '#libs/jobs';
import { resetFactor } from '../../accounts/identity/second-factor/reset-factor.js';
import { Mailer } from '../../platform/mails/mailer.js';
import { changeAccount } from './change-account.js';
import type { Call } from './command.js';

export const resetFactorOf = (call: Call): Promise<number> =>
  changeAccount(call, async (change, user, database) => {
    const mailer = new Mailer(call.settings, new Jobs(call.settings, database));
    return (await resetFactor(change, mailer, user))
      ? { done: `The second factor of ${user.email} was removed and its sessions have ended; the person is notified.` }
      : { refused: `${user.email} has no second factor` };
  });
