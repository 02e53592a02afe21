import { readSecretKey } from '../secret-key.js';
import { prepareDatabase } from '../prepare-database.js';
import { faultOfServer, requireNone } from '../check-database.js';
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
