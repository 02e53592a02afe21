import type { DataSource } from 'typeorm';
import { User } from '../../accounts/identity/user.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { Call } from './command.js';
import { refused } from './refused.js';
import { withDatabase } from './service-database.js';
import { typedAddress } from './typed-address.js';

/** What was done, as a sentence, or why nothing was, without its stop. */
type Outcome = { done: string } | { refused: string };

/**
 * Changes the account at the address that an operator has typed, in letters of any case, and says what became of it.
 * `change` names the account by its own address: whoever reads on screen what was done compares it with lists and
 * mails.
 */
export const changeAccount = (
  { settings, values: [typed] }: Call,
  change: (context: ChangeContext, user: User, database: DataSource) => Promise<Outcome>,
): Promise<number> =>
  withDatabase(settings, async (database) => {
    const outcome = await new UnitOfWork(database).run<Outcome>(async (context) => {
      const user = await context.tx.findOneBy(User, { email: typedAddress(typed!) });
      return user
        ? change(context, user, database)
        : { refused: `There is no account with the email address ${typed}` };
    });
    if ('done' in outcome) {
      console.log(outcome.done);
      return 0;
    }
    return refused(outcome.refused);
  });
