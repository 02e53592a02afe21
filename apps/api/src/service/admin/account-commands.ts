import { Conflict } from '#libs/errors';
import type { INestApplicationContext } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { isEmailAddress } from '#libs/fields';
import type { DataSource } from 'typeorm';
import { accountEvent } from '../../accounts/identity/account-events/personal-events.js';
import { createPerson } from '../../accounts/identity/create-person.js';
import { AccountDeletion } from '../../accounts/identity/leaving/account-deletion.service.js';
import { MailedLinks } from '../../accounts/identity/mailed-links/mailed-links.js';
import { endSessions } from '../../accounts/identity/sessions/end-sessions.js';
import { User } from '../../accounts/identity/user.entity.js';
import { Mailer } from '../../platform/mails/mailer.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { Call } from './command.js';
import { refused } from './refused.js';
import { withApplication } from './service-database.js';
import { typedAddress } from './typed-address.js';

/** Makes an account, whose person chooses a password by a mailed link, which confirms the address too. */
export const createUser = ({ settings, values: [typed], options }: Call): Promise<number> =>
  withApplication(settings, async (app) => {
    const [email, name] = [typedAddress(typed!), options.get('--name')?.trim()];
    if (!name) return refused('Set the name of the person with --name');
    if (!isEmailAddress(email)) return refused(`${typed} is not an email address`);
    const isMade = await app.get(UnitOfWork).run(async (change) => {
      if (!(await createPerson(change, { name, email }))) return false;
      await app.get(MailedLinks).request(change, email, 'password_reset');
      return true;
    });
    if (!isMade) return refused(`An account with the email address ${email} already exists`);
    console.log(`Created the account ${email}; a link for choosing a password was sent to ${name}.`);
    return 0;
  });

/** Ends the sessions of a person, who chooses another password by a mailed link. */
export const resetPasswordOf = ({ settings, values: [typed] }: Call): Promise<number> =>
  withApplication(settings, async (app) => {
    const user = await find(app, typed!);
    if (!user) return refused(`There is no account with the email address ${typed}`);
    await app.get(UnitOfWork).run(async (change) => {
      await endSessions(change, user.id);
      change.record(accountEvent('session.ended', user));
      await app.get(MailedLinks).request(change, user.email, 'password_reset');
    });
    console.log(`The sessions of ${user.email} have ended; a link for choosing a new password was sent.`);
    return 0;
  });

/** Deletes an account as its person could: what they made stays without their name. */
export const deleteUser = ({ settings, values: [typed], flags }: Call): Promise<number> =>
  withApplication(settings, async (app) => {
    const user = await find(app, typed!);
    if (!user) return refused(`There is no account with the email address ${typed}`);
    if (!flags.has('--yes'))
      return refused(`This would permanently delete the account ${user.email}. Confirm with --yes`);
    try {
      await app.get(AccountDeletion).deleteByOperator(user);
    } catch (error) {
      if (error instanceof Conflict && error.code === 'last_owner')
        return refused(`${user.email} is the only owner of an organization: transfer or delete it first`);
      throw error;
    }
    const text = `Hello,\n\nthe operator of this service has deleted the account ${user.email}. Your contributions to organizations are kept there without your name.\n`;
    const mailer = app.get(Mailer);
    await app
      .get(UnitOfWork)
      .run(({ tx }) => mailer.enqueue(tx, { to: user.email, subject: 'Your account was deleted', text }));
    console.log(`Deleted the account ${user.email}.`);
    return 0;
  });

const find = (app: INestApplicationContext, typed: string): Promise<User | null> =>
  app.get<DataSource>(getDataSourceToken()).manager.findOneBy(User, { email: typedAddress(typed) });
