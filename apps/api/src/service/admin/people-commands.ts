import { query } from '#libs/database';
import { accountEvent } from '../../accounts/identity/account-events/personal-events.js';
import { setDisabled } from '../../accounts/identity/disable-person.js';
import { endSessions } from '../../accounts/identity/sessions/end-sessions.js';
import { changeAccount } from './change-account.js';
import type { Call } from './command.js';
import { USERS } from './commands.sql.js';
import { withDatabase } from './service-database.js';
import { tableOf } from './table.js';

export const listUsers = ({ settings }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    const rows = await query(database, USERS, []);
    const columns = ['address', 'name', 'confirmed', 'factor', 'disabled', 'made', 'organizations', 'sessions'];
    const yes = (value: boolean): string => (value ? 'yes' : 'no');
    console.log(
      tableOf(
        columns,
        rows.map((row) => [
          row.email,
          row.name,
          yes(row.verified),
          yes(row.factor),
          yes(row.disabled),
          row.made,
          row.organizations,
          row.sessions,
        ]),
      ),
    );
    return 0;
  });

export const endSessionsOf = (call: Call): Promise<number> =>
  changeAccount(call, async (change, user) => {
    await endSessions(change, user.id);
    change.record(accountEvent('session.ended', user));
    return { done: `All sessions of ${user.email} have ended.` };
  });

export const disableUser = (call: Call): Promise<number> =>
  changeAccess(call, true, 'is disabled: its sessions have ended, and its keys are rejected');

export const enableUser = (call: Call): Promise<number> => changeAccess(call, false, 'is enabled again');

const changeAccess = (call: Call, disabled: boolean, done: string): Promise<number> =>
  changeAccount(call, async (change, user) =>
    (await setDisabled(change, user, disabled))
      ? { done: `The account ${user.email} ${done}.` }
      : { refused: `The account ${user.email} is already ${disabled ? 'disabled' : 'enabled'}` },
  );
