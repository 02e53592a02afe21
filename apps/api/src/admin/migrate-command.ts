import { faultOfServer, requireNone } from '../app/check-database.js';
import { prepareDatabase } from '../app/prepare-database.js';
import { readSecretKey } from '../app/secret-key.js';
import type { Call } from './command.js';
import { withDatabaseUrl } from './service-database.js';

export const migrateDatabase = ({ settings }: Call): Promise<number> =>
  withDatabaseUrl(settings, async (url) => {
    if (settings.databaseUrl) await requireNone(faultOfServer(url, settings));
    const secretKey = await readSecretKey(settings);
    await prepareDatabase(url, { ...settings, secretKey }, (line) => console.log(line));
    console.log('The schema is up to date.');
    return 0;
  });
