import { clock } from '#libs/clock';
import type { Settings } from '#libs/config';
import { migrationOptions, query, schemaStateOf } from '#libs/database';
import { DataSource } from 'typeorm';
import { faultOfPooler, faultOfServer, OLDEST_POSTGRES } from '../../app/check-database.js';
import { opensKeyCheck } from '../../app/secret-key.js';
import { KEY_CHECK } from '../../app/secret-key.sql.js';
import { MIGRATIONS } from '../../../platform/migrations/migrations.js';
import { agentFindings } from './agent-findings.js';
import { type CheckResult, note, right, wrong } from './check-result.js';
import { HAS_KEY_CHECK, type Server, SERVER } from './doctor.sql.js';
import { jobFindings } from './job-findings.js';
import { processFindings } from './process-findings.js';
import { onConnection } from './on-connection.js';

/** Moments of records come from both clocks, and codes of second factors hold for 30 s. */
const CLOCKS_MS = 2_000;
/** Connections of one process besides its pool: those of jobs, and of the lock while it starts. */
const OTHER_CONNECTIONS = 7;

type Examined = Pick<
  Settings,
  'databaseUrl' | 'databasePooler' | 'databaseDirectUrl' | 'databasePoolSize' | 'secretKey' | 'previousSecretKey'
>;

/** The server, the rights of the role, its clock, the schema, and whether the key fits. */
export async function examineDatabase(url: string, settings: Examined): Promise<CheckResult[]> {
  const [server, skew] = await serverOf(url);
  return [
    ...versionFindings(server),
    await connectionFinding(url, settings),
    ...roleFindings(server, settings),
    capacityFinding(server, settings),
    clockFinding(skew),
    ...(await schemaFindings(url, settings)),
  ];
}

/** What stands between the service and its server. */
async function connectionFinding(url: string, settings: Examined): Promise<CheckResult> {
  const { databaseUrl, databasePooler } = settings;
  const fault =
    (await faultOfServer(url, settings)) ?? (databasePooler && (await faultOfPooler(databaseUrl!, databasePooler)));
  if (fault) return wrong('connection', fault);
  return right(
    'connection',
    databasePooler ? 'through a pooler with the settings of the service' : 'directly to the server',
  );
}

function versionFindings({ version, major, isUtf8 }: Server): CheckResult[] {
  return [
    major < OLDEST_POSTGRES
      ? wrong('database', `PostgreSQL ${version}: the service requires ${OLDEST_POSTGRES} or later`)
      : right('database', `PostgreSQL ${version}`),
    ...(isUtf8 ? [] : [wrong('database', 'does not store text as UTF-8: create one with ENCODING UTF8')]),
  ];
}

function roleFindings({ isSuperuser, mayCreate }: Server, { databaseUrl }: Examined): CheckResult[] {
  return [
    isSuperuser && databaseUrl
      ? note('role', 'is a superuser, which the service does not need: use a role that owns only its database')
      : right('role', mayCreate ? 'can create tables' : 'can read'),
    ...(mayCreate
      ? []
      : [wrong('role', 'cannot create tables: GRANT CREATE ON DATABASE … and ON SCHEMA public to it')]),
  ];
}

function capacityFinding({ connections }: Server, { databasePoolSize }: Examined): CheckResult {
  const needed = databasePoolSize + OTHER_CONNECTIONS;
  const connectionsNeeded = `the server allows ${connections}, and one process needs ${needed}`;
  return connections < needed
    ? wrong('connections', `${connectionsNeeded}: raise max_connections, or lower DATABASE_POOL_SIZE`)
    : right('connections', `${connectionsNeeded} at most`);
}

const clockFinding = (skew: number): CheckResult =>
  Math.abs(skew) > CLOCKS_MS
    ? wrong('clock', `differs from the database by ${(skew / 1_000).toFixed(1)} s: synchronize both machines with NTP`)
    : right('clock', 'matches the database');

async function schemaFindings(url: string, settings: Examined): Promise<CheckResult[]> {
  const database = await new DataSource(
    migrationOptions({ url, poolSize: 1, entities: [], migrations: MIGRATIONS }),
  ).initialize();
  try {
    const { unknown, pending, former } = await schemaStateOf(database);
    const [known] = await query(database, HAS_KEY_CHECK, []);
    const [check] = known!.exists ? await query(database, KEY_CHECK, []) : [];
    return [
      unknown.length > 0
        ? wrong('schema', `has a later version (${unknown.at(-1)}): start that version`)
        : former === 'some'
          ? wrong('schema', 'has a version before v0.1.0: start v0.1.0 once, then this one')
          : pending.length > 0
            ? note('schema', `${pending.length} migrations are pending; the next start runs them, or \`migrate\``)
            : right('schema', 'up to date'),
      keyFinding(check?.sealed, settings),
      ...(unknown.length === 0 && pending.length === 0
        ? [...(await processFindings(database)), ...(await jobFindings(database)), ...(await agentFindings(database))]
        : []),
    ];
  } finally {
    await database.destroy();
  }
}

function keyFinding(sealed: string | undefined, settings: Examined): CheckResult {
  if (!settings.secretKey && !settings.databaseUrl && !sealed)
    return note('secret key', 'none yet: the next start creates one for the embedded database');
  if (!settings.secretKey)
    return sealed
      ? wrong('secret key', 'is missing, but the database contains encrypted secrets: set SECRET_KEY')
      : note(
          'secret key',
          'none: second factors and webhook secrets cannot be stored; set SECRET_KEY (openssl rand -base64 32)',
        );
  if (sealed && !opensKeyCheck(sealed, settings))
    return wrong('secret key', 'does not match this database: set the former one, or name it in SECRET_KEY_PREVIOUS');
  return right('secret key', sealed ? 'matches the database' : 'given');
}

/** What a server says, and by how much our clock is ahead of its own, in milliseconds. */
async function serverOf(url: string): Promise<[server: Server, skew: number]> {
  return onConnection(url, async (client) => {
    const before = clock.millis();
    const { rows } = await client.query<Server>(SERVER.text);
    return [rows[0]!, (before + clock.millis()) / 2 - rows[0]!.now.getTime()];
  });
}
