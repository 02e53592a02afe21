import { ConfigurationError, type Settings } from '#libs/config';
import { migrate, migrationOptions, settleRole, sqlState } from '#libs/database';
import { migrateJobs } from '#libs/jobs';
import { Vault } from '#libs/secrets';
import { DataSource } from 'typeorm';
import { backfillIssuers } from '../identity/provider/issuers.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { directVariable } from './check-database.js';
import { encryptStoredSecrets } from './encrypt-stored-secrets.js';
import { ENTITIES } from './entities.js';
import { checkSecretKey } from './secret-key.js';
import { seed } from './seed.js';

type Preparing = Pick<
  Settings,
  'secretKey' | 'previousSecretKey' | 'oidc' | 'databaseUrl' | 'databasePooler' | 'databaseDirectUrl'
>;

// The SQLSTATE of what a role may not do.
const NOT_ALLOWED = '42501';

/**
 * Prepares a database: schema, job queue, built-in data, the check of the secret key, missing issuers, and the role behind a pooler. Safe for
 * replicas that start at once.
 * @param url the address of the server itself
 * @throws ConfigurationError when its stored secrets could not be read with the key of these settings, or its role has not the rights
 */
export async function prepareDatabase(
  url: string,
  settings: Preparing = {},
  log: (line: string) => void = () => {},
): Promise<void> {
  try {
    await prepare(url, settings, log);
    if (settings.databasePooler && (await settleRole(settings.databaseUrl!, url)))
      log(
        'gave the role its settings; connections that the pooler has made before know them after RECONNECT on its console',
      );
  } catch (error) {
    if (sqlState(error) !== NOT_ALLOWED) throw error;
    const may = 'GRANT CREATE ON DATABASE … and ON SCHEMA public to it, or let it own the database and what is in it';
    throw new ConfigurationError([
      `${directVariable(settings)}: its role has not the rights (${(error as Error).message}): ${may}`,
    ]);
  }
}

async function prepare(url: string, settings: Preparing, log: (line: string) => void): Promise<void> {
  const database = await new DataSource(
    migrationOptions({ url, poolSize: 2, entities: ENTITIES, migrations: MIGRATIONS }),
  ).initialize();
  try {
    await migrate(database, url, async () => {
      await migrateJobs(url);
      await seed(database);
      await checkSecretKey(database, settings);
      await encryptStoredSecrets(database, new Vault(settings.secretKey, settings.previousSecretKey));
      const issuer = settings.oidc?.issuer;
      const backfilled = await backfillIssuers(database.manager, issuer);
      if (backfilled > 0)
        log(
          `${backfilled} accounts of a provider from before ${issuer ? `are ${issuer}'s from now on` : 'sign nobody in any more: no OIDC_ISSUER is set'}`,
        );
    });
  } finally {
    await database.destroy();
  }
}
