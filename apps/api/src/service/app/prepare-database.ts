import { ConfigurationError, type Settings } from '#libs/config';
import { migrate, migrationOptions, query, settleRole, sqlState } from '#libs/database';
import { migrateJobs } from '#libs/jobs';
import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../../platform/migrations/migrations.js';
import { NOTE_PROCESS } from '../../platform/work/processes.sql.js';
import type { ThisProcess } from '../../platform/work/this-process.js';
import { adoptKey } from './adopt-key.js';
import { directVariable } from './check-database.js';
import { ENTITIES } from './entities.js';
import { storeBuiltInData } from './store-built-in-data.js';

type Preparing = Pick<
  Settings,
  'secretKey' | 'previousSecretKey' | 'oidc' | 'databaseUrl' | 'databasePooler' | 'databaseDirectUrl'
>;

/** What is told of a preparation. */
interface Log {
  info: (line: string) => void;
  warn: (line: string) => void;
}

const SILENT: Log = { info: () => {}, warn: () => {} };

// The SQLSTATE of what a role may not do.
const NOT_ALLOWED = '42501';

/**
 * Prepares a database: schema, job queue, built-in data, the check of the secret key, missing issuers, and the role
 * behind a pooler. Safe for replicas that start at once.
 * @param url the address of the server itself
 * @param self the process that is about to serve, if one is
 * @returns what waits, to be tried again, because a machine behind the database cannot be reached
 * @throws ConfigurationError when its stored secrets could not be read with the key of these settings, or its role has
 *   not the rights
 */
export async function prepareDatabase(
  url: string,
  settings: Preparing = {},
  log: Log = SILENT,
  self?: ThisProcess,
): Promise<string[]> {
  try {
    const waiting = await prepare(url, settings, log, self);
    if (settings.databasePooler && (await settleRole(settings.databaseUrl!, url)))
      log.warn(
        'updated the settings of the role; existing connections of the pooler use them after RECONNECT on its console',
      );
    return waiting;
  } catch (error) {
    if (sqlState(error) !== NOT_ALLOWED) throw error;
    const may =
      'GRANT CREATE ON DATABASE … and ON SCHEMA public to it, or make it the owner of the database and its objects';
    throw new ConfigurationError([
      `${directVariable(settings)}: its role lacks rights (${(error as Error).message}): ${may}`,
    ]);
  }
}

async function prepare(url: string, settings: Preparing, log: Log, self: ThisProcess | undefined): Promise<string[]> {
  const database = await new DataSource(
    migrationOptions({ url, poolSize: 2, entities: ENTITIES, migrations: MIGRATIONS }),
  ).initialize();
  const waiting: string[] = [];
  try {
    await migrate(
      database,
      url,
      async () => {
        await migrateJobs(url);
        waiting.push(...(await storeBuiltInData(database, settings.oidc?.issuer, log.warn)));
        waiting.push(...(await adoptKey(database, settings, log.warn, self)));
        // Under the lock: nobody changes the key between the look at it and the note of who lacks it.
        if (self) await query(database, NOTE_PROCESS, [self.id, self.version, self.kind, self.keyIds]);
      },
      log.info,
    );
    return waiting;
  } finally {
    await database.destroy();
  }
}
