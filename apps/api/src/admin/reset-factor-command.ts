import { Jobs } from '#libs/jobs';
import { Mailer } from '#libs/mail';
import { resetFactor } from '../identity/second-factor/reset-factor.js';
import { Work } from '../work/work.service.js';
import type { Call } from './command.js';
import { withDatabase } from './service-database.js';

export const resetFactorOf = ({ settings, values: [address] }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    const mailer = new Mailer(settings, new Jobs(settings, database));
    const outcome = await new Work(database).unit((unit) => resetFactor(unit, mailer, address!));
    if (outcome === 'reset') {
      console.log(`The second factor of ${address} is gone and its sessions have ended; the person is told.`);
      return 0;
    }
    const what = outcome === 'no account' ? 'There is no account with the address' : 'There is no second factor at';
    console.error(`${what} ${address}; nothing was changed.`);
    return 1;
  });
