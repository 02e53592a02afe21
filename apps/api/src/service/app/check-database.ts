import { ConfigurationError, type Settings } from '#libs/config';
import { keepsStatements, missingSettings, whatAnswersAt } from '#libs/database';

/** The oldest version of PostgreSQL that the service works with. */
export const OLDEST_POSTGRES = 15;

type Address = Pick<Settings, 'databasePooler' | 'databaseDirectUrl'>;

/** The variable that names the server itself. */
export const directVariable = ({ databaseDirectUrl }: Address): string =>
  databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';

/**
 * Why the address of the server itself cannot be used, with what to do; undefined: it can. What stands for a session
 * must not be shared: the lock of migrations would neither hold others back nor be given back.
 */
export async function faultOfServer(url: string, settings: Address): Promise<string | undefined> {
  const answers = await whatAnswersAt(url);
  const variable = directVariable(settings);
  if (answers === 'standby')
    return `${variable}: is the address of a read replica, which accepts no writes: name the primary, or all hosts with ?target_session_attrs=read-write`;
  if (answers === 'primary') return undefined;
  return settings.databaseDirectUrl
    ? `${variable}: is the address of a pooler: name the server behind it`
    : `${variable}: is the address of a pooler: set DATABASE_POOLED=true, and DATABASE_DIRECT_URL to the address of the server behind it`;
}

/** Why a pooler cannot be used, with what to do; undefined: it can. */
export async function faultOfPooler(
  url: string,
  { keepsStatements: expected }: { keepsStatements: boolean },
): Promise<string | undefined> {
  const missing = await missingSettings(url);
  if (missing.length > 0)
    return `DATABASE_URL: connections of the pooler lack the settings of their role (${missing.join(', ')}): run \`admin migrate\`, and then RECONNECT on the console of the pooler, because its connections were opened before`;
  if (expected && !(await keepsStatements(url)))
    return 'DATABASE_POOLED_STATEMENTS: this pooler does not support named statements: remove the variable, or use PgBouncer from 1.21 with max_prepared_statements (on by default from 1.24)';
  return undefined;
}

/** @throws ConfigurationError with the fault, if there is one */
export async function requireNone(fault: Promise<string | undefined>): Promise<void> {
  const found = await fault;
  if (found) throw new ConfigurationError([found]);
}
