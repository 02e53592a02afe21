import type { Settings } from '#libs/config';
import { migrationOptions, migrate } from '#libs/database';
import { migrateJobs } from '#libs/jobs';
import { Vault } from '#libs/secrets';
import { DataSource } from 'typeorm';
import { encryptStoredSecrets } from './encrypt-stored-secrets.js';
import { ENTITIES } from './entities.js';
import { backfillIssuers } from './identity/provider/issuers.js';
import { MIGRATIONS } from './migrations/migrations.js';
import { checkSecretKey } from './secret-key.js';
import { seed } from './seed.js';

/**
 * Prepares a database: schema, job queue, built-in data, the check of the secret key, and missing issuers. Safe for
 * replicas that start at once.
 * @throws ConfigurationError when its stored secrets could not be read with the key of these settings
 */
export async function prepareDatabase(
  url: string,
  settings: Pick<Settings, 'secretKey' | 'previousSecretKey' | 'oidc'> = {},
  log: (line: string) => void = () => {},
): Promise<void> {
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
