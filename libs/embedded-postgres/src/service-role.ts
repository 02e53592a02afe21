import { Client } from 'pg';
import {
  type ConnectionDetails,
  DATABASE,
  type Home,
  newPassword,
  readConnectionDetails,
  SERVICE_ROLE,
  SUPERUSER,
  writeConnectionDetails,
} from './postgres-home.js';
import { urlOf } from './postmaster.js';

const HANDOVER_LOCK = 'SELECT pg_advisory_lock(77002)';

/**
 * Makes the database and the role of the service, which owns it and nothing else. The superuser, as whom a mistake in a
 * statement would run programs of this machine (`COPY … TO PROGRAM`), hands over what it owns, and may not log in any
 * more. May be called again, and by several at once.
 * @param port of the running server
 */
export async function handOver(home: Home, port: number): Promise<ConnectionDetails> {
  const stored = (): ConnectionDetails => ({ ...readConnectionDetails(home), port });
  const access = stored();
  if (isHandedOver(access)) return access;
  try {
    await onDatabase(asSuperuser(access), 'postgres', async (client) => {
      await client.query(HANDOVER_LOCK);
      const details = stored();
      if (!isHandedOver(details)) await toServiceRole(home, client, asSuperuser(details));
    });
  } catch (error) {
    // Another service has done it while we connected.
    if (!isHandedOver(stored())) throw error;
  }
  return stored();
}

/** Makes the database where there is none yet, for whoever works on it as the superuser. */
export const createDatabase = (access: ConnectionDetails): Promise<void> =>
  onDatabase(access, 'postgres', async (client) => {
    await client.query(HANDOVER_LOCK);
    if (!(await hasDatabase(client))) await client.query(`CREATE DATABASE ${DATABASE}`);
  });

const isHandedOver = ({ user }: ConnectionDetails): boolean => user === SERVICE_ROLE;

/** Former installations have no user in their details: their password is the superuser's. */
const asSuperuser = ({ port, password, servicePassword }: ConnectionDetails): Required<ConnectionDetails> => ({
  port,
  user: SUPERUSER,
  password,
  // Kept before it is set, so that a start that is interrupted can be repeated.
  servicePassword: servicePassword ?? newPassword(),
});

async function toServiceRole(home: Home, client: Client, details: Required<ConnectionDetails>): Promise<void> {
  const { port, servicePassword: password } = details;
  writeConnectionDetails(home, details);
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [SERVICE_ROLE]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${SERVICE_ROLE}`);
  await client.query(`ALTER ROLE ${SERVICE_ROLE} LOGIN NOSUPERUSER PASSWORD '${password}'`);
  if (await hasDatabase(client)) await client.query(`ALTER DATABASE ${DATABASE} OWNER TO ${SERVICE_ROLE}`);
  else await client.query(`CREATE DATABASE ${DATABASE} OWNER ${SERVICE_ROLE}`);
  await onDatabase(details, DATABASE, async (database) => {
    const { rows } = await database.query<{ statement: string }>(STATEMENTS);
    await database.query(['BEGIN', ...rows.map(({ statement }) => statement), 'COMMIT'].join(';\n'));
  });
  // Without a password it could not log in either, but not both would be seen.
  await client.query(`ALTER ROLE ${SUPERUSER} NOLOGIN PASSWORD NULL`);
  writeConnectionDetails(home, { port, user: SERVICE_ROLE, password });
}

const hasDatabase = async (client: Client): Promise<boolean> =>
  (await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])).rowCount! > 0;

async function onDatabase(
  access: ConnectionDetails,
  database: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: urlOf(access, database) });
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * What the superuser owns beside what the system and extensions have; `REASSIGN OWNED` refuses to take anything from
 * it.
 */
const ownedBySuperuser = (
  owner: string,
  catalog: string,
  namespace = 'true',
) => `${owner} = to_regrole(current_user) AND ${namespace}
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalog}'::regclass AND d.objid = ${catalog}.oid AND d.deptype = 'e')`;
/** Sequences of columns go with their tables. */
const OF_COLUMN = `SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = pg_class.oid AND d.deptype IN ('a', 'i')`;
const isOutsideSystem = (namespace: string) =>
  `${namespace} <> ALL (ARRAY['pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace])`;

const STATEMENTS = `
  SELECT format('ALTER SCHEMA %I OWNER TO ${SERVICE_ROLE}', nspname) AS statement FROM pg_namespace
    WHERE ${ownedBySuperuser('nspowner', 'pg_namespace', `nspname !~ '^pg_' AND nspname <> 'information_schema'`)}
  UNION ALL
  SELECT format('ALTER TABLE %s OWNER TO ${SERVICE_ROLE}', oid::regclass) FROM pg_class
    WHERE (relkind IN ('r', 'p', 'v', 'm', 'f') OR relkind = 'S' AND NOT EXISTS (${OF_COLUMN})) AND ${ownedBySuperuser('relowner', 'pg_class', isOutsideSystem('relnamespace'))}
  UNION ALL
  SELECT format('ALTER ROUTINE %s OWNER TO ${SERVICE_ROLE}', oid::regprocedure) FROM pg_proc
    WHERE ${ownedBySuperuser('proowner', 'pg_proc', isOutsideSystem('pronamespace'))}
  UNION ALL
  SELECT format('ALTER TYPE %s OWNER TO ${SERVICE_ROLE}', oid::regtype) FROM pg_type
    WHERE typtype IN ('e', 'd', 'r', 'c') AND (typrelid = 0 OR EXISTS (SELECT FROM pg_class c WHERE c.oid = typrelid AND c.relkind = 'c'))
      AND ${ownedBySuperuser('typowner', 'pg_type', isOutsideSystem('typnamespace'))}`;
