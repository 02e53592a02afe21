import { accountEvent } from '../identity/account-events/personal-events.js';
import { setDisabled } from '../identity/disable-person.js';
import { endSessions } from '../identity/sessions/end-sessions.js';
import { User } from '../identity/user.entity.js';
import { Work } from '../work/work.service.js';
import type { Call } from './command.js';
import { withDatabase } from './service-database.js';
import { tableOf } from './table.js';

interface Row {
  email: string;
  name: string;
  verified: boolean;
  factor: boolean;
  disabled: boolean;
  made: Date;
  organizations: number;
  sessions: number;
}

export const listUsers = ({ settings }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    const rows = await database.query<Row[]>(
      `SELECT u.email, u.name, u.email_verified AS verified, u.two_factor_enabled AS factor, u.disabled_at IS NOT NULL AS disabled, u.created_at AS made,
         (SELECT count(*)::int FROM members m WHERE m.user_id = u.id) AS organizations,
         (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id AND s.expires_at > now()) AS sessions
       FROM users u ORDER BY u.email`,
    );
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

export const endSessionsOf = ({ settings, values: [address] }: Call): Promise<number> =>
  withDatabase(settings, async (database) => {
    const found = await new Work(database).unit(async (unit) => {
      const user = await unit.tx.findOneBy(User, { email: address!.trim().toLowerCase() });
      if (!user) return false;
      await endSessions(unit, user.id);
      unit.record(accountEvent('session.ended', user));
      return true;
    });
    if (found) console.log(`All sessions of ${address} have ended.`);
    else console.error(`There is no account with the address ${address}; nothing was changed.`);
    return found ? 0 : 1;
  });

export const disableUser = (call: Call): Promise<number> =>
  changeAccess(call, true, 'is disabled: its sessions have ended, and its keys are refused');

export const enableUser = (call: Call): Promise<number> => changeAccess(call, false, 'is enabled again');

const changeAccess = ({ settings, values: [address] }: Call, disabled: boolean, done: string): Promise<number> =>
  withDatabase(settings, async (database) => {
    const outcome = await new Work(database).unit((unit) => setDisabled(unit, address!, disabled));
    if (outcome === 'changed') {
      console.log(`The account ${address} ${done}.`);
      return 0;
    }
    if (outcome === 'no account')
      console.error(`There is no account with the address ${address}; nothing was changed.`);
    else console.error(`The account ${address} is ${disabled ? 'disabled' : 'enabled'} already; nothing was changed.`);
    return 1;
  });
